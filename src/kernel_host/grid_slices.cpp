#include "kernel_host/grid_slices.h"

#include <algorithm>

namespace vyre::kernel_host {
namespace {

double nanoseconds_of(const StepWork& work) {
  const GridSlice all{{0, 0, 0}, work.grid};
  return static_cast<double>(all.workgroups()) * work.workgroup_ns.value_or(0);
}

class Cutter {
 public:
  Cutter(std::span<const StepWork> steps, uint64_t max_ns) : steps_(steps) {
    double all = 0;
    for (const StepWork& work : steps) all += nanoseconds_of(work);
    max_ns_ = std::max(static_cast<double>(max_ns), all / kMaxSubmissions);
  }

  std::vector<std::vector<StepSlice>> run() {
    for (size_t step = 0; step < steps_.size(); ++step) add(step);
    return std::move(submissions_);
  }

 private:
  void add(size_t step) {
    const StepWork& work = steps_[step];
    const double nanoseconds = nanoseconds_of(work);
    if (work.divisible && nanoseconds > max_ns_) return add_in_slices(step);
    const bool alone = !work.workgroup_ns && submissions_.size() < kMaxSubmissions;
    if (alone) is_full_ = true;
    place({step, {{0, 0, 0}, work.grid}, true, true}, nanoseconds);
    if (alone) is_full_ = true;
  }

  void add_in_slices(size_t step) {
    const StepWork& work = steps_[step];
    const auto most = static_cast<uint64_t>(std::min(max_ns_ / *work.workgroup_ns, 0x1p62));
    GridSlices slices(work.grid);
    for (bool is_first = true; !slices.done(); is_first = false) {
      const GridSlice slice = slices.next(most);
      place({step, slice, is_first, slices.done()},
            static_cast<double>(slice.workgroups()) * *work.workgroup_ns);
    }
  }

  void place(const StepSlice& slice, double nanoseconds) {
    if (submissions_.empty() || is_full_ || used_ns_ + nanoseconds > max_ns_) {
      submissions_.emplace_back();
      is_full_ = false;
      used_ns_ = 0;
    }
    submissions_.back().push_back(slice);
    used_ns_ += nanoseconds;
  }

  const std::span<const StepWork> steps_;
  double max_ns_;
  std::vector<std::vector<StepSlice>> submissions_;
  double used_ns_ = 0;    // of the last submission
  bool is_full_ = false;  // nothing joins it
};

}  // namespace

GridSlice GridSlices::next(uint64_t max_workgroups) {
  const uint64_t row = grid_[0];
  const uint64_t layer = row * grid_[1];
  GridSlice slice{next_, {grid_[0], grid_[1], next_[2] + 1}};
  const auto take = [&](size_t axis, uint64_t most) {
    const uint64_t left = grid_[axis] - next_[axis];
    slice.end[axis] = next_[axis] + static_cast<uint32_t>(std::clamp<uint64_t>(most, 1, left));
  };
  if (next_[0] == 0 && next_[1] == 0 && max_workgroups >= layer) {
    take(2, max_workgroups / layer);
    next_[2] = slice.end[2];
    return slice;
  }
  if (next_[0] == 0 && max_workgroups >= row) {
    take(1, max_workgroups / row);
  } else {
    slice.end[1] = next_[1] + 1;
    take(0, max_workgroups);
  }
  next_[0] = slice.end[0] == grid_[0] ? 0 : slice.end[0];
  if (next_[0] == 0) next_[1] = slice.end[1] == grid_[1] ? 0 : slice.end[1];
  if (next_[0] == 0 && next_[1] == 0) ++next_[2];
  return slice;
}

std::vector<std::vector<StepSlice>> cut_steps(std::span<const StepWork> steps, uint64_t max_ns) {
  return Cutter(steps, max_ns).run();
}

}  // namespace vyre::kernel_host
