#include <benchmark/benchmark.h>

#include "published_programs.h"
#include "vyre/xor_kernel.h"

// What reading, checking, identifying and writing a program costs behind the C interface, for the
// published programs, beside what the published crates need. Inside the library:
// bench/internal/ir_bench.cpp.
namespace bench {
namespace {

// What the published crates need per program of the same file, on a machine of two cores.
constexpr double kPublishedDecode = 26.3;
constexpr double kPublishedValidate = 22.7;
constexpr double kPublishedFingerprint = 28.1;
constexpr double kPublishedEncode = 6.4;

// The programs, shared by all benchmarks, to the end.
struct Setting {
  vyre_context* context = nullptr;
  std::vector<Bytes> blobs = published_programs();
  std::vector<vyre_program*> programs;
  size_t bytes = 0;

  Setting() {
    check(vyre_context_create(nullptr, &context));
    for (const Bytes& blob : blobs) {
      vyre_program* program = nullptr;
      check(vyre_program_load(context, blob.data(), blob.size(), nullptr, &program));
      programs.push_back(program);
      bytes += blob.size();
    }
  }
};

const Setting& setting() {
  static const Setting setting;
  return setting;
}

// Notes what a run over all programs means per program and per byte.
void count(benchmark::State& state, double published) {
  using benchmark::Counter;
  const Setting& s = setting();
  const auto programs = static_cast<double>(s.programs.size());
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(s.programs.size()));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(s.bytes));
  state.counters["per_program"] =
      Counter(programs, Counter::kIsIterationInvariantRate | Counter::kInvert);
  state.counters["published_us"] = Counter(published);
  state.counters["goal_us"] = Counter(published / 5);
}

void decode(benchmark::State& state) {
  const Setting& s = setting();
  for (auto _ : state) {
    for (const Bytes& blob : s.blobs) {
      vyre_program* program = nullptr;
      check(vyre_program_load(s.context, blob.data(), blob.size(), nullptr, &program));
      vyre_program_destroy(program);
    }
  }
  count(state, kPublishedDecode);
}

void validate(benchmark::State& state) {
  const Setting& s = setting();
  vyre_validate_desc desc = VYRE_VALIDATE_DESC_INIT;
  desc.flags = VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_UNCHECKED_CALLS;
  for (auto _ : state) {
    for (const vyre_program* program : s.programs) {
      if (vyre_error* error = vyre_program_validate(program, &desc)) vyre_error_destroy(error);
    }
  }
  count(state, kPublishedValidate);
}

void fingerprint(benchmark::State& state) {
  uint8_t digest[32];
  for (auto _ : state) {
    for (const vyre_program* program : setting().programs) {
      check(vyre_program_get_fingerprint(program, VYRE_WIRE_ANY, digest));
      benchmark::DoNotOptimize(digest);
    }
  }
  count(state, kPublishedFingerprint);
}

void encode(benchmark::State& state) {
  for (auto _ : state) {
    for (const vyre_program* program : setting().programs) {
      vyre_blob* out = nullptr;
      check(vyre_program_save(program, nullptr, &out));
      benchmark::DoNotOptimize(out);
      vyre_blob_destroy(out);
    }
  }
  count(state, kPublishedEncode);
}

BENCHMARK(decode);
BENCHMARK(validate);
BENCHMARK(fingerprint);
BENCHMARK(encode);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
