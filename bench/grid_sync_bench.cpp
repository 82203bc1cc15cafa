// Programs with grid barriers beside the same sequence of dispatches and barriers in hand-written
// Vulkan, alternating in one process, on buffers of the device. vyre_grid_sync_bench [BACKEND]
// [ROUNDS]; the exit code is 1 when a ratio of medians is above the goal.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "hand_steps.h"
#include "vyre_xor.h"

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

class VyreSteps {
 public:
  VyreSteps(const VyreDevice& device, uint32_t count, uint32_t steps, uint32_t kept = 0)
      : device_(device), size_(uint64_t{count} * 4), steps_(steps) {
    const std::string text = steps_program(count, steps, kept);
    vyre_program* program = nullptr;
    check(vyre_program_from_json(device.context(), {text.data(), text.size()}, &program));
    const Owner<vyre_program, vyre_program_destroy> owner(program);
    vyre_pipeline* pipeline = nullptr;
    check(vyre_pipeline_create(device.backend(), program, nullptr, &pipeline));
    pipeline_.reset(pipeline);
    for (uint32_t slot = 0; slot < 3; ++slot) {
      vyre_buffer* buffer = nullptr;
      check(vyre_buffer_create(device.backend(), size_, &buffer));
      buffers_[slot].reset(buffer);
      bindings_[slot] = vyre_bind_buffer(slot, buffer);
    }
    desc_.set = VYRE_DISPATCH_SET_GRID;
    desc_.grid[0] = count / kWorkgroup;
    desc_.grid[1] = desc_.grid[2] = 1;
  }

  void write(std::span<const uint32_t> first) {
    check(vyre_buffer_write(buffers_[0].get(), 0, first.data(), size_));
  }

  void read(std::span<uint32_t> result) {
    check(vyre_buffer_read(buffers_[(steps_ & 1) != 0 ? 1 : 2].get(), 0, result.data(), size_));
  }

  void run(bool timed) {
    desc_.flags = timed ? VYRE_DISPATCH_TIMED : 0;
    check(vyre_dispatch(pipeline_.get(), bindings_.data(), bindings_.size(), &desc_, &result_));
  }

  double device_seconds() const { return static_cast<double>(result_.device_ns) * 1e-9; }

  // Segments, and submissions that one dispatch makes.
  std::array<uint64_t, 2> counts() {
    const vyre_counters before = counters();
    run(false);
    const vyre_counters after = counters();
    return {after.segments - before.segments, after.submissions - before.submissions};
  }

 private:
  vyre_counters counters() const {
    vyre_counters counters = VYRE_COUNTERS_INIT;
    check(vyre_backend_get_counters(device_.backend(), &counters));
    return counters;
  }

  const VyreDevice& device_;  // borrowed, outlives this
  const uint64_t size_;
  const uint32_t steps_;
  Owner<vyre_pipeline, vyre_pipeline_destroy> pipeline_;
  std::array<Owner<vyre_buffer, vyre_buffer_destroy>, 3> buffers_;
  std::array<vyre_binding, 3> bindings_;
  vyre_dispatch_desc desc_ = VYRE_DISPATCH_DESC_INIT;
  vyre_dispatch_result result_ = VYRE_DISPATCH_RESULT_INIT;
};

// Behind a run of the same side: the device has switched to its work already.
double wall_us(const std::function<void()>& work) {
  work();
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

struct Samples {
  std::vector<double> wall, device;  // microseconds

  double part(std::vector<double> values, double quantile) const {
    std::sort(values.begin(), values.end());
    return values[static_cast<size_t>(quantile * static_cast<double>(values.size() - 1))];
  }
};

std::string text(const Samples& samples, const std::vector<double>& values) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%9.1f (%.1f-%.1f)", samples.part(values, 0.5),
                samples.part(values, 0.1), samples.part(values, 0.9));
  return buffer;
}

void check_equal(const std::vector<uint32_t>& ours, const std::vector<uint32_t>& theirs) {
  if (ours == theirs) return;
  std::fputs("bench: the two sides disagree\n", stderr);
  std::exit(1);
}

struct Case {
  uint32_t count, steps;
};

// Prints a line; whether wall and device time are within the goal.
bool compare(const VyreDevice& device, const HandDevice& hand, const Case& one, int rounds) {
  VyreSteps ours(device, one.count, one.steps);
  HandSteps choosing(hand, one.count, one.steps, false), moving(hand, one.count, one.steps, true);
  std::vector<uint32_t> first(one.count), left(one.count), right(one.count);
  std::iota(first.begin(), first.end(), 7u);
  ours.write(first);
  ours.run(false);
  ours.read(left);
  HandSteps* const variants[] = {&choosing, &moving};
  for (HandSteps* variant : variants) {
    variant->write(first);
    variant->run();
    variant->read(right);
    check_equal(left, right);
  }
  const auto counts = ours.counts();
  Samples mine, theirs[2];
  for (int round = 0; round < rounds; ++round) {
    mine.wall.push_back(wall_us([&] { ours.run(false); }));
    for (size_t i = 0; i < 2; ++i) {
      theirs[i].wall.push_back(wall_us([&] { variants[i]->run(); }));
    }
  }
  for (int round = 0; round < rounds; ++round) {
    ours.run(true);
    mine.device.push_back(ours.device_seconds() * 1e6);
    for (size_t i = 0; i < 2; ++i) {
      variants[i]->run();
      theirs[i].device.push_back(variants[i]->device_seconds() * 1e6);
    }
  }
  const auto median = [](const Samples& s, const std::vector<double>& v) { return s.part(v, 0.5); };
  const size_t wall =
      median(theirs[0], theirs[0].wall) <= median(theirs[1], theirs[1].wall) ? 0 : 1;
  const size_t on =
      median(theirs[0], theirs[0].device) <= median(theirs[1], theirs[1].device) ? 0 : 1;
  const double wall_ratio = median(mine, mine.wall) / median(theirs[wall], theirs[wall].wall);
  const double device_ratio = median(mine, mine.device) / median(theirs[on], theirs[on].device);
  std::printf("%9u %4u %3zu %3zu | %-28s %-28s %5.2f | %-28s %-28s %5.2f %8.2f\n", one.count,
              one.steps, static_cast<size_t>(counts[0]), static_cast<size_t>(counts[1]),
              text(mine, mine.wall).c_str(), text(theirs[wall], theirs[wall].wall).c_str(),
              wall_ratio, text(mine, mine.device).c_str(),
              text(theirs[on], theirs[on].device).c_str(), device_ratio,
              median(mine, mine.device) / one.steps);
  std::fflush(stdout);
  return wall_ratio <= kGoal && (device_ratio <= kGoal || !hand.has_timestamps());
}

// What the words cost that are kept over the barriers: each is stored once and loaded in every
// later segment.
void measure_kept(const VyreDevice& device, int rounds) {
  constexpr uint32_t kCount = 8u << 20, kSteps = 64;
  double without = 0;
  for (const uint32_t kept : {0u, 1u, 4u}) {
    VyreSteps steps(device, kCount, kSteps, kept);
    steps.write(std::vector<uint32_t>(kCount, 3));
    Samples samples;
    for (int round = 0; round < rounds; ++round) {
      steps.run(true);
      samples.device.push_back(steps.device_seconds() * 1e6);
    }
    const double median = samples.part(samples.device, 0.5);
    if (kept == 0) without = median;
    const double bytes = double{kCount} * 4 * kept * kSteps;
    std::printf("%u words kept over %u barriers, %u invocations: %.1f us%s", kept, kSteps - 1,
                kCount, median, kept == 0 ? "\n" : "");
    if (kept > 0) std::printf(", %.0f GB/s for them\n", bytes / (median - without) / 1e3);
  }
}

bool run(const std::string& backend, int rounds) {
  const VyreDevice device(backend);
  const HandDevice hand(device.uuid());
  std::printf(
      "%s; microseconds: median (10%% to 90%%) of %d rounds, the better of two hand-written "
      "variants; goal %.2f\n",
      device.name().c_str(), rounds, kGoal);
  std::printf("%9s %4s %3s %3s | %-28s %-28s %5s | %-28s %-28s %5s %8s\n", "elements", "segs",
              "got", "sub", "submit and wait: vyre", "hand", "ratio", "device: vyre", "hand",
              "ratio", "a segm.");
  bool good = true;
  for (const uint32_t count : {132u * kWorkgroup, 64u * 1024, 8u * 1024 * 1024}) {
    for (const uint32_t steps : {2u, 8u, 64u}) {
      const int fewer = count > 1024 * 1024 ? std::max(rounds / 10, 5) : rounds;
      good = compare(device, hand, {count, steps}, fewer) && good;
    }
  }
  measure_kept(device, std::max(rounds / 10, 5));
  return good;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 200;
  return bench::run(argc > 1 ? argv[1] : "", std::max(rounds, 10)) ? 0 : 1;
}
