#include "core/base/order.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "core/base/random.h"

namespace clearhead {
namespace {

TEST_CASE("sorting is stable at every length", "[order]") {
  Random random(11);
  for (int length = 0; length < 130; ++length) {
    std::vector<int> keys;
    for (int i = 0; i < length; ++i) {
      keys.push_back(static_cast<int>(random.Integer(9)));
    }
    const auto before = [&keys](int a, int b) { return keys[a] < keys[b]; };
    std::vector<int> expected(static_cast<size_t>(length));
    for (int i = 0; i < length; ++i) expected[i] = i;
    std::stable_sort(expected.begin(), expected.end(), before);
    CHECK(OrderOf(length, before) == expected);
    // The same from another order: equal items keep that one.
    std::vector<int> items = expected;
    std::reverse(items.begin(), items.end());
    std::vector<int> sorted = items;
    std::stable_sort(sorted.begin(), sorted.end(), before);
    SortStable(&items, before);
    CHECK(items == sorted);
  }
}

TEST_CASE("an order without an end is still an order", "[order]") {
  const auto never = [](int, int) { return false; };
  CHECK(OrderOf(4, never) == std::vector<int>{0, 1, 2, 3});
}

}  // namespace
}  // namespace clearhead
