#include "support/vectors.h"

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>

#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "reference/reference_device.h"
#include "run_segments.h"

namespace vyre::grid_sync {
namespace {

using test::Bytes;
using test::bytes_of;

uint32_t number_of(JsonValue value) { return static_cast<uint32_t>(value.number()); }

std::map<std::string, Bytes> by_name(JsonValue list) {
  std::map<std::string, Bytes> found;
  for (const JsonValue entry : list) {
    found[std::string(entry.find("name").string())] = bytes_of(entry.find("hex"));
  }
  return found;
}

std::array<uint32_t, 3> axes(JsonValue list) {
  std::array<uint32_t, 3> sizes{};
  size_t axis = 0;
  for (const JsonValue size : list) sizes[axis++] = number_of(size);
  return sizes;
}

// Every published program with grid barriers, cut for its launch, its segments run by the oracle.
TEST(GridSyncVectors, SegmentsLeaveTheBytesOfATrueBarrier) {
  const std::string text = test::vector_text("gridsync.json");
  const JsonDocument document = test::parsed(text);
  const auto oracle = reference::create_reference_device().take();
  size_t equal = 0, refused = 0, refused_where_allowed = 0;
  std::map<std::string, size_t> reasons;
  for (const JsonValue item : document.root().find("cases")) {
    const std::string name(item.find("name").string());
    const auto program = ir::decode_wire(bytes_of(item.find("wire")));
    ASSERT_TRUE(program.ok()) << name;
    const std::string_view expect = item.find("expect").string();
    if (!ir::validate(*program.value(), {}).ok()) {
      EXPECT_EQ(expect, "refuse") << name;
      ++refused;
      continue;
    }
    test::SegmentsRun run(program.value(), axes(item.find("grid")), by_name(item.find("inputs")));
    const auto results = run.run(*oracle);
    if (!results.ok()) {
      EXPECT_NE(expect, "equal") << name << ": " << results.error().text();
      ++(expect == "refuse" ? refused : refused_where_allowed);
      ++reasons[results.error().text().substr(0, 60)];
      continue;
    }
    EXPECT_NE(expect, "refuse") << name;
    for (const auto& [buffer, bytes] : by_name(item.find("outputs"))) {
      EXPECT_EQ(results.value().at(buffer), bytes) << name << " " << buffer;
    }
    ++equal;
  }
  std::cout << equal << " equal, " << refused << " refused as they must be, "
            << refused_where_allowed << " where they may be\n";
  for (const auto& [reason, count] : reasons) std::cout << "  " << count << " " << reason << '\n';
  EXPECT_EQ(equal + refused + refused_where_allowed, 609u);
  EXPECT_GE(equal, 567u);  // those that have to be equal
}

}  // namespace
}  // namespace vyre::grid_sync
