#include "launch/kernel_source.h"

#include "specialization/resolve.h"

namespace vyre::launch {

KernelSource with_literals(const KernelSource& source) {
  KernelSource plain = source;
  if (source.specialization == nullptr) return plain;
  plain.program = specialization::with_literals(*source.program, *source.specialization,
                                                std::pmr::get_default_resource());
  plain.specialization = nullptr;
  return plain;
}

}  // namespace vyre::launch
