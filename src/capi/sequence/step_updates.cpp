#include "capi/sequence/step_updates.h"

#include <algorithm>

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/core/binding.h"
#include "capi/core/dispatch_options.h"

namespace vyre::capi {
namespace {

Status convert(const vyre_step_update& given, runtime::StepUpdate& update) {
  update.step = given.step;
  update.shape = given_axes(given.shape);
  update.grid = given_axes(given.grid);
  const GivenLaunch launch{update.shape.has_value(), update.grid.has_value(), given.grid_buffer,
                           given.grid_offset};
  VYRE_ASSIGN_OR_RETURN(update.grid_buffer, one_launch(launch, "it"));
  update.grid_offset = given.grid_offset;
  if (given.iterations != 0) update.iterations = given.iterations;
  VYRE_ASSIGN_OR_RETURN(update.bindings, bindings_of(given.bindings, given.binding_count));
  VYRE_ASSIGN_OR_RETURN(update.push, push_ranges(given.push, given.push_count));
  return {};
}

}  // namespace

Result<std::vector<runtime::StepUpdate>> step_updates(const vyre_step_update* updates,
                                                      size_t count) {
  VYRE_RETURN_IF_ERROR(require_array(updates, count, "updates"));
  std::vector<runtime::StepUpdate> all;
  all.reserve(std::min<size_t>(count, 64));
  for (size_t i = 0; i < count; ++i) {
    VYRE_RETURN_IF_ERROR(of_entry(convert(updates[i], all.emplace_back()), "updates", i));
  }
  return all;
}

}  // namespace vyre::capi
