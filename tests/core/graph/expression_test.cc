#include "core/graph/expression.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "tests/support/evaluate.h"

namespace clearhead {
namespace {

// One term of every kind over the operands x and y.
struct KindCase {
  TermKind kind;
  std::function<int(Expression*, int, int)> build;
  std::function<double(double, double)> f;
};

KindCase Unary(TermKind kind, double (*f)(double)) {
  return {kind, [kind](Expression* e, int a, int) { return e->Apply(kind, a); },
          [f](double x, double) { return f(x); }};
}

const std::vector<KindCase>& Kinds() {
  static const std::vector<KindCase> kinds = {
      {TermKind::kSum,
       [](Expression* e, int a, int b) {
         return e->Sum({a, b, a});
       },
       [](double x, double y) { return x + y + x; }},
      {TermKind::kDifference,
       [](Expression* e, int a, int b) { return e->Difference(a, b); },
       [](double x, double y) { return x - y; }},
      {TermKind::kProduct,
       [](Expression* e, int a, int b) { return e->Product(a, b); },
       [](double x, double y) { return x * y; }},
      {TermKind::kQuotient,
       [](Expression* e, int a, int b) { return e->Quotient(a, b); },
       [](double x, double y) { return x / y; }},
      {TermKind::kPower,
       [](Expression* e, int a, int b) { return e->Power(a, b); },
       [](double x, double y) { return std::pow(x, y); }},
      {TermKind::kMaximum,
       [](Expression* e, int a, int b) {
         return e->Maximum({a, b});
       },
       [](double x, double y) { return std::fmax(x, y); }},
      {TermKind::kNegative,
       [](Expression* e, int a, int) {
         return e->Apply(TermKind::kNegative, a);
       },
       [](double x, double) { return -x; }},
      Unary(TermKind::kExponential, std::exp),
      Unary(TermKind::kLogarithm, std::log),
      Unary(TermKind::kSquareRoot, std::sqrt),
      Unary(TermKind::kSine, std::sin),
      Unary(TermKind::kCosine, std::cos),
      Unary(TermKind::kHyperbolicTangent, std::tanh),
      Unary(TermKind::kErrorFunction, std::erf)};
  return kinds;
}

TEST_CASE("every kind of term has its value and derivatives", "[expression]") {
  constexpr double kX = 0.7, kY = 1.3, kStep = 1e-6;
  for (const KindCase& c : Kinds()) {
    INFO(NameOf(c.kind));
    Expression expression;
    const int x = expression.Operand(0, {0}, kX);
    const int y = expression.Operand(0, {1}, kY);
    c.build(&expression, x, y);
    REQUIRE(expression.terms().back().kind == c.kind);
    CHECK(expression.value() == Approx(c.f(kX, kY)));
    CHECK(test::Evaluate(expression.terms()).value ==
          Approx(expression.value()));
    expression.Differentiate();
    const double dx = (c.f(kX + kStep, kY) - c.f(kX - kStep, kY)) / (2 * kStep);
    const double dy = (c.f(kX, kY + kStep) - c.f(kX, kY - kStep)) / (2 * kStep);
    CHECK(test::DerivativeOf(expression, 0, {0}) == Approx(dx).margin(1e-8));
    CHECK(test::DerivativeOf(expression, 0, {1}) == Approx(dy).margin(1e-8));
    for (const int followed : {0, 1, 2}) {
      Expression forwards(0, {followed});
      const int a = forwards.Operand(0, {0}, kX);
      const int b = forwards.Operand(0, {1}, kY);
      c.build(&forwards, a, b);
      CHECK(forwards.terms().empty());
      CHECK(forwards.value() == expression.value());
      CHECK(forwards.slope() ==
            Approx(test::DerivativeOf(expression, 0, {followed})));
    }
  }
}

TEST_CASE("rounding takes its place and passes the derivative",
          "[expression]") {
  for (const auto& [kind, rounded] :
       {std::pair(TermKind::kFloat32, -1e9), {TermKind::kFloat16, -HUGE_VAL}}) {
    Expression expression;
    const int score = expression.Operand(0, {0}, 1.2);
    const int sum = expression.Sum({score, expression.Constant(-1e9)});
    expression.Apply(kind, sum);
    CHECK(expression.value(sum) == 1.2 - 1e9);
    CHECK(expression.value() == rounded);
    CHECK(test::Evaluate(expression.terms()).value == rounded);
    expression.Differentiate();
    CHECK(test::DerivativeOf(expression, 0, {0}) == 1);
  }
}

TEST_CASE("an operand in several places has the total derivative",
          "[expression]") {
  Expression expression;
  const int a = expression.Operand(2, {3}, 5);
  const int b = expression.Operand(2, {3}, 5);
  expression.Product(a, b);
  expression.Differentiate();
  CHECK(expression.terms()[a].derivative == 10);
  CHECK(expression.terms()[b].derivative == 10);
  CHECK(test::DerivativeOf(expression, 2, {4}) == 0);
}

TEST_CASE("a hidden score has no influence", "[expression]") {
  Expression expression;
  const int seen = expression.Operand(0, {0}, 1.0);
  const int hidden = expression.Operand(0, {1}, -HUGE_VAL);
  const int max = expression.Maximum({seen, hidden}, "max");
  const int a = expression.Apply(TermKind::kExponential,
                                 expression.Difference(seen, max));
  const int b = expression.Apply(TermKind::kExponential,
                                 expression.Difference(hidden, max));
  expression.Quotient(b, expression.Sum({a, b}));
  CHECK(expression.value() == 0);
  expression.Differentiate();
  CHECK(test::DerivativeOf(expression, 0, {0}) == 0);
  CHECK(test::DerivativeOf(expression, 0, {1}) == 0);
}

TEST_CASE("a maximum with NaN among its terms is NaN and passes nothing on",
          "[expression]") {
  for (const int place : {0, 1, 2}) {
    Expression expression, forwards(0, {0});
    for (Expression* e : {&expression, &forwards}) {
      std::vector<int> terms;
      for (int i = 0; i < 3; ++i) {
        terms.push_back(e->Operand(0, {i}, i == place ? NAN : i));
      }
      e->Maximum(terms);
      CHECK(std::isnan(e->value()));
    }
    expression.Differentiate();
    for (int i = 0; i < 3; ++i) {
      CHECK(test::DerivativeOf(expression, 0, {i}) == 0);
    }
    CHECK(forwards.slope() == 0);
  }
}

TEST_CASE("the first of equal terms carries the maximum", "[expression]") {
  Expression expression;
  const int a = expression.Operand(0, {0}, 2);
  const int b = expression.Operand(0, {1}, 2);
  expression.Maximum({a, b});
  expression.Differentiate();
  CHECK(test::DerivativeOf(expression, 0, {0}) == 1);
  CHECK(test::DerivativeOf(expression, 0, {1}) == 0);
}

TEST_CASE("what cells of a row share is added once", "[expression]") {
  Expression forwards(0, {0});
  CHECK(forwards.KeptFor({7}) == nullptr);
  const int x = forwards.Operand(0, {0}, 3);
  const int square = forwards.Product(x, x);
  CHECK(forwards.Keep({7}, {square}) == std::vector<int>{square});
  for (int round = 0; round < 3; ++round) {
    forwards.Product(square, forwards.Constant(round));
    CHECK(forwards.value() == 9 * round);
    CHECK(forwards.slope() == 6 * round);
    forwards.Restart();
    REQUIRE(forwards.KeptFor({7}) != nullptr);
    CHECK(forwards.root() == square);
  }
  CHECK(forwards.KeptFor({8}) == nullptr);
}

TEST_CASE("abbreviating keeps the largest terms and what the rest adds up to",
          "[expression]") {
  Expression expression;
  std::vector<int> terms;
  for (int i = 0; i < 10; ++i) {
    const int a = expression.Operand(0, {i}, i % 2 == 0 ? i : -i);
    terms.push_back(expression.Product(a, expression.Constant(1)));
  }
  expression.Sum(terms);
  const double total = expression.value();
  CHECK(expression.Magnitude() == 45);
  expression.Abbreviate(0);
  CHECK(expression.terms().size() == 31);
  expression.Abbreviate(3);
  CHECK(expression.terms().size() == 3 * 3 + 1);
  const Term& root = expression.terms().back();
  CHECK(root.omitted_count == 7);
  CHECK(root.value == total);
  CHECK(test::Evaluate(expression.terms()).value == Approx(total));
  for (const int child : root.children) {
    CHECK(std::abs(expression.value(child)) >= 7);
  }
}

TEST_CASE("abbreviating keeps the largest terms of a maximum, NaN first",
          "[expression]") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double last : {-1.0, 100.0, nan}) {
    Expression expression;
    std::vector<int> terms;
    for (int i = 0; i < 9; ++i) terms.push_back(expression.Operand(0, {i}, -i));
    terms.push_back(expression.Operand(0, {9}, last));
    expression.Maximum(terms);
    const double largest = expression.value();
    expression.Abbreviate(2);
    REQUIRE(expression.terms().size() == 3);
    const Term& root = expression.terms().back();
    CHECK(root.omitted_count == 0);
    const double first = expression.value(root.children[0]);
    CHECK((first == largest || (std::isnan(first) && std::isnan(largest))));
    const double second = expression.value(root.children[1]);
    CHECK((second == 0 || second == -1));
  }
}

TEST_CASE("what a cell was chosen by is kept", "[expression]") {
  Expression expression;
  const int id = expression.Operand(1, {0}, 4);
  expression.Operand(0, {4, 2}, 0.5, {id});
  expression.Abbreviate(1);
  REQUIRE(expression.terms().size() == 2);
  CHECK(expression.terms()[0].slot == 1);
  CHECK(expression.terms()[1].children == std::vector<int>{0});
  expression.Differentiate();
  CHECK(test::DerivativeOf(expression, 0, {4, 2}) == 1);
  CHECK(test::DerivativeOf(expression, 1, {0}) == 0);
}

}  // namespace
}  // namespace clearhead
