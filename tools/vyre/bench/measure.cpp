#include "measure.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace tool {

namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::nano>(duration).count();
}

using Samples = Result<std::vector<double>>;

Samples one_by_one(BenchLaunch& launch, const BenchOptions& options,
                   const std::function<void()>& step) {
  for (uint32_t i = 0; i < options.warmup; ++i, step())
    if (auto failure = launch.dispatch()) return *failure;
  std::vector<double> samples(options.repeat);
  for (double& sample : samples) {
    const Clock::time_point begin = Clock::now();
    if (auto failure = launch.dispatch()) return *failure;
    sample = nanoseconds(Clock::now() - begin);
    step();
  }
  return samples;
}

// Every lane is busy all the time: a sample is the time from one end to the next.
Samples in_flight(BenchLaunch& launch, const BenchOptions& options,
                  const std::function<void()>& step) {
  const size_t lanes = launch.lanes();
  for (size_t i = 0; i < lanes; ++i)
    if (auto failure = launch.start(i)) return *failure;
  std::vector<double> samples;
  samples.reserve(options.repeat);
  Clock::time_point before = Clock::now();
  for (size_t i = 0; samples.size() < options.repeat; ++i, step()) {
    if (auto failure = launch.finish(i % lanes)) return *failure;
    if (auto failure = launch.start(i % lanes)) return *failure;
    const Clock::time_point now = Clock::now();
    if (i >= options.warmup) samples.push_back(nanoseconds(now - before));
    before = now;
  }
  for (size_t i = 0; i < lanes; ++i)
    if (auto failure = launch.finish(i)) return *failure;
  return samples;
}

std::optional<Failure> measure_device(BenchLaunch& launch, const BenchOptions& options,
                                      const std::function<void()>& step, Measured& measured) {
  std::vector<double> samples;
  for (uint32_t i = 0; i < options.repeat; ++i, step()) {
    vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
    if (auto failure = launch.dispatch_timed(&result)) return failure;
    std::copy_n(result.grid, 3, measured.grid);
    std::copy_n(result.workgroup, 3, measured.workgroup);
    if ((result.set & VYRE_RESULT_DEVICE_NS) == 0) return std::nullopt;
    samples.push_back(static_cast<double>(result.device_ns));
  }
  measured.device = spread_of(std::move(samples));
  return std::nullopt;
}

}  // namespace

Result<Measured> measure(BenchLaunch& launch, const BenchOptions& options,
                         const std::function<void()>& step) {
  auto samples =
      options.in_flight == 0 ? one_by_one(launch, options, step) : in_flight(launch, options, step);
  if (!samples) return samples.failure();
  const double sum = std::accumulate(samples->begin(), samples->end(), 0.0);
  Measured measured;
  measured.per_second = sum > 0 ? static_cast<double>(samples->size()) * 1e9 / sum : 0;
  measured.host = spread_of(std::move(*samples));
  if (auto failure = measure_device(launch, options, step, measured)) return *failure;
  return measured;
}

}  // namespace tool
