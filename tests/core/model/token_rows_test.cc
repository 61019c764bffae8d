#include "core/model/token_rows.h"

#include <catch2/catch.hpp>

namespace clearhead {
namespace {

using Ids = std::vector<int32_t>;

TEST_CASE("rows of different lengths become one array", "[model]") {
  const TokenRows rows = {{4}, {}, {5, 6, 7}};
  CHECK(LengthsOf(rows) == Ids{1, 0, 3});
  CHECK(WidthOf(rows) == 3);
  CHECK(Padded(rows, -100) == Ids{4, -100, -100, -100, -100, -100, 5, 6, 7});
}

TEST_CASE("rows without tokens have no cells", "[model]") {
  CHECK(WidthOf({}) == 0);
  CHECK(LengthsOf({}).empty());
  CHECK(Padded({}, 0).empty());
  CHECK(WidthOf({{}, {}}) == 0);
  CHECK(Padded({{}, {}}, 0).empty());
}

}  // namespace
}  // namespace clearhead
