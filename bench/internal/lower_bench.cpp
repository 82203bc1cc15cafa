#include <benchmark/benchmark.h>

#include "ir/validate/validate.h"
#include "reference/oracle.h"
#include "spirv/support/targets.h"
#include "support/large_programs.h"

// How the time to check, lower and run a program grows with its size: nanoseconds per statement,
// which stay the same where it grows linearly.
namespace vyre::spirv {
namespace {

using test::ProgramPtr;

ProgramPtr locals(int64_t n) { return test::many_locals(static_cast<uint32_t>(n)); }
ProgramPtr returns(int64_t n) { return test::many_returns(static_cast<uint32_t>(n)); }
ProgramPtr regions(int64_t n) { return test::many_regions(static_cast<uint32_t>(n)); }
ProgramPtr deep(int64_t n) { return test::deep_expressions(127, static_cast<uint32_t>(n)); }

// Runs |work| on the program again and again.
template <typename Work>
void measure(benchmark::State& state, ProgramPtr (*make)(int64_t), Work work) {
  const ProgramPtr program = make(state.range(0));
  for (auto _ : state) work(program);
  state.counters["per_statement"] = benchmark::Counter(
      static_cast<double>(program->nodes.size()),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void validate(benchmark::State& state, ProgramPtr (*make)(int64_t)) {
  measure(state, make, [](const ProgramPtr& program) {
    benchmark::DoNotOptimize(ir::find_violations(*program));
  });
}

void lower(benchmark::State& state, ProgramPtr (*make)(int64_t)) {
  measure(state, make, [](const ProgramPtr& program) {
    benchmark::DoNotOptimize(lower_for(*program, full_target()));
  });
}

void spirv_validate(benchmark::State& state, ProgramPtr (*make)(int64_t)) {
  const auto module = lower_for(*make(state.range(0)), full_target());
  if (!module.ok()) return state.SkipWithError(module.error().text().c_str());
  measure(state, make,
          [&](const ProgramPtr&) { benchmark::DoNotOptimize(complaints(module.value().words)); });
}

// Statements that one lane executes, compilation included.
void oracle(benchmark::State& state, ProgramPtr (*make)(int64_t)) {
  reference::Oracle oracle;
  measure(state, make,
          [&](const ProgramPtr& program) { benchmark::DoNotOptimize(oracle.run(program, 0)); });
}

// Statements and loop headers that the oracle executes in a second: a loop of 100,000 trips of two
// statements.
void oracle_steps(benchmark::State& state) {
  test::Build b = test::for_one_word();
  constexpr uint32_t kTrips = 100'000;
  const auto sum = b.binary(ir::BinOp::kAdd, b.var("sum"), b.var("i"));
  const auto product = b.binary(ir::BinOp::kMul, b.var("sum"), b.u32(3));
  const auto loop =
      b.loop("i", b.u32(0), b.u32(kTrips), {b.assign("sum", sum), b.assign("sum", product)});
  const ProgramPtr program =
      b.finish({b.let("sum", b.u32(1)), loop, b.store("out", b.u32(0), b.var("sum"))});
  reference::Oracle oracle;
  for (auto _ : state) benchmark::DoNotOptimize(oracle.run(program, 0));
  state.counters["statements"] = benchmark::Counter(
      3.0 * kTrips, benchmark::Counter::kIsIterationInvariantRate);  // two and the header
}

#define SIZES Unit(benchmark::kMicrosecond)->Arg(100)->Arg(1000)->Arg(8192)
#define OF_ALL(work)                                \
  BENCHMARK_CAPTURE(work, locals, locals)->SIZES;   \
  BENCHMARK_CAPTURE(work, returns, returns)->SIZES; \
  BENCHMARK_CAPTURE(work, regions, regions)->SIZES
OF_ALL(validate);
OF_ALL(lower);
OF_ALL(spirv_validate);
OF_ALL(oracle);
BENCHMARK_CAPTURE(validate, deep, deep)->Unit(benchmark::kMicrosecond)->Arg(10)->Arg(100);
BENCHMARK_CAPTURE(lower, deep, deep)->Unit(benchmark::kMicrosecond)->Arg(10)->Arg(100);
BENCHMARK(oracle_steps)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace vyre::spirv

BENCHMARK_MAIN();
