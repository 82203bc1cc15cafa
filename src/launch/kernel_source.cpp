#include "launch/kernel_source.h"

#include "specialization/resolve.h"

namespace vyre::launch {

const OpFunction* find_function(const KernelSource& source, std::string_view op) {
  for (const auto& function : source.functions) {
    if (function->op == op) return function.get();
  }
  return nullptr;
}

KernelSource with_literals(const KernelSource& source) {
  KernelSource plain = source;
  if (source.specialization == nullptr) return plain;
  plain.program = specialization::with_literals(*source.program, *source.specialization,
                                                std::pmr::get_default_resource());
  plain.specialization = nullptr;
  return plain;
}

}  // namespace vyre::launch
