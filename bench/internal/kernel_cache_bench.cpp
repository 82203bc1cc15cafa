// What it costs to find compiled code: making a key of a request, and looking it up.

#include <benchmark/benchmark.h>

#include "cache/memory_store.h"
#include "ir/corpus.h"
#include "ir/wire/decode.h"
#include "runtime/kernel_cache/serialized_request.h"

namespace vyre::runtime {
namespace {

// The requests of all published programs that have a serialized.
const std::vector<backend::CompileRequest>& requests() {
  static const auto all = [] {
    std::vector<backend::CompileRequest> made;
    for (const ir::Blob& blob : ir::read_corpus("programs.json")) {
      auto program = ir::decode_wire(blob.bytes);
      if (!program.ok()) continue;
      auto plan = launch::BindingPlan::create(*program.value());
      if (!plan.ok()) continue;
      backend::CompileRequest request;
      request.program = program.take();
      request.plan = std::make_shared<const launch::BindingPlan>(plan.take());
      request.workgroup_size = request.program->workgroup_size;
      request.launch = launch::declared_launch(*request.plan);
      if (serialized_request(request)) made.push_back(std::move(request));
    }
    return made;
  }();
  return all;
}

void make_key(benchmark::State& state) {
  for (auto _ : state) {
    for (const backend::CompileRequest& request : requests()) {
      benchmark::DoNotOptimize(
          cache::KeyBuilder().add("executable", *serialized_request(request)).key());
    }
  }
  state.counters["ns/key"] = benchmark::Counter(
      static_cast<double>(requests().size()) * 1e-9,
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
