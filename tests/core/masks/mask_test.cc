#include "core/masks/mask.h"

#include <catch2/catch.hpp>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/graph/explain.h"
#include "tests/support/array.h"

namespace clearhead {
namespace {

std::vector<double> Bits(const Mask& mask) {
  Graph graph(std::make_shared<Budget>(), Recording::kInspect);
  const Tensor bits = MakeMask(graph, mask, "mask");
  REQUIRE(graph.status());
  CHECK(graph.Cells(bits).type == DataType::kUint8);
  return test::Read(graph.Cells(bits)).cells;
}

using Doubles = std::vector<double>;

TEST_CASE("1 is visible, 0 is hidden", "[mask]") {
  CHECK(Bits({MaskKind::kNone, 2, 3, 0}) == Doubles(6, 1));
  CHECK(Bits({MaskKind::kCausal, 3, 3, 0}) ==
        Doubles{1, 0, 0, 1, 1, 0, 1, 1, 1});
  CHECK(Bits({MaskKind::kPadding, 2, 3, 2}) == Doubles{1, 1, 0, 1, 1, 0});
  CHECK(Bits({MaskKind::kPadding, 1, 3, 0}) == Doubles{0, 0, 0});
  CHECK(Bits({MaskKind::kCombined, 3, 3, 2}) ==
        Doubles{1, 0, 0, 1, 1, 0, 1, 1, 0});
  CHECK(Bits({MaskKind::kNone, 0, 3, 0}).empty());
}

TEST_CASE("causality is aligned to the last key", "[mask]") {
  CHECK(Bits({MaskKind::kCausal, 2, 4, 0}) == Doubles{1, 1, 1, 0, 1, 1, 1, 1});
  // More queries than keys: the first ones see nothing.
  CHECK(Bits({MaskKind::kCausal, 3, 2, 0}) == Doubles{0, 0, 1, 0, 1, 1});
}

TEST_CASE("keys before the start are padding too", "[mask]") {
  CHECK(Bits({.kind = MaskKind::kPadding,
              .queries = 1,
              .keys = 4,
              .length = 3,
              .start = 1}) == Doubles{0, 1, 1, 0});
  // The first queries see nothing: left padding under a causal mask.
  CHECK(Bits({.kind = MaskKind::kCombined,
              .queries = 3,
              .keys = 3,
              .length = 3,
              .start = 2}) == Doubles{0, 0, 0, 0, 0, 0, 0, 0, 1});
}

TEST_CASE("all see the prefix", "[mask]") {
  CHECK(Bits({MaskKind::kPrefix, 3, 3, 2}) ==
        Doubles{1, 1, 0, 1, 1, 0, 1, 1, 1});
  CHECK(Bits({MaskKind::kPrefix, 3, 3, 0}) ==
        Bits({MaskKind::kCausal, 3, 3, 0}));
}

TEST_CASE("a window counts the query itself", "[mask]") {
  CHECK(Bits({MaskKind::kWindow, 3, 3, 2}) ==
        Doubles{1, 0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(Bits({MaskKind::kWindow, 2, 4, 2}) == Doubles{0, 1, 1, 0, 0, 0, 1, 1});
  CHECK(Bits({MaskKind::kWindow, 3, 3, 9}) ==
        Bits({MaskKind::kCausal, 3, 3, 0}));
  CHECK(Bits({MaskKind::kWindow, 2, 2, 0}) == Doubles(4, 0));
}

// A mask whose list is given.
struct Listed {
  Listed(const char* kind, std::vector<double> cells, const char* stream,
         double queries = std::numeric_limits<double>::quiet_NaN())
      : graph(std::make_shared<Budget>(), Recording::kInspect) {
    const auto count = static_cast<int64_t>(cells.size());
    const Tensor list =
        graph.Input("list", DataType::kInt32, {count}, {AxisRole::kKey},
                    [&](const TensorView& view) {
                      for (int64_t i = 0; i < count; ++i) {
                        view.as<int32_t>()[i] = static_cast<int32_t>(cells[i]);
                      }
                    });
    const bool order = kind == std::string("permutation");
    const double none = std::numeric_limits<double>::quiet_NaN();
    mask = graph.Apply(MaskOperation(),
                       {order ? list : Tensor(), order ? Tensor() : list},
                       {kind, queries, none, none, 0, stream}, "mask");
    REQUIRE(graph.status());
  }

  Doubles bits() const { return test::Read(graph.Cells(mask)).cells; }

  Graph graph;
  Tensor mask;
};

TEST_CASE("an order of factorisation hides what comes later", "[mask]") {
  // The tokens in the order 2, 0, 3, 1.
  const std::vector<double> places = {1, 3, 0, 2};
  CHECK(Listed("permutation", places, "query").bits() ==
        Doubles{0, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0});
  CHECK(Listed("permutation", places, "content").bits() ==
        Doubles{1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 1});
  // Equal places do not see each other.
  CHECK(Listed("permutation", {0, 0}, "query").bits() == Doubles(4, 0));
  CHECK(Listed("permutation", places, "query", 1).bits() ==
        Doubles{1, 0, 1, 0});
}

TEST_CASE("documents see themselves alone", "[mask]") {
  CHECK(Listed("block", {7, 7, -1}, "content").bits() ==
        Doubles{1, 1, 0, 1, 1, 0, 0, 0, 1});
}

TEST_CASE("a query before the first key sees nothing that has a place",
          "[mask]") {
  CHECK(Listed("block", {7, 7}, "content", 3).bits() ==
        Doubles{0, 0, 1, 1, 1, 1});
  CHECK(Listed("permutation", {1, 0}, "content", 3).bits() ==
        Doubles{0, 0, 1, 1, 0, 1});
}

std::string Why(const Graph& graph, Tensor mask, const Index& index) {
  return Explain(graph, mask, index, 0)->expression.terms().back().name;
}

TEST_CASE("every bit says why", "[mask]") {
  Graph graph(std::make_shared<Budget>(), Recording::kInspect);
  const Tensor mask = MakeMask(graph, {MaskKind::kCombined, 3, 3, 2}, "mask");
  CHECK(Why(graph, mask, {0, 0}) == "visible");
  CHECK(Why(graph, mask, {0, 1}) == "future");
  CHECK(Why(graph, mask, {0, 2}) == "padding");
  CHECK(Why(graph, mask, {2, 2}) == "padding");
  const Tensor window = MakeMask(graph, {MaskKind::kWindow, 3, 3, 1}, "window");
  CHECK(Why(graph, window, {1, 0}) == "window");
  CHECK(Why(graph, window, {1, 2}) == "future");
  const Listed order("permutation", {1, 3, 0, 2}, "query");
  CHECK(Why(order.graph, order.mask, {0, 1}) == "later");
  CHECK(Why(order.graph, order.mask, {0, 0}) == "later");
  CHECK(Why(order.graph, order.mask, {0, 2}) == "visible");
  const Listed blocks("block", {7, 7, -1}, "content");
  CHECK(Why(blocks.graph, blocks.mask, {0, 2}) == "document");
}

TEST_CASE("the places that decide a bit are its operands", "[mask]") {
  const Listed order("permutation", {1, 3, 0, 2}, "query");
  const auto terms =
      Explain(order.graph, order.mask, {1, 2}, 0)->expression.terms();
  REQUIRE(terms.size() == 3);
  CHECK(terms[0].value == 3);
  CHECK(terms[1].value == 0);
  CHECK(terms[2].children == std::vector<int>{0, 1});
}

TEST_CASE("kinds have names of their own", "[mask]") {
  std::set<std::string> names;
  for (int kind = 0; kind <= static_cast<int>(MaskKind::kBlock); ++kind) {
    names.insert(NameOf(static_cast<MaskKind>(kind)));
  }
  CHECK(names.size() == 8);
}

}  // namespace
}  // namespace clearhead
