#include "capi/sequence/step_updates.h"

#include <algorithm>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/core/binding.h"
#include "capi/core/dispatch_options.h"

namespace vyre::capi {

Status StepUpdates::convert(const vyre_step_update* updates, size_t count) {
  VYRE_RETURN_IF_ERROR(require_array(updates, count, "updates"));
  reserve(updates, count);
  for (size_t i = 0; i < count; ++i) {
    Status status = add(updates[i]);
    if (!status.ok()) return of_entry(std::move(status), "updates", i);
  }
  const runtime::Binding* bindings = bindings_.data();
  const runtime::PushRange* push = push_.data();
  for (size_t i = 0; i < count; ++i) {
    all_[i].bindings = {bindings, updates[i].binding_count};
    all_[i].push = {push, updates[i].push_count};
    bindings += updates[i].binding_count;
    push += updates[i].push_count;
  }
  return {};
}

// Not as much as a wrong count says.
void StepUpdates::reserve(const vyre_step_update* updates, size_t count) {
  constexpr size_t kMost = 1 << 12;
  size_t bindings = 0;
  size_t push = 0;
  for (size_t i = 0; i < std::min(count, kMost); ++i) {
    bindings += std::min<size_t>(updates[i].binding_count, 16);
    push += std::min<size_t>(updates[i].push_count, 4);
  }
  all_.reserve(std::min(count, kMost));
  bindings_.reserve(bindings);
  push_.reserve(push);
}

Status StepUpdates::add(const vyre_step_update& given) {
  runtime::StepUpdate& update = all_.emplace_back();
  update.step = given.step;
  update.shape = given_axes(given.shape);
  update.grid = given_axes(given.grid);
  const GivenLaunch launch{update.shape.has_value(), update.grid.has_value(), given.grid_buffer,
                           given.grid_offset};
  VYRE_ASSIGN_OR_RETURN(update.grid_buffer, one_launch(launch, "it"));
  update.grid_offset = given.grid_offset;
  if (given.iterations != 0) update.iterations = given.iterations;
  VYRE_RETURN_IF_ERROR(add_bindings(given.bindings, given.binding_count, bindings_));
  return add_push_ranges(given.push, given.push_count, push_);
}

}  // namespace vyre::capi
