#include "core/positions/sinusoidal.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <memory>

#include "core/graph/explain.h"
#include "tests/support/array.h"

namespace clearhead {
namespace {

TEST_CASE("pairs of features turn with the position", "[positions]") {
  for (const int64_t width : {1, 2, 7, 64, 512}) {
    Graph graph(std::make_shared<Budget>(), Recording::kInspect);
    const Tensor table = Sinusoidal(graph, 65, width, "positions");
    REQUIRE(graph.status());
    test::ForEachIndex({65, width}, [&](const Index& index) {
      const double speed =
          std::pow(10000.0, -static_cast<double>(index[1] / 2 * 2) /
                                static_cast<double>(width));
      const double angle = static_cast<double>(index[0]) * speed;
      const double expected =
          index[1] % 2 == 0 ? std::sin(angle) : std::cos(angle);
      if (std::abs(graph.Cells(table).At(index) - expected) > 1e-7) {
        FAIL(ToString(index) << " of width " << width);
      }
    });
  }
}

TEST_CASE("positions from a later one on are those of the whole table",
          "[positions]") {
  Graph graph(std::make_shared<Budget>(), Recording::kInspect);
  const Tensor whole = Sinusoidal(graph, 50, 6, "whole");
  const Tensor rows = Sinusoidal(graph, 3, 6, "rows", 47);
  REQUIRE(graph.status());
  test::ForEachIndex({3, 6}, [&](const Index& index) {
    CHECK(graph.Cells(rows).At(index) ==
          graph.Cells(whole).At({47 + index[0], index[1]}));
  });
}

TEST_CASE("a position opens as its angle", "[positions]") {
  Graph graph(std::make_shared<Budget>(), Recording::kInspect);
  const Tensor table = Sinusoidal(graph, 10, 8, "positions");
  const Result<Explanation> cell = Explain(graph, table, {3, 5}, 0);
  REQUIRE(cell);
  CHECK(cell->expression.terms().back().kind == TermKind::kCosine);
  bool angle = false;
  for (const Term& term : cell->expression.terms()) {
    if (term.name != "angle") continue;
    angle = true;
    CHECK(term.value == Approx(3 / std::pow(10000, 4.0 / 8)));
  }
  CHECK(angle);
}

}  // namespace
}  // namespace clearhead
