// What the table test cannot say of dropout and of the row of padding.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <string>

#include "core/ops/ops.h"
#include "tests/support/composite_run.h"

namespace clearhead::test {
namespace {

Tensor Ones(Graph& graph, int64_t rows, int64_t columns) {
  return graph.Input("x", DataType::kFloat32, {rows, columns},
                     {AxisRole::kPosition, AxisRole::kModel},
                     [](const TensorView& cells) {
                       std::fill_n(cells.floats(), CountOf(cells.shape), 1.0f);
                     });
}

TEST_CASE("dropout keeps its share and the mean", "[dropout]") {
  for (const double rate : {0.1, 0.5, 0.9}) {
    CAPTURE(rate);
    Graph graph(std::make_shared<Budget>(), Recording::kTrain);
    const Tensor x = Ones(graph, 1000, 100);
    const Tensor out = Dropout(graph, x, rate, 4294967295u, "out");
    REQUIRE(graph.status());
    const float* cells = graph.Cells(out).floats();
    const uint8_t* kept = graph.Cells(graph.OtherOutput(out, 1)).as<uint8_t>();
    double sum = 0;
    for (int i = 0; i < 100000; ++i) {
      const auto factor = static_cast<float>(1 / (1 - rate));
      REQUIRE(cells[i] == (kept[i] != 0 ? factor : 0.0f));
      sum += cells[i];
    }
    // Five standard deviations of the mean.
    const double deviation = std::sqrt(rate / (1 - rate) / 100000);
    CHECK(std::abs(sum / 100000 - 1) < 5 * deviation);
    Gradients gradients(graph.budget());
    REQUIRE(gradients.Compute(graph, {out}));
    CHECK(Read(gradients.Of(graph, x)).cells == Read(graph.Cells(out)).cells);
  }
}

TEST_CASE("equal seeds drop equal cells, others others", "[dropout]") {
  const auto drawn = [](uint32_t seed) {
    Graph graph(std::make_shared<Budget>(), Recording::kNone);
    const Tensor out = Dropout(graph, Ones(graph, 9, 9), 0.5, seed, "out");
    return Read(graph.Cells(out)).cells;
  };
  CHECK(drawn(1) == drawn(1));
  CHECK(drawn(1) != drawn(2));
}

TEST_CASE("a rate of 0 records nothing, one of 1 is refused", "[dropout]") {
  Graph graph(std::make_shared<Budget>(), Recording::kTrain);
  const Tensor x = Ones(graph, 2, 3);
  CHECK(Dropout(graph, x, 0, 1, "out").id == x.id);
  CHECK(graph.nodes().empty());
  CHECK(!Dropout(graph, x, 1, 1, "out").valid());
  CHECK(graph.status().error().message ==
        "dropout: rate is 1; it may be from 0 to 0.999");
}

TEST_CASE("a dropped cell is 0 and opens as its draw", "[dropout]") {
  OperationCase c{&DropoutOperation(), {Array<double>({64})}, {0.5, 3, 0}, ""};
  for (double& cell : c.inputs[0].cells) cell = NAN;
  CompositeRun run(c, Recording::kTrain);
  CHECK(Unopened(run, 64) == "");
  const Array<double> out = run["output"], kept = run["output.kept"];
  for (int64_t i = 0; i < 64; ++i) {
    CHECK(std::isnan(out[{i}]) == (kept[{i}] == 1));
    const Tensor bits = run.graph.Find("output.kept");
    const Result<Explanation> opened = Explain(run.graph, bits, {i}, 0);
    const std::vector<Term>& terms = opened->expression.terms();
    CHECK((terms[0].value < 0.5) == (kept[{i}] == 1));
    CHECK(terms[2].name == (kept[{i}] == 1 ? "u < 1 − p" : "u ≥ 1 − p"));
  }
}

TEST_CASE("what was kept is known after it was changed by hand", "[dropout]") {
  OperationCase c{&DropoutOperation(), {Array<double>({8})}, {0.5, 3, 0}, ""};
  c.inputs[0].cells.assign(8, 1);
  CompositeRun was(c, Recording::kTrain);
  const std::vector<double> kept = was["output.kept"].cells;
  CompositeRun run(c, Recording::kTrain,
                   {{"output.kept",
                     Intervention::Action::kReplace,
                     {},
                     std::vector<double>(8, 1)}});
  CHECK(run["output.kept"].cells == std::vector<double>(8, 1));
  CHECK(run["output"].cells == was["output"].cells);
  CHECK(run.Gradient("x").cells == was.Gradient("x").cells);
  const Result<Explanation> opened =
      Explain(run.graph, run.graph.Find("output.kept"), {1}, 0);
  CHECK(*opened->was == kept[1]);
  CHECK(opened->expression.value() == kept[1]);
  CHECK(run["output.kept"].cells == std::vector<double>(8, 1));
}

TEST_CASE("a row of padding outside the table is refused", "[embedding]") {
  Graph graph(std::make_shared<Budget>(), Recording::kTrain);
  const Tensor ids =
      graph.Input("ids", DataType::kInt32, {2}, {AxisRole::kPosition},
                  [](const TensorView&) {});
  graph.Apply(EmbeddingOperation(), {Ones(graph, 4, 3), ids}, {4}, "out");
  CHECK(graph.status().error().message ==
        "embedding: padding is 4; the table has 4 rows, give one of them, or "
        "-1 for none");
}

}  // namespace
}  // namespace clearhead::test
