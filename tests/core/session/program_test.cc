// Programs: what a step may read and be called, and what the run then holds.
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/session/session.h"
#include "tests/support/array.h"
#include "tests/support/evaluate.h"

namespace clearhead {
namespace {

constexpr float kCells[] = {1, 2, 3, 4, 5, 6};

TensorView Given() {
  return {DataType::kFloat32,
          {2, 3},
          DenseStrides({2, 3}),
          reinterpret_cast<std::byte*>(const_cast<float*>(kCells))};
}

Step Halved(std::string name, std::string from) {
  return {
      std::move(name), "scale", {{"a", std::move(from)}}, {{"divisor", 2.0}}};
}

std::string ErrorOf(const ComputeRequest& request) {
  Session session;
  const Result<int> run = session.Compute(request);
  CHECK(session.budget().used() == 0);
  return run ? "" : run.error().message;
}

bool Mentions(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

TEST_CASE("a program's steps read its inputs and each other", "[program]") {
  Session session;
  const Result<int> run =
      session.Compute({{{"x", Given()}}, {Halved("y", "x"), Halved("z", "y")}});
  REQUIRE(run);
  const Result<DenseTensor> z = session.TensorOf(*run, "z");
  REQUIRE(z);
  CHECK(z->shape == Shape{2, 3});
  for (int i = 0; i < 6; ++i) CHECK(z->cells.as<float>()[i] == kCells[i] / 4);

  const auto opened = session.Explain(*run, "z", {1, 2}, 64);
  REQUIRE(opened);
  CHECK(opened->value == 1.5);
  const auto given = session.Explain(*run, "x", {0, 1}, 64);
  REQUIRE(given);
  REQUIRE(given->origin);
  CHECK(given->origin->kind == Origin::Kind::kGiven);

  const Result<int> gradients = session.Differentiate(*run, {"z", Index{0, 1}});
  REQUIRE(gradients);
  const Result<DenseTensor> dx = session.GradientOf(*gradients, "x");
  REQUIRE(dx);
  CHECK(dx->cells.as<float>()[1] == 0.25f);
  CHECK(dx->cells.as<float>()[0] == 0.0f);

  CHECK_FALSE(session.GradientMap(*run, 0, 8));
  session.Dispose(*run);
}

TEST_CASE("a program that makes no sense is refused", "[program]") {
  const NamedViews x = {{"x", Given()}};
  CHECK(Mentions(ErrorOf({x, {}}), "steps has 0 entries; give 1 to 2048"));
  CHECK(Mentions(ErrorOf({x, std::vector<Step>(2049, Halved("y", "x"))}),
                 "steps has 2049 entries"));
  CHECK(Mentions(ErrorOf({x, {Halved("x", "x")}}), "called 'x'"));
  CHECK(Mentions(ErrorOf({x, {Halved("", "x")}}), "called ''"));
  CHECK(Mentions(ErrorOf({x, {Halved("y", "w")}}), "reads 'w'"));
  CHECK(Mentions(ErrorOf({x, {Halved("y", "z"), Halved("z", "x")}}),
                 "there are x"));
  CHECK(Mentions(ErrorOf({{}, {{"y", "scale", {}, {{"divisor", 2.0}}}}}),
                 "a is missing"));
  CHECK(Mentions(ErrorOf({x, {{"y", "sum", {}, {}}}}), "no operation 'sum'"));
  CHECK(
      Mentions(ErrorOf({x, {{"y", "scale", {{"b", "x"}}, {{"divisor", 2.0}}}}}),
               "no input 'b'; it takes a"));
  CHECK(Mentions(
      ErrorOf(
          {x, {Halved("y", "x")}, Recording::kInspect, {{"w", {}, {}, {}}}}),
      "'w'"));
}

}  // namespace
}  // namespace clearhead
