#include "base/sort.h"

#include <algorithm>

namespace vyre {

void sort_rows(std::vector<Numbered>& rows) {
  std::ranges::sort(rows, [](const Numbered& a, const Numbered& b) {
    return a.number != b.number ? a.number < b.number : a.at < b.at;
  });
}

}  // namespace vyre
