// Programs with grid barriers beside the same sequence of dispatches and barriers in hand-written
// Vulkan, alternating in one process, on buffers of the device. vyre_grid_sync_bench [DEVICE]
// [options of report.h]. The exit code is 1 when a ratio of medians is above the goal.

#include <vyre_driver_tools.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "harness/report.h"
#include "raw_vulkan/steps.h"
#include "raw_vulkan/xor_kernel.h"
#include "vyre/kernel.h"

namespace bench {
namespace {

constexpr double kGoal = 1.1;
constexpr uint32_t kWorkgroup = 256;

// As kernels/step.comp: the barriers between the steps are grid barriers. Each step adds |kept|
// words that were loaded before the first of them.
std::string steps_program(uint32_t count, uint32_t steps, uint32_t kept) {
  const std::string n = std::to_string(count);
  std::string lets, sum = "1013904223";
  for (uint32_t i = 0; i < kept; ++i) {
    const std::string name = "kept" + std::to_string(i);
    lets += R"({"let": ")" + name + R"(", "value": {"load": "first", "at": "i"}},)";
    sum = R"({"add": [")" + name + "\", " + sum + "]}";
  }
  const auto step = [&](const char* target, const char* source) {
    return std::string(R"({"store": ")") + target + R"(", "at": "i", "value": {"add": [{"mul": [
        {"load": ")" +
           source + R"(", "at": "from"}, 1664525]}, )" + sum + "]}}";
  };
  const auto buffer = [&](const char* name, const char* access) {
    return std::string(R"({"name": ")") + name + R"(", "type": "U32", "count": )" + n +
           R"(, "access": ")" + access + "\"}";
  };
  return R"({"workgroup_size": [256, 1, 1], "buffers": [)" + buffer("first", "read_only") + "," +
         buffer("one", "read_write") + "," + buffer("two", "read_write") + R"(],
      "body": [{"let": "i", "value": {"invocation_id": "x"}},
        {"let": "next", "value": {"add": ["i", 20011]}},
        {"let": "from", "value": {"select": [{"lt": ["next", )" +
         n + R"(]}, "next", {"sub": ["next", )" + n + "]}]}}," + lets + step("one", "first") +
         R"(, {"loop": "k", "from": 1, "to": )" + std::to_string(steps) +
         R"(, "body": [{"barrier": "grid_sync"}, {"if": {"eq": [{"bit_and": ["k", 1]}, 1]},
        "then": [)" +
         step("two", "one") + R"(], "else": [)" + step("one", "two") + "]}]}]}";
}

VyreKernel steps_of(const VyreDevice& device, uint32_t count, uint32_t steps, uint32_t kept = 0) {
  return {
      device, steps_program(count, steps, kept), {count, count, count}, {count / kWorkgroup, 1, 1}};
}

// Segments, and submissions that one dispatch makes.
std::array<uint64_t, 2> counts(const VyreDevice& device, VyreKernel& kernel) {
  const uint64_t segments = device.metric(VYRE_METRIC_SEGMENTS);
  const uint64_t submissions = device.metric(VYRE_METRIC_SUBMISSIONS);
  kernel.run();
  return {device.metric(VYRE_METRIC_SEGMENTS) - segments,
          device.metric(VYRE_METRIC_SUBMISSIONS) - submissions};
}

struct Case {
  uint32_t count, steps;
};

std::string title_of(const Case& one) {
  return std::to_string(one.steps) + " segments over " + std::to_string(one.count) + " elements";
}

// Whether both sides compute the same.
void check_equal(const Case& one, VyreKernel& ours, const std::array<RawSteps*, 2>& variants) {
  std::vector<uint32_t> first(one.count), left(one.count), right(one.count);
  std::iota(first.begin(), first.end(), 7u);
  ours.write(0, first);
  ours.run();
  ours.read((one.steps & 1) != 0 ? 1 : 2, left);
  for (RawSteps* const variant : variants) {
    variant->write(first);
    variant->run();
    variant->read(right);
    if (left != right) give_up(title_of(one) + ": the two sides disagree");
  }
}

using Measure = std::function<double(RawSteps&)>;

// |ours| beside the better of the two variants.
Comparison compare(RawHeat& heat, const std::string& title, int rounds,
                   const std::function<double()>& ours, const std::array<RawSteps*, 2>& variants,
                   const Measure& theirs) {
  Comparison row{title, "us", false, kGoal};
  const std::array<const char*, 2> names = {"a kernel that chooses", "a set for each direction"};
  std::vector<Way> ways;
  for (size_t i = 0; i < variants.size(); ++i) {
    ways.push_back({names[i], [&theirs, job = variants[i]] { return theirs(*job); }});
  }
  heat.raise();
  const size_t best = min_of(ways, std::max(rounds / 4, 5), "us");
  row.note = names[best];
  take_turns(rounds, row, ours, ways[best].run);
  return row;
}

void compare(Report& report, const VyreDevice& device, const RawDevice& hand, RawHeat& heat,
             const Case& one, int rounds) {
  const std::string wall = title_of(one) + ", submit and wait",
                    measured = title_of(one) + ", device time";
  if (!report.wants(wall) && !report.wants(measured)) return;
  VyreKernel ours = steps_of(device, one.count, one.steps);
  RawSteps choosing(hand, one.count, one.steps, false), moving(hand, one.count, one.steps, true);
  const std::array<RawSteps*, 2> variants = {&choosing, &moving};
  check_equal(one, ours, variants);
  const auto [segments, submissions] = counts(device, ours);
  const std::string parts = "; " + std::to_string(segments) + " segments, " +
                            std::to_string(submissions) + " submissions";
  Comparison row = compare(
      heat, wall, rounds, [&] { return microseconds_again([&] { ours.run(); }); }, variants,
      [](RawSteps& job) { return microseconds_again([&] { job.run(); }); });
  row.note += parts;
  report.add(std::move(row));
  if (!hand.has_timestamps()) return;
  const auto device_time = [](double seconds) { return seconds * 1e6; };
  report.add(compare(
      heat, measured, rounds, [&] { return device_time(ours.run_timed().value_or(0)); }, variants,
      [&](RawSteps& job) {
        job.run();
        return device_time(job.device_seconds());
      }));
}

// What the words cost that are kept over the barriers: each is stored once and loaded in every
// later segment.
void measure_kept(const VyreDevice& device, int rounds) {
  constexpr uint32_t kCount = 8u << 20, kSteps = 64;
  double without = 0;
  for (const uint32_t kept : {0u, 1u, 4u}) {
    VyreKernel steps = steps_of(device, kCount, kSteps, kept);
    steps.write(0, std::vector<uint32_t>(kCount, 3));
    Samples samples;
    for (int round = 0; round < rounds; ++round) {
      samples.add(steps.run_timed().value_or(0) * 1e6);
    }
    const double median = samples.part(0.5);
    if (kept == 0) without = median;
    const double bytes = double{kCount} * 4 * kept * kSteps;
    std::printf("%u words kept over %u barriers, %u invocations: %.1f us%s", kept, kSteps - 1,
                kCount, median, kept == 0 ? "\n" : "");
    if (kept > 0) std::printf(", %.0f GB/s for them\n", bytes / (median - without) / 1e3);
  }
}

int run(const Arguments& arguments) {
  Report report("grid_sync", arguments);
  const VyreDevice device(arguments.backend);
  RawDevice hand(device.uuid());
  RawHeat heat(hand);
  heat.raise();
  choose_wait(hand, report.rounds(500));
  report.on(hand.name());
  for (const uint32_t count : {132u * kWorkgroup, 64u * 1024, 8u * 1024 * 1024}) {
    for (const uint32_t steps : {2u, 8u, 64u}) {
      const bool large = count > 1024 * 1024;
      if (large && steps > 2 && arguments.quick) continue;
      const int rounds = report.rounds(large ? 20 : 200, large ? 3 : 10);
      compare(report, device, hand, heat, {count, steps}, rounds);
    }
  }
  if (report.wants("words kept")) measure_kept(device, report.rounds(20, 5));
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_grid_sync_bench", argc, argv));
}
