#include <algorithm>

#include "cases.h"

namespace tool {

namespace {

constexpr const char* kLaterVersion =
    "the version that a hint means answers otherwise than the one that made the case";

constexpr size_t kSchemaAt = 4;

constexpr const char* kAnyOrder =
    "workgroups store different values at one place, which the case does not say";
constexpr const char* kUnknownOps = "the case does not hold the ops that its program calls";

struct Form {
  std::string_view name;  // in the cases
  vyre_wire_form form;
  vyre_wire_form written;
  vyre_semantics semantics;
};
constexpr Form kForms[] = {
    {"1", VYRE_WIRE_FORM_1, VYRE_WIRE_FORM_4, VYRE_SEMANTICS_V0_6_2},
    {"4", VYRE_WIRE_FORM_4, VYRE_WIRE_FORM_4, VYRE_SEMANTICS_V0_6_2},
    {"4op", VYRE_WIRE_FORM_4_OP, VYRE_WIRE_FORM_4_OP, VYRE_SEMANTICS_V0_6_5},
    {"5", VYRE_WIRE_FORM_5, VYRE_WIRE_FORM_6, VYRE_SEMANTICS_V0_7},
    {"6", VYRE_WIRE_FORM_6, VYRE_WIRE_FORM_6, VYRE_SEMANTICS_V0_7},
};

const Form& form_of(const CaseProgram& program) {
  return *std::find_if(std::begin(kForms), std::end(kForms),
                       [&](const Form& form) { return form.form == program.info.form; });
}

// A case, and what is known of its bytes beside them.
struct Asked {
  Session& session;
  const Json& item;
  const vyre_program_desc* hint;
  bool is_hinted = false;
  Bytes bytes = {};

  // What counts: without a hint |auto| says what is not as the generation has it.
  Json told(const char* key) const {
    const Json own = item["auto"][key];
    return !is_hinted && own.present() ? own : item[key];
  }
};

Verdict judge_refusal(const Asked& asked, const Failure& failure) {
  if (failure.code != VYRE_ERROR_MALFORMED_WIRE) {
    return failed("rejected with another error: " + failure.message);
  }
  const Json rule = asked.is_hinted ? asked.item["rule"] : asked.item["auto"]["rule"];
  const std::string named = "wire rule " + std::string(rule.text()) + ",";
  if (!rule.present() || failure.message.find(named) != std::string::npos) return passed();
  return failed("not by rule " + std::string(rule.text()) + ": " + failure.message);
}

Verdict judge_written(const Asked& asked, const CaseProgram& program) {
  if (program.info.form == VYRE_WIRE_FORM_1) return passed();
  const Json again = asked.told("reencoded");
  const Result<Bytes> bytes = wire_of(program.program.get());
  if (!bytes) return failed("encode: " + bytes.failure().message);
  const bool stays = !again.present() || again.is_null();
  return *bytes == (stays ? std::optional(asked.bytes) : again.hex_bytes())
             ? passed()
             : failed("encodes to other bytes");
}

// In each form, by a program that means there what it means.
Verdict judge_forms(const Asked& asked, const CaseProgram& program) {
  // Those of the other reading, where there are two.
  if (!asked.is_hinted && asked.item["two_readings"].is_true()) return passed();
  const Json prints = asked.item["fingerprints"];
  const bool is_schema_4 = asked.bytes[kSchemaAt] == 4;
  const vyre_wire_form read = program.info.form;
  for (const Form& form : kForms) {
    const Json wanted = prints[std::string(form.name).c_str()];
    if (!wanted.present()) continue;
    vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
    desc.form = is_schema_4 && read == VYRE_WIRE_FORM_5 ? VYRE_WIRE_FORM_4_OP : read;
    desc.semantics = form.semantics;
    const Result<CaseProgram> other = asked.session.decode(asked.bytes, &desc);
    if (!other) return failed("with other semantics: " + other.failure().message);
    Verdict verdict = judge_fingerprint(other->program.get(), wanted, form.form);
    if (verdict.outcome != Outcome::kPassed) return verdict;
  }
  return passed();
}

// 0.6.2 looks no ops up, and stores no truth value as U32; the cases say it of programs alone.
std::optional<std::vector<std::string>> older_codes(const Json& item) {
  const std::string_view name = item["name"].text();
  if (name.ends_with("canonical/call_argument")) return {{}};
  if (name == "results/target/bool/store_to_u32") return {{"R-STORETYPE"}};
  const Json older = item["validation_062"];
  return older.present() ? std::optional(older.strings()) : std::nullopt;
}

Verdict judge_findings(const Asked& asked, const CaseProgram& program) {
  if (!asked.item["validation"].present()) return passed();
  const bool is_older = program.info.semantics == VYRE_SEMANTICS_V0_6_2;
  const bool has_own = !asked.is_hinted && asked.item["auto"]["validation"].present();
  const auto older = is_older && !has_own ? older_codes(asked.item) : std::nullopt;
  const auto codes = older ? *older : asked.told("validation").strings();
  if (codes == std::vector<std::string>{"V055"}) return refused(kLaterVersion);
  return judge_codes(program, codes, is_older ? VYRE_VALIDATE_UNCHECKED_CALLS : 0);
}

// The program with its calls replaced by what is called.
Verdict judge_inlined(const Asked& asked) {
  const auto bytes = asked.item["inlined"].hex_bytes();
  if (!bytes) return failed("the case's inlined program is not hexadecimal");
  if (auto failure = asked.session.open_device()) return failed(failure->message);
  const Result<CaseProgram> program = asked.session.decode(*bytes);
  if (!program) return failed("the inlined program: " + program.failure().message);
  return judge_results(asked.session, *program, asked.item, asked.item["outputs"],
                       asked.item["error"]);
}

// 0.7.1 does not run the ids of subgroups, 0.7.2 does.
bool is_later_result(const CaseProgram& program, const Json& item) {
  const std::string_view name = item["name"].text();
  const bool has_ids = name.ends_with("subgroup/size") || name.ends_with("subgroup/local_id");
  return has_ids && program.info.semantics == VYRE_SEMANTICS_V0_7 &&
         item["error"].text() == "interpreter";
}

// Its four workgroups store different values at the same places.
bool is_undeclared_race(const CaseProgram& program, const Json& item) {
  return program.info.form == VYRE_WIRE_FORM_1 && item["name"].text() == "target/ids";
}

// A run of the program with the results of the reading that was taken.
Verdict judge_runs(const Asked& asked, const CaseProgram& program) {
  const Json& item = asked.item;
  if (!item["inputs"].present() && !item["runs"].present()) return passed();
  if (item["inlined"].present()) return judge_inlined(asked);
  const auto codes = item["validation"].strings();
  const bool lacks_ops = std::find(codes.begin(), codes.end(), "V016") != codes.end();
  if (item["runs"].present() && lacks_ops) return refused(kUnknownOps);
  if (is_later_result(program, item)) return refused(kLaterVersion);
  if (auto failure = asked.session.open_device()) return failed(failure->message);
  if (!asked.session.sequential() && is_undeclared_race(program, item)) return refused(kAnyOrder);
  const Json own = asked.is_hinted ? Json() : item["auto"];
  if (own["outputs"].present() || own["error"].present()) {
    return judge_results(asked.session, program, item, own["outputs"], own["error"]);
  }
  const bool is_older = program.info.semantics == VYRE_SEMANTICS_V0_6_2;
  if (is_older && item["same_in_062"].is_false()) {
    return judge_results(asked.session, program, item, item["outputs_062"], item["error_062"]);
  }
  return judge_results(asked.session, program, item, item["outputs"], item["error"]);
}

Verdict judge_reading(const Asked& asked) {
  const Json accept = asked.is_hinted ? asked.item["accept"] : asked.item["auto"]["accept"];
  const Result<CaseProgram> program = asked.session.decode(asked.bytes, asked.hint);
  if (!program && !accept.is_true()) return judge_refusal(asked, program.failure());
  if (!program) {
    const bool is_later = asked.is_hinted && asked.item["name"].text().starts_with("depth/inline_");
    if (is_later) return refused(kLaterVersion);
    return failed("rejected: " + program.failure().message);
  }
  if (!accept.is_true()) return failed("accepted, but breaks a rule");
  const std::string_view reading = asked.item["auto"]["reading"].text();
  const Form& form = form_of(*program);
  if (!asked.is_hinted && form.name != reading) return failed("read in another form");
  const Json print = asked.told("fingerprint");
  Verdict verdict =
      print.present() ? judge_fingerprint(program->program.get(), print, form.written) : passed();
  for (auto* const judge : {judge_written, judge_forms, judge_findings, judge_runs}) {
    if (verdict.outcome == Outcome::kPassed) verdict = judge(asked, *program);
  }
  return verdict;
}

}  // namespace

std::optional<vyre_program_desc> hint_of(std::string_view generation) {
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.format = VYRE_FORMAT_WIRE;
  if (generation.starts_with("0.6.")) {
    desc.form = VYRE_WIRE_FORM_4_OP;
    return desc;
  }
  desc.semantics = VYRE_SEMANTICS_V0_7;
  return generation.starts_with("0.7.") ? std::optional(desc) : std::nullopt;
}

Verdict judge_generation(Session& session, const Json& item,
                         const std::optional<vyre_program_desc>& hint) {
  const Json hex = item["wire"].present() ? item["wire"] : item["blob"];
  const auto bytes = hex.hex_bytes();
  if (!bytes) return failed("the case's bytes are not hexadecimal");
  Verdict verdict = judge_reading({session, item, nullptr, false, *bytes});
  if (verdict.outcome != Outcome::kPassed || !hint) return verdict;
  verdict = judge_reading({session, item, &*hint, true, *bytes});
  if (!verdict.reason.empty()) verdict.reason = "with a hint: " + verdict.reason;
  return verdict;
}

}  // namespace tool
