#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/user_data.h"
#include "capi/core/dispatch_options.h"

using vyre::Status;
using namespace vyre::capi;

namespace {

// The host's function, which may be NULL: then all is refused.
class Asker final : public vyre::backend::BudgetOwner {
 public:
  Asker(vyre_budget_fn ask, void* user, vyre_destroy_fn destroy)
      : ask_(ask), user_(user, destroy) {}
  bool allows(uint64_t wanted, uint64_t used) override {
    return ask_ != nullptr && ask_(user_.get(), wanted, used) != 0;
  }
  void own() { user_.own(); }

 private:
  const vyre_budget_fn ask_;
  UserData user_;
};

}  // namespace

vyre_error* vyre_device_get_memory(const vyre_device* device, vyre_memory_usage* out_memory) {
  return guard(VYRE_ARG(device), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(require(out_memory, "out_memory"));
    VYRE_RETURN_IF_ERROR(check_place(out_memory, "vyre_memory_usage"));
    VYRE_ASSIGN_OR_RETURN(const auto raw, device->rep->current());
    VYRE_ASSIGN_OR_RETURN(const vyre::backend::MemoryUsage usage, raw->memory_usage());
    vyre_memory_usage memory = VYRE_MEMORY_USAGE_INIT;
    memory.total_bytes = known(usage.total);
    memory.budget_bytes = known(usage.budget);
    memory.process_bytes = known(usage.process);
    memory.reserved_bytes = known(usage.reserved);
    memory.used_bytes = known(usage.used);
    memory.peak_bytes = known(usage.peak);
    memory.allocations = known(usage.allocations);
    return write_struct(out_memory, memory, "vyre_memory_usage");
  });
}

vyre_error* vyre_device_set_budget(vyre_device* device, uint64_t bytes, vyre_budget_fn ask,
                                   void* user, vyre_destroy_fn destroy) {
  return guard(VYRE_ARG(device), [&]() -> Status {
    const auto owner = std::make_shared<Asker>(ask, user, destroy);
    VYRE_RETURN_IF_ERROR(device->rep->set_budget({bytes, owner}));
    owner->own();
    return {};
  });
}
