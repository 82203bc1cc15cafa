#include <mutex>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/context_options.h"

using vyre::Result;
using vyre::Status;
using namespace vyre::capi;

namespace {

std::shared_ptr<vyre::runtime::Context> make_context(ContextSetup setup) {
  auto context = vyre::runtime::Context::create(std::move(setup.options));
  setup.user_data.own();
  return context;
}

// The context that the process shares, for as long as somebody owns it.
class SharedContext {
 public:
  Result<std::shared_ptr<vyre::runtime::Context>> get() {
    std::lock_guard lock(mutex_);
    if (auto context = context_.lock()) return context;
    VYRE_ASSIGN_OR_RETURN(ContextSetup setup, context_setup(nullptr));
    auto context = make_context(std::move(setup));
    context_ = context;
    return context;
  }

 private:
  std::mutex mutex_;
  std::weak_ptr<vyre::runtime::Context> context_;  // guarded by mutex_
};

constinit SharedContext shared_context;

}  // namespace

vyre_error* vyre_context_create(const vyre_context_desc* desc, vyre_context** out_context) {
  return guard(out_context, [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(ContextSetup setup, context_setup(desc));
    auto handle = std::make_unique<vyre_context>();
    handle->rep = make_context(std::move(setup));
    *out_context = handle.release();
    return {};
  });
}

vyre_error* vyre_context_default(vyre_context** out_context) {
  return guard(out_context, [&] { return hand_out(out_context, shared_context.get()); });
}

vyre_error* vyre_context_poll(vyre_context* context, uint32_t* out_ran) {
  return guard_optional(out_ran, [&](uint32_t& ran) -> Status {
    VYRE_RETURN_IF_ERROR(require(context, "context"));
    const auto rep = context->rep;  // a callback may destroy the handle
    ran = rep->completions().poll();
    return {};
  });
}

void vyre_context_destroy(vyre_context* context) { delete context; }

vyre_string vyre_version(void) { return to_c(VYRE_VERSION); }

uint32_t vyre_abi_version(void) { return VYRE_ABI_VERSION; }
