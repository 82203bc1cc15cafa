#include "conform_cases.h"
#include "published.h"

namespace tool {

namespace {

constexpr uint32_t kDefaultUlp = 4;
constexpr const char* kOrderDependent =
    "the result depends on the order of invocations, which a parallel device does not keep";
constexpr const char* kOracleFails = "the oracle itself fails on this program";

Verdict check_identity(const CaseProgram& program, const Json& item) {
  Bytes fingerprint(32);
  if (vyre_error* error = vyre_program_fingerprint(program.program.get(), fingerprint.data()))
    return failed("fingerprint: " + failure(error).message);
  if (item["fingerprint"].hex_bytes() != fingerprint) return failed("another fingerprint");
  return passed();
}

Verdict check_codes(const CaseProgram& program, const std::vector<std::string>& expected) {
  const std::vector<std::string> codes = validate(program).codes;
  if (codes == expected) return passed();
  return failed("findings are " + joined(codes) + ", expected " + joined(expected));
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

// One run of a case: inputs, and outputs or an error.
Verdict judge_run(Session& session, const CaseProgram& program, const Pipeline& pipeline,
                  const Json& run, uint32_t ulp) {
  const bool must_fail = run["error"].present();
  if (must_fail && !session.sequential()) return refused(kOracleFails);
  if (run["order_dependent"].is_true() && !session.sequential()) return refused(kOrderDependent);
  const auto inputs = hex_list(run["inputs"]);
  if (!inputs) return failed("the case's inputs are not hexadecimal");
  auto bytes = bytes_of_buffers(program, *inputs);
  if (!bytes) return failed("the case's inputs are not those that the program takes");
  const auto results = launch(session, program, pipeline, std::move(*bytes));
  if (!results) {
    const bool ran_and_failed = results.failure().code == VYRE_ERROR_DISPATCH_FAILED;
    return must_fail && ran_and_failed ? passed() : verdict_of(results.failure(), "dispatch");
  }
  if (must_fail) return failed("ran, but the oracle must fail");
  const auto expected = hex_list(run["outputs"]);
  if (!expected) return failed("the case's outputs are not hexadecimal");
  const std::string difference = output_difference(program, *results, *expected, ulp);
  return difference.empty() ? passed() : failed(difference);
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
  Verdict verdict = check_codes(*opened.program, item["validation"].strings());
  if (verdict.outcome != Outcome::kPassed) return verdict;
  return judge_runs(session, *opened.program, item["runs"].items(),
                    item["ulp"].number().value_or(kDefaultUlp));
}

Verdict judge_random(Session& session, const Json& item) {
  const Opened opened = open_case(session, item);
  if (opened.verdict.outcome != Outcome::kPassed) return opened.verdict;
  if (item["error"].text() == "validation")
    return check_codes(*opened.program, item["codes"].strings());
  return judge_runs(session, *opened.program, {item}, kDefaultUlp);
}

}  // namespace tool
