// Exclusive or of two arrays, small with bytes of the host and large on buffers of the device,
// beside the same in Vulkan written by hand. vyre_xor_bench [DEVICE] [options of report.h]. The
// exit code is 1 when one misses its goal.

#include <memory>
#include <vector>

#include "harness/report.h"
#include "harness/xor_inputs.h"
#include "raw_vulkan/xor_kernel.h"
#include "vyre/kernel.h"

namespace bench {
namespace {

constexpr uint32_t kSmall = 256;
constexpr uint32_t kLarge = 16u << 20;
constexpr double kLargeBytes = 12.0 * kLarge;  // two read, one written

// GB/s of a large run that took |seconds|.
double rate_of(double seconds) { return kLargeBytes / seconds / 1e9; }

void compare_small(Report& report, const VyreDevice& device, const RawDevice& hand) {
  Comparison row{"256 elements, host bytes, submit and wait", "us", false, 1.15};
  if (!report.wants(row.title)) return;
  XorInputs ours(kSmall), theirs(kSmall);
  const VyreXor vyre(device);
  RawXor job(hand, kernel_variants().front(), kSmall, {.bytes = RawBytes::kCopied});
  take_turns(
      report.rounds(2500), row, [&] { return microseconds_again([&] { vyre.run(ours); }); },
      [&] { return microseconds_again([&] { job.run(theirs); }); });
  ours.need("vyre");
  theirs.need("the other side");
  report.add(std::move(row));
}

double seconds_of(RawXor& job) {
  const double wall = microseconds_of([&] { job.run_resident(); }) * 1e-6;
  return job.device_seconds().value_or(wall);
}

void verify(const RawDevice& device, const KernelVariant& variant) {
  XorInputs inputs(1u << 20);
  RawXor(device, variant, 1u << 20, {.bytes = RawBytes::kCopied}).run(inputs);
  inputs.need(variant.name);
}

// The fastest way of writing the kernel on this device.
std::unique_ptr<RawXor> best_by_hand(const RawDevice& device, int trials) {
  std::vector<std::unique_ptr<RawXor>> jobs;
  std::vector<Way> ways;
  for (const KernelVariant& variant : kernel_variants()) {
    verify(device, variant);
    jobs.push_back(std::make_unique<RawXor>(device, variant, kLarge, RawXorOptions{.timed = true}));
    ways.push_back({variant.name, [job = jobs.back().get()] { return seconds_of(*job) * 1e6; }});
  }
  return std::move(jobs[min_of(ways, trials, "us")]);
}

VyreKernel large_vyre(const VyreDevice& device) {
  XorInputs inputs(kLarge);
  VyreKernel job = resident_xor(device, inputs);
  job.run();
  job.read(2, inputs.result);
  inputs.need("vyre");
  return job;
}

// By the clock of the host; by the device's too where it has one.
void compare_large(Report& report, const VyreDevice& device, const RawDevice& hand) {
  const VyreKernel vyre = large_vyre(device);
  const std::unique_ptr<RawXor> job = best_by_hand(hand, report.rounds(12, 5));
  Comparison wall{"16 Mi u32 resident, submit and wait", "GB/s", true, 0.97};
  Comparison measured{"16 Mi u32 resident, by device time", "GB/s", true, 0.97};
  wall.note = measured.note = job->variant_name();
  const auto wall_rate = [](const std::function<void()>& run) {
    return rate_of(microseconds_again(run) * 1e-6);
  };
  if (report.wants(wall.title)) {
    take_turns(
        report.rounds(100), wall, [&] { return wall_rate([&] { vyre.run(); }); },
        [&] { return wall_rate([&] { job->run_resident(); }); });
    report.add(std::move(wall));
  }
  if (!report.wants(measured.title)) return;
  if (hand.has_timestamps()) {
    take_turns(
        report.rounds(100), measured, [&] { return rate_of(vyre.run_timed().value_or(0)); },
        [&] { return rate_of(seconds_of(*job)); });
  } else {
    measured.missing = "the device has no timestamps";
  }
  report.add(std::move(measured));
}

int run(const Arguments& arguments) {
  Report report("xor", arguments);
  const VyreDevice vyre(arguments.backend);
  RawDevice hand(vyre.uuid());
  RawHeat(hand).raise();
  choose_wait(hand, report.rounds(500));
  report.on(hand.name());
  compare_small(report, vyre, hand);
  compare_large(report, vyre, hand);
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_xor_bench", argc, argv));
}
