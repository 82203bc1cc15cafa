#include "table.h"

#include <algorithm>

namespace tool {

std::string Table::text() const {
  std::vector<size_t> widths(rows_.front().size());
  for (const auto& row : rows_)
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  std::string text;
  for (const auto& row : rows_) {
    for (size_t i = 0; i + 1 < row.size(); ++i)
      text += row[i] + std::string(widths[i] - row[i].size() + 2, ' ');
    text += row.back() + '\n';
  }
  return text;
}

}  // namespace tool
