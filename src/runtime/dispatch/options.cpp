#include "runtime/dispatch/options.h"

#include <algorithm>
#include <iterator>

namespace vyre::runtime {

Status LaunchOptions::set_size(const std::optional<launch::Axes>& new_shape,
                               const std::optional<launch::Axes>& new_grid,
                               std::string_view owner) {
  const std::optional<launch::Axes>& given = new_shape ? new_shape : new_grid;
  const bool has_zero = given && std::ranges::find(*given, 0u) != given->end();
  if (has_zero && !may_be_empty) {
    return fail(Code::kInvalidArgument, owner, new_shape ? "shape" : "grid", " is ",
                axes_text(*given),
                ", which has a zero axis. Fix: make every axis at least 1, or set "
                "VYRE_DISPATCH_MAY_BE_EMPTY");
  }
  is_empty = may_be_empty && (has_zero || !given);
  shape = is_empty ? std::nullopt : new_shape;
  grid = is_empty ? launch::Axes{1, 1, 1} : new_grid;
  grid_buffer = nullptr;
  return {};
}

void LaunchOptions::set_grid_buffer(Buffer& buffer, uint64_t offset) {
  shape.reset();
  grid.reset();
  is_empty = false;
  grid_buffer = &buffer;
  grid_offset = offset;
}

std::string time_text(std::chrono::nanoseconds time) {
  constexpr std::string_view kUnits[] = {" ns", " us", " ms", " s"};
  int64_t count = time.count();
  size_t unit = 0;
  for (; unit + 1 < std::size(kUnits) && count != 0 && count % 1000 == 0; ++unit) count /= 1000;
  return concat(count, kUnits[unit]);
}

}  // namespace vyre::runtime
