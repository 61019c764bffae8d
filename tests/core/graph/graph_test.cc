#include "core/graph/graph.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/explain.h"
#include "core/graph/gradients.h"
#include "core/ops/ops.h"
#include "tests/support/array.h"
#include "tests/support/operation_run.h"

namespace clearhead {
namespace {

using test::Read;

Tensor Vector(Graph& graph, const char* name, const std::vector<float>& cells) {
  return graph.Input(name, DataType::kFloat32,
                     {static_cast<int64_t>(cells.size())}, {AxisRole::kFeature},
                     [&](const TensorView& view) {
                       std::copy(cells.begin(), cells.end(), view.floats());
                     });
}

std::shared_ptr<Budget> SomeMemory() { return std::make_shared<Budget>(); }

TEST_CASE("what is remembered depends on the recording level", "[graph]") {
  for (const Recording level :
       {Recording::kNone, Recording::kTrain, Recording::kInspect}) {
    Graph graph(SomeMemory(), level);
    const Tensor a = Vector(graph, "a", {1, 2});
    const Tensor twice = Add(graph, a, a, "twice");
    REQUIRE(graph.status());
    CHECK(Read(graph.Cells(twice)).cells == std::vector<double>{2, 4});
    const bool remembered = level != Recording::kNone;
    CHECK(graph.nodes().size() == (remembered ? 1 : 0));
    Gradients gradients(graph.budget());
    CHECK(gradients.Compute(graph, {twice}).has_value() == remembered);
    CHECK(Explain(graph, twice, {0}, 0).has_value() == remembered);
    CHECK(graph.KeepsStages({"scores"}) == (level == Recording::kInspect));
  }
}

TEST_CASE("an intervention on a stage keeps the stages", "[graph]") {
  Graph graph(SomeMemory(), Recording::kTrain);
  graph.SetInterventions({{"scores", Intervention::Action::kSet, {0}, {1}}});
  CHECK(graph.KeepsStages({"scores", "weights"}));
  CHECK(!graph.KeepsStages({"weights"}));
}

TEST_CASE("the first error stays and silences the rest", "[graph]") {
  Graph graph(SomeMemory(), Recording::kTrain);
  const Tensor a = Vector(graph, "a", {1, 2});
  const Tensor b = Vector(graph, "b", {1, 2, 3});
  const Tensor wrong = Add(graph, a, b, "wrong");
  CHECK(!wrong.valid());
  REQUIRE(!graph.status());
  const std::string message = graph.status().error().message;
  CHECK(message.find("[3]") != std::string::npos);
  CHECK(message.find("[2]") != std::string::npos);
  CHECK(!Add(graph, a, a, "right").valid());
  CHECK(!Add(graph, wrong, wrong, "later").valid());
  CHECK(!Vector(graph, "c", {1}).valid());
  CHECK(!graph.View(a, "v", {1}, {1}, 0, {AxisRole::kFeature}).valid());
  CHECK(graph.status().error().message == message);
  CHECK(!graph.Find("right").valid());
}

TEST_CASE("a missing input is named", "[graph]") {
  Graph graph(SomeMemory(), Recording::kTrain);
  Add(graph, Vector(graph, "a", {1}), {}, "sum");
  REQUIRE(!graph.status());
  CHECK(graph.status().error().message.find("b is missing") !=
        std::string::npos);
}

TEST_CASE("names find tensors", "[graph]") {
  Graph graph(SomeMemory(), Recording::kTrain);
  const Tensor a = Vector(graph, "a", {1});
  CHECK(graph.Find("a").id == a.id);
  CHECK(!graph.Find("b").valid());
  CHECK(!graph.Find("").valid());
}

TEST_CASE("views read and differentiate the same cells", "[graph]") {
  Graph graph(SomeMemory(), Recording::kTrain);
  const Tensor a = Vector(graph, "a", {1, 2, 3, 4, 5, 6});
  const Tensor part = graph.View(a, "part", {2, 2}, {3, 1}, 1,
                                 {AxisRole::kFeature, AxisRole::kFeature});
  CHECK(Read(graph.Cells(part)).cells == std::vector<double>{2, 3, 5, 6});
  const Tensor twice = Scale(graph, part, 0.5, "", "twice");
  REQUIRE(graph.status());
  Gradients gradients(graph.budget());
  REQUIRE(gradients.Compute(graph, {twice}));
  CHECK(gradients.value() == 32);
  CHECK(Read(gradients.Of(graph, a)).cells ==
        std::vector<double>{0, 2, 2, 0, 2, 2});
  CHECK(Read(gradients.Of(graph, part)).cells == std::vector<double>(4, 2));
}

TEST_CASE("the target may be a view, an inner tensor or an input", "[graph]") {
  Graph graph(SomeMemory(), Recording::kTrain);
  const Tensor a = Vector(graph, "a", {1, 2, 3});
  const Tensor half = Scale(graph, a, 2, "", "half");
  const Tensor last = graph.View(half, "last", {1}, {1}, 2, {AxisRole::kKey});
  Scale(graph, half, 0.1, "", "unread");
  Gradients gradients(graph.budget());
  REQUIRE(gradients.Compute(graph, {last}));
  CHECK(Read(gradients.Of(graph, a)).cells == std::vector<double>{0, 0, 0.5});
  const std::vector<float> weights = {1, 0, -1};
  REQUIRE(gradients.Compute(graph, test::Weighted(graph, a, weights)));
  CHECK(gradients.value() == -2);
  CHECK(Read(gradients.Of(graph, a)).cells == std::vector<double>{1, 0, -1});
  CHECK(Read(gradients.Of(graph, half)).cells == std::vector<double>(3, 0));
  const Result<Explanation> seed = ExplainGradient(graph, gradients, a, {2}, 0);
  REQUIRE(seed);
  CHECK(seed->expression.value() == -1);
  REQUIRE(gradients.Compute(graph, {half, Index{1}}));
  CHECK(gradients.value() == 1);
  CHECK(Read(gradients.Of(graph, a)).cells == std::vector<double>{0, 0.5, 0});
}

TEST_CASE("tokens and masks have no gradient", "[graph]") {
  Graph graph(SomeMemory(), Recording::kTrain);
  const Tensor ids = graph.Input("ids", DataType::kInt32, {2},
                                 {AxisRole::kQuery}, [](const TensorView&) {});
  Gradients gradients(graph.budget());
  const Status status = gradients.Compute(graph, {ids});
  REQUIRE(!status);
  CHECK(status.error().message.find("ids") != std::string::npos);
  const Tensor a = Vector(graph, "a", {1, 2});
  REQUIRE(gradients.Compute(graph, {a}));
  CHECK(!gradients.Of(graph, ids).present());
  CHECK(!ExplainGradient(graph, gradients, ids, {0}, 0));
}

TEST_CASE("an index outside is answered", "[graph]") {
  Graph graph(SomeMemory(), Recording::kTrain);
  const Tensor a = Vector(graph, "a", {1, 2});
  for (const Index& index : {Index{}, Index{2}, Index{-1}, Index{0, 0}}) {
    const Result<Explanation> explanation = Explain(graph, a, index, 0);
    REQUIRE(!explanation);
    CHECK(explanation.error().message.find("[2]") != std::string::npos);
  }
  CHECK(Explain(graph, a, {1}, 0)->value == 2);
  CHECK(Explain(graph, a, {1}, 0)->expression.terms().empty());
}

TEST_CASE("outputs beyond the first have names", "[graph]") {
  for (const Recording level :
       {Recording::kNone, Recording::kTrain, Recording::kInspect}) {
    Graph graph(SomeMemory(), level);
    const Tensor x = Vector(graph, "x", {1, 3});
    const Tensor normal =
        graph.Apply(LayerNormOperation(), {x}, {0.0}, "normal");
    REQUIRE(graph.status());
    CHECK(graph.OtherOutput(normal, 1).id == graph.Find("normal.mean").id);
    CHECK(Read(graph.Cells(graph.Find("normal.mean"))).cells ==
          std::vector<double>{2});
    CHECK(graph.Find("normal.inverse_deviation").valid());
    CHECK(!graph.OtherOutput(normal, 3).valid());
    CHECK(!graph.OtherOutput(x, 1).valid());
  }
}

TEST_CASE("a step that repeats uses the same memory again", "[graph]") {
  const auto budget = SomeMemory();
  Graph graph(budget, Recording::kTrain);
  Gradients gradients(budget);
  size_t held = 0;
  for (int step = 0; step < 200; ++step) {
    graph.Reset();
    Tensor a = Vector(graph, "a", std::vector<float>(5000, 1.0f));
    for (int i = 0; i < 10; ++i) a = Add(graph, a, a, "sum");
    REQUIRE(graph.status());
    REQUIRE(gradients.Compute(graph, {a}));
    // Nothing is left of the step before.
    CHECK(graph.Cells(graph.Find("a")).floats()[4999] == 1);
    CHECK(gradients.Of(graph, graph.Find("a")).floats()[0] == 1024);
    if (step == 1) held = budget->used();
    if (step > 1 && budget->used() != held) FAIL("memory grows");
  }
}

TEST_CASE("a step beyond the budget fails and the next one may run",
          "[graph]") {
  const auto budget = std::make_shared<Budget>(size_t{1} << 20);
  Graph graph(budget, Recording::kTrain);
  const auto run = [&graph](int64_t cells) {
    graph.Reset();
    const Tensor a =
        graph.Input("a", DataType::kFloat32, {cells}, {AxisRole::kFeature},
                    [](const TensorView&) {});
    Add(graph, a, a, "sum");
    return graph.status();
  };
  CHECK(run(1000));
  const Status refused = run(1 << 20);
  REQUIRE(!refused);
  CHECK(refused.error().code == ErrorCode::kMemory);
  CHECK(run(1000));
  CHECK(!run(int64_t{1} << 61));
  CHECK(!run(-1));
  CHECK(run(1000));
  CHECK(budget->used() <= budget->limit());
}

TEST_CASE("memory goes back with the graph", "[graph]") {
  const auto budget = SomeMemory();
  {
    Graph graph(budget, Recording::kTrain);
    Gradients gradients(budget);
    const Tensor a = Vector(graph, "a", {1, 2, 3});
    REQUIRE(gradients.Compute(graph, {a}));
    CHECK(budget->used() == graph.bytes() + gradients.bytes());
  }
  CHECK(budget->used() == 0);
}

}  // namespace
}  // namespace clearhead
