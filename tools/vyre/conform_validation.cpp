#include "conform_cases.h"

namespace tool {

Verdict judge_validation(Session& session, const Json& item) {
  if (item["wire"].is_null()) return refused("the wire form cannot carry the program");
  if (item["extra"].present())
    return refused("the wire form cannot carry a property of one of the buffers");
  const auto wire = item["wire"].hex_bytes();
  if (!wire) return failed("the case's wire is not hexadecimal");
  const Result<CaseProgram> program = session.decode(*wire);
  const bool decodes = !item["decodes"].present() || item["decodes"].is_true();
  if (!decodes) return program ? failed("decoded, but the decoder must refuse it") : passed();
  if (!program) return failed("decode: " + program.failure().message);
  const std::vector<std::string> codes = validate(*program).codes;
  const std::vector<std::string> expected = item["codes"].strings();
  if (codes == expected) return passed();
  return failed("findings are " + joined(codes) + ", expected " + joined(expected));
}

}  // namespace tool
