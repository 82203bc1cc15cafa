#include <benchmark/benchmark.h>

#include "base/hash/blake3.h"
#include "ir/corpus.h"
#include "ir/validate/validate.h"
#include "ir/wire/canonical.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"

// What the parts of reading and writing the published programs cost inside the library. Behind the
// C interface, beside the published crates: bench/programs/ir_bench.cpp.
namespace vyre::ir {
namespace {

using ProgramPtr = std::shared_ptr<const Program>;

struct Setting {
  std::vector<Blob> blobs = read_corpus("programs.json");
  std::vector<ProgramPtr> programs;
  size_t bytes = 0;

  Setting() {
    for (const Blob& blob : blobs) {
      programs.push_back(decode_wire(blob.bytes).take());
      bytes += blob.bytes.size();
    }
  }
};

const Setting& setting() {
  static const Setting setting;
  return setting;
}

void count(benchmark::State& state) {
  using benchmark::Counter;
  const Setting& s = setting();
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(s.programs.size()));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(s.bytes));
  state.counters["per_program"] = Counter(static_cast<double>(s.programs.size()),
                                          Counter::kIsIterationInvariantRate | Counter::kInvert);
}

// Runs |work| on each of |items|.
template <typename Item, typename Work>
void measure(benchmark::State& state, const std::vector<Item>& items, Work work) {
  for (auto _ : state) {
    for (const Item& item : items) benchmark::DoNotOptimize(work(item));
  }
  count(state);
}

void digest(benchmark::State& state) {
  measure(state, setting().blobs, [](const Blob& blob) { return blake3(blob.bytes); });
}
void decode(benchmark::State& state) {
  measure(state, setting().blobs, [](const Blob& blob) { return decode_wire(blob.bytes); });
}
void find_violations_of(benchmark::State& state) {
  measure(state, setting().programs, [](const ProgramPtr& program) {
    return find_violations(*program, {.subgroup_operations = true});
  });
}
void canonical_form(benchmark::State& state) {
  measure(state, setting().programs,
          [](const ProgramPtr& program) { return encode_canonical(*program); });
}
void fingerprint_of(benchmark::State& state) {
  measure(state, setting().programs,
          [](const ProgramPtr& program) { return fingerprint(*program); });
}
void encode(benchmark::State& state) {
  measure(state, setting().programs,
          [](const ProgramPtr& program) { return encode_wire(*program); });
}

BENCHMARK(digest);
BENCHMARK(decode);
BENCHMARK(find_violations_of);
BENCHMARK(canonical_form);
BENCHMARK(fingerprint_of);
BENCHMARK(encode);

}  // namespace
}  // namespace vyre::ir

BENCHMARK_MAIN();
