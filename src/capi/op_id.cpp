#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "registry/ops/interner.h"

using vyre::Status;
using vyre::registry::Interner;
using namespace vyre::capi;

static_assert(std::is_same_v<vyre_op_id, vyre::registry::OpId>);

vyre_error* vyre_op_id_intern(vyre_string id, vyre_op_id* out_number) {
  return guard(out_number, [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_string(id, "id"));
    VYRE_ASSIGN_OR_RETURN(*out_number, Interner::process().intern(view(id)));
    return {};
  });
}

vyre_op_id vyre_op_id_find(vyre_string id) { return Interner::process().find(view(id)); }

vyre_string vyre_op_id_name(vyre_op_id number) { return to_c(Interner::process().name(number)); }
