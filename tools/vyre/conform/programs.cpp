
#include "cases.h"
#include "program_edit.h"
#include "published_interpreter.h"

namespace tool {

namespace {

constexpr uint32_t kDefaultUlp = 4;
constexpr const char* kOrderDependent =
    "the result depends on the order of invocations, which a parallel device does not keep";
constexpr const char* kAtomicOrder =
    "the order of atomic operations shows, which a parallel device does not keep";
constexpr const char* kNoGridBarrier =
    "the result depends on the order of workgroups, which a grid barrier does not keep";
constexpr const char* kOracleFails = "the oracle itself fails on this program";
constexpr const char* kPartOfAnElement =
    "a buffer with a part of an element at its end, which this library does not take";
constexpr const char* kLostLiteral =
    "the wire form cannot carry a literal of the program, -0.0 or a subnormal";

bool ends_within_an_element(const vyre_parameter_info& buffer, const Bytes& bytes) {
  return buffer.role != VYRE_ROLE_SHARED && buffer.static_bytes != bytes.size() &&
         buffer.element_bytes != 0 && bytes.size() % buffer.element_bytes != 0;
}

// The published interpreter takes larger buffers than the declared ones; this library takes any
// number of elements where none is declared. Names of buffers whose count has to go.
std::vector<std::string_view> buffers_of_other_size(const CaseProgram& program,
                                                    const std::vector<Bytes>& bytes) {
  std::vector<std::string_view> names;
  for (size_t i = 0; i < bytes.size(); ++i) {
    const vyre_parameter_info& buffer = program.buffers[i];
    if (buffer.role == VYRE_ROLE_SHARED || buffer.static_bytes == 0) continue;
    if (bytes[i].size() > buffer.static_bytes) names.push_back(view(buffer.name));
  }
  return names;
}

// Why a published result cannot be asked of this backend; empty when it can.
const char* not_comparable(const Session& session, const CaseProgram& program, const CaseRun& run) {
  const bool in_any_order = run.order_dependent.is_false();
  if (run.order_dependent.is_true() && !session.sequential()) return kOrderDependent;
  if ((program.info.needs & VYRE_NEEDS_GRID_BARRIER) != 0 && !in_any_order) return kNoGridBarrier;
  return "";
}

CaseLaunch launch_of(const CaseProgram& program, std::vector<Bytes> bytes) {
  std::vector<uint64_t> sizes;
  for (const Bytes& buffer : bytes) sizes.push_back(buffer.size());
  CaseLaunch launch;
  launch.grid = published::grid(program.info, program.buffers, sizes);
  launch.bytes = std::move(bytes);
  return launch;
}

// The library refuses before it runs, or the run fails, as the oracle does.
Verdict judge_failure(const Failure& failure, const std::string& step, const CaseProgram& program,
                      bool must_fail) {
  return must_fail ? passed() : verdict_of(failure, step, program);
}

Verdict judge_outputs(const Session& session, const CaseProgram& program,
                      const std::vector<Bytes>& results, const CaseRun& run, uint32_t ulp) {
  const auto expected = hex_list(run.outputs);
  if (!expected) return failed("the case's outputs are not hexadecimal");
  const auto difference = output_difference(program, results, *expected, ulp);
  if (!difference) return passed();
  if (!session.sequential() && difference->buffer &&
      shows_order_of_atomics(program.program.get(), view(difference->buffer->name)))
    return refused(kAtomicOrder);
  return failed(difference->text);
}

Verdict judge_launch(Session& session, const CaseProgram& program, const Pipeline& pipeline,
                     const CaseRun& run, std::vector<Bytes> bytes, uint32_t ulp) {
  const bool must_fail = run.error.present();
  const CaseLaunch launch = launch_of(program, std::move(bytes));
  return beside_races(session, program, pipeline, launch, [&](const Results& results) {
    if (!results) return judge_failure(results.failure(), "dispatch", program, must_fail);
    if (must_fail) return failed("ran, but the oracle fails");
    return judge_outputs(session, program, *results, run, ulp);
  });
}

// The program with buffers of any length in place of |names|.
Verdict judge_resized(Session& session, const CaseProgram& program,
                      std::span<const std::string_view> names, const CaseRun& run,
                      std::vector<Bytes> bytes, uint32_t ulp) {
  const Result<CaseProgram> whole =
      session.inspect(with_any_length(session.context(), program.program.get(), names));
  if (!whole) return failed("other sizes: " + whole.failure().message);
  const Result<Pipeline> pipeline = session.compile(*whole);
  if (!pipeline) return verdict_of(pipeline.failure(), "compile", *whole);
  return judge_launch(session, *whole, *pipeline, run, std::move(bytes), ulp);
}

// One run of a case: inputs, and outputs or an error.
Verdict judge_run(Session& session, const CaseProgram& program, const Result<Pipeline>& pipeline,
                  const CaseRun& run, uint32_t ulp) {
  const char* reason = not_comparable(session, program, run);
  if (*reason) return refused(reason);
  const bool must_fail = run.error.present();
  if (!pipeline) return judge_failure(pipeline.failure(), "compile", program, must_fail);
  const auto inputs = hex_list(run.inputs);
  if (!inputs) return failed("the case's inputs are not hexadecimal");
  auto bytes = bytes_of_buffers(program, *inputs);
  if (!bytes) return must_fail ? refused(kOracleFails) : failed("another number of inputs");
  if (must_fail) return judge_launch(session, program, *pipeline, run, std::move(*bytes), ulp);
  for (size_t i = 0; i < bytes->size(); ++i)
    if (ends_within_an_element(program.buffers[i], (*bytes)[i])) return refused(kPartOfAnElement);
  const auto names = buffers_of_other_size(program, *bytes);
  if (!names.empty()) return judge_resized(session, program, names, run, std::move(*bytes), ulp);
  return judge_launch(session, program, *pipeline, run, std::move(*bytes), ulp);
}

// All runs of a case on one pipeline: the first that fails decides, then the first refused.
Verdict judge_runs(Session& session, const CaseProgram& program, const std::vector<CaseRun>& runs,
                   uint32_t ulp) {
  if (runs.empty()) return passed();
  const Result<Pipeline> pipeline = session.compile(program);
  Verdict worst;
  for (const CaseRun& run : runs) {
    Verdict verdict = judge_run(session, program, pipeline, run, ulp);
    if (verdict.outcome == Outcome::kFailed) return verdict;
    if (worst.outcome == Outcome::kPassed) worst = std::move(verdict);
  }
  return worst;
}

// The wire form turns literals -0.0 and subnormals into +0.0, so some results are not those of the
// program that the case holds. That is so when the oracle gives the same wrong answer as the
// backend, and the published one with such a literal put back.
bool literal_was_lost(Session& session, const CaseProgram& program,
                      const std::vector<CaseRun>& runs, uint32_t ulp, const Verdict& verdict) {
  Session* oracle = session.oracle();
  if (!oracle || judge_runs(*oracle, program, runs, ulp).reason != verdict.reason) return false;
  for (const char* bits : {"0x80000000", "0x00000001", "0x80000001"}) {
    const Result<CaseProgram> whole =
        oracle->inspect(with_zero_literals(oracle->context(), program.program.get(), bits));
    if (!whole) return false;
    if (judge_runs(*oracle, *whole, runs, ulp).outcome == Outcome::kPassed) return true;
  }
  return false;
}

Verdict judge_all(Session& session, const CaseProgram& program, const std::vector<CaseRun>& runs,
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
  Result<CaseProgram> program = program_of(session, item);
  if (!program) return {failed(program.failure().message), std::nullopt};
  Verdict verdict = judge_fingerprint(program->program.get(), item["fingerprint"]);
  return {std::move(verdict), std::move(*program)};
}

CaseRun run_of(const Json& item) {
  return {item["inputs"], item["outputs"], item["error"], item["order_dependent"]};
}

std::vector<CaseRun> runs_of(const Json& item) {
  std::vector<CaseRun> runs;
  for (const Json& run : item["runs"].items()) runs.push_back(run_of(run));
  return runs;
}

uint32_t ulp_of(const Json& item) { return item["ulp"].number().value_or(kDefaultUlp); }

}  // namespace

Verdict judge_program(Session& session, const Json& item) {
  const Opened opened = open_case(session, item);
  if (opened.verdict.outcome != Outcome::kPassed) return opened.verdict;
  Verdict verdict = judge_codes(*opened.program, item["validation"].strings());
  if (verdict.outcome != Outcome::kPassed) return verdict;
  return judge_all(session, *opened.program, runs_of(item), ulp_of(item));
}

Verdict judge_results(Session& session, const CaseProgram& program, const Json& item,
                      const Json& outputs, const Json& error) {
  if (item["runs"].present()) return judge_all(session, program, runs_of(item), ulp_of(item));
  CaseRun run = run_of(item);
  run.outputs = outputs;
  run.error = error;
  return judge_all(session, program, {run}, ulp_of(item));
}

Verdict judge_random(Session& session, const Json& item) {
  const Opened opened = open_case(session, item);
  if (opened.verdict.outcome != Outcome::kPassed) return opened.verdict;
  if (item["error"].text() == "validation")
    return judge_codes(*opened.program, item["codes"].strings());
  return judge_all(session, *opened.program, {run_of(item)}, kDefaultUlp);
}

}  // namespace tool
