#pragma once

#include <memory>
#include <vector>

#include "base/status/status.h"
#include "capi/boundary/user_data.h"
#include "runtime/context/context.h"
#include "vyre_driver.h"

namespace vyre::capi {

// A description turned into what the runtime takes. |user_data| is owned by the context only when
// own_user_data() is called, after everything has worked out.
struct ContextSetup {
  runtime::ContextOptions options;
  std::vector<std::shared_ptr<UserData>> user_data;

  void own_user_data() {
    for (const auto& data : user_data) data->own();
  }
};

// |desc| may be null.
Result<ContextSetup> context_setup(const vyre_context_desc* desc);

}  // namespace vyre::capi
