#include <benchmark/benchmark.h>

#include "registry/builder.h"
#include "registry/builtin_dialects.h"
#include "registry/ops/publisher.h"

// What using the registry costs inside the library. Behind the C interface: bench/registry_bench.
namespace vyre::registry {
namespace {

constexpr size_t kOps = 1'000;

std::string name_of(size_t i) { return "bench.op_number_" + std::to_string(i); }

Builder builder_of_ops() {
  Builder builder;
  builder.add(*builtin_snapshot().value());
  for (size_t i = 0; i < kOps; ++i) {
    OpDef def;
    def.id = name_of(i);
    def.dialect = "bench";
    def.signature.inputs = {{"left", "u32"}, {"right", "u32"}};
    def.signature.outputs = {{"result", "u32"}};
    builder.add(std::move(def));
  }
  return builder;
}

Publisher& shared_publisher() {
  static Publisher publisher(builder_of_ops().freeze().take());
  return publisher;
}

// In an order that is not that of the table.
std::vector<std::string> some_names() {
  std::vector<std::string> names;
  for (size_t i = 0; i < 64; ++i) names.push_back(name_of(i * 617 % kOps));
  return names;
}

std::vector<OpId> some_ids() {
  std::vector<OpId> ids;
  for (const std::string& name : some_names()) ids.push_back(Interner::process().find(name));
  return ids;
}

// Looks up one of |keys| after the other.
template <typename Key, typename Find>
void look_up(benchmark::State& state, const std::vector<Key>& keys, Find find) {
  size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(find(keys[++i & 63]));
}

void lookup_by_id(benchmark::State& state) {
  const auto snapshot = shared_publisher().current();
  look_up(state, some_ids(), [&](OpId id) { return snapshot->lookup(id); });
}

void current_through_view_and_lookup(benchmark::State& state) {
  View view(shared_publisher());
  look_up(state, some_ids(), [&](OpId id) { return view.current().lookup(id); });
}

void lookup_by_name(benchmark::State& state) {
  const auto snapshot = shared_publisher().current();
  look_up(state, some_names(), [&](const std::string& name) { return snapshot->find(name); });
}

void find_id_of_name(benchmark::State& state) {
  shared_publisher();
  look_up(state, some_names(),
          [](const std::string& name) { return Interner::process().find(name); });
}

void publish_1000_ops(benchmark::State& state) {
  Publisher publisher(builtin_snapshot().take());
  const Builder builder = builder_of_ops();
  for (auto _ : state) publisher.publish(builder.freeze().take());
}

void describe_and_publish_1000_ops(benchmark::State& state) {
  Publisher publisher(builtin_snapshot().take());
  for (auto _ : state) publisher.publish(builder_of_ops().freeze().take());
}

BENCHMARK(lookup_by_id);
BENCHMARK(current_through_view_and_lookup)->ThreadRange(1, 2);
BENCHMARK(lookup_by_name);
BENCHMARK(find_id_of_name);
BENCHMARK(publish_1000_ops)->Unit(benchmark::kMicrosecond);
BENCHMARK(describe_and_publish_1000_ops)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace vyre::registry

BENCHMARK_MAIN();
