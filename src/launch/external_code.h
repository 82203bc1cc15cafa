#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vyre::launch {

// A kernel that somebody else compiled to SPIR-V, in place of a program's body. The program of its
// KernelSource only declares its buffers: binding i of descriptor set 0 is the i-th of the plan.
struct ExternalCode {
  struct Constant {
    uint32_t number = 0;  // its SpecId
    uint32_t bits = 0;
    bool operator==(const Constant&) const = default;
  };

  std::vector<uint32_t> words;
  std::string entry_point;
  std::vector<Constant> constants;   // chosen; all others keep their defaults
  uint32_t push_constant_bytes = 0;  // a multiple of 4; what Dispatch::words then has
  std::vector<uint64_t> min_bytes;   // of each binding; fewer would not hold what it may access
  bool checked = false;              // indexes are to be kept within what they index

  // What a device must offer for it.
  uint32_t minor_version = 0;  // of SPIR-V 1
  std::vector<uint32_t> capabilities;
  std::vector<std::string> extensions;
  std::optional<uint64_t> workgroup_memory_bytes;  // where the module says it plainly
};

}  // namespace vyre::launch
