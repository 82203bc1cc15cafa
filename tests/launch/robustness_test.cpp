#include <gtest/gtest.h>

#include "base/encoding/hex.h"
#include "ir/wire/decode.h"
#include "launch/geometry.h"
#include "launch/layout.h"
#include "launch/unlimited.h"
#include "support/vectors.h"

namespace vyre::launch {
namespace {

// What a caller would pass: the declared length, or room for 7 elements.
std::vector<uint64_t> sizes_of(const BindingPlan& plan) {
  std::vector<uint64_t> sizes;
  for (const PlannedBinding& binding : plan.bindings) {
    sizes.push_back(binding.static_bytes.value_or(7ull * binding.element_bytes));
  }
  return sizes;
}

// Whatever the decoder accepts is planned or refused with a way out.
TEST(Robustness, EveryDecodedProgramIsPlannedOrRefused) {
  const JsonDocument document = test::parsed(test::vector_text("decode.json"));
  size_t planned = 0;
  size_t refused = 0;
  for (const JsonValue test_case : document.root().find("cases")) {
    const auto blob = hex_decode(test_case.find("blob").string());
    ASSERT_TRUE(blob);
    const auto program = ir::decode_wire(*blob);
    if (!program.ok()) continue;
    SCOPED_TRACE(test_case.find("name").string());
    const auto plan = BindingPlan::create(*program.value());
    if (!plan.ok()) {
      EXPECT_NE(plan.error().text().find("Fix: "), std::string::npos) << plan.error().text();
      ++refused;
      continue;
    }
    Launch launch;
    const Status status = plan_launch(*program.value(), plan.value(), sizes_of(plan.value()),
                                      program.value()->workgroup_size, {}, unlimited(), launch);
    if (!status.ok()) {
      EXPECT_NE(status.text().find("Fix: "), std::string::npos) << status.text();
      ++refused;
      continue;
    }
    const auto words = parameter_words(plan.value(), launch.elements_of, launch.element_count);
    (words.ok() ? planned : refused) += 1;
  }
  std::cout << "decode.json: " << planned << " programs planned, " << refused << " refused\n";
  EXPECT_GT(planned, 400u);
  EXPECT_GT(refused, 0u);
}

}  // namespace
}  // namespace vyre::launch
