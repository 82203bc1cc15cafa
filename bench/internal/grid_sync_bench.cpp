#include <benchmark/benchmark.h>

#include <string>

#include "grid_sync/split.h"
#include "support/build.h"

// How the time to plan grows with a program: nanoseconds per statement, and per statement on the
// way that the host walks where there are loops.
namespace vyre::grid_sync {
namespace {

using ProgramPtr = std::shared_ptr<const ir::Program>;
using test::Build;

constexpr uint32_t kElements = 1024;

Build builder() {
  Build b;
  b.workgroup(64);
  b.buffer("a", {.count = kElements, .access = ir::Access::kReadWrite});
  return b;
}

// Pairs of a local that is loaded and a store of it, with a grid barrier between every eighth.
ProgramPtr straight(int64_t statements) {
  Build b = builder();
  Build::Nodes body;
  for (int64_t i = 0; i < statements / 2; ++i) {
    const std::string name = "x" + std::to_string(i);
    body.push_back(b.let(name, b.load("a", b.gid())));
    if (i % 8 == 7) body.push_back(b.barrier(ir::Ordering::kGridSync));
    body.push_back(b.store("a", b.gid(), b.var(name)));
  }
  return b.finish(body);
}

// As many trips, each with a grid barrier and a local that is kept.
ProgramPtr loop(int64_t trips) {
  Build b = builder();
  const auto sum = b.binary(ir::BinOp::kAdd, b.var("x"), b.var("i"));
  const auto body =
      b.loop("i", b.u32(0), b.u32(static_cast<uint32_t>(trips)),
             {b.store("a", b.gid(), sum), b.barrier(ir::Ordering::kGridSync),
              b.assign("x", b.load("a", b.binary(ir::BinOp::kBitXor, b.gid(), b.u32(512))))});
  return b.finish({b.let("x", b.load("a", b.gid())), body});
}

void plan(benchmark::State& state, ProgramPtr (*make)(int64_t), int64_t statements_each) {
  const ProgramPtr program = make(state.range(0));
  const std::vector<uint32_t> lengths = {kElements};
  const Launch launch{{kElements / 64, 1, 1}, {64, 1, 1}, lengths};
  size_t segments = 0;
  for (auto _ : state) {
    const auto made =
        make_plan(*program, launch, {.max_parameters = 29}, std::pmr::get_default_resource());
    if (!made.ok()) return state.SkipWithError(made.error().text().c_str());
    segments = made.value().segments.size();
  }
  state.counters["segments"] = static_cast<double>(segments);
  state.counters["per_statement"] = benchmark::Counter(
      static_cast<double>(state.range(0) * statements_each),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(plan, straight, straight, 1)->Arg(100)->Arg(1000)->Arg(8000);
BENCHMARK_CAPTURE(plan, loop, loop, 3)->Arg(64)->Arg(1024)->Arg(16383);

}  // namespace
}  // namespace vyre::grid_sync

BENCHMARK_MAIN();
