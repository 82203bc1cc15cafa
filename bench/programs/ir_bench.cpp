#include <benchmark/benchmark.h>

#include "published_programs.h"
#include "vyre/xor_kernel.h"

// What reading, checking, identifying and writing a program costs behind the C interface, for the
// published programs, beside what the published crates need: in form 4 as they are, and in form 6
// with the results of 0.7. Inside the library: bench/internal/ir_bench.cpp.
namespace bench {
namespace {

// What the published crates need per program of the same file, on a machine of two cores.
constexpr double kPublishedDecode = 26.3;
constexpr double kPublishedValidate = 22.7;
constexpr double kPublishedFingerprint = 28.1;
constexpr double kPublishedEncode = 6.4;

// The programs in one form, shared by all benchmarks, to the end.
struct Setting {
  vyre_context* context = nullptr;
  std::vector<Bytes> blobs;
  std::vector<vyre_program*> programs;
  size_t bytes = 0;

  explicit Setting(vyre_wire_form form) {
    check(vyre_context_create(nullptr, &context));
    for (const Bytes& published : published_programs()) {
      vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
      desc.form = VYRE_WIRE_FORM_4;
      if (form == VYRE_WIRE_FORM_6) desc.semantics = VYRE_SEMANTICS_V0_7;
      vyre_program* program = loaded(published, desc);
      blobs.push_back(saved(program, form));
      bytes += blobs.back().size();
      vyre_program_destroy(program);
      programs.push_back(loaded(blobs.back(), VYRE_PROGRAM_DESC_DEFAULT));
    }
  }

  vyre_program* loaded(const Bytes& blob, const vyre_program_desc& desc) const {
    vyre_program* program = nullptr;
    check(vyre_program_load(context, blob.data(), blob.size(), &desc, &program));
    return program;
  }

  static Bytes saved(const vyre_program* program, vyre_wire_form form) {
    vyre_save_desc desc = VYRE_SAVE_DESC_INIT;
    desc.form = form;
    vyre_blob* blob = nullptr;
    check(vyre_program_save(program, &desc, &blob));
    const vyre_bytes bytes = vyre_blob_get_bytes(blob);
    const auto* const data = static_cast<const uint8_t*>(bytes.data);
    Bytes copy(data, data + bytes.size);
    vyre_blob_destroy(blob);
    return copy;
  }
};

const Setting& setting(const benchmark::State& state) {
  static const Setting form_4(VYRE_WIRE_FORM_4), form_6(VYRE_WIRE_FORM_6);
  return state.range(0) == 6 ? form_6 : form_4;
}

// Notes what a run over all programs means per program and per byte.
void count(benchmark::State& state, double published) {
  using benchmark::Counter;
  const Setting& s = setting(state);
  const auto programs = static_cast<double>(s.programs.size());
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(s.programs.size()));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(s.bytes));
  state.counters["per_program"] =
      Counter(programs, Counter::kIsIterationInvariantRate | Counter::kInvert);
  state.counters["published_us"] = Counter(published);
  state.counters["goal_us"] = Counter(published / 5);
}

void decode(benchmark::State& state) {
  const Setting& s = setting(state);
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
  const Setting& s = setting(state);
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
    for (const vyre_program* program : setting(state).programs) {
      check(vyre_program_get_fingerprint(program, VYRE_WIRE_ANY, digest));
      benchmark::DoNotOptimize(digest);
    }
  }
  count(state, kPublishedFingerprint);
}

void encode(benchmark::State& state) {
  for (auto _ : state) {
    for (const vyre_program* program : setting(state).programs) {
      vyre_blob* out = nullptr;
      check(vyre_program_save(program, nullptr, &out));
      benchmark::DoNotOptimize(out);
      vyre_blob_destroy(out);
    }
  }
  count(state, kPublishedEncode);
}

BENCHMARK(decode)->Arg(4)->Arg(6);
BENCHMARK(validate)->Arg(4)->Arg(6);
BENCHMARK(fingerprint)->Arg(4)->Arg(6);
BENCHMARK(encode)->Arg(4)->Arg(6);

}  // namespace
}  // namespace bench

BENCHMARK_MAIN();
