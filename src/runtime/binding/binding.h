#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/device/buffer.h"

namespace vyre::runtime {

enum class BindKind : uint8_t { kInput, kOutput, kInOut, kZeros, kBuffer };

inline constexpr uint64_t kWholeSize = UINT64_MAX;

// What the caller gives one buffer of a program in one dispatch. Pointers are borrowed.
struct Binding {
  std::optional<std::string_view> name;  // none: found by slot
  uint32_t slot = 0;
  BindKind kind = BindKind::kInput;
  const std::byte* input = nullptr;
  std::byte* output = nullptr;
  std::shared_ptr<Buffer> buffer;
  uint64_t offset = 0;
  uint64_t size = 0;
};

std::string_view bind_kind_name(BindKind kind);

}  // namespace vyre::runtime
