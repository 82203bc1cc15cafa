#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vyre {

// Rows of any type, by their places.
struct Rows {
  void* context;
  size_t count;
  bool (*before)(const void* context, uint32_t a, uint32_t b);
  void (*swap)(void* context, uint32_t a, uint32_t b);
};

void sort_rows(const Rows& rows);

// Sorts by |before(row, row)|; rows of which neither stands before the other stay as they come.
// There are at most 2^32 - 1. The sort itself is the same for all types, whose own would be 2 KB of
// code each.
template <typename Row, typename Before>
void sort_rows(std::vector<Row>& rows, Before before) {
  struct Context {
    Row* rows;
    Before* before;
  } context{rows.data(), &before};
  sort_rows({&context, rows.size(),
             [](const void* of, uint32_t a, uint32_t b) {
               const auto& [all, is_before] = *static_cast<const Context*>(of);
               return bool((*is_before)(all[a], all[b]));
             },
             [](void* of, uint32_t a, uint32_t b) {
               Row* all = static_cast<Context*>(of)->rows;
               std::swap(all[a], all[b]);
             }});
}

template <typename Row>
void sort_rows(std::vector<Row>& rows) {
  sort_rows(rows, [](const Row& a, const Row& b) { return a < b; });
}

// By |number_of| a row.
template <typename Row, typename NumberOf>
void sort_by_number(std::vector<Row>& rows, NumberOf number_of) {
  sort_rows(rows, [&](const Row& a, const Row& b) { return number_of(a) < number_of(b); });
}

}  // namespace vyre
