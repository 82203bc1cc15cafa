#pragma once

#include "capi/boundary/user_data.h"
#include "registry/ops/op_def.h"
#include "vyre_driver.h"
#include "vyre_driver_registry.h"

namespace vyre::capi {

// A description turned into an op. |user_data| is owned by the op only when own() is called,
// after everything has worked out.
struct OpSetup {
  registry::OpDef op = {};
  AllUserData user_data = AllUserData();
};

// |desc| is not null. |origin|: of the functions in it.
Result<OpSetup> op_setup(const vyre_op_desc* desc, CallbackOrigin origin = {});

}  // namespace vyre::capi
