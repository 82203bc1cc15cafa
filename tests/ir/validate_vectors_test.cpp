#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "base/encoding/hex.h"
#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "support/value_of.h"
#include "support/vectors.h"

namespace vyre::ir {
namespace {

const ValidationOptions kFull = {.subgroup_operations = true, .distributed_collectives = true};

std::vector<std::string> codes(const std::vector<Finding>& findings) {
  std::vector<std::string> result;
  for (const Finding& finding : findings) result.push_back(finding.code);
  return result;
}

std::vector<std::string> strings(JsonValue array) {
  std::vector<std::string> result;
  for (const JsonValue value : array) result.emplace_back(value.string());
  return result;
}

LinearType linear_type(std::string_view name) {
  if (name == "Linear") return LinearType::kLinear;
  if (name == "Affine") return LinearType::kAffine;
  if (name == "Relevant") return LinearType::kRelevant;
  EXPECT_EQ(name, "Unrestricted");
  return LinearType::kUnrestricted;
}

// Adds the predicate that |value| spells ({"and": [{"at_least": 1}, ...]}) and returns its index.
uint32_t add_predicate(Program& program, JsonValue value) {
  using Kind = ShapePredicate::Kind;
  static const std::map<std::string_view, Kind> kKinds = {{"at_least", Kind::kAtLeast},
                                                          {"at_most", Kind::kAtMost},
                                                          {"exactly", Kind::kExactly},
                                                          {"multiple_of", Kind::kMultipleOf},
                                                          {"mod_equals", Kind::kModEquals},
                                                          {"affine", Kind::kAffineRange},
                                                          {"and", Kind::kAnd},
                                                          {"or", Kind::kOr},
                                                          {"not", Kind::kNot}};
  const JsonValue argument = *value.begin();
  ShapePredicate predicate;
  predicate.kind = kKinds.at(argument.key());
  std::vector<int64_t> numbers(4);
  std::vector<uint32_t> parts;
  size_t next = 0;
  if (argument.is(JsonValue::Kind::kNumber)) numbers[0] = static_cast<int64_t>(argument.number());
  if (argument.is(JsonValue::Kind::kObject)) parts.push_back(add_predicate(program, argument));
  if (argument.is(JsonValue::Kind::kArray)) {
    for (const JsonValue part : argument) {
      if (part.is(JsonValue::Kind::kObject)) parts.push_back(add_predicate(program, part));
      if (part.is(JsonValue::Kind::kNumber)) numbers[next++] = static_cast<int64_t>(part.number());
    }
  }
  predicate.a = numbers[0];
  predicate.b = numbers[1];
  predicate.c = numbers[2];
  predicate.d = numbers[3];
  if (!parts.empty()) predicate.left = parts.front();
  if (parts.size() > 1) predicate.right = parts.back();
  program.predicates.push_back(predicate);
  return static_cast<uint32_t>(program.predicates.size() - 1);
}

// Sets what the wire does not carry.
void apply_extra(Program& program, JsonValue extra) {
  const uint32_t index = program.find_buffer(extra.find("buffer").string());
  ASSERT_NE(index, kNone);
  Buffer& buffer = program.buffers[index];
  if (const JsonValue flag = extra.find("bytes_extraction"))
    buffer.bytes_extraction = flag.boolean();
  if (const JsonValue type = extra.find("linear_type")) {
    buffer.linear_type = linear_type(type.string());
  }
  if (const JsonValue predicate = extra.find("shape_predicate")) {
    buffer.shape_predicate = add_predicate(program, predicate);
  }
}

Result<std::shared_ptr<const Program>> decode(JsonValue wire) {
  const auto bytes = hex_decode(wire.string());
  if (!bytes) return fail(Code::kInvalidArgument, "no hex text. Fix: the vector");
  return decode_wire(*bytes);
}

void expect_findings(const Program& program, JsonValue test_case) {
  const ValidationReport report = find_violations(program);
  EXPECT_EQ(codes(report.errors), strings(test_case.find("codes")));
  EXPECT_EQ(codes(report.warnings), strings(test_case.find("warnings")));
  EXPECT_EQ(report.error_count, report.errors.size());
  const JsonValue full = test_case.find("codes_full");
  EXPECT_EQ(codes(find_violations(program, kFull).errors),
            strings(full ? full : test_case.find("codes")));
  const Status status = validate(program);
  EXPECT_EQ(status.ok(), report.errors.empty());
  if (status.ok()) return;
  EXPECT_EQ(codes(status.info().findings), codes(report.errors));
  for (const Finding& finding : report.errors) EXPECT_NE(finding.fix, "") << finding.code;
}

// What of a vector file ran and what could not, printed beside the result.
struct Counts {
  size_t ran = 0;
  std::map<std::string, std::vector<std::string>> skipped;  // reason -> names

  void print(const char* file) const {
    std::cout << file << ": " << ran << " cases run\n";
    for (const auto& [reason, names] : skipped) {
      std::cout << "  " << names.size() << " not run, " << reason << ":";
      for (const std::string& name : names) std::cout << ' ' << name;
      std::cout << '\n';
    }
  }
};

TEST(ValidateVectors, FindingsOfTheValidationCorpus) {
  const JsonDocument document = test::parsed(test::vector_text("validation.json"));
  Counts counts;
  for (const JsonValue test_case : document.root().find("cases")) {
    const std::string name(test_case.find("name").string());
    SCOPED_TRACE(name);
    if (!test_case.find("wire").is(JsonValue::Kind::kString)) {
      counts.skipped["the program has no wire form"].push_back(name);
      continue;
    }
    auto program = decode(test_case.find("wire"));
    if (const JsonValue decodes = test_case.find("decodes"); decodes && !decodes.boolean()) {
      EXPECT_FALSE(program.ok()) << "the decoder must refuse it";
      counts.skipped["too deep for the decoder (see ValidateLimits)"].push_back(name);
      continue;
    }
    ASSERT_TRUE(program.ok()) << program.error().text();
    // Nobody else holds the program yet.
    auto& open = const_cast<Program&>(*program.value());
    if (const JsonValue extra = test_case.find("extra")) apply_extra(open, extra);
    expect_findings(open, test_case);
    ++counts.ran;
  }
  counts.print("validation.json");
  EXPECT_EQ(counts.ran, 1767u);
}

TEST(ValidateVectors, FindingsOfThePublishedPrograms) {
  const JsonDocument document = test::parsed(test::vector_text("programs.json"));
  Counts counts;
  for (const JsonValue test_case : document.root().find("cases")) {
    SCOPED_TRACE(test_case.find("name").string());
    const auto program = test::value_of(decode(test_case.find("wire")));
    EXPECT_EQ(codes(find_violations(*program).errors), strings(test_case.find("validation")));
    ++counts.ran;
  }
  counts.print("programs.json");
  EXPECT_EQ(counts.ran, 390u);
}

// The interpreter that ran them has subgroup operations, and collectives of a single rank. One
// program divides by a subnormal literal, which its wire form flushes to zero: what is encoded
// is not what ran.
TEST(ValidateVectors, RandomProgramsAreValidUnlessTheySayOtherwise) {
  constexpr std::string_view kFlushedDivisor = "random/00269";
  const JsonDocument document = test::parsed(test::vector_text("random.json"));
  Counts counts;
  for (const JsonValue test_case : document.root().find("cases")) {
    const std::string_view name = test_case.find("name").string();
    SCOPED_TRACE(name);
    const auto program = test::value_of(decode(test_case.find("wire")));
    std::vector<std::string> expected = strings(test_case.find("codes"));
    if (name == kFlushedDivisor) expected = {"V044"};
    EXPECT_EQ(codes(find_violations(*program, kFull).errors), expected);
    ++counts.ran;
  }
  counts.print("random.json");
  EXPECT_EQ(counts.ran, 1166u);
}

// Knows no op, as the published validators do when they are given none.
class NoOps : public OpTable {
 public:
  const OpSignature* signature(std::string_view) const override { return nullptr; }
  const OpReference* reference(std::string_view) const override { return nullptr; }
};

// What 0.6.2 finds, where the vectors do not say it although it is not what is found later: it does
// not look ops up, and stores no Bool as U32.
std::optional<std::vector<std::string>> older_codes(JsonValue test_case) {
  const std::string_view name = test_case.find("name").string();
  if (name.ends_with("canonical/call_argument")) return {{}};
  if (name == "results/target/bool/store_to_u32") return {{"R-STORETYPE"}};
  const JsonValue older = test_case.find("validation_062");
  return older ? std::optional(strings(older)) : std::nullopt;
}

// By the reading that is taken: form 4 has the findings of 0.6.2.
std::vector<std::string> expected_codes(const Program& program, JsonValue test_case) {
  if (const JsonValue own = test_case.find("auto").find("validation")) return strings(own);
  const auto older = older_codes(test_case);
  return program.form == WireForm::k4 && older ? *older : strings(test_case.find("validation"));
}

void expect_findings_of_generation(Counts& counts, JsonValue test_case, const Reading& reading) {
  const auto wire = hex_decode(test_case.find("wire").string());
  const auto program =
      test::value_of(decode_wire(*wire, std::pmr::get_default_resource(), {}, reading));
  const bool told = reading.form != WireForm::kAny || reading.semantics != Semantics::kAny;
  auto expected =
      told ? strings(test_case.find("validation")) : expected_codes(*program, test_case);
  if (expected == std::vector<std::string>{"V055"}) {
    counts.skipped["0.7.1 has a finding V055 and 0.7.2 has none"].emplace_back(
        test_case.find("name").string());
    expected.clear();
  }
  // Ops are unknown to whom there are none from 0.6.4 on; before, they were not looked up.
  const NoOps no_ops;
  const bool looks_up = program->semantics > Semantics::kV0_6_2;
  EXPECT_EQ(codes(find_violations(*program, {.ops = looks_up ? &no_ops : nullptr}).errors),
            expected);
  ++counts.ran;
}

struct Generation {
  const char* file;
  Reading hint;
};

class GenerationFindings : public testing::TestWithParam<Generation> {};

TEST_P(GenerationFindings, AreThoseOfTheReading) {
  const JsonDocument document = test::parsed(test::vector_text(GetParam().file));
  Counts counts;
  for (const JsonValue test_case : document.root().find("cases")) {
    if (!test_case.find("validation") || !test_case.find("wire")) continue;
    SCOPED_TRACE(test_case.find("name").string());
    expect_findings_of_generation(counts, test_case, {});
    if (GetParam().hint.form != WireForm::kAny || GetParam().hint.semantics != Semantics::kAny) {
      expect_findings_of_generation(counts, test_case, GetParam().hint);
    }
  }
  counts.print(GetParam().file);
  EXPECT_GT(counts.ran, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    Published, GenerationFindings,
    testing::Values(Generation{"newer_0.4.0.json", {}}, Generation{"newer_0.4.1.json", {}},
                    Generation{"newer_0.6.4.json", {.form = WireForm::k4Op}},
                    Generation{"newer_0.6.5.json", {.form = WireForm::k4Op}},
                    Generation{"newer_0.7.1.json", {.semantics = Semantics::kV0_7}},
                    Generation{"newer_0.7.2.json", {.semantics = Semantics::kV0_7}}),
    [](const auto& test) {
      std::string name = std::string(test.param.file).substr(6, 5);
      std::ranges::replace(name, '.', '_');
      return "V" + name;
    });

// Whatever the decoder accepts can be validated; each error says where and what.
TEST(ValidateVectors, EveryDecodedProgramCanBeValidated) {
  const JsonDocument document = test::parsed(test::vector_text("decode.json"));
  size_t accepted = 0;
  size_t invalid = 0;
  for (const JsonValue test_case : document.root().find("cases")) {
    const auto program = decode(test_case.find("blob"));
    if (!program.ok()) continue;
    SCOPED_TRACE(test_case.find("name").string());
    ++accepted;
    const ValidationReport report = find_violations(*program.value());
    invalid += report.valid() ? 0 : 1;
    for (const Finding& finding : report.errors) {
      EXPECT_FALSE(finding.path.empty());
      EXPECT_FALSE(finding.text.empty());
    }
  }
  std::cout << "decode.json: " << accepted << " programs, " << invalid << " invalid\n";
  EXPECT_GT(accepted, 500u);
  EXPECT_GT(invalid, 0u);
}

}  // namespace
}  // namespace vyre::ir
