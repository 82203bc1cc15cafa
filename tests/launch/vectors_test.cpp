#include "support/vectors.h"

#include <gtest/gtest.h>

#include "launch/geometry.h"
#include "launch/layout.h"
#include "support/value_of.h"

namespace vyre::launch {
namespace {

uint32_t u32(JsonValue value) { return static_cast<uint32_t>(value.number()); }
uint64_t u64(JsonValue value) { return static_cast<uint64_t>(value.number()); }

std::vector<uint32_t> u32s(JsonValue array) {
  std::vector<uint32_t> values;
  for (const JsonValue value : array) values.push_back(u32(value));
  return values;
}

Axes axes(JsonValue array) {
  const auto values = u32s(array);
  return {values.at(0), values.at(1), values.at(2)};
}

Role role(std::string_view name) {
  if (name == "Input") return Role::kInput;
  if (name == "Output") return Role::kOutput;
  if (name == "InputOutput") return Role::kInputOutput;
  EXPECT_EQ(name, "Shared");
  return Role::kShared;
}

// A plan with the roles and slots of a vector's bindings, and their counts.
struct Planned {
  BindingPlan plan;
  std::vector<uint32_t> counts;
};

Planned planned(JsonValue bindings) {
  Planned result;
  for (const JsonValue entry : bindings) {
    PlannedBinding binding;
    if (const JsonValue slot = entry.find("binding")) binding.slot = u32(slot);
    binding.role = role(entry.find("role").string());
    result.plan.has_shared |= binding.role == Role::kShared;
    result.plan.bindings.push_back(binding);
    result.counts.push_back(u32(entry.find("element_count")));
  }
  return result;
}

class GeometryVectors : public testing::Test {
 protected:
  // Runs |check| on each vector of the group |name|, of which there must be |count|.
  template <typename Check>
  void each(std::string_view name, size_t count, const Check& check) {
    const JsonValue group = document_.root().find("extras").find(name);
    EXPECT_EQ(group.size(), count);
    size_t index = 0;
    for (const JsonValue vector : group) {
      SCOPED_TRACE(testing::Message() << name << " " << index++);
      check(vector);
    }
  }

  JsonDocument document_ = test::spec_vectors();
};

TEST_F(GeometryVectors, ElementCounts) {
  each("dispatch_element_count", 7, [](JsonValue vector) {
    Planned planned_bindings = planned(vector.find("bindings"));
    planned_bindings.plan.has_atomics = vector.find("has_atomic").boolean();
    EXPECT_EQ(logical_element_count(planned_bindings.plan, planned_bindings.counts),
              u32(vector.find("element_count")));
  });
}

TEST_F(GeometryVectors, InferredGrids) {
  each("infer_dispatch_grid_for_count", 18, [](JsonValue vector) {
    const auto grid = test::value_of(
        infer_grid(u32(vector.find("element_count")), axes(vector.find("workgroup"))));
    EXPECT_EQ(grid, axes(vector.find("grid")));
  });
}

TEST_F(GeometryVectors, ParameterWords) {
  each("dispatch_param_words", 5, [](JsonValue vector) {
    const Planned bindings = planned(vector.find("bindings"));
    const auto words = test::value_of(
        parameter_words(bindings.plan, bindings.counts, u32(vector.find("element_count"))));
    EXPECT_EQ(words, u32s(vector.find("words")));
  });
}

TEST_F(GeometryVectors, OutputLayouts) {
  each("output_layout", 9, [](JsonValue vector) {
    std::optional<ir::ByteRange> range;
    if (const JsonValue given = vector.find("range"); given.is(JsonValue::Kind::kArray)) {
      const auto ends = u32s(given);
      range = ir::ByteRange{ends.at(0), ends.at(1)};
    }
    const auto layout = output_layout(u64(vector.find("full_size")), range);
    ASSERT_EQ(layout.ok(), !vector.find("error"));
    if (!layout.ok()) return;
    EXPECT_EQ(layout.value(),
              (OutputLayout{u64(vector.find("read_size")), u64(vector.find("copy_offset")),
                            u64(vector.find("copy_size")), u64(vector.find("trim_start")),
                            u64(vector.find("word_count"))}));
  });
}

}  // namespace
}  // namespace vyre::launch
