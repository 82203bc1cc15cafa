#pragma once

#include <string>
#include <vector>

#include "spirv/external/constants.h"
#include "spirv/external/external_module.h"

namespace vyre::spirv {

// Finds out what one entry point of a module is to its host; see ModuleInterface.
class InterfaceReader {
 public:
  InterfaceReader(const ExternalModule& module, std::span<const SpecChoice> choices)
      : module_(module), values_(module, choices) {}

  Result<ModuleInterface> read(std::string_view entry_point);

 private:
  // What a variable outside of functions is, when the kernel uses it.
  struct Variable {
    uint32_t id = 0;
    uint32_t storage = 0;  // class
    uint32_t type = 0;     // of what it points to
  };

  Result<const ExternalModule::EntryPoint*> choose(std::string_view name) const;
  Status read_workgroup_size(uint32_t function);
  Status take_size(std::span<const uint32_t> numbers, bool are_ids);
  Status find_used(uint32_t function);
  void note_uses(const ModuleInstruction& one, std::vector<uint32_t>& calls);
  Status read_variable(const ModuleInstruction& one);
  Status read_buffer(const Variable& variable);
  Result<ModuleBinding> describe_buffer(const Variable& variable) const;
  Status describe_block(uint32_t block, ModuleBinding& binding) const;
  std::string element_of(uint32_t type, uint64_t stride) const;
  bool every_member(uint32_t variable, const ModuleInstruction& block, SpvDecoration kind) const;
  Status read_push_constants(const Variable& variable);
  void add_workgroup_memory(uint32_t type);
  std::string label(uint32_t variable) const;

  const ExternalModule& module_;
  const ExternalConstants values_;
  std::vector<uint32_t> candidates_;  // ids of variables, sorted
  std::vector<bool> used_;            // parallel to them
  ModuleInterface result_;
};

}  // namespace vyre::spirv
