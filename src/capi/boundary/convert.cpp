#include "capi/boundary/convert.h"

#include <algorithm>

#include "base/encoding/utf8.h"
#include "ir/program/display_name.h"

namespace vyre::capi {
namespace {

Status check_memory(const void* data, uint64_t size, std::string_view name) {
  if (data == nullptr && size != 0) {
    return fail(Code::kInvalidArgument, name, " is NULL and has ", size,
                " bytes. Fix: pass the memory, or a size of 0");
  }
  if (size <= SIZE_MAX / 2) return {};
  return fail(Code::kInvalidArgument, name, " has ", size,
              " bytes, more than memory can have. Fix: pass its real size");
}

}  // namespace

Status check_file_name(vyre_string text, std::string_view name) {
  VYRE_RETURN_IF_ERROR(check_string(text, name));
  const std::string_view file = view(text);
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
  if (is_utf8(file) && std::ranges::none_of(file, is_control)) return {};
  return fail(Code::kInvalidArgument, name, " is ", ir::display_name(file),
              ", which no file is called. Fix: pass UTF-8 without control characters");
}

Status check_unserved(uint64_t value, uint64_t usual, std::string_view name) {
  if (value == usual) return {};
  return fail(Code::kUnsupportedFeature, name, " is ", value,
              ", which this version does not do yet. Fix: leave it ", usual);
}

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
  std::string init(name);
  std::ranges::transform(init, init.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return fail(Code::kInvalidArgument, name, ".struct_size is ", given, ", expected ", expected,
              ". Fix: begin with ", init, "_INIT",
              given == 0 ? "" : ", and build with the header of this library");
}

bool is_zero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

Status of_entry(Status status, std::string_view list, size_t index) {
  if (!status.ok()) status.info().text = concat(list, '[', index, "]: ", status.text());
  return status;
}

Status check_bits(uint64_t bits, uint64_t known, std::string_view name) {
  if ((bits & ~known) == 0) return {};
  return fail(Code::kInvalidArgument, name, " is ", bits, ", of which the bits ", bits & ~known,
              " are unknown. Fix: set only bits that the header names for it");
}

Status check_reserved(uint64_t reserved, std::string_view name) {
  if (reserved == 0) return {};
  return fail(Code::kInvalidArgument, name, ".reserved is ", reserved, ". Fix: leave it 0");
}

}  // namespace vyre::capi
