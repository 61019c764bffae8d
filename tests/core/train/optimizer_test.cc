#include "core/train/optimizer.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/base/random.h"

namespace clearhead {
namespace {

Optimizer Made(const OptimizerConfig& config, int64_t count,
               std::vector<ParameterRange> decayed = {}) {
  Result<Optimizer> made =
      Optimizer::Create(std::make_shared<Budget>(), config, count, decayed);
  REQUIRE(made);
  return *std::move(made);
}

std::vector<float> Normals(size_t n, uint64_t seed) {
  Random random(seed);
  std::vector<float> values(n);
  for (float& value : values) value = random.Normal();
  return values;
}

std::string ErrorOf(const OptimizerConfig& config) {
  const Status status = Validate(config);
  return status ? "" : status.error().message;
}

TEST_CASE("every field of an optimiser has a range", "[train]") {
  CHECK(ErrorOf({}) == "");
  CHECK(ErrorOf({.beta1 = 1}) ==
        "optimizer: beta1 is 1; give a number of 0…0.999999");
  CHECK(ErrorOf({.beta2 = -0.1}).find("beta2") != std::string::npos);
  CHECK(ErrorOf({.epsilon = 0}).find("epsilon") != std::string::npos);
  CHECK(ErrorOf({.weight_decay = NAN}) ==
        "optimizer: weight_decay is NaN; give a number of 0…1");
  CHECK(ErrorOf({.momentum = 2}).find("momentum") != std::string::npos);
  CHECK(ErrorOf({.clip = INFINITY}).find("clip") != std::string::npos);
}

TEST_CASE("what does not fit is refused", "[train]") {
  const auto budget = std::make_shared<Budget>(1000);
  const auto error = [&](int64_t count, std::vector<ParameterRange> decayed) {
    Result<Optimizer> made =
        Optimizer::Create(budget, {}, count, std::move(decayed));
    return made ? "" : made.error().message;
  };
  CHECK(error(10, {{0, 4}, {4, 0}, {6, 4}}) == "");
  CHECK(error(-1, {}) != "");
  CHECK(error(10, {{4, 2}, {5, 2}}) ==
        "optimizer: 2 decayed parameters from 5 on; give ranges in order, "
        "apart, within 0…10");
  CHECK(error(10, {{8, 3}}) != "");
  CHECK(error(10, {{-1, 3}}) != "");
  CHECK(error(10, {{11, 0}}) != "");
  CHECK(error(10, {{2, -1}}) != "");
  CHECK(error(10, {{2, INT64_MAX}}) != "");
  CHECK(error(1000, {}) != "");  // 8,000 bytes against 1,000
  CHECK(error(INT64_MAX, {}) != "");
  CHECK(budget->used() == 0);

  Optimizer optimizer = Made({}, 3);
  std::vector<float> p = {1, 2, 3}, g = {1, 1, 1};
  CHECK(!optimizer.Step(0.1, p, std::span(g).first(2)));
  CHECK(!optimizer.Step(0.1, std::span(p).first(2), g));
  CHECK(!optimizer.Step(-0.1, p, g));
  CHECK(!optimizer.Step(NAN, p, g));
  g[1] = NAN;
  const Result<double> refused = optimizer.Step(0.1, p, g);
  REQUIRE(!refused);
  CHECK(refused.error().message ==
        "optimizer: the norm of the gradients is NaN at step 1; lower the "
        "learning rate");
  CHECK(p == std::vector<float>{1, 2, 3});
  CHECK(optimizer.steps() == 0);
  CHECK(!optimizer.SetSteps(-1));
}

TEST_CASE("no parameters are no error", "[train]") {
  for (const OptimizerKind kind :
       {OptimizerKind::kAdamW, OptimizerKind::kSgd}) {
    Optimizer optimizer = Made({.kind = kind, .amsgrad = true}, 0, {{0, 0}});
    const Result<double> norm = optimizer.Step(0.1, {}, {});
    REQUIRE(norm);
    CHECK(*norm == 0);
  }
}

TEST_CASE("decay moves its own ranges alone", "[train]") {
  for (const OptimizerKind kind :
       {OptimizerKind::kAdamW, OptimizerKind::kAdam, OptimizerKind::kSgd}) {
    Optimizer optimizer = Made({.kind = kind, .weight_decay = 0.5}, 40,
                               {{0, 3}, {10, 17}, {39, 1}});
    std::vector<float> p(40, 2.0f);
    REQUIRE(optimizer.Step(0.1, p, std::vector<float>(40, 0.0f)));
    for (size_t i = 0; i < p.size(); ++i) {
      const bool decays = i < 3 || (i >= 10 && i < 27) || i == 39;
      INFO(static_cast<int>(kind) << ", parameter " << i);
      CHECK((p[i] < 2) == decays);
      if (kind == OptimizerKind::kAdamW && decays) {
        CHECK(p[i] == Approx(2 * (1 - 0.1 * 0.5)));
      }
    }
  }
}

TEST_CASE("without memory Adam moves by the sign of the gradient", "[train]") {
  for (const OptimizerKind kind :
       {OptimizerKind::kAdamW, OptimizerKind::kAdam}) {
    Optimizer optimizer = Made({.kind = kind, .beta1 = 0, .beta2 = 0}, 3);
    std::vector<float> p = {1, 1, 1};
    REQUIRE(optimizer.Step(0.1, p, std::vector<float>{5, -1e-3f, 0}));
    CHECK(p[0] == Approx(0.9));
    CHECK(p[1] == Approx(1.1));
    CHECK(p[2] == 1);
  }
}

TEST_CASE("clipping shortens a long gradient and returns its length",
          "[train]") {
  Optimizer optimizer = Made({.kind = OptimizerKind::kSgd, .clip = 1}, 2);
  std::vector<float> p = {0, 0};
  Result<double> norm = optimizer.Step(1, p, std::vector<float>{3, 4});
  CHECK(*norm == 5);
  CHECK(p[0] == Approx(-0.6));
  CHECK(p[1] == Approx(-0.8));
  // A short one stays as it is: momentum 0.9·0.6 + 0.3.
  norm = optimizer.Step(1, p, std::vector<float>{0.3f, 0});
  CHECK(*norm == Approx(0.3));
  CHECK(p[0] == Approx(-0.6 - (0.9 * 0.6 + 0.3)));
  // The square of a float beyond 1e19 is finite in double alone.
  norm = optimizer.Step(0, p, std::vector<float>{3e30f, 4e30f});
  CHECK(*norm == Approx(5e30));
}

// A run that is stopped, written down and read back goes on bit by bit.
TEST_CASE("a checkpoint resumes an optimiser to the bit", "[train]") {
  for (const OptimizerConfig& config :
       {OptimizerConfig{.amsgrad = true, .clip = 3},
        OptimizerConfig{.kind = OptimizerKind::kAdam},
        OptimizerConfig{.kind = OptimizerKind::kSgd, .nesterov = true}}) {
    const int64_t count = 37;
    Optimizer first = Made(config, count, {{0, 20}});
    std::vector<float> p = Normals(count, 1);
    for (int t = 0; t < 5; ++t) REQUIRE(first.Step(0.01, p, Normals(count, t)));
    Optimizer second = Made(config, count, {{0, 20}});
    std::vector<float> q = p;
    const auto from = first.states(), to = second.states();
    REQUIRE(from.size() == to.size());
    for (size_t i = 0; i < from.size(); ++i) {
      CHECK(from[i].name == to[i].name);
      REQUIRE(to[i].cells.size() == static_cast<size_t>(count));
      std::copy(from[i].cells.begin(), from[i].cells.end(),
                to[i].cells.begin());
    }
    REQUIRE(second.SetSteps(first.steps()));
    for (int t = 5; t < 9; ++t) {
      REQUIRE(first.Step(0.01, p, Normals(count, t)));
      REQUIRE(second.Step(0.01, q, Normals(count, t)));
    }
    CHECK(p == q);
  }
}

TEST_CASE("the state is named by what it is", "[train]") {
  const auto names = [](const OptimizerConfig& config) {
    std::string all;
    Optimizer optimizer = Made(config, 1);
    for (const auto& state : optimizer.states()) AppendName(state.name, &all);
    return all;
  };
  CHECK(names({}) == "first_moment, second_moment");
  CHECK(names({.amsgrad = true}) ==
        "first_moment, second_moment, largest_second_moment");
  CHECK(names({.kind = OptimizerKind::kSgd, .amsgrad = true}) == "momentum");
}

}  // namespace
}  // namespace clearhead
