#include "base/sort.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <string>

namespace vyre {
namespace {

struct Row {
  uint32_t number;
  std::string text;
  bool operator==(const Row&) const = default;
};

TEST(Sort, RowsOfEqualNumbersStayAsTheyCome) {
  std::mt19937 random(1);
  for (const size_t count : {0u, 1u, 2u, 3u, 10u, 100u, 1000u}) {
    std::vector<Row> rows;
    for (size_t i = 0; i < count; ++i) {
      rows.push_back({uint32_t(random() % (count / 2 + 1)), std::to_string(i)});
    }
    std::vector<Row> expected = rows;
    std::ranges::stable_sort(expected, {}, &Row::number);
    sort_by_number(rows, [](const Row& row) { return row.number; });
    EXPECT_EQ(rows, expected) << count;
  }
}

TEST(Sort, AnyOrderOfPlacesIsReached) {
  std::vector<uint32_t> places = {0, 1, 2, 3, 4, 5};
  do {
    std::vector<uint32_t> rows = places;
    sort_rows(rows);
    EXPECT_TRUE(std::ranges::is_sorted(rows)) << testing::PrintToString(places);
  } while (std::ranges::next_permutation(places).found);
}

TEST(Sort, RowsThatOnlyMove) {
  std::vector<std::unique_ptr<int>> rows;
  for (int i : {3, 1, 2}) rows.push_back(std::make_unique<int>(i));
  sort_rows(rows, [](const auto& a, const auto& b) { return *a > *b; });
  EXPECT_EQ(*rows[0], 3);
  EXPECT_EQ(*rows[1], 2);
  EXPECT_EQ(*rows[2], 1);
}

// A circle of places as long as the list takes no longer than any other.
TEST(Sort, ALongCircle) {
  std::vector<uint32_t> rows(1 << 20);
  std::iota(rows.begin() + 1, rows.end(), 0u);
  rows[0] = uint32_t(rows.size() - 1);
  sort_rows(rows);
  for (uint32_t i = 0; i < rows.size(); ++i) ASSERT_EQ(rows[i], i);
}

}  // namespace
}  // namespace vyre
