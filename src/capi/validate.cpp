#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"

using vyre::Code;
using vyre::Status;
using namespace vyre::capi;

namespace {

constexpr uint64_t kKnownFlags = VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES |
                                 VYRE_VALIDATE_ALLOW_SHADOWING | VYRE_VALIDATE_UNCHECKED_CALLS;

Status check(const vyre_validate_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, kKnownFlags, "vyre_validate_desc.flags"));
  if ((desc.flags & VYRE_VALIDATE_UNCHECKED_CALLS) == 0 || desc.registry == nullptr) return {};
  return vyre::fail(Code::kInvalidArgument,
                    "vyre_validate_desc has a registry and VYRE_VALIDATE_UNCHECKED_CALLS. Fix: "
                    "leave one of them out");
}

// The ops that calls are checked with; null: none.
std::shared_ptr<const vyre::registry::Snapshot> ops_of(const vyre_validate_desc& desc,
                                                       vyre::runtime::Context& context) {
  if ((desc.flags & VYRE_VALIDATE_UNCHECKED_CALLS) != 0) return nullptr;
  return desc.registry != nullptr ? desc.registry->rep : context.registry().current();
}

}  // namespace

vyre_error* vyre_program_validate(const vyre_program* program, const vyre_validate_desc* given) {
  return guard(program, "program", [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const vyre_validate_desc desc,
                          VYRE_READ_DESC(given, vyre_validate_desc, VYRE_VALIDATE_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check(desc));
    const auto ops = ops_of(desc, program->rep->context());
    vyre::ir::ValidationOptions options;
    options.subgroup_operations = (desc.flags & VYRE_VALIDATE_SUBGROUP) != 0;
    options.distributed_collectives = (desc.flags & VYRE_VALIDATE_COLLECTIVES) != 0;
    options.allow_shadowing = (desc.flags & VYRE_VALIDATE_ALLOW_SHADOWING) != 0;
    options.ops = ops.get();
    return program->rep->validate(options);
  });
}
