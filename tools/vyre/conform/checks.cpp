#include "cases.h"
#include "program_edit.h"

namespace tool {

namespace {

Verdict judge_accepted(const vyre_program* program, const Json& item, const Bytes& blob) {
  const Verdict verdict = judge_fingerprint(program, item);
  if (verdict.outcome != Outcome::kPassed) return verdict;
  const Json again = item["reencoded"];
  const Result<Bytes> bytes = wire_of(program);
  if (!bytes) return failed("encode: " + bytes.failure().message);
  if (*bytes != (again.present() ? again.hex_bytes() : std::optional(blob)))
    return failed("encodes to other bytes");
  return passed();
}

// What validation finds by default, and on a device that offers everything, where that is less.
Verdict judge_all_codes(const CaseProgram& program, const Json& item) {
  Verdict verdict = judge_codes(program, item["codes"].strings());
  if (verdict.outcome != Outcome::kPassed) return verdict;
  const Json full = item["codes_full"].present() ? item["codes_full"] : item["codes"];
  return judge_codes(program, full.strings(), VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES);
}

}  // namespace

Verdict judge_decode(Session& session, const Json& item) {
  const auto blob = item["blob"].hex_bytes();
  if (!blob) return failed("the case's blob is not hexadecimal");
  const bool accept = item["accept"].is_true();
  const auto program = make<Program>([&](vyre_program** out) {
    return vyre_program_decode(session.context(), blob->data(), blob->size(), out);
  });
  if (!program) {
    if (accept) return failed("rejected: " + program.failure().message);
    return program.failure().code == VYRE_ERROR_MALFORMED_WIRE
               ? passed()
               : failed("rejected with another error: " + program.failure().message);
  }
  if (!accept) return failed("accepted, but breaks rule " + std::string(item["rule"].text()));
  return judge_accepted(program->get(), item, *blob);
}

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
