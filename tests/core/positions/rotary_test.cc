#include "core/positions/rotary.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "core/graph/explain.h"
#include "core/graph/gradients.h"
#include "tests/support/array.h"

namespace clearhead {
namespace {

constexpr double kPi = std::numbers::pi;

Tensor Floats(Graph& graph, std::string_view name, const Shape& shape,
              const std::vector<double>& cells) {
  return graph.Input(name, DataType::kFloat32, shape,
                     std::vector<AxisRole>(shape.size(), AxisRole::kFeature),
                     [&](const TensorView& view) {
                       for (size_t i = 0; i < cells.size(); ++i) {
                         view.floats()[i] = static_cast<float>(cells[i]);
                       }
                     });
}

struct Turned {
  Tensor cos, sin, output;
};

// x [1, 1, T, D] at `positions` [T].
Turned Turn(Graph& graph, Tensor x, const std::vector<double>& positions,
            const RotaryConfig& config, RotaryLayout layout) {
  const auto length = static_cast<int64_t>(positions.size());
  const Tensor at = Floats(graph, "positions", {length}, positions);
  const Tensor speeds = RotaryFrequencies(graph, config, {}, "speeds");
  Turned turned;
  turned.cos = RotaryTable(graph, at, speeds, graph.OtherOutput(speeds, 1),
                           graph.OtherOutput(speeds, 2), "table");
  turned.sin = graph.OtherOutput(turned.cos, 1);
  turned.output = Rotary(graph, x, turned.cos, turned.sin, layout, "turned");
  REQUIRE(graph.status());
  return turned;
}

double Dot(const TensorView& a, const TensorView& b) {
  double sum = 0;
  for (int64_t d = 0; d < a.shape[3]; ++d) {
    sum += a.At({0, 0, 0, d}) * b.At({0, 0, 0, d});
  }
  return sum;
}

TEST_CASE("a score depends on the distance of query and key alone",
          "[positions]") {
  const std::vector<double> q = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<double> k = {8, -7, 6, -5, 4, -3, 2, -1};
  const auto score = [&](double m, double n) {
    Graph graph(std::make_shared<Budget>(), Recording::kNone);
    const RotaryConfig config{.width = 8};
    const auto turn = [&](const char* name, const std::vector<double>& cells,
                          double position) {
      const Tensor x = Floats(graph, name, {1, 1, 1, 8}, cells);
      return graph.Cells(
          Turn(graph, x, {position}, config, RotaryLayout::kInterleaved)
              .output);
    };
    return Dot(turn("q", q, m), turn("k", k, n));
  };
  CHECK(score(5, 2) == Approx(-3.9815176));
  CHECK(score(105, 102) == Approx(-3.9815176).epsilon(1e-4));
  CHECK(score(0.5, -2.5) == Approx(-3.9815176));
  CHECK(score(2, 5) == Approx(28.0382277));
}

TEST_CASE("one layout turns what the other turns in another order",
          "[positions]") {
  Graph graph(std::make_shared<Budget>(), Recording::kNone);
  std::vector<double> cells, ordered;
  for (int d = 0; d < 12; ++d) cells.push_back(std::cos(d));
  for (const int first : {0, 1}) {
    for (int d = first; d < 12; d += 2) ordered.push_back(cells[d]);
  }
  const RotaryConfig config{.width = 12};
  const TensorView half =
      graph.Cells(Turn(graph, Floats(graph, "h", {1, 1, 1, 12}, ordered), {7},
                       config, RotaryLayout::kHalf)
                      .output);
  const TensorView interleaved =
      graph.Cells(Turn(graph, Floats(graph, "i", {1, 1, 1, 12}, cells), {7},
                       config, RotaryLayout::kInterleaved)
                      .output);
  for (int64_t pair = 0; pair < 6; ++pair) {
    CHECK(half.At({0, 0, 0, pair}) == interleaved.At({0, 0, 0, 2 * pair}));
    CHECK(half.At({0, 0, 0, pair + 6}) ==
          interleaved.At({0, 0, 0, 2 * pair + 1}));
  }
}

TEST_CASE("features beyond the rotary width pass through", "[positions]") {
  for (const RotaryLayout layout :
       {RotaryLayout::kHalf, RotaryLayout::kInterleaved}) {
    Graph graph(std::make_shared<Budget>(), Recording::kTrain);
    std::vector<double> cells;
    for (int i = 0; i < 20; ++i) cells.push_back(i + 1);
    const Tensor x = Floats(graph, "x", {1, 1, 2, 10}, cells);
    const Turned turned = Turn(graph, x, {3, 4}, {.width = 4}, layout);
    for (int64_t d = 0; d < 10; ++d) {
      const bool same = graph.Cells(turned.output).At({0, 0, 1, d}) ==
                        graph.Cells(x).At({0, 0, 1, d});
      CHECK(same == (d >= 4));
    }
    Gradients gradients(graph.budget());
    REQUIRE(gradients.Compute(graph, {turned.output, Index{0, 0, 1, 9}, {}}));
    CHECK(gradients.Of(graph, x).At({0, 0, 1, 9}) == 1);
    CHECK(gradients.Of(graph, x).At({0, 0, 1, 0}) == 0);
  }
}

TEST_CASE("angles far out keep the digits that float32 speeds lose",
          "[positions]") {
  Graph graph(std::make_shared<Budget>(), Recording::kNone);
  const Tensor x = Floats(graph, "x", {1, 1, 1, 64}, std::vector<double>(64));
  const Turned turned =
      Turn(graph, x, {100000.5}, {.width = 64}, RotaryLayout::kHalf);
  for (int64_t pair = 0; pair < 32; ++pair) {
    const double angle =
        100000.5 * std::pow(10000.0, -static_cast<double>(pair) / 32);
    CHECK(std::abs(graph.Cells(turned.cos).At({0, pair}) - std::cos(angle)) <
          1e-7);
    CHECK(std::abs(graph.Cells(turned.sin).At({0, pair}) - std::sin(angle)) <
          1e-7);
  }
}

std::vector<double> Speeds(const RotaryConfig& config) {
  Graph graph(std::make_shared<Budget>(), Recording::kNone);
  const Tensor speeds = RotaryFrequencies(graph, config, {}, "speeds");
  REQUIRE(graph.status());
  std::vector<double> values;
  for (int64_t pair = 0; pair < config.width / 2; ++pair) {
    values.push_back(graph.Cells(speeds).At({pair}));
  }
  return values;
}

TEST_CASE("NTK keeps the fastest pair and slows the last by the factor",
          "[positions]") {
  const std::vector<double> plain = Speeds({.width = 128});
  const std::vector<double> ntk =
      Speeds({.width = 128, .scaling = "ntk", .factor = 2});
  CHECK(ntk.front() == 1);
  CHECK(plain.back() / ntk.back() == Approx(2));
  // base 20,221.26 in place of 10,000
  CHECK(ntk[1] == Approx(std::pow(20221.261689737912, -1.0 / 64)));
  // Dynamic reads L₀ tokens as before, and at L = 2L₀ as NTK does with 2s − 1.
  RotaryConfig dynamic{.width = 128,
                       .scaling = "dynamic",
                       .factor = 2,
                       .trained_length = 2048,
                       .length = 1000};
  CHECK(Speeds(dynamic) == plain);
  dynamic.length = 4096;
  const std::vector<double> far = Speeds(dynamic);
  CHECK(plain.back() / far.back() == Approx(3));
}

TEST_CASE("YaRN leaves fast pairs, slows slow ones and ramps between",
          "[positions]") {
  const std::vector<double> plain = Speeds({.width = 128});
  for (const char* ramp : {"rounded", "pairs", "turns"}) {
    const std::vector<double> yarn = Speeds({.width = 128,
                                             .scaling = "yarn",
                                             .factor = 16,
                                             .trained_length = 4096,
                                             .ramp = ramp});
    int kept = 0, slowed = 0;
    for (size_t pair = 0; pair < 64; ++pair) {
      kept += std::abs(yarn[pair] / plain[pair] - 1) < 1e-6;
      slowed += std::abs(yarn[pair] / plain[pair] - 1.0 / 16) < 1e-6;
    }
    INFO(ramp);
    CHECK(kept == 21);
    CHECK(slowed == 18);
  }
  // The paper's ramp: γ = (r − 1)/31 at r turns within L₀.
  const std::vector<double> turns = Speeds({.width = 128,
                                            .scaling = "yarn",
                                            .factor = 16,
                                            .trained_length = 4096,
                                            .ramp = "turns"});
  const double r = 4096 * plain[30] / (2 * kPi);
  const double share = (r - 1) / 31;
  CHECK(turns[30] == Approx(share * plain[30] + (1 - share) * plain[30] / 16));
}

TEST_CASE("a turned cell opens down to base and factor", "[positions]") {
  Graph graph(std::make_shared<Budget>(), Recording::kInspect);
  const RotaryConfig config{
      .width = 8, .scaling = "yarn", .factor = 4, .trained_length = 64};
  const Tensor x = Floats(graph, "x", {1, 1, 1, 8}, std::vector<double>(8, 1));
  const Turned turned = Turn(graph, x, {5}, config, RotaryLayout::kHalf);
  // out → cos → θ, each by the operands of the one before.
  const Result<Explanation> cell =
      Explain(graph, turned.output, {0, 0, 0, 2}, 0);
  REQUIRE(cell);
  CHECK(cell->expression.terms().back().kind == TermKind::kDifference);
  const Result<Explanation> cosine = Explain(graph, turned.cos, {0, 2}, 0);
  REQUIRE(cosine);
  bool angle = false;
  int speeds = -1;
  for (const Term& term : cosine->expression.terms()) {
    angle |= term.name == "angle";
    if (term.kind == TermKind::kOperand &&
        graph.value(Tensor{term.slot}).name == "speeds") {
      speeds = term.slot;
    }
  }
  CHECK(angle);
  REQUIRE(speeds >= 0);
  const Result<Explanation> theta = Explain(graph, Tensor{speeds}, {2}, 0);
  REQUIRE(theta);
  int named = 0;
  for (const Term& term : theta->expression.terms()) {
    named += term.name == "θ" || term.name == "γ" || term.name == "s";
  }
  CHECK(named >= 3);
}

TEST_CASE("what does not fit is refused by name", "[positions]") {
  const auto error = [](const RotaryConfig& config) {
    Graph graph(std::make_shared<Budget>(), Recording::kNone);
    RotaryFrequencies(graph, config, {}, "speeds");
    return graph.status() ? std::string() : graph.status().error().message;
  };
  CHECK(error({.width = 7}) ==
        "rotary_frequencies: width is 7; none scaling takes an even number "
        "from 2");
  CHECK(error({.width = 2, .scaling = "ntk", .factor = 2}) ==
        "rotary_frequencies: width is 2; ntk scaling takes an even number from "
        "4");
  CHECK(error({.width = 8, .scaling = "dynamic", .factor = 2}) ==
        "rotary_frequencies: trained_length is missing; dynamic scaling needs "
        "it");
  CHECK(error({.width = 8,
               .scaling = "yarn",
               .factor = 2,
               .trained_length = 64,
               .low = 40}) ==
        "rotary_frequencies: low is 40 and high 32; low must be below high");
  CHECK(error({.width = 8,
               .scaling = "longrope",
               .factor = 2,
               .trained_length = 64}) ==
        "rotary_frequencies: 0 factors are given; longrope scaling takes one "
        "for each of the 4 pairs, any other none");
  Graph graph(std::make_shared<Budget>(), Recording::kNone);
  RotaryTable(graph, Floats(graph, "p", {1}, {1e9}),
              Floats(graph, "f", {1}, {1}), {}, {}, "table");
  CHECK(graph.status().error().message ==
        "rotary_table: the largest position is 1000000000 and the largest "
        "frequency 1; their product must be below 4194304");
  Graph other(std::make_shared<Budget>(), Recording::kNone);
  const Tensor table = Floats(other, "c", {2, 3}, {1, 1, 1, 1, 1, 1});
  Rotary(other, Floats(other, "x", {1, 1, 2, 4}, std::vector<double>(8)), table,
         table, RotaryLayout::kHalf, "turned");
  CHECK(other.status().error().message ==
        "rotary: cos has the shape [2, 3] and sin [2, 3]; give equal shapes, "
        "one cell for each pair of the 4 features or fewer");
}

}  // namespace
}  // namespace clearhead
