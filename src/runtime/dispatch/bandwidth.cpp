#include "runtime/dispatch/bandwidth.h"

#include <algorithm>
#include <array>

#include "kernel_host/builtin_programs.h"
#include "runtime/dispatch/dispatch.h"

namespace vyre::runtime {
namespace {

constexpr uint32_t kWorkgroup = 256;
constexpr uint64_t kMaxBytes = uint64_t{256} << 20;
constexpr uint64_t kSoftwareBytes = uint64_t{32} << 20;  // beyond a cache, yet done in milliseconds
constexpr uint64_t kOracleBytes = uint64_t{64} << 10;    // it interprets
constexpr int kRounds = 5;

// Of one of the two buffers: large enough to leave caches behind, small beside the device.
uint64_t copied_bytes(const profile::DeviceProfile& profile) {
  uint64_t bytes = kMaxBytes;
  if (profile.kind == profile::DeviceKind::kCpu) bytes = kSoftwareBytes;
  if (profile.kind == profile::DeviceKind::kOracle) bytes = kOracleBytes;
  if (profile.max_buffer_bytes != 0) bytes = std::min(bytes, profile.max_buffer_bytes);
  if (profile.device_memory_bytes != 0) bytes = std::min(bytes, profile.device_memory_bytes / 8);
  constexpr uint64_t kWorkgroupBytes = kWorkgroup * sizeof(uint32_t);
  return std::max(bytes / kWorkgroupBytes, uint64_t{1}) * kWorkgroupBytes;
}

Binding resident(uint32_t slot, const std::shared_ptr<Buffer>& buffer) {
  return {.slot = slot, .kind = BindKind::kBuffer, .buffer = buffer.get(), .size = kWholeSize};
}

// The time of the fastest round; the first one warms up.
Result<uint64_t> fastest_ns(const std::shared_ptr<Pipeline>& pipeline,
                            std::span<const Binding> bindings) {
  DispatchOptions options;
  options.timed = true;
  uint64_t fastest = UINT64_MAX;
  for (int round = 0; round <= kRounds; ++round) {
    VYRE_ASSIGN_OR_RETURN(const DispatchReport report, dispatch(pipeline, bindings, options));
    const uint64_t ns = report.timing.device_ns.value_or(report.timing.host_ns);
    if (round > 0) fastest = std::min(fastest, std::max(ns, uint64_t{1}));
  }
  return fastest;
}

}  // namespace

Result<uint64_t> measure_bandwidth(const std::shared_ptr<Device>& device) {
  const uint64_t bytes = copied_bytes(device->profile());
  VYRE_ASSIGN_OR_RETURN(auto ir, kernel_host::copy_program(kWorkgroup, device->context().memory()));
  auto program = std::make_shared<const Program>(device->shared_context(), std::move(ir));
  VYRE_ASSIGN_OR_RETURN(const auto pipeline, Pipeline::create(device, std::move(program), {}));
  VYRE_ASSIGN_OR_RETURN(const auto from, Buffer::create(device, bytes));
  VYRE_ASSIGN_OR_RETURN(const auto to, Buffer::create(device, bytes));
  const std::array bindings = {resident(0, from), resident(1, to)};
  VYRE_ASSIGN_OR_RETURN(const uint64_t ns, fastest_ns(pipeline, bindings));
  const double moved = 2.0 * static_cast<double>(bytes) / static_cast<double>(ns);  // in 1 ns
  const auto bytes_per_second = static_cast<uint64_t>(moved * 1e9);
  device->context().inventory().set_bandwidth(device->id(), bytes_per_second);
  return bytes_per_second;
}

}  // namespace vyre::runtime
