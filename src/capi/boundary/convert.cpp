#include "capi/boundary/convert.h"

#include <algorithm>

namespace vyre::capi {
namespace {

Status check_memory(const void* data, uint64_t size, std::string_view name) {
  if (data == nullptr && size != 0) {
    return fail(Code::kInvalidArgument, "|", name, "| is NULL and has ", size,
                " bytes. Fix: pass the memory, or a size of 0");
  }
  if (size <= SIZE_MAX / 2) return {};
  return fail(Code::kInvalidArgument, "|", name, "| has ", size,
              " bytes, more than memory can have. Fix: pass its real size");
}

}  // namespace

Result<std::span<const std::byte>> bytes_of(const void* data, uint64_t size,
                                            std::string_view name) {
  VYRE_RETURN_IF_ERROR(check_memory(data, size, name));
  return std::span(static_cast<const std::byte*>(data), static_cast<size_t>(size));
}

Result<std::span<std::byte>> bytes_of(void* data, uint64_t size, std::string_view name) {
  VYRE_RETURN_IF_ERROR(check_memory(data, size, name));
  return std::span(static_cast<std::byte*>(data), static_cast<size_t>(size));
}

Status check_struct_size(size_t given, size_t expected, std::string_view name) {
  if (given == expected) return {};
  return fail(
      Code::kInvalidArgument, name, ".struct_size is ", given, ", expected ", expected,
      ". Fix: set the struct up with its _INIT macro, and build with the header of this library");
}

bool is_zero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

Status check_bits(uint64_t bits, uint64_t known, std::string_view name) {
  if ((bits & ~known) == 0) return {};
  return fail(Code::kInvalidArgument, name, " is ", bits, ", of which the bits ", bits & ~known,
              " are unknown. Fix: set only bits that the header names for it");
}

Status check_index(size_t index, size_t count, std::string_view what, std::string_view things,
                   std::string_view count_name) {
  if (index < count) return {};
  return fail(Code::kNotFound, what, " ", count, " ", things, ", not one at index ", index,
              ". Fix: stay below ", count_name);
}

Status check_reserved(uint64_t reserved, std::string_view name) {
  if (reserved == 0) return {};
  return fail(Code::kInvalidArgument, name, ".reserved is ", reserved, ". Fix: leave it 0");
}

Result<std::optional<std::array<uint32_t, 3>>> optional_axes(const uint32_t (&axes)[3], bool is_set,
                                                             std::string_view name,
                                                             std::string_view bit) {
  const std::array<uint32_t, 3> values = {axes[0], axes[1], axes[2]};
  if (is_set) return std::optional(values);
  if (values == std::array<uint32_t, 3>{}) return std::optional<std::array<uint32_t, 3>>();
  return fail(Code::kInvalidArgument, name, " is [", axes[0], ", ", axes[1], ", ", axes[2],
              "] and its bit is off. Fix: add ", bit, " to |set|");
}

}  // namespace vyre::capi
