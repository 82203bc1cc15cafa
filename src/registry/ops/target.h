#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status/status.h"

namespace vyre::registry {

// What a lowering of an op is for. The set is open: an extension has the id of its backend.
struct Target {
  enum class Kind : uint8_t {
    kPtx,
    kSpirV,
    kPrimaryText,
    kPrimaryBinary,
    kSecondaryText,
    kNativeModule,
    kReference,
    kExtension,
  };
  Kind kind = Kind::kReference;
  std::string extension;  // only of kExtension

  bool operator==(const Target&) const = default;
  auto operator<=>(const Target&) const = default;
};

// Id of the target among ahead-of-time emitters, also the file extension of their output. Ptx and
// SecondaryText share one, so this is no way back to a target.
std::string_view aot_id(const Target& target);

// A text that parse_target turns into an equal target: "ptx", "spirv", "primary_text",
// "primary_binary", "secondary_text", "native_module", "reference_backend", "extension:<id>".
std::string target_text(const Target& target);

// Reads what target_text writes, and "spv" for SpirV. Fails with kInvalidArgument.
Result<Target> parse_target(std::string_view text);

}  // namespace vyre::registry
