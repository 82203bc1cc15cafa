// The layer of a transformer of examples/transformer, beside the same kernels in hand-written
// Vulkan. vyre_layer_bench [DEVICE] [options of report.h]. The exit code is 1 when it misses its
// goal, and 2 when the two results differ.

#include <cstdio>

#include "harness/report.h"
#include "raw_vulkan/layer.h"
#include "vyre/layer.h"

namespace bench {
namespace {

int run(const Arguments& arguments) {
  Report report("layer", arguments);
  const VyreDevice device(arguments.backend);
  const RawDevice by_hand(device.uuid());
  report.on(by_hand.name());
  VyreLayer ours(device);
  RawLayer theirs(by_hand);
  ours.run();
  theirs.run();
  if (ours.result() != theirs.result()) {
    std::fprintf(stderr, "layer_bench: the two results differ\n");
    return 2;
  }
  Comparison row{"a layer of a transformer, 128 rows of 768, replayed and waited for", "us", false,
                 1.05};
  take_turns(
      report.rounds(by_hand.needs_copies() ? 2000 : 9), row,
      [&] { return microseconds_again([&] { ours.run(); }); },
      [&] { return microseconds_again([&] { theirs.run(); }); });
  report.add(std::move(row));
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("layer_bench", argc, argv));
}
