// Elementwise work, a tiled matrix product, a sum, prefix sums and histograms as ordinary vyre
// programs, beside the fastest of several ways to write each by hand in GLSL, alternating in one
// process, on buffers of the device. Where there are several programs the fastest counts too.
// vyre_kernels_bench [DEVICE] [options of report.h]. The exit code is 1 when one misses its goal.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "harness/report.h"
#include "kernel_works.h"
#include "raw_vulkan/xor_kernel.h"
#include "vyre/kernel.h"

namespace bench {
namespace {

constexpr int kTrials = 9;  // of each way to write it by hand

// Seconds by the device's clock, or by ours where it has none.
double seconds_of(RawKernel& job) {
  const double wall = microseconds_of([&] { job.run(); }) * 1e-6;
  return job.device_seconds().value_or(wall);
}

double seconds_of(VyreKernel& job) {
  std::optional<double> measured;
  const double wall = microseconds_of([&] { measured = job.run_timed(); }) * 1e-6;
  return measured.value_or(wall);
}

// Whether one run from the start gives |expected|.
template <class Buffers, class Job>
void check_result(const KernelWork& work, const Words& expected, Buffers& buffers, Job& job,
                  const std::string& whose) {
  for (size_t slot = 0; slot < work.counts.size(); ++slot) {
    if (work.counts[slot] == 0) continue;
    const bool zero = work.start[slot].empty();
    buffers.write(slot, zero ? Words(work.counts[slot]) : work.start[slot]);
  }
  job.run();
  Words result(work.counts[work.result]);
  buffers.read(work.result, result);
  const auto [ours, theirs] = std::mismatch(result.begin(), result.end(), expected.begin());
  if (ours == result.end()) return;
  give_up(work.title + ", " + whose + ": word " + std::to_string(ours - result.begin()) + " is " +
          std::to_string(*ours) + " and not " + std::to_string(*theirs));
}

// The fastest way to write it by hand; its name goes to |name|.
std::unique_ptr<RawKernel> best_by_hand(const KernelWork& work, const Words& expected,
                                        const RawDevice& device, RawBuffers& buffers,
                                        std::string& name) {
  std::vector<std::unique_ptr<RawKernel>> jobs;
  std::vector<Way> ways;
  for (const RawVariant& variant : work.variants) {
    jobs.push_back(std::make_unique<RawKernel>(device, buffers, variant.stages));
    check_result(work, expected, buffers, *jobs.back(), variant.name);
    ways.push_back({variant.name, [job = jobs.back().get()] { return seconds_of(*job) * 1e6; }});
  }
  const size_t best = min_of(ways, kTrials, "us");
  name = ways[best].name;
  return std::move(jobs[best]);
}

// The fastest program; its name, if it has one, is added to |name|.
std::unique_ptr<VyreKernel> best_program(const KernelWork& work, const Words& expected,
                                         const VyreDevice& device, std::string& name) {
  std::vector<std::unique_ptr<VyreKernel>> jobs;
  std::vector<Way> ways;
  for (const auto& [title, program] : work.programs) {
    jobs.push_back(std::make_unique<VyreKernel>(device, program, work.counts, work.grid));
    check_result(work, expected, *jobs.back(), *jobs.back(), "vyre " + title);
    ways.push_back({title, [job = jobs.back().get()] { return seconds_of(*job) * 1e6; }});
  }
  if (jobs.size() == 1) return std::move(jobs.front());
  const size_t best = min_of(ways, kTrials, "us", "vyre");
  name += "; vyre: " + ways[best].name;
  return std::move(jobs[best]);
}

Comparison compare(const KernelWork& work, const VyreDevice& device, const RawDevice& hand,
                   int rounds) {
  const Words expected = work.expected(work.start);
  std::array<uint64_t, 3> counts = work.counts;
  for (uint64_t& count : counts) count = std::max<uint64_t>(count, 1);
  std::printf("%s\n", work.title.c_str());
  RawBuffers buffers(hand, counts);
  Comparison row{work.title, work.unit, true, work.goal};
  const auto best = best_by_hand(work, expected, hand, buffers, row.note);
  row.note += hand.has_timestamps() ? "; device time" : "; wall time";
  const auto job = best_program(work, expected, device, row.note);
  const auto rate = [&](double seconds) { return work.amount / seconds / 1e9; };
  take_turns(
      rounds, row, [&] { return rate(seconds_of(*job)); }, [&] { return rate(seconds_of(*best)); });
  return row;
}

int run(const Arguments& arguments) {
  Report report("kernels", arguments);
  const VyreDevice device(arguments.backend);
  RawDevice hand(device.uuid());
  RawHeat(hand).raise();
  // Device time does not depend on the wait, but that a poll takes a processor from a software
  // device.
  if (!hand.has_timestamps()) choose_wait(hand, report.rounds(500));
  report.on(hand.name());
  for (const auto& make : kernel_works(hand.needs_copies())) {
    const KernelWork work = make();
    if (report.wants(work.title)) report.add(compare(work, device, hand, report.rounds(100, 10)));
  }
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_kernels_bench", argc, argv));
}
