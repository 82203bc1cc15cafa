// Compares vyre with Vulkan written by hand for the same work, in one process on one device.
//
//   vyre_bench [--backend=ID] [Google Benchmark's options]
//
// The last lines are the table of ratios; the exit code is 1 when a goal is missed.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hand_xor.h"
#include "report.h"
#include "vyre_xor.h"

namespace bench {

namespace {

constexpr uint32_t kSmall = 256;
constexpr size_t kSmallRuns = 500;
constexpr uint32_t kLarge = 16u << 20;
constexpr double kBytesPerElement = 12;  // two read, one written

struct Inputs {
  explicit Inputs(uint32_t count) : left(count), right(count) {
    for (uint32_t i = 0; i < count; ++i) {
      left[i] = i * 2246822519u + 1;
      right[i] = ~i * 3266489917u;
    }
  }
  bool holds(const std::vector<uint32_t>& result) const {
    for (size_t i = 0; i < left.size(); ++i)
      if (result[i] != (left[i] ^ right[i])) return false;
    return true;
  }
  std::vector<uint32_t> left;
  std::vector<uint32_t> right;
};

void need(bool right, const char* whose) {
  if (right) return;
  std::fprintf(stderr, "bench: the %s result is wrong\n", whose);
  std::exit(1);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

template <class Run>
double seconds_of(Run run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// An iteration is the median of many runs: a single one that the operating system interrupts takes
// ten times as long.
template <class Run>
void run_small(benchmark::State& state, Run run) {
  std::vector<double> seconds(kSmallRuns);
  for (auto _ : state) {
    for (double& each : seconds) each = seconds_of(run);
    state.SetIterationTime(median(seconds));
  }
}

void run_small_vyre(benchmark::State& state, const VyreDevice& device) {
  const Inputs inputs(kSmall);
  const VyreXor job(device, kSmall);
  std::vector<uint32_t> result(kSmall);
  run_small(state, [&] { job.run(inputs.left, inputs.right, result); });
  need(inputs.holds(result), "small vyre");
}

void run_small_hand(benchmark::State& state, const HandDevice& device) {
  const Inputs inputs(kSmall);
  HandXor job(device, kernel_variants().front(), kSmall, true);
  std::vector<uint32_t> result(kSmall);
  run_small(state, [&] { job.run(inputs.left, inputs.right, result); });
  need(inputs.holds(result), "small hand-written");
}

void run_large_vyre(benchmark::State& state, const VyreXor& job) {
  job.run_resident();
  for (auto _ : state) job.run_resident();
}

void run_large_hand(benchmark::State& state, HandXor& job) {
  job.run_resident();
  for (auto _ : state) job.run_resident();
}

template <class Run>
void run_device_time(benchmark::State& state, Run run) {
  for (auto _ : state) {
    const std::optional<double> seconds = run();
    if (!seconds) {
      state.SkipWithError("the device has no timestamps");
      break;
    }
    state.SetIterationTime(*seconds);
  }
}

double median_seconds(HandXor& job) {
  std::vector<double> times;
  for (int i = 0; i < 12; ++i) {
    const double elapsed = seconds_of([&] { job.run_resident(); });
    if (i >= 3) times.push_back(job.device_seconds().value_or(elapsed));
  }
  return median(times);
}

void verify(const HandDevice& device, const KernelVariant& variant) {
  constexpr uint32_t kCount = 1u << 20;
  const Inputs inputs(kCount);
  std::vector<uint32_t> result(kCount);
  HandXor(device, variant, kCount, true).run(inputs.left, inputs.right, result);
  need(inputs.holds(result), variant.name);
}

// The fastest way of writing the kernel on this device.
std::unique_ptr<HandXor> best_large_hand(const HandDevice& device) {
  std::unique_ptr<HandXor> best;
  double best_time = 0;
  for (const KernelVariant& variant : kernel_variants()) {
    verify(device, variant);
    auto job = std::make_unique<HandXor>(device, variant, kLarge, false);
    const double time = median_seconds(*job);
    std::printf("by hand, %-30s %8.1f GB/s\n", variant.name,
                kBytesPerElement * kLarge / time / 1e9);
    if (best && time >= best_time) continue;
    best = std::move(job);
    best_time = time;
  }
  return best;
}

VyreXor large_vyre(const VyreDevice& device) {
  const Inputs inputs(kLarge);
  VyreXor job(device, kLarge);
  job.make_resident(inputs.left, inputs.right);
  job.run_resident();
  std::vector<uint32_t> result(kLarge);
  job.read_resident(result);
  need(inputs.holds(result), "large vyre");
  return job;
}

template <class Function>
benchmark::internal::Benchmark* add(const char* name, Function function) {
  return benchmark::RegisterBenchmark(name, function)
      ->Repetitions(9)
      ->ReportAggregatesOnly()
      ->Unit(benchmark::kMicrosecond);
}

// What the benchmarks work on; borrowed.
struct Sides {
  const VyreDevice& vyre;
  const HandDevice& hand;
  const VyreXor& vyre_job;
  HandXor& hand_job;
};

void register_benchmarks(const Sides& sides) {
  constexpr int kSmallIterations = 5;
  constexpr double kLargeSeconds = 0.1;
  add("small/vyre", [=](benchmark::State& s) { run_small_vyre(s, sides.vyre); })
      ->Iterations(kSmallIterations)
      ->UseManualTime();
  add("small/hand", [=](benchmark::State& s) { run_small_hand(s, sides.hand); })
      ->Iterations(kSmallIterations)
      ->UseManualTime();
  add("resident/vyre", [=](benchmark::State& s) { run_large_vyre(s, sides.vyre_job); })
      ->MinTime(kLargeSeconds)
      ->UseRealTime();
  add("resident/hand", [=](benchmark::State& s) { run_large_hand(s, sides.hand_job); })
      ->MinTime(kLargeSeconds)
      ->UseRealTime();
  add("device/vyre",
      [=](benchmark::State& s) {
        run_device_time(s, [&] { return sides.vyre_job.run_resident_timed(); });
      })
      ->MinTime(kLargeSeconds)
      ->UseManualTime();
  add("device/hand",
      [=](benchmark::State& s) {
        run_device_time(s, [&] {
          sides.hand_job.run_resident();
          return sides.hand_job.device_seconds();
        });
      })
      ->MinTime(kLargeSeconds)
      ->UseManualTime();
}

const std::vector<Pair>& pairs() {
  static const std::vector<Pair> all = {
      {"small", "256 elements, host bytes in and out", 1.5, 0},
      {"resident", "16 M elements resident", 0.8, kBytesPerElement * kLarge},
      {"device", "16 M elements by device time", 0.8, kBytesPerElement * kLarge},
  };
  return all;
}

// Takes "--backend=ID" out of the arguments.
std::string backend_argument(int& argc, char** argv) {
  constexpr const char kOption[] = "--backend=";
  std::string id = "vulkan";
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], kOption, sizeof kOption - 1) == 0)
      id = argv[i] + sizeof kOption - 1;
    else
      argv[kept++] = argv[i];
  }
  argc = kept;
  return id;
}

}  // namespace

int run(int argc, char** argv) {
  const VyreDevice vyre(backend_argument(argc, argv));
  // The two sides of a pair take turns, so that a busy machine slows both.
  std::string take_turns = "--benchmark_enable_random_interleaving=true";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, take_turns.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  const HandDevice hand(vyre.uuid());
  std::printf("device: %s\n", hand.name().c_str());
  const VyreXor vyre_job = large_vyre(vyre);
  const std::unique_ptr<HandXor> hand_job = best_large_hand(hand);

  register_benchmarks({vyre, hand, vyre_job, *hand_job});

  RatioReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return reporter.print(pairs()) ? 0 : 1;
}

}  // namespace bench

int main(int argc, char** argv) { return bench::run(argc, argv); }
