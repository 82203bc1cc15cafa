#include "cases.h"

#include <algorithm>

#include "compare.h"
#include "host/joined.h"
#include "program_edit.h"
#include "published_interpreter.h"

namespace tool {

namespace {

constexpr const char* kRace =
    "invocations touch the same places at once, a race that an interpreter's order hides";

constexpr uint32_t kElementF32 = 0x0B;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Where the part of |text| at |at| ends that belongs to one program: a name in quotes, a place
// such as " at body[0].then[1]", a number. |at| itself when there is none.
size_t end_of_particular(std::string_view text, size_t at) {
  if (text[at] == '\'') return std::min(text.find('\'', at + 1), text.size() - 1) + 1;
  if (text.substr(at, 8) == " at body" || text.substr(at, 9) == " at entry")
    return std::min(text.find_first_of(" ,:", at + 4), text.size());
  const bool starts_number = is_digit(text[at]) && (at == 0 || !is_word(text[at - 1]));
  return starts_number ? std::min(text.find_first_not_of("0123456789", at), text.size()) : at;
}

// The reason of a refusal without what belongs to one program, so that equal ones count together.
std::string general_reason(std::string_view message) {
  const std::string_view text = message.substr(0, message.find(" Fix:"));
  std::string general;
  for (size_t at = 0; at < text.size();) {
    const size_t end = end_of_particular(text, at);
    if (end == at) {
      general += text[at++];
      continue;
    }
    general += text[at] == '\'' ? "'*'" : text[at] == ' ' ? "" : "N";
    at = end;
  }
  return general;
}

bool is_one_invocation(const CaseProgram& program, const std::array<uint32_t, 3>& grid) {
  for (size_t axis = 0; axis < grid.size(); ++axis)
    if (grid[axis] != 1 || program.info.workgroup[axis] != 1) return false;
  return true;
}

bool is_bound(const vyre_parameter_info& buffer) { return buffer.access != VYRE_ACCESS_WORKGROUP; }

Verdict judge_accepted(const vyre_program* program, const Json& item, const Bytes& blob) {
  const Verdict verdict = judge_fingerprint(program, item["fingerprint"]);
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
  return judge_codes(
      program, full.strings(),
      VYRE_VALIDATE_UNCHECKED_CALLS | VYRE_VALIDATE_SUBGROUP | VYRE_VALIDATE_COLLECTIVES);
}

}  // namespace

Verdict beside_races(const Session& session, const CaseProgram& program, const Pipeline& pipeline,
                     const CaseLaunch& launch,
                     const std::function<Verdict(const Results& results)>& judge) {
  const Results results = session.execute(program, pipeline, launch);
  Verdict first = judge(results);
  if (!results || first.outcome != Outcome::kFailed || session.sequential() ||
      is_one_invocation(program, launch.grid) || !may_race(program.program.get()))
    return first;
  for (int again = 0; again < 10; ++again) {
    const Results others = session.execute(program, pipeline, launch);
    if (!others) return first;
    if (judge(others).outcome == Outcome::kPassed) return refused(kRace);
  }
  return first;
}

Verdict verdict_of(const Failure& failure, const std::string& step, const CaseProgram& program) {
  const bool names_subgroups =
      (program.info.needs & VYRE_NEEDS_SUBGROUP) != 0 && failure.message.rfind("Subgroup", 0) == 0;
  if (failure.code == VYRE_ERROR_UNSUPPORTED_FEATURE && names_subgroups)
    return refused(general_reason(failure.message));
  return failed(step + ": " + failure.message);
}

Result<CaseProgram> program_of(const Session& session, const Json& item) {
  const auto wire = item["wire"].hex_bytes();
  if (!wire) return Failure{"the case's wire is not hexadecimal. Fix: correct the case."};
  Result<CaseProgram> program = session.decode(*wire);
  if (!program) return Failure{"decode: " + program.failure().message};
  return program;
}

Verdict judge_fingerprint(const vyre_program* program, const Json& wanted, vyre_wire_form form) {
  Bytes fingerprint(32);
  const auto failure = failure_of(vyre_program_get_fingerprint(program, form, fingerprint.data()));
  if (wanted.is_null()) return failure ? passed() : failed("has a fingerprint, expected none");
  if (failure) return failed("fingerprint: " + failure->message);
  return wanted.hex_bytes() == fingerprint ? passed() : failed("another fingerprint");
}

Verdict judge_codes(const CaseProgram& program, const std::vector<std::string>& expected,
                    uint64_t flags) {
  const std::vector<std::string> codes = validate(program, flags);
  if (codes == expected) return passed();
  const bool has_all = (flags & VYRE_VALIDATE_SUBGROUP) != 0;
  const std::string where = has_all ? "on a device that offers everything " : "";
  return failed(where + "findings are " + joined(codes, "none", " ") + ", expected " +
                joined(expected, "none", " "));
}

std::optional<std::vector<Bytes>> hex_list(const Json& list) {
  std::vector<Bytes> result;
  for (const Json& item : list.items()) {
    auto bytes = item.hex_bytes();
    if (!bytes) return std::nullopt;
    result.push_back(std::move(*bytes));
  }
  return list.is_array() ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<std::vector<Bytes>> bytes_of_buffers(const CaseProgram& program,
                                                   const std::vector<Bytes>& inputs) {
  const auto taken =
      std::count_if(program.buffers.begin(), program.buffers.end(), published::takes);
  const auto bound = std::count_if(program.buffers.begin(), program.buffers.end(), is_bound);
  const bool one_for_each = std::ssize(inputs) == bound && bound != taken;
  if (!one_for_each && std::ssize(inputs) != taken) return std::nullopt;
  std::vector<Bytes> result(program.buffers.size());
  size_t next = 0;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const vyre_parameter_info& buffer = program.buffers[i];
    if (published::takes(buffer)) result[i] = inputs[next++];
    if (!published::allocates(buffer)) continue;
    result[i].resize(buffer.static_bytes);
    if (one_for_each) ++next;
  }
  return result;
}

std::optional<Difference> output_difference(const CaseProgram& program,
                                            const std::vector<Bytes>& actual,
                                            const std::vector<Bytes>& expected, uint32_t ulp) {
  size_t next = 0;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const vyre_parameter_info& buffer = program.buffers[i];
    if (!published::returns(buffer)) continue;
    if (next == expected.size())
      return Difference{nullptr, "the case has fewer outputs than the program"};
    const bool approximate =
        buffer.element_type == kElementF32 && (program.info.needs & VYRE_NEEDS_TRANSCENDENTAL) != 0;
    const std::string text = first_difference(actual[i], expected[next++], approximate ? ulp : 0);
    if (!text.empty())
      return Difference{&buffer, "output '" + std::string(view(buffer.name)) + "': " + text};
  }
  if (next != expected.size())
    return Difference{nullptr, "the case has more outputs than the program"};
  return std::nullopt;
}

Verdict judge_decode(Session& session, const Json& item) {
  const auto blob = item["blob"].hex_bytes();
  if (!blob) return failed("the case's blob is not hexadecimal");
  const bool accept = item["accept"].is_true();
  const auto program = make<Program>([&](vyre_program** out) {
    vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
    desc.format = VYRE_FORMAT_WIRE;
    return vyre_program_load(session.context(), blob->data(), blob->size(), &desc, out);
  });
  if (!program) {
    if (accept) return failed("rejected: " + program.failure().message);
    return program.failure().code == VYRE_ERROR_MALFORMED_WIRE
               ? passed()
               : failed("rejected with another error: " + program.failure().message);
  }
  const bool is_later = vyre_program_get_info(program->get())->form > VYRE_WIRE_FORM_4;
  if (!accept && is_later) return refused("the bytes are a program in a later form");
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
