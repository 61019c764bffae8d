#include "core/base/order.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace clearhead {

void SortStable(std::vector<int>* items,
                FunctionRef<bool(int a, int b)> before) {
  std::vector<int> merged(items->size());
  for (size_t width = 1; width < items->size(); width *= 2) {
    for (size_t start = 0; start < items->size(); start += 2 * width) {
      const size_t middle = std::min(start + width, items->size());
      const size_t end = std::min(middle + width, items->size());
      size_t left = start;
      size_t right = middle;
      for (size_t at = start; at < end; ++at) {
        const bool take_right =
            left == middle ||
            (right < end && before((*items)[right], (*items)[left]));
        merged[at] = (*items)[take_right ? right++ : left++];
      }
    }
    items->swap(merged);
  }
}

std::vector<int> OrderOf(int count, FunctionRef<bool(int a, int b)> before) {
  std::vector<int> items(static_cast<size_t>(count));
  std::iota(items.begin(), items.end(), 0);
  SortStable(&items, before);
  return items;
}

}  // namespace clearhead
