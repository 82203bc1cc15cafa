#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "spirv/external/constants.h"

namespace vyre::spirv {

// What the functions that an entry point reaches use. What may be a use of a variable counts as
// one; of ids those axes count that are taken out of them plainly.
class ModuleUses {
 public:
  static Result<ModuleUses> of(const ExternalModule& module, const ExternalConstants& values,
                               uint32_t function);

  bool uses_variable(uint32_t id) const;
  uint32_t axes() const { return axes_; }  // 1 to 3: the highest of ids
  bool has_atomics() const { return has_atomics_; }
  bool has_comparison() const { return has_comparison_; }  // by a sampler
  bool has_workgroup_barrier() const { return has_workgroup_barrier_; }
  bool has_transcendental() const { return has_transcendental_; }

 private:
  ModuleUses(const ExternalModule& module, const ExternalConstants& values);

  Status follow_calls(uint32_t function);
  void note_pointers(const ModuleInstruction& one);
  std::optional<size_t> place_of(uint32_t id) const;  // among candidates_
  void note_ids(const ModuleInstruction& one);
  void note_operation(const ModuleInstruction& one);
  void see_axis(uint32_t axis);

  const ExternalModule* module_;
  const ExternalConstants* values_;
  std::vector<uint32_t> candidates_;    // ids of variables, sorted
  std::vector<bool> used_;              // parallel to them
  std::vector<uint32_t> id_variables_;  // of invocation, workgroup and local ids, sorted
  std::vector<bool> loaded_;            // by id, what was loaded from them; empty without any
  uint32_t axes_ = 1;
  bool has_atomics_ = false;
  bool has_comparison_ = false;
  bool has_workgroup_barrier_ = false;
  bool has_transcendental_ = false;
};

}  // namespace vyre::spirv
