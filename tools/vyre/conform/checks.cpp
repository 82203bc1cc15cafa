#include "cases.h"

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

}  // namespace tool
