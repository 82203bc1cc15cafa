#include "cases.h"
#include "program_edit.h"

namespace tool {
namespace {

// What validation finds by default, and on a device that offers everything, where that is less.
Verdict judge_all_codes(const CaseProgram& program, const Json& item) {
  Verdict verdict = judge_codes(program, item["codes"].strings());
  if (verdict.outcome != Outcome::kPassed) return verdict;
  const Json full = item["codes_full"].present() ? item["codes_full"] : item["codes"];
  return judge_codes(program, full.strings(), VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES);
}

}  // namespace

Verdict judge_validation(Session& session, const Json& item) {
  if (item["wire"].is_null()) return refused("the wire form cannot carry the program");
  const auto wire = item["wire"].hex_bytes();
  if (!wire) return failed("the case's wire is not hexadecimal");
  const Result<CaseProgram> program = session.decode(*wire);
  const bool decodes = !item["decodes"].present() || item["decodes"].is_true();
  if (!decodes) return program ? failed("decoded, but the decoder must refuse it") : passed();
  if (!program) return failed("decode: " + program.failure().message);
  if (!item["extra"].present()) return judge_all_codes(*program, item);
  const Result<CaseProgram> whole = session.inspect(
      with_buffer_properties(session.context(), program->program.get(), item["extra"]));
  if (!whole) return failed("extra: " + whole.failure().message);
  return judge_all_codes(*whole, item);
}

}  // namespace tool
