// Programs of every published generation, read with and without a word about where they come from.

#include <set>

#include "base/hash/blake3.h"
#include "corpus.h"
#include "ir/wire/canonical.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "support/matchers.h"

namespace vyre::ir {
namespace {

WireForm form_named(std::string_view name) {
  for (const WireForm form : {WireForm::k1, WireForm::k4, WireForm::k5, WireForm::k6}) {
    if (name == form_name(form)) return form;
  }
  return name == "4op" ? WireForm::k4Op : WireForm::kAny;
}

// The form in which a program that was read in |form| is written.
WireForm written(WireForm form) {
  if (form == WireForm::k1) return WireForm::k4;
  return form == WireForm::k5 ? WireForm::k6 : form;
}

struct Generation {
  const char* name;
  Reading hint;  // none: of these bytes nothing is known beside them
};

constexpr Generation kGenerations[] = {
    {"0.4.0", {}},
    {"0.4.1", {}},
    {"0.6.4", {.form = WireForm::k4Op}},
    {"0.6.5", {.form = WireForm::k4Op}},
    {"0.7.1", {.semantics = Semantics::kV0_7}},
    {"0.7.2", {.semantics = Semantics::kV0_7}},
};

bool has_hint(const Generation& generation) {
  return generation.hint.form != WireForm::kAny || generation.hint.semantics != Semantics::kAny;
}

class Generations : public testing::TestWithParam<Generation> {
 protected:
  static std::string file() { return std::string("newer_") + GetParam().name + ".json"; }

  // each(value, bytes)
  template <typename Each>
  static void for_each_case(const Each& each) {
    const JsonDocument document = test::parsed(test::vector_text(file()));
    size_t count = 0;
    for (const JsonValue value : document.root().find("cases")) {
      SCOPED_TRACE(text_of(value.find("name")));
      const JsonValue wire = value.find("wire");
      each(value, hex((wire ? wire : value.find("blob")).string()));
      ++count;
    }
    EXPECT_EQ(count, test::case_count(file()));
  }
};

std::string rule_of(const std::string& text) { return text.substr(10, text.find(',') - 10); }

void expect_rule(JsonValue wanted, const std::string& refusal) {
  const JsonValue rule = wanted.find("rule");
  if (!rule) return;
  EXPECT_EQ(rule_of(refusal), rule.string()) << refusal;
}

// The value of |key| that counts for a reader: |auto| has it only where it is another one.
JsonValue told(JsonValue value, JsonValue reader, const char* key) {
  const JsonValue own = reader.find(key);
  return own ? own : value.find(key);
}

TEST_P(Generations, AreToldByTheirBytes) {
  for_each_case([](JsonValue value, const std::vector<uint8_t>& bytes) {
    const JsonValue wanted = value.find("auto");
    const auto program = decode_wire(bytes);
    ASSERT_EQ(program.ok(), wanted.find("accept").boolean())
        << (program.ok() ? form_name(program.value()->form) : program.error().text());
    if (!program.ok()) {
      expect_rule(wanted, program.error().text());
      return;
    }
    const Program& read = *program.value();
    EXPECT_EQ(form_name(read.form), form_name(form_named(text_of(wanted.find("reading")))));
    EXPECT_EQ(read.semantics, semantics_of(read.form));
    if (const JsonValue print = told(value, wanted, "fingerprint")) {
      EXPECT_EQ(hex_encode(test::value_of(fingerprint(read, written(read.form)))), print.string());
    }
    if (const JsonValue six = wanted.find("form_6")) {
      const auto bytes_6 = test::value_of(encode_wire(read, WireForm::k6));
      EXPECT_EQ(hex_encode(blake3(bytes_6)), six.string());
    }
    if (read.form == WireForm::k1) return;
    const JsonValue again = told(value, wanted, "reencoded");
    const bool stays = !again || again.is(JsonValue::Kind::kNull);
    EXPECT_EQ(hex_encode(test::value_of(encode_wire(read))),
              stays ? hex_encode(bytes) : std::string(again.string()));
  });
}

// 0.6.4 does not bound the depth of types; its hint means 0.6.5, which does.
bool is_left_to_0_6_5(const char* generation, JsonValue value) {
  return generation == std::string("0.6.4") &&
         text_of(value.find("name")).starts_with("depth/inline_type_");
}

TEST_P(Generations, AnswerAsTheyDoWhereTheyAreNamed) {
  if (!has_hint(GetParam())) return;
  size_t left = 0;
  for_each_case([&](JsonValue value, const std::vector<uint8_t>& bytes) {
    const auto program = decode_wire(bytes, std::pmr::get_default_resource(), {}, GetParam().hint);
    if (!program.ok() && is_left_to_0_6_5(GetParam().name, value)) {
      EXPECT_EQ(rule_of(program.error().text()), "D90");
      ++left;
      return;
    }
    ASSERT_EQ(program.ok(), value.find("accept").boolean())
        << (program.ok() ? form_name(program.value()->form) : program.error().text());
    if (!program.ok()) return expect_rule(value, program.error().text());
    const Program& read = *program.value();
    const Digest print = test::value_of(fingerprint(read, written(read.form)));
    EXPECT_EQ(hex_encode(print), text_of(value.find("fingerprint")));
    const JsonValue again = value.find("reencoded");
    EXPECT_EQ(hex_encode(test::value_of(encode_wire(read))),
              again ? std::string(again.string()) : hex_encode(bytes));
  });
  std::cout << left << " answers of 0.6.4 are those of 0.6.5\n";
  EXPECT_EQ(left, GetParam().name == std::string("0.6.4") ? 6u : 0u);
}

// Bytes of a program in one form, and their fingerprint.
void expect_form(const Program& program, JsonValue value, const char* name) {
  const WireForm form = form_named(name);
  const JsonValue wanted = value.find("forms").find(name);
  const bool left_out = program.form == WireForm::k5 && form == WireForm::k6;  // see "reencoded"
  if (!wanted || left_out) return;
  const auto bytes = encode_wire(program, form);
  ASSERT_EQ(bytes.ok(), wanted.is(JsonValue::Kind::kString))
      << name << ": " << (bytes.ok() ? "" : bytes.error().text());
  if (!bytes.ok()) return;
  EXPECT_EQ(hex_encode(blake3(bytes.value())), wanted.string()) << name;
  const JsonValue prints = value.find("fingerprints");
  if (!prints) return;
  EXPECT_EQ(hex_encode(test::value_of(fingerprint(program, form))), text_of(prints.find(name)));
}

TEST_P(Generations, AreWrittenInEveryFormThatHoldsThem) {
  for_each_case([](JsonValue value, const std::vector<uint8_t>& bytes) {
    if (!value.find("forms")) return;
    auto program = decode_wire(bytes, std::pmr::get_default_resource(), {}, GetParam().hint);
    if (!program.ok()) return;
    for (const char* form : {"4", "4op", "6"}) expect_form(*program.value(), value, form);
  });
}

INSTANTIATE_TEST_SUITE_P(Published, Generations, testing::ValuesIn(kGenerations),
                         [](const auto& test) {
                           std::string name = test.param.name;
                           std::ranges::replace(name, '.', '_');
                           return "V" + name;
                         });

}  // namespace
}  // namespace vyre::ir
