#include "measure.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "host/arguments.h"

namespace tool {

namespace {

bool is_written(const vyre_parameter_info& buffer) {
  return buffer.role != VYRE_ROLE_INPUT && buffer.role != VYRE_ROLE_UNIFORM;
}

// |outputs| gets memory for what comes back.
vyre_binding host_binding(const BenchBuffer& buffer, std::vector<Bytes>& outputs) {
  const vyre_parameter_info& info = buffer.info;
  if (!is_written(info)) return vyre_bind_input(info.slot, buffer.input.data(), buffer.bytes);
  if (!gives_output(info)) return vyre_bind_zeros(info.slot, buffer.bytes);
  Bytes& output = outputs.emplace_back(static_cast<size_t>(buffer.bytes));
  vyre_binding binding = vyre_bind_output(info.slot, output.data(), buffer.bytes);
  if (!takes_input(info)) return binding;
  binding.kind = VYRE_BIND_INOUT;
  binding.input = buffer.input.data();
  return binding;
}

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
    if (result.device_ns == VYRE_UNKNOWN) return std::nullopt;
    samples.push_back(static_cast<double>(result.device_ns));
  }
  measured.device = spread_of(std::move(samples));
  return std::nullopt;
}

}  // namespace

Result<vyre_binding> BenchLaunch::resident(vyre_device* device, const BenchBuffer& buffer) {
  auto memory = make<DeviceBuffer>(
      [&](vyre_buffer** out) { return vyre_buffer_create(device, buffer.bytes, nullptr, out); });
  if (!memory) return memory.failure();
  const Bytes& input = buffer.input;
  if (!input.empty())
    if (vyre_error* error = vyre_buffer_write(memory->get(), 0, input.data(), input.size()))
      return failure(error);
  memory_.push_back(std::move(*memory));
  return vyre_bind_buffer(buffer.info.slot, memory_.back().get());
}

std::optional<Failure> BenchLaunch::add_lane(vyre_device* device, const BenchCase& bench_case,
                                             const BenchOptions& options) {
  Lane lane;
  for (size_t i = 0; i < bench_case.buffers.size(); ++i) {
    const BenchBuffer& buffer = bench_case.buffers[i];
    if (!options.resident) {
      lane.bindings.push_back(host_binding(buffer, lane.outputs));
    } else if (!lanes_.empty() && !is_written(buffer.info)) {
      lane.bindings.push_back(lanes_.front().bindings[i]);
    } else {
      const auto binding = resident(device, buffer);
      if (!binding) return binding.failure();
      lane.bindings.push_back(*binding);
    }
  }
  lanes_.push_back(std::move(lane));
  return std::nullopt;
}

Result<BenchLaunch> BenchLaunch::create(vyre_device* device, vyre_pipeline* pipeline,
                                        const BenchCase& bench_case, const BenchOptions& options) {
  BenchLaunch launch;
  launch.pipeline_ = pipeline;
  launch.desc_.label = borrow(options.program);
  launch.desc_.split = options.split;
  if (auto failure = set_launch(options.grid, options.shape, launch.desc_)) return *failure;
  for (uint32_t i = 0; i < std::max(options.in_flight, 1u); ++i)
    if (auto failure = launch.add_lane(device, bench_case, options)) return *failure;
  return launch;
}

std::optional<Failure> BenchLaunch::dispatch() {
  const auto& bindings = lanes_.front().bindings;
  return failure_of(vyre_dispatch(pipeline_, bindings.data(), bindings.size(), &desc_, nullptr));
}

std::optional<Failure> BenchLaunch::dispatch_timed(vyre_dispatch_result* out_result) {
  const auto& bindings = lanes_.front().bindings;
  vyre_dispatch_desc timed = desc_;
  timed.flags |= VYRE_DISPATCH_TIMED;
  return failure_of(vyre_dispatch(pipeline_, bindings.data(), bindings.size(), &timed, out_result));
}

std::optional<Failure> BenchLaunch::start(size_t lane) {
  Lane& one = lanes_[lane];
  const auto start = [&](vyre_work** out) {
    return vyre_dispatch_async(pipeline_, one.bindings.data(), one.bindings.size(), &desc_, out);
  };
  return keep(make<Work>(start), one.work);
}

std::optional<Failure> BenchLaunch::finish(size_t lane) {
  Lane& one = lanes_[lane];
  vyre_error* error = vyre_work_collect(one.work.get(), one.bindings.data(), one.bindings.size());
  one.work.reset();
  return failure_of(error);
}

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
