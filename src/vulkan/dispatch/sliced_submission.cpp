#include <algorithm>
#include <chrono>

#include "vulkan/dispatch/dispatch_work.h"

namespace vyre::vulkan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t kFirstWorkgroups = 64;  // of a kernel of which nothing is known
constexpr uint64_t kGrowth = 16;           // of parts while it is being learned
constexpr uint64_t kMaxKnown = uint64_t{1} << 40;

class Submitter {
 public:
  Submitter(VulkanDevice& opened, const SliceOptions& options, ScopedSubmission& whole)
      : opened_(opened), options_(options), whole_(whole) {}

  Result<std::vector<SlicedSubmission>> run() {
    const Commands& commands = whole_.context().next;
    const uint64_t runs = whole_.context().kernels.size() * commands.repeat;
    const kernel_host::GridSlice grid{{0, 0, 0}, commands.grid};
    min_ = grid.workgroups() / std::max<uint64_t>(1, kernel_host::kMaxSubmissions / runs) + 1;
    for (uint32_t pass = 0; pass < commands.repeat; ++pass) {
      size_t word = 0;
      for (size_t i = 0; i < whole_.context().kernels.size(); ++i) {
        const bool is_last = pass + 1 == commands.repeat && i + 1 == commands.runs.size();
        VYRE_RETURN_IF_ERROR(run_kernel(i, word, is_last));
        word += whole_.context().kernels[i]->parameters();
      }
    }
    return std::move(slices_);
  }

 private:
  Status run_kernel(size_t i, size_t word, bool is_last) {
    const std::shared_ptr<const Kernel>& kernel = whole_.context().kernels[i];
    kernel_host::GridSlices slices(whole_.context().next.grid);
    const bool is_known = kernel->workgroup_cost().workgroups_in(options_.max_ns).has_value();
    uint64_t most = kFirstWorkgroups;
    while (!slices.done()) {
      const uint64_t wanted =
          kernel->workgroup_cost().workgroups_in(options_.max_ns).value_or(most);
      const kernel_host::GridSlice slice =
          slices.next(std::max(min_, is_known ? wanted : std::min(wanted, most)));
      VYRE_RETURN_IF_ERROR(submit(i, word, {0, slice, slices_.empty(), is_last && slices.done()}));
      if (is_known) continue;
      if (opened_.queue().may_stand()) {
        most = kMaxKnown;
        continue;
      }
      VYRE_RETURN_IF_ERROR(wait_and_learn());
      most = std::min(std::max(most, slice.workgroups()), kMaxKnown) * kGrowth;
    }
    return {};
  }

  Status submit(size_t i, size_t word, const kernel_host::StepSlice& slice) {
    const SubmissionContext& from = whole_.context();
    const std::shared_ptr<const Kernel>& kernel = from.kernels[i];
    ScopedSubmission submission(opened_.submissions(), kernel.get());
    SubmissionContext& context = submission.context();
    context.kernels.push_back(kernel);
    Commands& next = context.next;
    next = from.next;
    next.keep(slice);
    next.repeat = 1;
    next.runs.assign(1, from.next.runs[i]);
    const auto words = from.next.words.begin() + static_cast<ptrdiff_t>(word);
    next.words.assign(words, words + kernel->parameters());
    next.after_earlier_work |= !slice.is_first;
    next.timed = opened_.device().profile().device_timestamps;
    started_ = Clock::now();
    const QueuePoints points{{}, slice.is_last ? options_.signal_points : backend::SyncPoints()};
    VYRE_RETURN_IF_ERROR(submission.submit(options_.label, points));
    whole_.ends_with(submission.number());
    slices_.push_back({std::move(submission), slice.grid.workgroups()});
    return {};
  }

  // By the clock of the host where the device has none.
  Status wait_and_learn() {
    SlicedSubmission& slice = slices_.back();
    VYRE_RETURN_IF_ERROR(
        opened_.queue().wait(slice.submission.number(), backend::Deadline::max()).status());
    if (learn_from(std::span(&slice, 1))) return {};
    const auto passed =
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - started_);
    slice.kernel().workgroup_cost().learn(slice.workgroups, static_cast<uint64_t>(passed.count()));
    return {};
  }

  VulkanDevice& opened_;
  const SliceOptions& options_;
  ScopedSubmission& whole_;
  uint64_t min_ = 1;  // workgroups of a part
  Clock::time_point started_;
  std::vector<SlicedSubmission> slices_;
};

}  // namespace

Result<std::vector<SlicedSubmission>> submit_in_slices(VulkanDevice& opened,
                                                       const SliceOptions& options,
                                                       ScopedSubmission& whole) {
  Result<std::vector<SlicedSubmission>> slices = Submitter(opened, options, whole).run();
  // The caller's memory goes back to the caller with nothing under way.
  if (!slices.ok() && whole.context().has_zero_copy_memory()) (void)opened.queue().wait_for_all();
  return slices;
}

std::optional<uint64_t> learn_from(std::span<SlicedSubmission> slices) {
  uint64_t sum = 0;
  for (SlicedSubmission& slice : slices) {
    const std::optional<uint64_t> time = slice.submission.context().timestamps().nanoseconds();
    if (!time) return std::nullopt;
    slice.kernel().workgroup_cost().learn(slice.workgroups, *time);
    sum += *time;
  }
  return sum;
}

}  // namespace vyre::vulkan
