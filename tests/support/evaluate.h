// Works an explanation out again from its leaves, knowing nothing of how the
// engine made it.
#ifndef CLEARHEAD_TESTS_SUPPORT_EVALUATE_H_
#define CLEARHEAD_TESTS_SUPPORT_EVALUATE_H_

#include <cmath>
#include <vector>

#include "core/base/half.h"
#include "core/graph/expression.h"

namespace clearhead::test {

struct Evaluated {
  double value = 0;
  double magnitude = 0;  // Σ|terms| of a sum, |value| otherwise
};

inline double ValueOf(const Term& term, const std::vector<double>& x) {
  double result = 0;
  switch (term.kind) {
    case TermKind::kOperand:
    case TermKind::kConstant:
      return term.value;
    case TermKind::kSum:
      result = term.omitted_value;
      for (const double a : x) result += a;
      return result;
    case TermKind::kMaximum:
      result = -HUGE_VAL;
      for (const double a : x) {
        if (a > result || std::isnan(a)) result = a;
      }
      return result;
    case TermKind::kDifference:
      return x.at(0) - x.at(1);
    case TermKind::kProduct:
      // In attention a factor of exactly 0 absorbs ∞ and NaN.
      if (term.value == 0 && (x.at(0) == 0 || x.at(1) == 0)) return 0;
      return x.at(0) * x.at(1);
    case TermKind::kQuotient:
      return x.at(0) / x.at(1);
    case TermKind::kPower:
      return std::pow(x.at(0), x.at(1));
    case TermKind::kNegative:
      return -x.at(0);
    case TermKind::kExponential:
      return std::exp(x.at(0));
    case TermKind::kLogarithm:
      return std::log(x.at(0));
    case TermKind::kSquareRoot:
      return std::sqrt(x.at(0));
    case TermKind::kSine:
      return std::sin(x.at(0));
    case TermKind::kCosine:
      return std::cos(x.at(0));
    case TermKind::kHyperbolicTangent:
      return std::tanh(x.at(0));
    case TermKind::kFloat32:
      return static_cast<float>(x.at(0));
    case TermKind::kFloat16:
      return RoundToHalf(x.at(0));
    case TermKind::kErrorFunction:
      return std::erf(x.at(0));
  }
  return NAN;
}

// The root's value from the operands' and constants' values alone. Children
// must stand before their parents.
inline Evaluated Evaluate(const std::vector<Term>& terms) {
  std::vector<double> values;
  Evaluated root;
  for (const Term& term : terms) {
    std::vector<double> x;
    root.magnitude = std::abs(term.omitted_value);
    for (const int child : term.children) {
      x.push_back(values.at(static_cast<size_t>(child)));
      root.magnitude += std::abs(x.back());
    }
    root.value = ValueOf(term, x);
    if (term.kind != TermKind::kSum) root.magnitude = std::abs(root.value);
    values.push_back(root.value);
  }
  return root;
}

// Equal, or both NaN.
inline bool Same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

// |a − b| ≤ 1e-6 + 1e-5·Σ|terms|; what is not finite must be the same.
inline bool Agrees(double stored, const Evaluated& explained) {
  if (!std::isfinite(stored) || !std::isfinite(explained.magnitude)) {
    return Same(stored, explained.value);
  }
  return std::abs(stored - explained.value) <=
         1e-6 + 1e-5 * explained.magnitude;
}

// ∂root/∂(slot, index), after Differentiate; 0 where it does not occur.
inline double DerivativeOf(const Expression& expression, int slot,
                           const Index& index) {
  for (const Term& term : expression.terms()) {
    if (term.slot == slot && term.index == index) return term.derivative;
  }
  return 0;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_EVALUATE_H_
