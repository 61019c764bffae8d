// The best approximation of lower rank, and what it is for: key and value
// projections of a trained layer become a latent's projections down and up.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/guarded.h"
#include "tests/support/program_calls.h"

namespace clearhead::test {
namespace {

VectorTensor Random(const Shape& shape, uint64_t seed) {
  const auto count = static_cast<size_t>(CountOf(shape));
  return {"f32", shape, RandomValues(count, -1, 1, seed)};
}

Applied Approximate(const VectorTensor& x, int rank) {
  const Applied run =
      Run(Session(), {"low_rank", {{"x", x}}, {{"rank", rank}}});
  INFO(run.error);
  REQUIRE(run.error.empty());
  return run;
}

double LengthOf(const std::vector<double>& values) {
  double squares = 0;
  for (const double x : values) squares += x * x;
  return std::sqrt(squares);
}

// ‖x − left·right‖/‖x‖ is what is said, falls with the rank, and is that of the
// singular values left out.
TEST_CASE("the error of a lower rank is what the singular values say",
          "[analysis]") {
  const VectorTensor x = Random({7, 5}, 3);
  const std::vector<double> values =
      Run(Session(), {"singular_values", {{"a", x}}, {}})
          .tensors.at("output")
          .values;
  double before = 1;
  for (int rank = 1; rank <= 5; ++rank) {
    const Applied run = Approximate(x, rank);
    CHECK(run.tensors.at("output").shape == Shape{7, rank});
    CHECK(run.tensors.at("right").shape == Shape{rank, 5});
    const Applied product =
        RunProgram({{"l", run.tensors.at("output")},
                    {"r", run.tensors.at("right")},
                    {"x", x}},
                   {{"lr", "matmul", {{"a", "l"}, {"b", "r"}}, {}},
                    {"d", "difference", {{"a", "x"}, {"b", "lr"}}, {}}});
    const double error = run.tensors.at("error").values[0];
    const double measured = LengthOf(product.tensors.at("d").values);
    CHECK(error ==
          Approx(measured / LengthOf(x.values)).epsilon(1e-5).margin(1e-6));
    CHECK(error == Approx(LengthOf({values.begin() + rank, values.end()}) /
                          LengthOf(values))
                       .margin(1e-6));
    CHECK(error < before);
    before = error;
  }
}

TEST_CASE("low ranks at their ends", "[analysis]") {
  const VectorTensor zero{"f32", {2, 3}, std::vector<double>(6, 0)};
  CHECK(Approximate(zero, 2).tensors.at("error").values[0] == 0);
  const Applied nan = Approximate({"f32", {2, 2}, {1, NAN, 0, 1}}, 1);
  for (const auto& [name, tensor] : nan.tensors) {
    for (const double value : tensor.values) CHECK(std::isnan(value));
  }
  // Of [[0, −2]] the vector on the left is positive, that on the right −1.
  const Applied sign = Approximate({"f32", {1, 2}, {0, -2}}, 1);
  CHECK(sign.tensors.at("output").values[0] == Approx(std::sqrt(2.0)));
  CHECK(sign.tensors.at("right").values[1] == Approx(-std::sqrt(2.0)));
  CHECK(Run(Session(), {"low_rank", {{"x", zero}}, {{"rank", 3}}}).error ==
        "low_rank: rank is 3; x has the shape [2, 3], give at most 2");
  // Several matrices at once.
  const Applied two = Approximate(Random({2, 4, 3}, 5), 2);
  CHECK(two.tensors.at("output").shape == Shape{2, 4, 2});
  CHECK(two.tensors.at("error").values.size() == 2);
}

TEST_CASE("the error of a large matrix opens abbreviated", "[analysis]") {
  Session session;
  OwnedRequest owned;
  owned.Add("x", ToDense(session, Random({96, 64}, 6)));
  const Result<int> run = session.Compute(
      {owned.inputs, {{"a", "low_rank", {{"x", "x"}}, {{"rank", 16}}}}});
  REQUIRE(run);
  const auto opened = session.Explain(*run, "a.error", {}, 0);
  REQUIRE(opened);
  CHECK(opened->terms.back().term.value == Approx(opened->value).epsilon(1e-5));
  int64_t omitted = 0;
  for (const auto& item : opened->terms) omitted += item.term.omitted_count;
  CHECK(omitted == 2 * 2048);
}

// C 12, H 3, D 4: [W_K; W_V] side by side, a head's keys before its values as
// latent_attention takes them.
struct Layer {
  static constexpr int64_t kWidth = 12, kHeads = 3, kHead = 4;
  VectorTensor x = Random({2, 5, kWidth}, 1);
  VectorTensor query = Random({kWidth, 12}, 2), key = Random({kWidth, 12}, 3);
  VectorTensor value = Random({kWidth, 12}, 4), output = Random({12, 12}, 5);

  std::vector<double> AllHeads() const {
    return Run(Session(), {"multi_head_attention",
                           {{"x", x},
                            {"query_weight", query},
                            {"key_weight", key},
                            {"value_weight", value},
                            {"output_weight", output}},
                           {{"heads", double{kHeads}}}})
        .tensors.at("output")
        .values;
  }

  VectorTensor SideBySide() const {
    VectorTensor both{"f32", {kWidth, 24}, {}};
    for (int64_t row = 0; row < kWidth; ++row) {
      for (int64_t column = 0; column < 24; ++column) {
        const int64_t head = column / 8, place = column % 8;
        const VectorTensor& from = place < kHead ? key : value;
        both.values.push_back(
            from.values[row * 12 + head * kHead + place % kHead]);
      }
    }
    return both;
  }

  // No part turns: cos and sin have no cells. The norm of the latent is made
  // to do nothing: c/√(mean(c²) + ε)·√ε with ε far above c².
  std::vector<double> Latent(int rank) const {
    const Applied factors = Approximate(SideBySide(), rank);
    const VectorTensor none{"f32", {2, 5, 0}, {}};
    const VectorTensor norm{"f32", {rank}, std::vector<double>(rank, 1e6)};
    const Applied run =
        Run(Session(), {"latent_attention",
                        {{"x", x},
                         {"cos", none},
                         {"sin", none},
                         {"query_up", query},
                         {"key_value_down", factors.tensors.at("output")},
                         {"key_value_norm", norm},
                         {"key_value_up", factors.tensors.at("right")},
                         {"output_weight", output}},
                        {{"heads", double{kHeads}}, {"epsilon", 1e12}}});
    INFO(run.error);
    REQUIRE(run.error.empty());
    return run.tensors.at("output").values;
  }
};

TEST_CASE("heads become a latent: equal at full rank, closer with every rank",
          "[analysis]") {
  const Layer layer;
  const std::vector<double> expected = layer.AllHeads();
  const auto error = [&](int rank) {
    std::vector<double> difference = layer.Latent(rank);
    for (size_t i = 0; i < expected.size(); ++i) difference[i] -= expected[i];
    return LengthOf(difference) / LengthOf(expected);
  };
  CHECK(error(12) < 1e-5);
  double before = 1e9;
  for (const int rank : {2, 4, 6, 8, 10, 12}) {
    const double now = error(rank);
    INFO("rank " << rank << ": " << now);
    CHECK(now < before);
    before = now;
  }
}

}  // namespace
}  // namespace clearhead::test
