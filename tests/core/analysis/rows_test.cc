// Statistics of rows, lengths of softmax Jacobians and cosines where the table
// test does not look: at further outputs, at zeros, at wrong sizes.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/guarded.h"
#include "tests/support/program_calls.h"

namespace clearhead::test {
namespace {

using Values = std::vector<double>;

VectorTensor Cells(const Shape& shape, Values values) {
  return {"f32", shape, std::move(values)};
}

TEST_CASE("uniform draws lie in their interval, evenly", "[ops][draws]") {
  const Session session;
  const auto draw = [&](Settings more) {
    Settings settings = {{"shape", std::vector<int64_t>{65536}}, {"seed", 3}};
    settings.insert(settings.end(), more.begin(), more.end());
    return Run(session, {"uniform", {}, settings});
  };
  const Values unit = draw({}).tensors.at("output").values;
  double sum = 0, squares = 0;
  for (const double u : unit) {
    REQUIRE((u >= 0 && u < 1));
    sum += u;
    squares += u * u;
  }
  const double mean = sum / 65536;
  CHECK(mean == Approx(0.5).margin(0.01));
  CHECK(squares / 65536 - mean * mean == Approx(1.0 / 12).margin(0.002));
  const Values wide =
      draw({{"low", -3}, {"high", 5}}).tensors.at("output").values;
  const Values other = draw({{"stream", 1}}).tensors.at("output").values;
  for (size_t i = 0; i < unit.size(); i += 1000) {
    CHECK(wide[i] == Approx(-3 + 8 * unit[i]).margin(1e-6));
  }
  CHECK(other != unit);
  CHECK(draw({{"low", 1}, {"high", 0.5}}).error ==
        "uniform: low is 1 and high 0.5; give a high that is not less");
  CHECK(
      Run(session,
          {"uniform", {}, {{"shape", std::vector<int64_t>(7, 1)}, {"seed", 1}}})
          .error == "uniform: shape has 7 axes; at most 6 are allowed");
}

TEST_CASE("mean, variance and range of rows", "[analysis]") {
  const VectorTensor x = Cells({2, 4}, {1, 2, 3, 6, -5, -5, -5, -5});
  const Session session;
  const Applied all = Run(session, {"statistics", {{"x", x}}, {}});
  CHECK(all.tensors.at("output").values == Values{3, -5});
  CHECK(all.tensors.at("variance").values == Values{3.5, 0});
  CHECK(all.tensors.at("least").values == Values{1, -5});
  CHECK(all.tensors.at("largest").values == Values{6, -5});
  const Applied nan =
      Run(session, {"statistics", {{"x", Cells({3}, {1, NAN, 2})}}, {}});
  for (const auto& [name, tensor] : nan.tensors) {
    CHECK(std::isnan(tensor.values[0]));
  }
  CHECK(Run(session, {"statistics", {{"x", Cells({2, 0}, {})}}, {}}).error ==
        "statistics: x has the shape [2, 0]; give rows of at least one cell");
}

// ∂variance/∂x = 2·(x − mean)/n; the chain rule goes through both outputs.
TEST_CASE("the variance has a gradient of its own", "[analysis]") {
  Session session;
  OwnedRequest owned;
  owned.Add("x", ToDense(session, Cells({2, 4}, {1, 2, 3, 6, 0, 0, 0, 4})));
  // 3·mean + variance
  const Result<int> run = session.Compute(
      {owned.inputs,
       {{"s", "statistics", {{"x", "x"}}, {}},
        {"tripled", "scale", {{"a", "s"}}, {{"divisor", 1.0 / 3}}},
        {"sum", "add", {{"a", "tripled"}, {"b", "s.variance"}}, {}}}});
  REQUIRE(run);
  const auto check = [&](const char* of, const Values& expected) {
    const Result<int> gradients = session.Differentiate(*run, {of, {}});
    REQUIRE(gradients);
    const Values slopes =
        FromDense(*session.GradientOf(*gradients, "x")).values;
    for (int64_t i = 0; i < 8; ++i) {
      INFO(of << " " << i);
      CHECK(slopes[i] == Approx(expected[i]).margin(1e-6));
      const auto opened =
          session.ExplainGradient(*gradients, "x", {i / 4, i % 4}, 0);
      REQUIRE(opened);
      CHECK(opened->terms.back().term.value ==
            Approx(expected[i]).margin(1e-6));
    }
  };
  const Values variance = {-1, -0.5, 0, 1.5, -0.5, -0.5, -0.5, 1.5};
  check("s", Values(8, 0.25));
  check("s.variance", variance);
  Values both;
  for (const double slope : variance) both.push_back(slope + 0.75);
  check("sum", both);
}

TEST_CASE("the length of a softmax's Jacobian", "[analysis]") {
  const Session session;
  const auto length = [&](const VectorTensor& weights) {
    return Run(session, {"softmax_jacobian", {{"weights", weights}}, {}})
        .tensors.at("output")
        .values;
  };
  // Certain, hidden, even: √(1/n − 1/n²).
  CHECK(length(Cells({2, 3}, {0, 1, 0, 0, 0, 0})) == Values{0, 0});
  CHECK(length(Cells({4}, {0.25, 0.25, 0.25, 0.25}))[0] ==
        Approx(std::sqrt(0.1875)));
  CHECK(length(Cells({2, 0}, {})) == Values{0, 0});
  // The matrix itself, from gradients of the weights by the scores.
  const VectorTensor scores = Cells({1, 5}, RandomValues(5, -2, 2, 4));
  double squares = 0;
  for (size_t i = 0; i < 5; ++i) {
    VectorTensor seed = Cells({1, 5}, Values(5, 0));
    seed.values[i] = 1;
    const Applied run =
        Run(session, {"softmax", {{"a", scores}}, {}, false, &seed});
    for (const double slope : run.gradients.at("a").values) {
      squares += slope * slope;
    }
  }
  const Applied weights = Run(session, {"softmax", {{"a", scores}}, {}});
  CHECK(length(weights.tensors.at("output"))[0] ==
        Approx(std::sqrt(squares)).epsilon(1e-5));
  const Applied slopes =
      RunProgram({{"p", Cells({3}, {0, 1, 0})}},
                 {{"j", "softmax_jacobian", {{"weights", "p"}}, {}}}, "j");
  CHECK(slopes.gradients.at("p").values == Values{0, 0, 0});
}

TEST_CASE("cosines of directions, and of none", "[analysis]") {
  const VectorTensor queries = Cells({3, 2}, {3, 4, 0, 0, 1e-30, 0});
  const VectorTensor keys = Cells({3, 2}, {6, 8, -4, 3, 5, 0});
  const Applied run =
      RunProgram({{"q", queries}, {"k", keys}},
                 {{"c", "cosine", {{"queries", "q"}, {"keys", "k"}}, {}}}, "c");
  const Values& cosines = run.tensors.at("c").values;
  const Values expected = {1, 0, 0.6, 0, 0, 0, 0.6, -0.8, 1};
  for (size_t i = 0; i < 9; ++i) {
    CHECK(cosines[i] == Approx(expected[i]).margin(1e-7));
  }
  CHECK(run.gradients.at("q").values[2] == 0);
  CHECK(run.gradients.at("q").values[3] == 0);
  const Session session;
  const Applied empty = Run(
      session, {"cosine",
                {{"queries", Cells({1, 0}, {})}, {"keys", Cells({2, 0}, {})}},
                {}});
  CHECK(empty.tensors.at("output").values == Values{0, 0});
  CHECK(
      Run(session, {"cosine",
                    {{"queries", queries}, {"keys", Cells({1, 3}, {1, 2, 3})}},
                    {}})
          .error != "");
  CHECK(Run(session,
            {"cosine",
             {{"queries", queries}, {"keys", Cells({2, 1, 2}, {1, 2, 3, 4})}},
             {}})
            .error ==
        "cosine: leading axes of keys has the shape [2]; it must "
        "equal or broadcast to []");
}

TEST_CASE("a short vector turns fast, and not infinitely so", "[analysis]") {
  const Applied run = RunProgram(
      {{"q", Cells({1, 2}, {1e-25, 0})}, {"k", Cells({1, 2}, {1, 2})}},
      {{"c", "cosine", {{"queries", "q"}, {"keys", "k"}}, {}}}, "c");
  CHECK(run.tensors.at("c").values[0] == Approx(std::sqrt(0.2)));
  const Values& turned = run.gradients.at("q").values;
  // (k/‖k‖ − cos·q/‖q‖)/‖q‖
  CHECK(turned[0] == Approx(0).margin(1e18));
  CHECK(turned[1] == Approx(2 / std::sqrt(5.0) * 1e25));
}

}  // namespace
}  // namespace clearhead::test
