#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/status/status.h"
#include "vyre_driver.h"

// From C to C++ and back: strings, memory, and structs that carry their size.
namespace vyre::capi {

constexpr vyre_string to_c(std::string_view text) { return {text.data(), text.size()}; }

inline std::string_view view(vyre_string text) {
  return text.data == nullptr ? std::string_view() : std::string_view(text.data, text.size);
}

inline Status check_string(vyre_string text, std::string_view name) {
  if (text.data != nullptr || text.size == 0) return {};
  return fail(Code::kInvalidArgument, name, " has ", text.size,
              " bytes at a null pointer. Fix: pass {NULL, 0} for the empty string");
}

// The same for the name of a file or folder, which has no NUL and no control characters, and is
// UTF-8.
Status check_file_name(vyre_string text, std::string_view name);

// Refuses a field that nothing serves: "|name| is 7, which this version does not do yet".
Status check_unserved(uint64_t value, uint64_t usual, std::string_view name);

// |size| bytes at |data|, which may be null only when there are none.
Result<std::span<const std::byte>> bytes_of(const void* data, uint64_t size, std::string_view name);
Result<std::span<std::byte>> bytes_of(void* data, uint64_t size, std::string_view name);

// Whether the caller's struct |name| is the one of this library's header.
Status check_struct_size(size_t given, size_t expected, std::string_view name);

// Whether all of |bytes| are zero.
bool is_zero(std::span<const std::byte> bytes);

// |status| of entry |index| of a list of the caller's: "bindings[3]: ...".
Status of_entry(Status status, std::string_view list, size_t index);

// Refuses bits outside |known| in a set of flags.
Status check_bits(uint64_t bits, uint64_t known, std::string_view name);

// Refuses a tail that is not zero yet.
Status check_reserved(uint64_t reserved, std::string_view name);

// Three axes; nothing for {0, 0, 0}, which is "not given".
inline std::optional<std::array<uint32_t, 3>> given_axes(const uint32_t (&axes)[3]) {
  if ((axes[0] | axes[1] | axes[2]) == 0) return std::nullopt;
  return std::array<uint32_t, 3>{axes[0], axes[1], axes[2]};
}

// The place for a result has to be the struct of this library, before anything is done.
template <typename Struct>
Status check_place(const Struct* out, std::string_view name) {
  return out == nullptr ? Status() : check_struct_size(out->struct_size, sizeof(Struct), name);
}

// A copy of what the caller described; |defaults| for NULL.
template <typename Desc>
Result<Desc> read_desc(const Desc* desc, const Desc& defaults, std::string_view name) {
  if (desc == nullptr) return defaults;
  VYRE_RETURN_IF_ERROR(check_struct_size(desc->struct_size, sizeof(Desc), name));
  return *desc;
}

#define VYRE_READ_DESC(given, type, init) vyre::capi::read_desc(given, type init, #type)

// Puts |value| into the caller's struct.
template <typename Struct>
Status write_struct(Struct* out, Struct value, std::string_view name) {
  if (out == nullptr)
    return fail(Code::kInvalidArgument, "the ", name,
                " for the result is NULL. Fix: pass the address of one");
  VYRE_RETURN_IF_ERROR(check_struct_size(out->struct_size, sizeof(Struct), name));
  value.struct_size = sizeof value;
  *out = value;
  return {};
}

}  // namespace vyre::capi
