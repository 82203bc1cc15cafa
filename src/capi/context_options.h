#pragma once

#include "base/status/status.h"
#include "capi/boundary/user_data.h"
#include "runtime/context/context.h"
#include "vyre_driver.h"

namespace vyre::capi {

// A description turned into what the runtime takes. |user_data| is owned by the context only when
// own() is called, after everything has worked out.
struct ContextSetup {
  runtime::ContextOptions options;
  AllUserData user_data;
};

// |desc| may be null.
Result<ContextSetup> context_setup(const vyre_context_desc* desc);

}  // namespace vyre::capi
