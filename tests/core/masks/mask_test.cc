#include "core/masks/mask.h"

#include <catch2/catch.hpp>
#include <memory>
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

TEST_CASE("every bit says why", "[mask]") {
  Graph graph(std::make_shared<Budget>(), Recording::kInspect);
  const Tensor mask = MakeMask(graph, {MaskKind::kCombined, 3, 3, 2}, "mask");
  const auto why = [&](int64_t query, int64_t key) {
    return Explain(graph, mask, {query, key}, 0)
        ->expression.terms()
        .back()
        .name;
  };
  CHECK(why(0, 0) == "visible");
  CHECK(why(0, 1) == "future");
  CHECK(why(0, 2) == "padding");
  CHECK(why(2, 2) == "padding");
}

TEST_CASE("names and kinds are each other's inverse", "[mask]") {
  for (const MaskKind kind : {MaskKind::kNone, MaskKind::kCausal,
                              MaskKind::kPadding, MaskKind::kCombined}) {
    CHECK(MaskKindOf(NameOf(kind)) == kind);
  }
}

}  // namespace
}  // namespace clearhead
