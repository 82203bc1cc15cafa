#include "conform_cases.h"
#include "program_edit.h"

namespace tool {

Verdict judge_validation(Session& session, const Json& item) {
  if (item["wire"].is_null()) return refused("the wire form cannot carry the program");
  const auto wire = item["wire"].hex_bytes();
  if (!wire) return failed("the case's wire is not hexadecimal");
  const Result<CaseProgram> program = session.decode(*wire);
  const bool decodes = !item["decodes"].present() || item["decodes"].is_true();
  if (!decodes) return program ? failed("decoded, but the decoder must refuse it") : passed();
  if (!program) return failed("decode: " + program.failure().message);
  if (!item["extra"].present()) return judge_codes(*program, item["codes"].strings());
  Result<Program> edited =
      with_buffer_properties(session.context(), program->program.get(), item["extra"]);
  if (!edited) return failed("extra: " + edited.failure().message);
  const Result<CaseProgram> whole = session.inspect(std::move(*edited));
  if (!whole) return failed("extra: " + whole.failure().message);
  return judge_codes(*whole, item["codes"].strings());
}

}  // namespace tool
