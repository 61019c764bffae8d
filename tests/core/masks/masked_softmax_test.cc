// What a row becomes when all of it is hidden, and what hidden scores do to the
// others, policy by policy.
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "core/base/half.h"
#include "core/graph/explain.h"
#include "core/graph/gradients.h"
#include "core/masks/mask.h"
#include "tests/support/array.h"
#include "tests/support/close.h"

namespace clearhead {
namespace {

using Doubles = std::vector<double>;

// The weights of one row, and their gradient of Σ i·weight_i.
struct Weights {
  Weights(const char* fill, const char* precision, const Doubles& scores,
          const Doubles& bits)
      : graph(std::make_shared<Budget>(), Recording::kInspect),
        gradients(std::make_shared<Budget>()) {
    const auto n = static_cast<int64_t>(scores.size());
    const auto input = [&](const char* name, DataType type,
                           const Doubles& cells) {
      return graph.Input(name, type, {1, n}, {AxisRole::kQuery, AxisRole::kKey},
                         [&](const TensorView& view) {
                           for (int64_t i = 0; i < n; ++i) {
                             if (type == DataType::kUint8) {
                               view.as<uint8_t>()[i] = cells[i] != 0;
                             } else {
                               view.floats()[i] = static_cast<float>(cells[i]);
                             }
                           }
                         });
    };
    from = input("scores", DataType::kFloat32, scores);
    const Tensor mask = input("mask", DataType::kUint8, bits);
    output = graph.Apply(MaskedSoftmaxOperation(), {from, mask},
                         {fill, precision}, "weights");
    REQUIRE(graph.status());
    std::vector<float> seed;
    for (int64_t i = 0; i < n; ++i) seed.push_back(static_cast<float>(i));
    TensorView weighted = graph.Cells(output);
    weighted.data = seed.data();
    REQUIRE(gradients.Compute(
        graph, {.tensor = output, .cell = {}, .weights = weighted}));
    cells = test::Read(graph.Cells(output)).cells;
    dscores = test::Read(gradients.Of(graph, from)).cells;
  }

  Expression Opened(int64_t key) const {
    return Explain(graph, output, {0, key}, 0)->expression;
  }

  Graph graph;
  Gradients gradients;
  Tensor from, output;
  Doubles cells, dscores;
};

const Doubles kScores = {1.2, -0.5, 0.8, 1.1};
const Doubles kNothing = {0, 0, 0, 0};
const Doubles kUniform(4, 0.25);

bool AllNaN(const Doubles& cells) {
  for (const double cell : cells) {
    if (!std::isnan(cell)) return false;
  }
  return !cells.empty();
}

// Of softmax weights p: p·(i − Σ j·p_j), the gradient of Σ i·p_i.
Doubles SoftmaxGradient(const Doubles& p) {
  double mean = 0;
  for (size_t j = 0; j < p.size(); ++j) mean += static_cast<double>(j) * p[j];
  Doubles gradient;
  for (size_t i = 0; i < p.size(); ++i) {
    gradient.push_back(p[i] * (static_cast<double>(i) - mean));
  }
  return gradient;
}

TEST_CASE("a row without a visible key, in float32", "[mask]") {
  const auto row = [](const char* fill) {
    return Weights(fill, "float32", kScores, kNothing);
  };
  const Weights zero = row("zero");
  CHECK(zero.cells == kNothing);
  CHECK(zero.dscores == kNothing);
  // 0 ÷ 0; the scores that were replaced have no part in it.
  const Weights infinity = row("negative-infinity");
  CHECK(AllNaN(infinity.cells));
  CHECK(infinity.dscores == kNothing);
  const Weights replaced = row("minus-1e9");
  CHECK(replaced.cells == kUniform);
  CHECK(replaced.dscores == kNothing);
  // The sum swallows the scores, but gradients go on to them.
  const Weights added = row("add-minus-1e9");
  CHECK(added.cells == kUniform);
  CHECK(added.dscores == SoftmaxGradient(kUniform));
  const Weights multiplied = row("multiply-after-softmax");
  CHECK(multiplied.cells == kNothing);
  CHECK(multiplied.dscores == kNothing);
}

TEST_CASE("a row without a visible key, in float16", "[mask]") {
  const auto row = [](const char* fill) {
    return Weights(fill, "float16", kScores, kNothing);
  };
  CHECK(row("zero").cells == kNothing);
  CHECK(AllNaN(row("negative-infinity").cells));
  // −1e9 is −∞ there.
  CHECK(AllNaN(row("minus-1e9").cells));
  CHECK(row("minus-1e9").dscores == kNothing);
  CHECK(AllNaN(row("add-minus-1e9").cells));
  CHECK(AllNaN(row("add-minus-1e9").dscores));
  CHECK(row("multiply-after-softmax").cells == kNothing);
}

TEST_CASE("beside a visible key, a hidden one gets exactly 0", "[mask]") {
  const Doubles bits = {1, 1, 0, 0};
  const double first = 1 / (1 + std::exp(-1.7));
  const Doubles p = {first, 1 - first, 0, 0};
  for (const char* precision : {"float32", "float16"}) {
    const test::Tolerance close{precision[5] == '3' ? 1e-6 : 1e-3, 0};
    for (const char* fill :
         {"zero", "negative-infinity", "minus-1e9", "add-minus-1e9"}) {
      INFO(fill << " " << precision);
      const Weights row(fill, precision, kScores, bits);
      for (size_t i = 0; i < 4; ++i) {
        CHECK(test::Close(row.cells[i], p[i], close));
        CHECK(test::Close(row.dscores[i], SoftmaxGradient(p)[i], close));
      }
      CHECK((row.cells[2] == 0 && row.cells[3] == 0));
    }
  }
}

TEST_CASE("multiplied after the softmax, a row sums to less than 1", "[mask]") {
  const Weights row("multiply-after-softmax", "float32", kScores, {1, 1, 0, 0});
  double sum = 0;
  for (const double score : kScores) sum += std::exp(score);
  CHECK(row.cells[0] == Approx(std::exp(1.2) / sum));
  CHECK(row.cells[1] == Approx(std::exp(-0.5) / sum));
  CHECK((row.cells[2] == 0 && row.cells[3] == 0));
  // What is hidden still takes its part of the others.
  CHECK(row.dscores[2] == Approx(-row.cells[1] * std::exp(0.8) / sum));
}

TEST_CASE("float16 rounds every step", "[mask]") {
  const Weights row("zero", "float16", kScores, {1, 1, 1, 1});
  const Weights wide("zero", "float32", kScores, {1, 1, 1, 1});
  int apart = 0;
  for (size_t i = 0; i < 4; ++i) {
    CHECK(row.cells[i] == RoundToHalf(row.cells[i]));
    CHECK(row.cells[i] == Approx(wide.cells[i]).epsilon(2e-3));
    apart += row.cells[i] != wide.cells[i];
  }
  CHECK(apart == 4);
}

TEST_CASE("a large score survives the sum with −1e9", "[mask]") {
  // Neighbours of 1e9 in float32 lie 64 apart: 32 is a tie and goes to even.
  CHECK(Weights("add-minus-1e9", "float32", {0, 32}, {0, 0}).cells ==
        Doubles{0.5, 0.5});
  CHECK(Weights("add-minus-1e9", "float32", {0, 33}, {0, 0}).cells[1] == 1);
}

TEST_CASE("an opened weight shows how the score was swallowed", "[mask]") {
  const Weights row("add-minus-1e9", "float32", kScores, kNothing);
  const Expression opened = row.Opened(2);
  int sums = 0;
  for (const Term& term : opened.terms()) {
    if (term.kind != TermKind::kFloat32) continue;
    const Term& sum = opened.terms()[term.children[0]];
    CHECK(sum.kind == TermKind::kSum);
    CHECK(sum.value > -1e9 - 1);
    CHECK(sum.value != -1e9);
    CHECK(term.value == -1e9);
    ++sums;
  }
  CHECK(sums == 4);
  CHECK(opened.value() == 0.25);
}

TEST_CASE("in float16 an opened weight shows −1e9 become −∞", "[mask]") {
  const Weights row("minus-1e9", "float16", kScores, {1, 0, 1, 1});
  const Expression opened = row.Opened(1);
  bool shown = false;
  for (const Term& term : opened.terms()) {
    if (term.kind != TermKind::kFloat16 || term.value != -HUGE_VAL) continue;
    shown |= opened.terms()[term.children[0]].value == -1e9;
  }
  CHECK(shown);
  CHECK(opened.value() == 0);
}

}  // namespace
}  // namespace clearhead
