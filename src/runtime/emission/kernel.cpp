#include "runtime/emission/kernel.h"

#include "ir/types/element.h"
#include "spirv/external/external_module.h"
#include "spirv/lower.h"

namespace vyre::runtime {
namespace {

// As the cache of kernels does it: code that is right for any values is tried first.
Result<spirv::Module> lower_like_the_cache(const launch::KernelSource& source,
                                           const spirv::Target& target) {
  Result<spirv::Module> module = spirv::lower(source, target);
  if (module.ok() || source.specialization == nullptr) return module;
  return spirv::lower(launch::with_literals(source), target);
}

EmittedArgument argument_of(const launch::KernelSource& source, size_t index, size_t parameters) {
  const launch::PlannedBinding& planned = source.plan->bindings[index];
  const ir::Buffer& buffer = source.program->buffers[planned.buffer];
  EmittedArgument argument;
  const bool is_hidden = index >= parameters;
  argument.kind = is_hidden ? ArgumentKind::kHidden : ArgumentKind::kParameter;
  argument.slot = is_hidden ? static_cast<uint32_t>(index - parameters) : planned.slot;
  if (!is_hidden) argument.name = source.program->names[buffer.name];
  argument.bytes = source.launch.bytes_of(index).value_or(0);
  argument.element_bits =
      ir::element_of(source.program->types, buffer.element, source.program->semantics)
          .counted_bits();
  argument.access = planned.is_written ? ir::Access::kReadWrite : ir::Access::kReadOnly;
  return argument;
}

void add_arguments(const launch::KernelSource& source, const spirv::Module& module,
                   size_t parameters, EmittedKernel& kernel) {
  const auto& bindings = source.plan->bindings;
  for (size_t i = 0; i < bindings.size(); ++i) {
    if (bindings[i].role == launch::Role::kShared) continue;
    EmittedArgument& argument = kernel.arguments.emplace_back(argument_of(source, i, parameters));
    argument.binding = static_cast<uint32_t>(kernel.arguments.size() - 1);
  }
  if (module.parameter_words != 0) {
    kernel.arguments.push_back({.kind = ArgumentKind::kCounts,
                                .bytes = uint64_t{module.parameter_words} * sizeof(uint32_t),
                                .binding = module.storage_buffers,
                                .access = ir::Access::kUniform});
  }
  if (module.can_trap) {
    kernel.arguments.push_back({.kind = ArgumentKind::kTrap,
                                .bytes = spirv::kTrapWords * sizeof(uint32_t),
                                .binding = module.storage_buffers + 1,
                                .access = ir::Access::kReadWrite});
  }
}

// What the module itself says: the lowering adds some of its own.
uint64_t workgroup_memory_of(const std::vector<uint32_t>& words) {
  const auto module = spirv::ExternalModule::read(std::as_bytes(std::span(words)));
  if (!module.ok()) return 0;
  const auto interface = module.value().interface_of(spirv::kEntryPoint, {});
  return interface.ok() ? interface.value().workgroup_memory_bytes.value_or(0) : 0;
}

}  // namespace

Result<EmittedKernel> emit_kernel(const launch::KernelSource& source, const spirv::Target& target,
                                  size_t parameters) {
  VYRE_ASSIGN_OR_RETURN(spirv::Module module, lower_like_the_cache(source, target));
  EmittedKernel kernel;
  add_arguments(source, module, parameters, kernel);
  if (source.specialization != nullptr) spirv::put_constants(module, *source.specialization);
  kernel.words = std::move(module.words);
  for (spirv::TrapSite& site : module.trap_sites) {
    kernel.trap_sites.push_back(std::move(site.text));
  }
  kernel.workgroup_memory_bytes = workgroup_memory_of(kernel.words);
  kernel.workgroup_size = source.workgroup_size;
  kernel.push_constant_bytes = spirv::words_before_parameters(source) * sizeof(uint32_t);
  return kernel;
}

}  // namespace vyre::runtime
