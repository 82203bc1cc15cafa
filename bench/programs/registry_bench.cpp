#include <benchmark/benchmark.h>
#include <vyre_driver_registry.h>

#include <string>
#include <vector>

#include "vyre/xor_kernel.h"

// What the registry costs behind the C interface, with 1,000 ops. The same without it:
// bench/internal/registry_bench.cpp.
namespace bench {
namespace {

constexpr size_t kOps = 1'000;
constexpr size_t kAsked = 64;  // a power of two

vyre_string borrow(const std::string& text) { return {text.data(), text.size()}; }

std::string name_of(size_t i) { return "bench.op_number_" + std::to_string(i); }

// A builder with the ops that every context has and 1,000 more.
vyre_registry_builder* builder_of_ops(vyre_context* context) {
  vyre_registry* known = nullptr;
  vyre_registry_builder* builder = nullptr;
  check(vyre_context_get_registry(context, &known));
  check(vyre_registry_builder_create(context, &builder));
  check(vyre_registry_builder_add_registry(builder, known));
  vyre_registry_destroy(known);
  const vyre_operand inputs[] = {{vyre_str("left"), vyre_str("u32"), {}},
                                 {vyre_str("right"), vyre_str("u32"), {}}};
  const vyre_operand output = {vyre_str("result"), vyre_str("u32"), {}};
  for (size_t i = 0; i < kOps; ++i) {
    const std::string name = name_of(i);
    vyre_op_desc desc = VYRE_OP_DESC_INIT;
    desc.id = borrow(name);
    desc.dialect = vyre_str("bench");
    desc.inputs = inputs;
    desc.input_count = 2;
    desc.outputs = &output;
    desc.output_count = 1;
    check(vyre_registry_builder_add_op(builder, &desc));
  }
  return builder;
}

// A context that publishes these ops; shared by all benchmarks, to the end.
struct Setting {
  vyre_context* context = nullptr;
  vyre_registry_builder* builder = nullptr;
  vyre_registry* registry = nullptr;
  std::vector<std::string> names;

  Setting() {
    check(vyre_context_create(nullptr, &context));
    builder = builder_of_ops(context);
    check(vyre_registry_builder_finish(builder, &registry));
    check(vyre_context_publish(context, registry, nullptr));
    for (size_t i = 0; i < kAsked; ++i) {
      names.push_back(name_of(i * 617 % kOps));  // not in the order of the table
    }
  }
};

const Setting& setting() {
  static const Setting setting;
  return setting;
}

void current_through_view_and_lookup(benchmark::State& state) {
  const Setting& s = setting();
  vyre_registry_view* view = nullptr;
  check(vyre_registry_view_create(s.context, &view));
  size_t i = 0;
  for (auto _ : state) {
    const vyre_registry* current = vyre_registry_view_get(view);
    benchmark::DoNotOptimize(vyre_registry_find(current, borrow(s.names[++i & (kAsked - 1)])));
  }
  vyre_registry_view_destroy(view);
}

void lookup_by_name(benchmark::State& state) {
  const Setting& s = setting();
  size_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(vyre_registry_find(s.registry, borrow(s.names[++i & (kAsked - 1)])));
}

void publish_1000_ops(benchmark::State& state) {
  const Setting& s = setting();
  for (auto _ : state) {
    vyre_registry* registry = nullptr;
    check(vyre_registry_builder_finish(s.builder, &registry));
    check(vyre_context_publish(s.context, registry, nullptr));
    vyre_registry_destroy(registry);
  }
}

BENCHMARK(current_through_view_and_lookup)->ThreadRange(1, 2);
BENCHMARK(lookup_by_name);
BENCHMARK(publish_1000_ops)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
