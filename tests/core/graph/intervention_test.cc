#include "core/graph/intervention.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/explain.h"
#include "core/graph/gradients.h"
#include "core/graph/graph.h"
#include "core/ops/ops.h"
#include "tests/support/array.h"

namespace clearhead {
namespace {

using Action = Intervention::Action;
using test::Read;

// b = 2a, c = 3b, L = Σ c, with a = (1, 2, 3, 4).
struct Chain {
  explicit Chain(std::vector<Intervention> interventions)
      : graph(std::make_shared<Budget>(), Recording::kTrain),
        gradients(graph.budget()) {
    graph.SetInterventions(std::move(interventions));
    a = graph.Input("a", DataType::kFloat32, {2, 2},
                    {AxisRole::kQuery, AxisRole::kKey},
                    [](const TensorView& cells) {
                      for (int i = 0; i < 4; ++i) cells.floats()[i] = i + 1;
                    });
    b = Scale(graph, a, 0.5, "", "b");
    rows = graph.View(b, "rows", {2, 1}, {2, 1}, 1,
                      {AxisRole::kQuery, AxisRole::kKey});
    c = Scale(graph, b, 1.0 / 3, "", "c");
    if (graph.status()) graph.SetError(graph.CheckInterventions());
    if (graph.status()) REQUIRE(gradients.Compute(graph, {c}));
  }
  std::vector<double> Cells(Tensor t) const {
    return Read(graph.Cells(t)).cells;
  }
  std::vector<double> Gradient(Tensor t) const {
    return Read(gradients.Of(graph, t)).cells;
  }
  std::string error() const {
    return graph.status() ? "" : graph.status().error().message;
  }

  Graph graph;
  Gradients gradients;
  Tensor a, b, rows, c;
};

using Doubles = std::vector<double>;

bool Mentions(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

TEST_CASE("nothing is changed without an intervention", "[intervention]") {
  const Chain chain({});
  CHECK(chain.Cells(chain.b) == Doubles{2, 4, 6, 8});
  CHECK(chain.Gradient(chain.a) == Doubles(4, 6));
  CHECK(!Explain(chain.graph, chain.b, {0, 0}, 0)->was);
}

TEST_CASE("set writes cells and stops their gradient", "[intervention]") {
  const Chain chain({{"b", Action::kSet, {3, 1}, {-1, 7}}});
  CHECK(chain.Cells(chain.b) == Doubles{2, 7, 6, -1});
  CHECK(chain.Cells(chain.c)[1] == Approx(21));
  CHECK(chain.Gradient(chain.a) == Doubles{6, 0, 6, 0});
  // The cell itself still has its gradient.
  CHECK(chain.Gradient(chain.b)[1] == Approx(3));
}

TEST_CASE("replace writes every cell", "[intervention]") {
  const Chain chain({{"b", Action::kReplace, {}, {1, 2, 3, 4}}});
  CHECK(chain.Cells(chain.b) == Doubles{1, 2, 3, 4});
  CHECK(chain.Gradient(chain.a) == Doubles(4, 0));
}

TEST_CASE("add passes the gradient", "[intervention]") {
  CHECK(Chain({{"b", Action::kAdd, {}, {1}}}).Gradient({0}) == Doubles(4, 6));
  const Chain chain({{"b", Action::kAdd, {0, 2}, {1, -1}}});
  CHECK(chain.Cells(chain.b) == Doubles{3, 4, 5, 8});
  const Chain every({{"b", Action::kAdd, {}, {1, 2, 3, 4}}});
  CHECK(every.Cells(every.b) == Doubles{3, 6, 9, 12});
}

TEST_CASE("scale multiplies the gradient", "[intervention]") {
  const Chain chain({{"b", Action::kScale, {1, 2}, {0, -2}}});
  CHECK(chain.Cells(chain.b) == Doubles{2, 0, -12, 8});
  CHECK(chain.Gradient(chain.a) == Doubles{6, 0, -12, 6});
  const Chain one({{"b", Action::kScale, {}, {10}}});
  CHECK(one.Cells(one.b) == Doubles{20, 40, 60, 80});
  CHECK(one.Gradient(one.a) == Doubles(4, 60));
}

TEST_CASE("several interventions follow one another", "[intervention]") {
  const Chain chain({{"b", Action::kAdd, {0}, {1}},
                     {"b", Action::kScale, {0}, {2}},
                     {"b", Action::kSet, {1}, {5}},
                     {"b", Action::kScale, {1}, {3}}});
  CHECK(chain.Cells(chain.b) == Doubles{6, 15, 6, 8});
  CHECK(chain.Gradient(chain.a) == Doubles{12, 0, 6, 6});
  const Result<Explanation> first = Explain(chain.graph, chain.b, {0, 0}, 0);
  REQUIRE(first);
  CHECK(first->was == 2);
  CHECK(first->value == 6);
  CHECK(first->expression.value() == 2);
}

TEST_CASE("an input is changed before it is read", "[intervention]") {
  const Chain chain({{"a", Action::kSet, {0}, {10}}});
  CHECK(chain.Cells(chain.b) == Doubles{20, 4, 6, 8});
  // L depends on the value that was set there.
  CHECK(chain.Gradient(chain.a) == Doubles(4, 6));
  CHECK(Explain(chain.graph, chain.a, {0, 0}, 0)->was == 1);
}

TEST_CASE("a view changes the cells that it shows", "[intervention]") {
  const Chain chain({{"rows", Action::kSet, {1}, {100}}});
  CHECK(chain.Cells(chain.b) == Doubles{2, 4, 6, 100});
  CHECK(chain.Cells(chain.c)[3] == Approx(300));
  CHECK(chain.Gradient(chain.a) == Doubles{6, 6, 6, 0});
  const Result<Explanation> cell = Explain(chain.graph, chain.rows, {1, 0}, 0);
  REQUIRE(cell);
  CHECK(cell->tensor.id == chain.b.id);
  CHECK(cell->index == Index{1, 1});
  CHECK(cell->was == 8);
}

TEST_CASE("the chain rule knows of edits", "[intervention]") {
  const Chain chain({{"b", Action::kSet, {0}, {1}},
                     {"b", Action::kScale, {1}, {4}},
                     {"b", Action::kAdd, {2}, {4}}});
  for (int64_t i = 0; i < 4; ++i) {
    const Result<Explanation> cell = ExplainGradient(
        chain.graph, chain.gradients, chain.a, {i / 2, i % 2}, 0);
    REQUIRE(cell);
    CHECK(cell->expression.value() == Approx(chain.Gradient(chain.a)[i]));
  }
}

TEST_CASE("an edit of a whole large tensor takes no time", "[intervention]") {
  Graph graph(std::make_shared<Budget>(), Recording::kTrain);
  const std::vector<double> ones(200000, 1);
  graph.SetInterventions(
      {{"a", Action::kReplace, {}, ones}, {"a", Action::kScale, {}, {2}}});
  const Tensor a = graph.Input("a", DataType::kFloat32, {200000},
                               {AxisRole::kFeature}, [](const TensorView&) {});
  REQUIRE(graph.status());
  const auto& edits = graph.storages()[graph.value(a).storage].edits;
  REQUIRE(edits.size() == 200000);
  CHECK(edits[777].offset == 777);
  CHECK(edits[777].factor == 0);
}

TEST_CASE("borrowed cells are copied before they are changed",
          "[intervention]") {
  std::vector<float> cells = {1, 2, 3};
  const TensorView view{DataType::kFloat32, {3}, {1}, cells.data()};
  Graph graph(std::make_shared<Budget>(), Recording::kTrain);
  graph.SetInterventions({{"w", Action::kSet, {1}, {9}}});
  const Tensor w = graph.Borrow("w", view, {AxisRole::kFeature});
  const Tensor other = graph.Borrow("u", view, {AxisRole::kFeature});
  REQUIRE(graph.status());
  CHECK(Read(graph.Cells(w)).cells == Doubles{1, 9, 3});
  CHECK(cells[1] == 2);
  CHECK(graph.Cells(other).data == cells.data());
}

TEST_CASE("a mask takes bits only", "[intervention]") {
  const auto run = [](Intervention intervention) {
    Graph graph(std::make_shared<Budget>(), Recording::kTrain);
    graph.SetInterventions({std::move(intervention)});
    const Tensor mask =
        graph.Input("mask", DataType::kUint8, {2}, {AxisRole::kKey},
                    [](const TensorView& bits) { bits.as<uint8_t>()[0] = 1; });
    return graph.status() ? Read(graph.Cells(mask)).cells : Doubles{};
  };
  CHECK(run({"mask", Action::kSet, {0, 1}, {0, 1}}) == Doubles{0, 1});
  CHECK(run({"mask", Action::kAdd, {1}, {1}}) == Doubles{1, 1});
  CHECK(run({"mask", Action::kSet, {0}, {2}}).empty());
  CHECK(run({"mask", Action::kSet, {0}, {0.5}}).empty());
  CHECK(run({"mask", Action::kAdd, {0}, {1}}).empty());
  CHECK(run({"mask", Action::kScale, {0}, {-1}}).empty());
  CHECK(run({"mask", Action::kSet, {0}, {-HUGE_VAL}}).empty());
}

TEST_CASE("a cell may be hidden by −∞", "[intervention]") {
  const Chain chain({{"b", Action::kSet, {0}, {-HUGE_VAL}}});
  REQUIRE(chain.error().empty());
  CHECK(chain.Cells(chain.c)[0] == -HUGE_VAL);
  CHECK(chain.Gradient(chain.a) == Doubles{0, 6, 6, 6});
}

TEST_CASE("what cannot be done is said", "[intervention]") {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  const auto error = [](Intervention intervention) {
    return Chain({std::move(intervention)}).error();
  };
  // Counts.
  CHECK(Mentions(error({"b", Action::kSet, {0, 1}, {1}}), "1 values given"));
  CHECK(Mentions(error({"b", Action::kSet, {}, {1}}), "for 0 cells"));
  CHECK(Mentions(error({"b", Action::kReplace, {}, {1}}), "for 4 cells"));
  CHECK(Mentions(error({"b", Action::kAdd, {0, 1}, {1, 2, 3}}), "2 cells"));
  CHECK(Mentions(error({"b", Action::kScale, {}, {}}), "0 values"));
  CHECK(error({"b", Action::kSet, {}, {}}).empty());
  // Cells.
  CHECK(Mentions(error({"b", Action::kSet, {4}, {1}}), "cell 4 of 4"));
  CHECK(Mentions(error({"b", Action::kSet, {-1}, {1}}), "0 to 3"));
  // Values.
  for (const double value : {kNaN, HUGE_VAL, 1e39, -1e39}) {
    for (const Action action : {Action::kSet, Action::kAdd, Action::kScale}) {
      INFO(value);
      CHECK(Mentions(error({"b", action, {0}, {value}}), "is given"));
    }
  }
  CHECK(!error({"b", Action::kScale, {0}, {-HUGE_VAL}}).empty());
  CHECK(!error({"b", Action::kScale, {0}, {3e38}}).empty());
  // Names.
  const std::string unknown = error({"d", Action::kSet, {0}, {1}});
  CHECK(Mentions(unknown, "'d'"));
  CHECK(Mentions(unknown, "a, b, rows, c"));
}

TEST_CASE("token ids are not changed by number", "[intervention]") {
  Graph graph(std::make_shared<Budget>(), Recording::kTrain);
  graph.SetInterventions({{"ids", Action::kSet, {0}, {1}}});
  graph.Input("ids", DataType::kInt32, {2}, {AxisRole::kQuery},
              [](const TensorView&) {});
  REQUIRE(!graph.status());
  CHECK(Mentions(graph.status().error().message, "text"));
}

}  // namespace
}  // namespace clearhead
