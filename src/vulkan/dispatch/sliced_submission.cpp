#include "vulkan/dispatch/sliced_submission.h"

#include <algorithm>
#include <chrono>

namespace vyre::vulkan {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint64_t kFirstWorkgroups = 64;  // of a kernel of which nothing is known
constexpr uint64_t kGrowth = 16;           // of parts while it is being learned
constexpr uint64_t kMostKnown = uint64_t{1} << 40;
constexpr uint64_t kMostParts = 1024;  // of a dispatch, about

class Submitter {
 public:
  Submitter(Core& core, std::string_view label, uint64_t most_ns, Lease& whole)
      : core_(core), label_(label), most_ns_(most_ns), whole_(whole) {}

  Result<std::vector<PartSubmission>> run() {
    const Commands& commands = whole_.slot().next;
    const uint64_t runs = whole_.slot().kernels.size() * commands.repeat;
    const GridPart grid{{0, 0, 0}, commands.grid};
    fewest_ = grid.workgroups() / std::max<uint64_t>(1, kMostParts / runs) + 1;
    for (uint32_t pass = 0; pass < commands.repeat; ++pass) {
      size_t word = 0;
      for (size_t i = 0; i < whole_.slot().kernels.size(); ++i) {
        const bool is_last = pass + 1 == commands.repeat && i + 1 == commands.runs.size();
        VYRE_RETURN_IF_ERROR(run_kernel(i, word, is_last));
        word += whole_.slot().kernels[i]->parameters();
      }
    }
    return std::move(parts_);
  }

 private:
  Status run_kernel(size_t i, size_t word, bool is_last) {
    const std::shared_ptr<const Kernel>& kernel = whole_.slot().kernels[i];
    GridParts parts(whole_.slot().next.grid);
    const bool is_known = kernel->pace().workgroups_in(most_ns_).has_value();
    uint64_t most = kFirstWorkgroups;
    while (!parts.done()) {
      const uint64_t wanted = kernel->pace().workgroups_in(most_ns_).value_or(most);
      const GridPart part =
          parts.next(std::max(fewest_, is_known ? wanted : std::min(wanted, most)));
      VYRE_RETURN_IF_ERROR(submit(i, word, part, is_last && parts.done()));
      if (is_known) continue;
      VYRE_RETURN_IF_ERROR(wait_and_learn());
      most = std::min(std::max(most, part.workgroups()), kMostKnown) * kGrowth;
    }
    return {};
  }

  Status submit(size_t i, size_t word, const GridPart& part, bool is_last) {
    const Slot& from = whole_.slot();
    const std::shared_ptr<const Kernel>& kernel = from.kernels[i];
    VYRE_ASSIGN_OR_RETURN(Lease lease, Lease::take(core_, kernel.get()));
    Slot& slot = lease.slot();
    slot.kernels.push_back(kernel);
    Commands& next = slot.next;
    next.clear();
    next.label = from.next.label;
    next.runs.push_back(from.next.runs[i]);
    const auto words = from.next.words.begin() + static_cast<ptrdiff_t>(word);
    next.words.assign(words, words + kernel->parameters());
    next.first = part.first;
    next.grid = part.end;
    next.after_earlier_work = !parts_.empty() || from.next.after_earlier_work;
    next.timed = core_.device().profile().device_timestamps;
    next.buffers = from.next.buffers;
    if (parts_.empty()) next.uploads = from.next.uploads;
    if (parts_.empty()) next.fills = from.next.fills;
    if (is_last) next.downloads = from.next.downloads;
    started_ = Clock::now();
    VYRE_RETURN_IF_ERROR(lease.submit(label_));
    whole_.ends_with(lease.number());
    parts_.push_back({std::move(lease), kernel, part.workgroups()});
    return {};
  }

  // By the clock of the host where the device has none.
  Status wait_and_learn() {
    PartSubmission& part = parts_.back();
    VYRE_RETURN_IF_ERROR(
        core_.queue().wait(part.lease.number(), backend::Deadline::max()).status());
    if (learn_from(std::span(&part, 1))) return {};
    const auto passed =
        std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - started_);
    part.kernel->pace().learn(part.workgroups, static_cast<uint64_t>(passed.count()));
    return {};
  }

  Core& core_;
  const std::string_view label_;
  const uint64_t most_ns_;
  Lease& whole_;
  uint64_t fewest_ = 1;  // workgroups of a part
  Clock::time_point started_;
  std::vector<PartSubmission> parts_;
};

}  // namespace

Result<std::vector<PartSubmission>> submit_in_parts(Core& core, std::string_view label,
                                                    uint64_t most_ns, Lease& whole) {
  Result<std::vector<PartSubmission>> parts = Submitter(core, label, most_ns, whole).run();
  // The caller's memory goes back to the caller with nothing under way.
  if (!parts.ok() && whole.slot().has_lent_memory()) (void)core.queue().wait_for_all();
  return parts;
}

std::optional<uint64_t> learn_from(std::span<PartSubmission> parts) {
  uint64_t sum = 0;
  for (PartSubmission& part : parts) {
    const std::optional<uint64_t> time = part.lease.slot().device_time();
    if (!time) return std::nullopt;
    part.kernel->pace().learn(part.workgroups, *time);
    sum += *time;
  }
  return sum;
}

}  // namespace vyre::vulkan
