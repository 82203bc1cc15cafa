#pragma once

#include <string>

#include "spirv/external/constants.h"

namespace vyre::spirv {

// What a variable outside of functions is, when the kernel uses it.
struct ModuleVariable {
  uint32_t id = 0;
  uint32_t storage = 0;  // class
  uint32_t type = 0;     // of what it points to
};

// What is bound at the descriptors of a module.
class DescriptorReader {
 public:
  DescriptorReader(const ExternalModule& module, const ExternalConstants& values)
      : module_(module), values_(values) {}

  // Of a variable in a buffer or a constant of the host. Refuses what cannot be bound by name.
  Result<ModuleBinding> describe(ModuleVariable variable) const;
  Status cannot_bind(uint32_t variable, std::string_view what) const;
  std::string label(uint32_t variable) const;  // "'text'", or "variable %7"

 private:
  uint32_t take_array(uint32_t& type) const;
  Result<ModuleBinding> placed(const ModuleVariable& variable) const;
  Status describe_buffer(const ModuleVariable& variable, ModuleBinding& binding) const;
  Status describe_block(uint32_t block, ModuleBinding& binding) const;
  Status describe_image(const ModuleVariable& variable, ModuleBinding& binding) const;
  Status take_image(uint32_t variable, const ModuleInstruction& image,
                    launch::Descriptor& descriptor) const;
  std::string element_of(uint32_t type, uint64_t stride) const;
  bool every_member(uint32_t variable, const ModuleInstruction& block, SpvDecoration kind) const;

  const ExternalModule& module_;
  const ExternalConstants& values_;
};

}  // namespace vyre::spirv
