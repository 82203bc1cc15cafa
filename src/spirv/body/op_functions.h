#pragma once

#include <map>

#include "launch/kernel_source.h"
#include "spirv/external/op_link.h"

namespace vyre::spirv {

// The functions that stand for calls of ops, each linked when it is first called.
class OpFunctions {
 public:
  // |kernel| is borrowed; all of its functions have been checked.
  OpFunctions(const launch::KernelSource& kernel, ModuleBuilder& module)
      : kernel_(kernel), module_(module) {}

  const launch::OpFunction& find(std::string_view op) const {
    return *launch::find_function(kernel_, op);
  }
  Id id_of(const launch::OpFunction& function) {
    Id& id = ids_[&function];
    if (id == kNoId) id = link_function(function, module_).take();
    return id;
  }

 private:
  const launch::KernelSource& kernel_;
  ModuleBuilder& module_;
  std::map<const launch::OpFunction*, Id> ids_;
};

}  // namespace vyre::spirv
