#include "differential/generate/generator.h"

#include <gmock/gmock.h>

#include "base/encoding/hex.h"
#include "base/hash/blake3.h"
#include "differential/generate/grid_features.h"
#include "differential/judge/case_json.h"
#include "ir/json/write.h"
#include "ir/validate/validate.h"
#include "support/value_of.h"

namespace vyre::differential {
namespace {

constexpr uint64_t kSeed = 7;

std::shared_ptr<const ir::Program> program(const Case& sketch) {
  return test::value_of(program_of(sketch));
}

std::string findings(const Status& status) {
  std::string text = status.text();
  for (const Finding& finding : status.info().findings) {
    text += concat("\n", finding.code, " ", finding.path, " ", finding.text);
  }
  return text;
}

TEST(Generator, EveryProgramIsValid) {
  for (uint64_t index = 0; index < 2000; ++index) {
    const Case sketch = generate(kSeed, index);
    const auto made = program(sketch);
    const Status valid =
        ir::validate(*made, {.subgroup_operations = true, .distributed_collectives = true});
    ASSERT_TRUE(valid.ok()) << index << ": " << findings(valid) << "\n" << ir::write_json(*made);
  }
}

TEST(Generator, ProgramsAreSmall) {
  constexpr size_t kPrograms = 2000;
  size_t statements = 0, most = 0, expressions = 0;
  for (uint64_t index = 0; index < kPrograms; ++index) {
    const Case sketch = generate(kSeed, index);
    const size_t count = count_statements(sketch.body);
    statements += count;
    most = std::max(most, count);
    expressions += count_expressions(sketch.body);
  }
  EXPECT_GE(statements / kPrograms, 10u);
  EXPECT_LE(statements / kPrograms, 40u);
  EXPECT_LE(most, 150u);
  EXPECT_LE(expressions / kPrograms, 250u);
}

TEST(Generator, ProgramsSurviveTheirWireAndJsonForms) {
  for (uint64_t index = 0; index < 500; ++index) {
    EXPECT_EQ(lost_in_forms(*program(generate(kSeed, index))), "") << index;
  }
}

// The same on every machine and from every compiler. A change of the generator changes it too: then
// the new value belongs in the test. Without transcendental functions, of which there may be more.
std::string digest_of(Weights weights, uint64_t count) {
  weights[static_cast<size_t>(Feature::kTranscendental)] = 0;
  std::string all;
  for (uint64_t index = 0; index < count; ++index) {
    all += write_case(generate(kSeed, index, weights), {});
  }
  const auto bytes = std::span(reinterpret_cast<const uint8_t*>(all.data()), all.size());
  return hex_encode(blake3(bytes)).substr(0, 16);
}

TEST(Generator, ASeedGivesTheSameProgramsEverywhere) {
  EXPECT_EQ(digest_of(default_weights(), 300), "27602e4a58f12547");
}

TEST(Generator, TwoHundredProgramsUseEveryFeature) {
  std::set<std::string> missing = expected(all_of(default_weights()));
  for (uint64_t index = 0; index < 200; ++index) {
    for (const std::string& feature : generate(kSeed, index).features) missing.erase(feature);
  }
  EXPECT_THAT(missing, ::testing::IsEmpty());
}

TEST(GridSyncGenerator, EveryProgramIsValid) {
  for (uint64_t index = 0; index < 1000; ++index) {
    const Case sketch = generate(kSeed, index, grid_sync_weights());
    const auto made = program(sketch);
    const Status valid = ir::validate(*made, {.subgroup_operations = true});
    ASSERT_TRUE(valid.ok()) << index << ": " << findings(valid) << "\n" << ir::write_json(*made);
    EXPECT_EQ(lost_in_forms(*made), "") << index;
  }
}

TEST(GridSyncGenerator, MostProgramsCanBeCut) {
  constexpr size_t kPrograms = 500;
  size_t cut = 0, several = 0;
  for (uint64_t index = 0; index < kPrograms; ++index) {
    Case sketch = generate(kSeed, index, grid_sync_weights());
    if (!add_grid_features(*program(sketch), sketch).ok()) continue;
    ++cut;
    several += sketch.features.contains("grid.several_barriers") ? 1 : 0;
  }
  EXPECT_GE(cut, kPrograms * 9 / 10);
  EXPECT_GE(several, kPrograms / 3);
}

TEST(GridSyncGenerator, TwoHundredProgramsUseEveryFeature) {
  std::set<std::string> missing = expected(all_of(grid_sync_weights()));
  for (uint64_t index = 0; index < 200; ++index) {
    Case sketch = generate(3, index, grid_sync_weights());
    if (!add_grid_features(*program(sketch), sketch).ok()) continue;
    for (const std::string& feature : sketch.features) missing.erase(feature);
  }
  EXPECT_THAT(missing, ::testing::IsEmpty());
}

TEST(GridSyncGenerator, ASeedGivesTheSameProgramsEverywhere) {
  EXPECT_EQ(digest_of(grid_sync_weights(), 200), "6b9e165419a82f01");
}

}  // namespace
}  // namespace vyre::differential
