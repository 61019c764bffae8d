// Learned positions are an embedding whose ids are the positions: no operation
// of their own.
#include <catch2/catch.hpp>
#include <memory>

#include "core/graph/explain.h"
#include "core/graph/gradients.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

TEST_CASE("learned positions are looked up, opened and trained as embeddings",
          "[positions]") {
  constexpr int64_t kLength = 6, kTokens = 4, kWidth = 3;
  Graph graph(std::make_shared<Budget>(), Recording::kInspect);
  const Tensor table = graph.Input(
      "positions.table", DataType::kFloat32, {kLength, kWidth},
      {AxisRole::kPosition, AxisRole::kModel}, [](const TensorView& cells) {
        for (int64_t i = 0; i < kLength * kWidth; ++i) {
          cells.floats()[i] = static_cast<float>(i);
        }
      });
  const Tensor ids = graph.Input("positions.ids", DataType::kInt32, {kTokens},
                                 {AxisRole::kQuery}, [](const TensorView& at) {
                                   for (int32_t t = 0; t < kTokens; ++t) {
                                     at.as<int32_t>()[t] = t;
                                   }
                                 });
  const Tensor x =
      graph.Input("x", DataType::kFloat32, {2, kTokens, kWidth},
                  {AxisRole::kBatch, AxisRole::kQuery, AxisRole::kModel},
                  [](const TensorView& cells) {
                    for (int64_t i = 0; i < CountOf(cells.shape); ++i) {
                      cells.floats()[i] = 1;
                    }
                  });
  const Tensor positions = Embedding(graph, table, ids, "positions");
  const Tensor sum = Add(graph, x, positions, "sum");
  REQUIRE(graph.status());
  CHECK(graph.Cells(sum).At({1, 2, 1}) == 1 + 2 * kWidth + 1);

  const Result<Explanation> cell = Explain(graph, positions, {2, 1}, 0);
  REQUIRE(cell);
  CHECK(graph.value(Tensor{cell->expression.terms().back().slot}).name ==
        "positions.table");
  // Both sentences of the batch read row 2; nobody reads the last rows.
  Gradients gradients(graph.budget());
  REQUIRE(gradients.Compute(graph, {sum, std::nullopt, {}}));
  CHECK(gradients.Of(graph, table).At({2, 1}) == 2);
  CHECK(gradients.Of(graph, table).At({5, 1}) == 0);
}

}  // namespace
}  // namespace clearhead
