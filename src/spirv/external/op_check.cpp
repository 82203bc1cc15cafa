#include "ir/program/display_name.h"
#include "spirv/external/external_module.h"
#include "spirv/external/op_link.h"
#include "spirv/external/spirv_tools.h"
#include "spirv/module/module.h"

namespace vyre::spirv {
namespace {

// A kernel that calls |called| with zeroes.
void put_caller(const launch::OpFunction& function, Id called, ModuleBuilder& module) {
  const Id type = module.function({module.void_type()});
  Words call = {function_type_of(module, function.output), module.allocate(), called};
  for (const ir::DataType input : function.inputs) {
    call.push_back(module.null(function_type_of(module, input)));
  }
  Words words;
  put(words, SpvOpFunction, {module.void_type(), module.main(), SpvFunctionControlMaskNone, type});
  put(words, SpvOpLabel, {module.allocate()});
  put(words, SpvOpFunctionCall, call);
  put(words, SpvOpReturn, {});
  put(words, SpvOpFunctionEnd, {});
  module.append_function(words);
}

// As kernels of other compilers are checked.
Status check_kernel(const Words& words) {
  VYRE_ASSIGN_OR_RETURN(const ExternalModule module,
                        ExternalModule::read(std::as_bytes(std::span(words))));
  VYRE_RETURN_IF_ERROR(module.interface_of(kEntryPoint, {}).status());
  return validate_module(words);
}

}  // namespace

bool is_function_type(ir::DataType type) {
  return type == ir::DataType::kU32 || type == ir::DataType::kI32 || type == ir::DataType::kF32 ||
         type == ir::DataType::kBool;
}

Status check_function(const launch::OpFunction& function) {
  ModuleBuilder scratch;
  scratch.capability(SpvCapabilityShader);
  scratch.capability(SpvCapabilityVulkanMemoryModel);
  scratch.execution_mode(SpvExecutionModeLocalSize, {1, 1, 1});
  VYRE_ASSIGN_OR_RETURN(const Id called, link_function(function, scratch));
  put_caller(function, called, scratch);
  const Status valid = check_kernel(scratch.finish());
  if (valid.ok()) return {};
  return fail(Code::kUnsupportedFeature, "the SPIR-V function of op ",
              ir::display_name(function.op), ", in a kernel that calls it: ", valid.text());
}

}  // namespace vyre::spirv
