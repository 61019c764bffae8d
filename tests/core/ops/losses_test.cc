// What the table test cannot say of cross entropy: labels that are wrong or
// ignored, hidden classes, long rows.
#include "core/ops/losses.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "tests/support/composite_run.h"
#include "tests/support/each_target.h"

namespace clearhead::test {
namespace {

using Settings = std::vector<std::pair<std::string, Attribute>>;

Array<double> Filled(const Shape& shape, std::vector<double> cells) {
  Array<double> array(shape);
  array.cells = std::move(cells);
  return array;
}

// Rows of V logits, and a label each.
CompositeRun RunLoss(int64_t classes, std::vector<double> logits,
                     std::vector<double> labels, const Settings& settings = {},
                     std::vector<double> weight = {},
                     std::vector<Intervention> interventions = {}) {
  const Operation& operation = CrossEntropyOperation();
  const auto rows = static_cast<int64_t>(labels.size());
  return CompositeRun(
      {&operation,
       {Filled({rows, classes}, std::move(logits)),
        Filled({rows}, std::move(labels)),
        weight.empty() ? Array<double>() : Filled({classes}, weight)},
       *CheckAttributes(operation.schema, settings),
       ""},
      Recording::kTrain, std::move(interventions));
}

// The loss of one row, and its gradient.
void CheckRow(const std::vector<double>& logits, double label, double smoothing,
              double loss, const std::vector<double>& gradient,
              const std::vector<double>& weight = {}) {
  CAPTURE(logits, label, smoothing, weight);
  CompositeRun run = RunLoss(static_cast<int64_t>(logits.size()), logits,
                             {label}, {{"label_smoothing", smoothing}}, weight);
  REQUIRE(run.error() == "");
  CHECK(Difference("loss", run["output"], Filled({}, {loss})) == "");
  CHECK(Difference(
            "dlogits", run.Gradient("logits"),
            Filled({1, static_cast<int64_t>(logits.size())}, gradient)) == "");
  CHECK(Unopened(run, 9) == "");
}

TEST_CASE("a label that is no class is refused with its place", "[losses]") {
  CHECK(RunLoss(3, std::vector<double>(6, 0), {2, 3}).error() ==
        "cross_entropy: token_losses: the label at [1] is 3; there are 3 "
        "classes, give 0 to 2, or -100 for a token to ignore");
  CHECK(RunLoss(3, std::vector<double>(6, 0), {-1, 0}, {{"ignore", 7}})
            .error()
            .find("the label at [0] is -1; there are 3 classes, give 0 to 2, "
                  "or 7 for") != std::string::npos);
  CHECK(RunLoss(3, std::vector<double>(6, 0), {-1, 7}, {{"ignore", -1}})
            .error()
            .find("the label at [1] is 7") != std::string::npos);
}

TEST_CASE("where every label is ignored the loss and its gradient are 0",
          "[losses]") {
  for (const char* reduction : {"mean", "sum", "none"}) {
    for (const double smoothing : {0.0, 0.1}) {
      CAPTURE(reduction, smoothing);
      CompositeRun run =
          RunLoss(2, {NAN, 1, HUGE_VAL, -HUGE_VAL}, {-100, -100},
                  {{"reduction", reduction}, {"label_smoothing", smoothing}});
      for (const double cell : run["output"].cells) CHECK(cell == 0);
      for (const double cell : run.Gradient("logits").cells) CHECK(cell == 0);
      CHECK(Unopened(run, 9) == "");
    }
  }
}

TEST_CASE("ignored tokens leave the sum and the divisor", "[losses]") {
  CompositeRun run = RunLoss(2, {0, 0, 5, 1, 0, 0}, {0, -100, 1});
  CHECK(run["output"].cells[0] == Approx(std::log(2)));
  CHECK(run["losses"].cells[1] == 0);
  CHECK(run["losses.weights"].cells == std::vector<double>{1, 0, 1});
  CHECK(run["losses.log_sum_exp"].cells[0] == Approx(std::log(2)));
  CHECK(run.Gradient("logits").cells ==
        std::vector<double>{-0.25, 0.25, 0, 0, 0.25, -0.25});
}

TEST_CASE("hidden classes beside the right one count for nothing", "[losses]") {
  EachTarget([] {
    const double ln2 = std::log(2);
    CheckRow({1, -HUGE_VAL, 1}, 0, 0, ln2, {-0.5, 0, 0.5});
    // The right class hidden, or given a share of the target: infinitely wrong.
    CheckRow({1, -HUGE_VAL, 1}, 1, 0, HUGE_VAL, {0.5, -1, 0.5});
    CheckRow({1, -HUGE_VAL, 1}, 0, 0.3, HUGE_VAL, {-0.3, -0.1, 0.4});
    // A class of weight 0 has no share.
    CheckRow({1, -HUGE_VAL, 1}, 0, 0.3, 0.9 * ln2, {-0.35, 0, 0.35}, {1, 0, 1});
    CheckRow({1, -HUGE_VAL, 1}, 1, 0.3, 0, {0, 0, 0}, {1, 0, 1});
    // Nothing visible.
    CheckRow({-HUGE_VAL, -HUGE_VAL}, 0, 0, HUGE_VAL, {0, 0});
    CheckRow({-HUGE_VAL, -HUGE_VAL}, 0, 0.5, HUGE_VAL, {0, 0});
    CheckRow({NAN, 0}, 1, 0, NAN, {NAN, NAN});
  });
}

TEST_CASE("large logits keep the digits of the loss", "[losses]") {
  const CompositeRun run = RunLoss(2, {3e4, 3e4 + 1}, {0});
  CHECK(run["output"].cells[0] == Approx(std::log1p(std::exp(1))));
  CHECK(run["losses.log_sum_exp"].cells[0] == Approx(3e4 + 1.3132617));
}

TEST_CASE("a vocabulary's loss opens through the losses down to the logits",
          "[losses]") {
  EachTarget([] {
    Random random(3);
    std::vector<double> logits, labels;
    for (int i = 0; i < 40 * 301; ++i) {
      logits.push_back(static_cast<float>(9 * random.Uniform()));
    }
    for (int i = 0; i < 40; ++i) labels.push_back(random.Integer(301));
    CompositeRun run = RunLoss(301, logits, labels, {{"label_smoothing", 0.1}});
    CHECK(Unopened(run, 7) == "");
    const Result<Explanation> loss = Explain(run.graph, run.output, {}, 0);
    int losses = 0;
    for (const Term& term : loss->expression.terms()) {
      losses += term.slot == run.graph.Find("losses").id;
    }
    CHECK(losses == 40);
    // Every row of the gradient sums to 0.
    const Array<double> gradient = run.Gradient("logits");
    double sum = 0;
    for (int c = 0; c < 301; ++c) sum += gradient[{5, c}];
    CHECK(std::abs(sum) < 1e-7);
  });
}

TEST_CASE("a token's loss that was set by hand passes no gradient on",
          "[losses]") {
  CompositeRun run =
      RunLoss(2, {0, 0, 0, 0}, {0, 1}, {}, {},
              {{"losses", Intervention::Action::kSet, {1}, {3}}});
  CHECK(run["output"].cells[0] == Approx((std::log(2) + 3) / 2));
  CHECK(run.Gradient("logits").cells == std::vector<double>{-0.25, 0.25, 0, 0});
}

TEST_CASE("the call that a model writes", "[losses]") {
  Graph graph(std::make_shared<Budget>(), Recording::kNone);
  const Tensor logits = graph.Input(
      "logits", DataType::kFloat32, {2, 2},
      {AxisRole::kPosition, AxisRole::kVocabulary}, [](const TensorView&) {});
  const Tensor labels = graph.Input(
      "labels", DataType::kInt32, {2}, {AxisRole::kPosition},
      [](const TensorView& cells) { cells.as<int32_t>()[0] = kIgnoreLabel; });
  const Tensor loss = CrossEntropy(graph, logits, labels, 0.1, "train.loss");
  REQUIRE(graph.status());
  CHECK(graph.Cells(loss).At({}) == Approx(std::log(2)));
  CHECK(graph.value(graph.Find("train.losses")).roles.front() ==
        AxisRole::kPosition);
}

}  // namespace
}  // namespace clearhead::test
