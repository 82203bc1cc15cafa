#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace vyre {

struct Numbered {
  uint64_t number;
  uint32_t at;  // where the row stood
};

void sort_rows(std::vector<Numbered>& rows);

// Sorts by |number_of| a row; rows of equal numbers stay as they come. There are at most 2^32 - 1.
// The sort itself is the same for all types, whose own would be 2 KB of code each.
template <typename Row, typename NumberOf>
void sort_by_number(std::vector<Row>& rows, NumberOf number_of) {
  std::vector<Numbered> order;
  order.reserve(rows.size());
  for (const Row& row : rows) order.push_back({number_of(row), uint32_t(order.size())});
  sort_rows(order);
  std::vector<Row> sorted;
  sorted.reserve(rows.size());
  for (const Numbered& place : order) sorted.push_back(std::move(rows[place.at]));
  rows = std::move(sorted);
}

}  // namespace vyre
