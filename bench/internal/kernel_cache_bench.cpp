// What it costs to find compiled code: making a key of a source, and looking it up.

#include <benchmark/benchmark.h>

#include "cache/memory_store.h"
#include "ir/corpus.h"
#include "ir/wire/decode.h"
#include "runtime/kernel_cache/serialized_source.h"

namespace vyre::runtime {
namespace {

// The sources of all published programs that can be written.
const std::vector<launch::KernelSource>& sources() {
  static const auto all = [] {
    std::vector<launch::KernelSource> made;
    for (const ir::Blob& blob : ir::read_corpus("programs.json")) {
      auto program = ir::decode_wire(blob.bytes);
      if (!program.ok()) continue;
      auto plan = launch::BindingPlan::create(*program.value());
      if (!plan.ok()) continue;
      launch::KernelSource source;
      source.program = program.take();
      source.plan = std::make_shared<const launch::BindingPlan>(plan.take());
      source.workgroup_size = source.program->workgroup_size;
      source.launch = launch::declared_launch(*source.plan);
      if (serialized_source(source)) made.push_back(std::move(source));
    }
    return made;
  }();
  return all;
}

void make_key(benchmark::State& state) {
  for (auto _ : state) {
    for (const launch::KernelSource& source : sources()) {
      benchmark::DoNotOptimize(
          cache::KeyBuilder().add("executable", *serialized_source(source)).key());
    }
  }
  state.counters["ns/key"] = benchmark::Counter(
      static_cast<double>(sources().size()) * 1e-9,
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(make_key)->Unit(benchmark::kMicrosecond);

void find_in_memory(benchmark::State& state) {
  static cache::MemoryStore store;
  const cache::Key key = cache::KeyBuilder().add("number", 1).key();
  const auto make = [] {
    return Result<cache::MemoryStore::Made>({std::make_shared<const int>(1), 1});
  };
  for (auto _ : state) benchmark::DoNotOptimize(store.get(key, make));
}
BENCHMARK(find_in_memory)->ThreadRange(1, 2);

}  // namespace
}  // namespace vyre::runtime

BENCHMARK_MAIN();
