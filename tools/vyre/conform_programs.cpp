#include <algorithm>

#include "conform_cases.h"
#include "program_edit.h"
#include "published.h"

namespace tool {

namespace {

constexpr uint32_t kDefaultUlp = 4;
constexpr const char* kOrderDependent =
    "the result depends on the order of invocations, which a parallel device does not keep";
constexpr const char* kMixedAtomics =
    "atomic operations of several kinds on one buffer, whose order a parallel device does not keep";
constexpr const char* kNoGridBarrier =
    "the result depends on the order of workgroups, which a grid barrier does not keep";
constexpr const char* kOracleFails = "the oracle itself fails on this program";
constexpr const char* kOtherSize =
    "a buffer of another size than the declared one, which this library does not take";
constexpr const char* kLostLiteral =
    "the wire form cannot carry a literal of the program, -0.0 or a subnormal";

Verdict check_identity(const CaseProgram& program, const Json& item) {
  Bytes fingerprint(32);
  if (vyre_error* error = vyre_program_fingerprint(program.program.get(), fingerprint.data()))
    return failed("fingerprint: " + failure(error).message);
  if (item["fingerprint"].hex_bytes() != fingerprint) return failed("another fingerprint");
  return passed();
}

// Whether the library takes so many bytes for each buffer.
bool sizes_fit(const CaseProgram& program, const std::vector<Bytes>& bytes) {
  for (size_t i = 0; i < bytes.size(); ++i) {
    const vyre_buffer_info& buffer = program.buffers[i];
    if (buffer.role == VYRE_ROLE_SHARED) continue;
    const bool fits = buffer.static_bytes != 0 ? bytes[i].size() == buffer.static_bytes
                                               : buffer.element_bytes == 0 ||
                                                     bytes[i].size() % buffer.element_bytes == 0;
    if (!fits) return false;
  }
  return true;
}

// Why a published result cannot be asked of this backend; empty when it can.
const char* not_comparable(const Session& session, const CaseProgram& program, const Json& run) {
  const bool in_any_order = run["order_dependent"].is_false();
  if (run["error"].present()) return session.sequential() ? "" : kOracleFails;
  if (run["order_dependent"].is_true() && !session.sequential()) return kOrderDependent;
  if ((program.info.needs & VYRE_NEEDS_GRID_BARRIER) != 0 && !in_any_order) return kNoGridBarrier;
  return "";
}

Result<std::vector<Bytes>> launch(Session& session, const CaseProgram& program,
                                  const Pipeline& pipeline, std::vector<Bytes> bytes) {
  std::vector<uint64_t> sizes;
  for (const Bytes& buffer : bytes) sizes.push_back(buffer.size());
  CaseLaunch launch;
  launch.grid = published::grid(program.info, program.buffers, sizes);
  launch.bytes = std::move(bytes);
  return session.execute(program, pipeline, std::move(launch));
}

Verdict judge_failure(const Failure& failure, bool must_fail) {
  const bool refused_to_run =
      failure.code == VYRE_ERROR_DISPATCH_FAILED || failure.code == VYRE_ERROR_INVALID_ARGUMENT;
  return must_fail && refused_to_run ? passed() : verdict_of(failure, "dispatch");
}

// One run of a case: inputs, and outputs or an error.
Verdict judge_run(Session& session, const CaseProgram& program, const Pipeline& pipeline,
                  const Json& run, uint32_t ulp) {
  const char* reason = not_comparable(session, program, run);
  if (*reason) return refused(reason);
  const bool must_fail = run["error"].present();
  const auto inputs = hex_list(run["inputs"]);
  if (!inputs) return failed("the case's inputs are not hexadecimal");
  auto bytes = bytes_of_buffers(program, *inputs);
  if (!bytes) return must_fail ? refused(kOracleFails) : failed("another number of inputs");
  if (!must_fail && !sizes_fit(program, *bytes)) return refused(kOtherSize);
  const auto results = launch(session, program, pipeline, std::move(*bytes));
  if (!results) return judge_failure(results.failure(), must_fail);
  if (must_fail) return failed("ran, but the oracle must fail");
  const auto expected = hex_list(run["outputs"]);
  if (!expected) return failed("the case's outputs are not hexadecimal");
  const auto difference = output_difference(program, *results, *expected, ulp);
  if (!difference) return passed();
  if (!session.sequential() && difference->buffer &&
      mixes_atomics(program.program.get(), view(difference->buffer->name)))
    return refused(kMixedAtomics);
  return failed(difference->text);
}

// All runs of a case on one pipeline: the first that fails decides, then the first refused.
Verdict judge_runs(Session& session, const CaseProgram& program, const std::vector<Json>& runs,
                   uint32_t ulp) {
  if (runs.empty()) return passed();
  const Result<Pipeline> pipeline = session.compile(program);
  if (!pipeline) return verdict_of(pipeline.failure(), "compile");
  Verdict worst;
  for (const Json& run : runs) {
    Verdict verdict = judge_run(session, program, *pipeline, run, ulp);
    if (verdict.outcome == Outcome::kFailed) return verdict;
    if (worst.outcome == Outcome::kPassed) worst = std::move(verdict);
  }
  return worst;
}

// The wire form turns literals -0.0 and subnormals into +0.0, so some results are not those of the
// program that the case holds. That is so when the oracle gives the same wrong answer as the
// backend, and the published one with such a literal put back.
bool literal_was_lost(Session& session, const CaseProgram& program, const std::vector<Json>& runs,
                      uint32_t ulp, const Verdict& verdict) {
  Session* oracle = session.oracle();
  if (!oracle || judge_runs(*oracle, program, runs, ulp).reason != verdict.reason) return false;
  for (const char* bits : {"0x80000000", "0x00000001", "0x80000001"}) {
    Result<Program> edited = with_zero_literals(oracle->context(), program.program.get(), bits);
    if (!edited) return false;
    const Result<CaseProgram> whole = oracle->inspect(std::move(*edited));
    if (!whole) return false;
    if (judge_runs(*oracle, *whole, runs, ulp).outcome == Outcome::kPassed) return true;
  }
  return false;
}

Verdict judge_all(Session& session, const CaseProgram& program, const std::vector<Json>& runs,
                  uint32_t ulp) {
  Verdict verdict = judge_runs(session, program, runs, ulp);
  if (verdict.outcome != Outcome::kFailed) return verdict;
  return literal_was_lost(session, program, runs, ulp, verdict) ? refused(kLostLiteral) : verdict;
}

struct Opened {
  Verdict verdict;
  std::optional<CaseProgram> program;
};

Opened open_case(Session& session, const Json& item) {
  const auto wire = item["wire"].hex_bytes();
  if (!wire) return {failed("the case's wire is not hexadecimal"), std::nullopt};
  Result<CaseProgram> program = session.decode(*wire);
  if (!program) return {failed("decode: " + program.failure().message), std::nullopt};
  Verdict verdict = check_identity(*program, item);
  return {std::move(verdict), std::move(*program)};
}

}  // namespace

Verdict judge_program(Session& session, const Json& item) {
  const Opened opened = open_case(session, item);
  if (opened.verdict.outcome != Outcome::kPassed) return opened.verdict;
  Verdict verdict = judge_codes(*opened.program, item["validation"].strings());
  if (verdict.outcome != Outcome::kPassed) return verdict;
  return judge_all(session, *opened.program, item["runs"].items(),
                   item["ulp"].number().value_or(kDefaultUlp));
}

Verdict judge_random(Session& session, const Json& item) {
  const Opened opened = open_case(session, item);
  if (opened.verdict.outcome != Outcome::kPassed) return opened.verdict;
  if (item["error"].text() == "validation")
    return judge_codes(*opened.program, item["codes"].strings());
  return judge_all(session, *opened.program, {item}, kDefaultUlp);
}

}  // namespace tool
