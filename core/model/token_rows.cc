#include "core/model/token_rows.h"

#include <algorithm>

namespace clearhead {

std::vector<int32_t> LengthsOf(const TokenRows& rows) {
  std::vector<int32_t> lengths;
  for (const auto& row : rows) {
    lengths.push_back(static_cast<int32_t>(row.size()));
  }
  return lengths;
}

int64_t WidthOf(const TokenRows& rows) {
  size_t width = 0;
  for (const auto& row : rows) width = std::max(width, row.size());
  return static_cast<int64_t>(width);
}

std::vector<int32_t> Padded(const TokenRows& rows, int32_t rest) {
  const auto width = static_cast<size_t>(WidthOf(rows));
  std::vector<int32_t> cells(rows.size() * width, rest);
  auto to = cells.begin();
  for (const auto& row : rows) {
    std::copy(row.begin(), row.end(), to);
    to += static_cast<int64_t>(width);
  }
  return cells;
}

}  // namespace clearhead
