#include <iostream>
#include <map>

#include "base/encoding/hex.h"
#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "spirv/support/lower_checked.h"
#include "support/vectors.h"

namespace vyre::spirv {
namespace {

// The first words of a refusal, without the names and places of one program.
std::string reason_of(const std::string& text) {
  const size_t at = text.find(" at body[");
  const size_t type = text.find("has elements of type ");
  if (type != std::string::npos) return text.substr(type, text.find(',') - type);
  return text.substr(0, at == std::string::npos ? text.find('.') : at);
}

// Lowers every valid program of a vector file and asks the SPIR-V validator about each module.
class Corpus {
 public:
  explicit Corpus(const Target& target) : target_(target) {}

  // How many modules are valid.
  int valid_of(const std::string& file) {
    run(file);
    return valid_;
  }

 private:
  void run(const std::string& file) {
    const JsonDocument document = test::parsed(test::vector_text(file));
    for (const JsonValue item : document.root().find("cases")) {
      if (!item.find("wire").is(JsonValue::Kind::kString)) continue;
      const auto bytes = hex_decode(item.find("wire").string());
      ASSERT_TRUE(bytes);
      check(std::string(item.find("name").string()), *bytes);
    }
    std::cout << file << ": " << valid_ << " modules valid, " << merged_
              << " of them with coarsened neighbors, " << refused_ << " refused\n";
    for (const auto& [reason, count] : reasons_)
      std::cout << "  " << count << "  " << reason << '\n';
  }

  void check(const std::string& name, const std::vector<uint8_t>& wire) {
    const auto program = ir::decode_wire(wire);
    if (!program.ok()) return;
    if (!ir::validate(*program.value(), {.subgroup_operations = true}).ok()) return;
    const auto source = test::source_of(*program.value());
    if (!source.ok()) return;  // no launch of it can be planned
    const auto module = lower(source.value(), target_);
    if (!module.ok()) return refuse(name, module.error());
    EXPECT_EQ(complaints(module.value().words), "") << name;
    ++valid_;
    if (module.value().coarsened_words.empty()) return;
    EXPECT_EQ(complaints(module.value().coarsened_words), "") << name;
    ++merged_;
  }

  void refuse(const std::string& name, const Status& status) {
    EXPECT_EQ(status.code(), Code::kUnsupportedFeature) << name << ": " << status.text();
    EXPECT_NE(status.text().find("Fix: "), std::string::npos) << name << ": " << status.text();
    ++refused_;
    ++reasons_[reason_of(status.text())];
  }

  const Target target_;
  int valid_ = 0;
  int merged_ = 0;
  int refused_ = 0;
  std::map<std::string, int> reasons_;
};

TEST(Corpus, PublishedProgramsBecomeValidModules) {
  EXPECT_GE(Corpus(full_target()).valid_of("programs.json"), 386);
}

TEST(Corpus, PublishedProgramsBecomeValidModulesOnAModestDevice) {
  EXPECT_GE(Corpus(modest_target()).valid_of("programs.json"), 386);
}

TEST(Corpus, GeneratedProgramsBecomeValidModules) {
  EXPECT_GE(Corpus(full_target()).valid_of("random.json"), 1135);
}

TEST(Corpus, GeneratedProgramsBecomeValidModulesOnAModestDevice) {
  EXPECT_GE(Corpus(modest_target()).valid_of("random.json"), 1135);
}

TEST(Corpus, ValidationProgramsBecomeValidModules) {
  EXPECT_GE(Corpus(full_target()).valid_of("validation.json"), 498);
}

}  // namespace
}  // namespace vyre::spirv
