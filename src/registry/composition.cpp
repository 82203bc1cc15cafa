#include "registry/composition.h"

namespace vyre::registry {

Status check_composition(const OpDef&) { return {}; }

Result<std::shared_ptr<const ir::Program>> inline_calls(std::shared_ptr<const ir::Program> program,
                                                        const Snapshot&,
                                                        std::pmr::memory_resource*) {
  return program;
}

}  // namespace vyre::registry
