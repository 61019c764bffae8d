// Biases by distance: ALiBi and T5's.
#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include "core/positions/alibi.h"
#include "core/positions/relative_bias.h"
#include "tests/support/array.h"

namespace clearhead {
namespace {

TEST_CASE("slopes of any number of heads", "[positions]") {
  for (const int64_t heads : {1, 2, 8, 16}) {
    Graph graph(std::make_shared<Budget>(), Recording::kNone);
    const Tensor slopes =
        graph.OtherOutput(Alibi(graph, heads, 1, 1, false, "bias"), 1);
    REQUIRE(graph.status());
    for (int64_t head = 0; head < heads; ++head) {
      CHECK(graph.Cells(slopes).At({head}) ==
            Approx(std::pow(2.0, -8.0 * static_cast<double>(head + 1) /
                                     static_cast<double>(heads))));
    }
  }
  // 12 heads: those of 8, then every second one of 16.
  Graph graph(std::make_shared<Budget>(), Recording::kNone);
  const TensorView slopes =
      graph.Cells(graph.OtherOutput(Alibi(graph, 12, 1, 1, false, "bias"), 1));
  CHECK(slopes.At({7}) == Approx(1.0 / 256));
  CHECK(slopes.At({8}) == Approx(std::pow(2.0, -0.5)));
  CHECK(slopes.At({11}) == Approx(std::pow(2.0, -3.5)));
}

TEST_CASE("a bias falls with the distance behind the query", "[positions]") {
  Graph graph(std::make_shared<Budget>(), Recording::kNone);
  // The two last of five positions ask.
  const TensorView right = graph.Cells(Alibi(graph, 8, 2, 5, false, "right"));
  const TensorView reversed = graph.Cells(
      graph.Apply(AlibiOperation(), {}, {8, 2, 5, true, false}, "reversed"));
  const TensorView both = graph.Cells(Alibi(graph, 8, 2, 5, true, "both"));
  REQUIRE(graph.status());
  test::ForEachIndex({8, 2, 5}, [&](const Index& index) {
    const double slope = std::pow(2.0, -static_cast<double>(index[0] + 1));
    const double behind = static_cast<double>(index[1] + 3 - index[2]);
    CHECK(right.At(index) == -slope * behind);
    CHECK(reversed.At(index) == slope * behind);
    CHECK(both.At(index) == -slope * std::abs(behind));
  });
}

TEST_CASE("near distances have a bucket each, far ones share", "[positions]") {
  const RelativeBuckets causal{32, 128, false}, both{32, 128, true};
  for (int64_t distance = 0; distance < 16; ++distance) {
    CHECK(BucketOf(causal, -distance) == distance);
    CHECK(BucketOf(causal, distance) == 0);
  }
  CHECK(BucketOf(causal, -127) == 31);
  CHECK(BucketOf(causal, -100000) == 31);
  CHECK(BucketOf(both, -7) == 7);
  CHECK(BucketOf(both, 7) == 16 + 7);
  CHECK(BucketOf(both, -100000) == 15);
  CHECK(BucketOf(both, 100000) == 31);
  int64_t before = 0;
  for (int64_t distance = 0; distance < 300; ++distance) {
    const int64_t bucket = BucketOf(causal, -distance);
    CHECK((bucket == before || bucket == before + 1));
    before = bucket;
  }
}

TEST_CASE("buckets that a distance cannot fill are refused", "[positions]") {
  const auto error = [](int64_t buckets, int64_t furthest, bool both) {
    Graph graph(std::make_shared<Budget>(), Recording::kNone);
    const Tensor table = graph.Input("table", DataType::kFloat32, {buckets, 1},
                                     {AxisRole::kFeature, AxisRole::kHead},
                                     [](const TensorView&) {});
    RelativeBias(graph, table, 2, 2, furthest, both, "bias");
    return graph.status() ? std::string() : graph.status().error().message;
  };
  CHECK(error(32, 9, true).empty());
  CHECK(error(32, 8, true) ==
        "relative_bias: the table has 32 buckets and max_distance is 8; give "
        "at least 4 buckets and a max_distance above 8");
  CHECK(error(3, 128, true) != "");
  CHECK(error(1, 128, false) != "");
  CHECK(error(2, 128, false).empty());
}

}  // namespace
}  // namespace clearhead
