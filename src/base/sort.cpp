#include "base/sort.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vyre {

void sort_rows(const Rows& rows) {
  std::vector<uint32_t> order(rows.count);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return rows.before(rows.context, a, b); });
  // Along each circle of places, the row that stood in its first is swapped on to its last.
  for (uint32_t first = 0; first < order.size(); ++first) {
    for (uint32_t at = first; order[at] != at;) {
      const uint32_t from = std::exchange(order[at], at);
      if (from == first) break;
      rows.swap(rows.context, at, from);
      at = from;
    }
  }
}

}  // namespace vyre
