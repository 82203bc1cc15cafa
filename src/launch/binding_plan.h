#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/status/status.h"
#include "ir/program/program.h"
#include "launch/image.h"

namespace vyre::launch {

// What a dispatch does with a buffer.
enum class Role : uint8_t {
  kShared,       // workgroup memory: no binding
  kPersistent,   // kept by the caller between dispatches
  kOutput,       // starts zeroed, is read back
  kInput,        // read only
  kInputOutput,  // starts with the caller's bytes, is read back
  kUniform,      // read only
};

std::string_view role_name(Role role);

// First match: workgroup memory, persistent memory, declared or live output, access.
Role role_of(const ir::Buffer& buffer);

struct PlannedBinding {
  uint32_t buffer = 0;  // index into Program::buffers
  uint32_t slot = 0;    // the declared binding number
  uint32_t set = 0;     // of a module, whose slots count within it
  Descriptor descriptor = {};
  Role role = Role::kInput;
  uint32_t element_bytes = 0;  // stride; 0 = unsized element
  uint64_t element_bits = 0;   // of one element among many; 0 = unsized element
  uint64_t alignment = 1;
  std::optional<uint64_t> static_bytes = std::nullopt;  // packed size; none when the count is 0
  std::optional<uint32_t> input_index = std::nullopt;
  std::optional<uint32_t> output_index = std::nullopt;
  // Of all but workgroup memory. Some buffers are declared as written and only read.
  bool has_writer = false;  // a statement or an atomic
  bool is_written = false;  // has a writer, or an access that allows one
};

// The buffers of a program in the one order that every backend uses: by slot, stable. Fails with
// kInvalidProgram on duplicate slots, bad alignment hints and malformed element types.
struct BindingPlan {
  std::vector<PlannedBinding> bindings;
  bool has_shared = false;
  bool has_atomics = false;
  bool has_workgroup_barrier = false;
  bool has_grid_barrier = false;

  // |of_module|: the program declares the buffers of a module, of which several may have one slot.
  static Result<BindingPlan> create(const ir::Program& program, bool of_module = false);

  // Parallel to |bindings|, those of a module.
  void set_descriptors(std::span<const Descriptor> descriptors) {
    for (size_t i = 0; i < bindings.size(); ++i) bindings[i].descriptor = descriptors[i];
  }

  // Index into |bindings|, or kNone. Shared bindings are never found by slot. Of several in an
  // array it is the first.
  uint32_t find_slot(uint32_t slot, uint32_t set = 0) const {
    auto found = std::ranges::lower_bound(bindings, slot, {}, &PlannedBinding::slot);
    while (found != bindings.end() && found->slot == slot &&
           (found->role == Role::kShared || found->set != set)) {
      ++found;
    }
    if (found == bindings.end() || found->slot != slot) return ir::kNone;
    return static_cast<uint32_t>(found - bindings.begin());
  }
};

}  // namespace vyre::launch
