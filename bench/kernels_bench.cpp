// Elementwise work, a tiled matrix product, a sum, prefix sums and histograms as ordinary vyre
// programs, beside the fastest of several ways to write each by hand in GLSL, alternating in one
// process, on buffers of the device. vyre_kernels_bench [BACKEND] [ROUNDS] [TITLE]; |TITLE|: only
// works that have it in their title. The exit code is 1 when one misses its goal.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "kernel_works.h"
#include "vyre_kernel.h"

namespace bench {
namespace {

constexpr int kWarmUps = 3;
constexpr int kTrials = 9;  // of each way to write it by hand

[[noreturn]] void give_up(const std::string& message) {
  std::fprintf(stderr, "bench: %s\n", message.c_str());
  std::exit(1);
}

double part(std::vector<double> values, double quantile) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(quantile * static_cast<double>(values.size() - 1))];
}

// Seconds by the device's clock, or by ours where it has none.
template <class Run, class DeviceTime>
double seconds_of(Run run, DeviceTime device_time) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  return device_time().value_or(wall.count());
}

double seconds_of(HandKernel& job) {
  return seconds_of([&] { job.run(); }, [&] { return job.device_seconds(); });
}

double seconds_of(VyreKernel& job) {
  std::optional<double> measured;
  return seconds_of([&] { measured = job.run_timed(); }, [&] { return measured; });
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

struct Best {
  std::unique_ptr<HandKernel> job;
  std::string name;
};

Best best_by_hand(const KernelWork& work, const Words& expected, const HandDevice& device,
                  HandBuffers& buffers) {
  Best best;
  double best_time = 0;
  for (const HandVariant& variant : work.variants) {
    auto job = std::make_unique<HandKernel>(device, buffers, variant.stages);
    check_result(work, expected, buffers, *job, variant.name);
    for (int i = 0; i < kWarmUps; ++i) job->run();
    std::vector<double> times(kTrials);
    for (double& time : times) time = seconds_of(*job);
    const double time = part(times, 0.5);
    std::printf("  by hand, %-32s %9.1f us\n", variant.name.c_str(), time * 1e6);
    if (best.job && time >= best_time) continue;
    best = {std::move(job), variant.name};
    best_time = time;
  }
  return best;
}

std::string text(const std::vector<double>& seconds) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.1f (%.1f-%.1f)", part(seconds, 0.5) * 1e6,
                part(seconds, 0.1) * 1e6, part(seconds, 0.9) * 1e6);
  return buffer;
}

struct Row {
  std::string line;
  bool good;
};

Row row_of(const KernelWork& work, const std::vector<double>& ours,
           const std::vector<double>& theirs, const std::string& variant) {
  const double ratio = part(theirs, 0.5) / part(ours, 0.5);
  char line[256];
  std::snprintf(line, sizeof line, "%-48s %-28s %-28s %9.1f %9.1f %-7s %6.2f %6.2f  %s\n",
                work.title.c_str(), text(ours).c_str(), text(theirs).c_str(),
                work.amount / part(ours, 0.5) / 1e9, work.amount / part(theirs, 0.5) / 1e9,
                work.unit, ratio, work.goal, variant.c_str());
  return {line, ratio >= work.goal};
}

// The two sides take turns, so that a busy machine slows both.
Row compare(const KernelWork& work, const VyreDevice& device, const HandDevice& hand, int rounds) {
  const Words expected = work.expected(work.start);
  std::array<uint64_t, 3> counts = work.counts;
  for (uint64_t& count : counts) count = std::max<uint64_t>(count, 1);
  std::printf("%s\n", work.title.c_str());
  HandBuffers buffers(hand, counts);
  const Best best = best_by_hand(work, expected, hand, buffers);
  VyreKernel job(device, work.program, work.counts, work.grid);
  check_result(work, expected, job, job, "vyre");
  for (int i = 0; i < kWarmUps; ++i) job.run();
  std::vector<double> ours, theirs;
  for (int round = 0; round < rounds; ++round) {
    ours.push_back(seconds_of(job));
    theirs.push_back(seconds_of(*best.job));
  }
  return row_of(work, ours, theirs, best.name);
}

bool run(const std::string& backend, int rounds, const std::string& title) {
  const VyreDevice device(backend);
  const HandDevice hand(device.uuid());
  std::vector<Row> rows;
  for (const auto& make : kernel_works(hand.needs_copies())) {
    const KernelWork work = make();
    if (work.title.find(title) == std::string::npos) continue;
    rows.push_back(compare(work, device, hand, rounds));
    std::fputs(rows.back().line.c_str(), stdout);
    std::fflush(stdout);
  }
  std::printf("\n%s; %s time in microseconds: median (10%% to 90%%) of %d rounds\n",
              device.name().c_str(), hand.has_timestamps() ? "device" : "wall", rounds);
  std::printf("%-48s %-28s %-28s %9s %9s %-7s %6s %6s  %s\n", "", "vyre", "by hand", "vyre",
              "by hand", "", "ratio", "goal", "fastest by hand");
  for (const Row& row : rows) std::fputs(row.line.c_str(), stdout);
  return std::all_of(rows.begin(), rows.end(), [](const Row& row) { return row.good; });
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 100;
  const std::string title = argc > 3 ? argv[3] : "";
  return bench::run(argc > 1 ? argv[1] : "", std::max(rounds, 10), title) ? 0 : 1;
}
