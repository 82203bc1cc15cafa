// What the host does for a small dispatch, beside the same in hand-written Vulkan: a layer lets
// every submission be over at once (instant_layer.cpp), so that neither side waits for a device.
// vyre_host_cost_bench [DEVICE] [options of report.h].

#include <cstdlib>
#include <filesystem>
#include <functional>

#include "harness/report.h"
#include "raw_vulkan/steps_anew.h"
#include "raw_vulkan/xor_kernel.h"
#include "vyre/kernel.h"
#include "vyre/replay.h"
#include "vyre/steps_anew.h"

namespace bench {
namespace {

constexpr int kRounds = 401;
constexpr int kDispatches = 200;  // in a round
constexpr uint32_t kCount = 256;

// The layer lies beside this program.
void use_layer() {
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  setenv("VK_LAYER_PATH", folder.c_str(), 1);
  setenv("VK_INSTANCE_LAYERS", "VK_LAYER_VYRE_instant", 1);
}

void compare(Report& report, const char* title, const std::function<void()>& vyre,
             const std::function<void()>& hand) {
  Comparison row{title, "us"};
  if (!report.wants(row.title)) return;
  const auto time_of = [](const std::function<void()>& work) {
    return microseconds_of([&] {
             for (int i = 0; i < kDispatches; ++i) work();
           }) /
           kDispatches;
  };
  take_turns(
      report.rounds(kRounds), row, [&] { return time_of(vyre); }, [&] { return time_of(hand); });
  row.note = "no device waited for";
  report.add(std::move(row));
}

// A step of a sequence in which every step gets other buffers and push constants in each run.
void compare_anew(Report& report, const VyreDevice& device, const RawDevice& by_hand, bool built) {
  Comparison row{built ? "host cost of a step, 200 built, run once and cleared"
                       : "host cost of a step, 200 set anew",
                 "us", false, 1.4};
  if (!report.wants(row.title)) return;
  VyreStepsAnew vyre(device, kDispatches, built);
  RawStepsAnew hand(by_hand, kDispatches);
  const auto a_step = [](auto& steps) {
    return microseconds_of([&] { steps.run(); }) / kDispatches;
  };
  take_turns(
      report.rounds(kRounds), row, [&] { return a_step(vyre); }, [&] { return a_step(hand); });
  row.note = "no device waited for";
  report.add(std::move(row));
}

int run(const Arguments& arguments) {
  use_layer();
  Report report("host_cost", arguments);
  const VyreDevice device(arguments.backend);
  RawDevice by_hand(device.uuid());
  by_hand.set_wait(RawWait::kTimelinePoll);
  report.on(by_hand.name());
  XorInputs words(kCount);
  const VyreXor vyre(device);
  const VyreKernel resident = resident_xor(device, words);
  VyreReplay sequence(device, 1, false);
  RawXor hand(by_hand, kernel_variants()[0], kCount);
  RawXor bytes(by_hand, kernel_variants()[0], kCount, {.bytes = RawBytes::kMapped});
  const auto replay = [&] { hand.run_resident(); };
  compare(
      report, "host cost, 256 elements resident, replayed", [&] { sequence.run(); }, replay);
  compare(
      report, "host cost, 256 elements resident, plain dispatch", [&] { resident.run(); }, replay);
  compare(
      report, "host cost, 256 elements, host bytes, plain dispatch", [&] { vyre.run(words); },
      [&] { bytes.run(words); });
  for (const bool built : {false, true}) compare_anew(report, device, by_hand, built);
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_host_cost_bench", argc, argv));
}
