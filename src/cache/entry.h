#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "cache/key.h"

namespace vyre::cache {

// Why an artifact is not there.
enum class Miss : uint8_t {
  kAbsent,        // there is no file
  kUnreadable,    // the system does not open or read it
  kNotAFile,      // a symbolic link, a folder, a pipe
  kForeignOwner,  // it belongs to somebody else
  kTooLarge,      // longer than an entry may be
  kNotAnEntry,    // its first bytes are none of ours
  kOlderForm,
  kNewerForm,
  kDamagedHeader,
  kOtherKey,  // it was stored under another key
  kTruncated,
  kDamagedBytes
};
inline constexpr size_t kMissCount = static_cast<size_t>(Miss::kDamagedBytes) + 1;

std::string_view miss_name(Miss miss);  // "damaged header"

// A file of the disk store: a header of this many bytes, then the artifact.
//
// offset  bytes
//      0      8  "VYREART\n"
//      8      4  form: kForm
//     12      4  zero
//     16     32  key
//     48      8  length of the artifact
//     56     32  BLAKE3 of the artifact
//     88     32  BLAKE3 of all before
inline constexpr uint32_t kForm = 1;
inline constexpr size_t kHeaderBytes = 120;
using Header = std::array<uint8_t, kHeaderBytes>;

Header make_header(const Key& key, std::span<const uint8_t> artifact);

// The artifact of a whole file, or why there is none; |file| is what was read of it.
std::variant<std::span<const uint8_t>, Miss> artifact_of(const Key& key,
                                                         std::span<const uint8_t> file);

}  // namespace vyre::cache
