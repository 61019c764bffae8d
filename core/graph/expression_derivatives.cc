// The chain rule over the terms of an expression, backwards and forwards.
#include <algorithm>
#include <cmath>

#include "core/base/math.h"
#include "core/base/order.h"
#include "core/graph/expression.h"

namespace clearhead {
namespace {

bool SameCell(const Term& a, const Term& b) {
  return a.slot == b.slot && a.index == b.index;
}

}  // namespace

// d term / d child number `place`. A maximum passes its derivative to the first
// term that attains it; one that is NaN, to none.
double Expression::LocalDerivative(TermKind kind, double y,
                                   std::span<const int> children,
                                   size_t place) const {
  const auto x = [&](size_t i) { return value(children[i]); };
  switch (kind) {
    case TermKind::kSum:
    case TermKind::kFloat32:
    case TermKind::kFloat16:
      return 1;
    case TermKind::kDifference:
      return place == 0 ? 1 : -1;
    case TermKind::kProduct:
      return x(1 - place);
    case TermKind::kQuotient:
      return place == 0 ? 1 / x(1) : -y / x(1);
    case TermKind::kNegative:
      return -1;
    case TermKind::kExponential:
      return y;
    case TermKind::kLogarithm:
      return 1 / x(0);
    case TermKind::kSquareRoot:
      return 0.5 / y;
    case TermKind::kSine:
      return Cos(x(0));
    case TermKind::kCosine:
      return -Sin(x(0));
    case TermKind::kHyperbolicTangent:
      return 1 - y * y;
    case TermKind::kErrorFunction:  // 2/√π·e^(−x²)
      return 1.1283791670955126 * Exp(-x(0) * x(0));
    case TermKind::kPower:
      return place == 0 ? x(1) * Pow(x(0), x(1) - 1) : y * Log(x(0));
    case TermKind::kMaximum: {
      bool first = x(place) == y;
      for (size_t i = 0; first && i < place; ++i) first = x(i) != y;
      return first;
    }
    default:
      return 0;
  }
}

// The chain rule forwards. 0 × ∞ stays 0, as in Differentiate.
double Expression::SlopeOf(TermKind kind, double value,
                           std::span<const int> children) const {
  double slope = 0;
  for (size_t place = 0; place < children.size(); ++place) {
    const double inner = points_[children[place]].slope;
    if (inner == 0) continue;
    const double local = LocalDerivative(kind, value, children, place);
    if (local != 0) slope += local * inner;
  }
  return slope;
}

void Expression::Differentiate() {
  for (Term& term : terms_) term.derivative = 0;
  terms_.back().derivative = 1;
  for (size_t t = terms_.size(); t-- > 0;) {
    const Term& term = terms_[t];
    // 0 × ∞ must stay 0: a hidden score has no influence.
    if (term.derivative == 0 || term.children.empty()) continue;
    for (size_t place = 0; place < term.children.size(); ++place) {
      const double local =
          LocalDerivative(term.kind, term.value, term.children, place);
      if (local != 0) {
        terms_[term.children[place]].derivative += term.derivative * local;
      }
    }
  }
  TotalDerivatives();
}

// An operand that stands in several places gets the sum over them in each.
void Expression::TotalDerivatives() {
  std::vector<int> operands;
  for (size_t t = 0; t < terms_.size(); ++t) {
    if (terms_[t].kind == TermKind::kOperand) {
      operands.push_back(static_cast<int>(t));
    } else {
      terms_[t].derivative = 0;
    }
  }
  SortStable(&operands, [this](int i, int j) {
    const Term& a = terms_[i];
    const Term& b = terms_[j];
    if (a.slot != b.slot) return a.slot < b.slot;
    return std::lexicographical_compare(a.index.begin(), a.index.end(),
                                        b.index.begin(), b.index.end());
  });
  for (size_t first = 0, last = 0; first < operands.size(); first = last) {
    double total = 0;
    while (last < operands.size() &&
           SameCell(terms_[operands[first]], terms_[operands[last]])) {
      total += terms_[operands[last++]].derivative;
    }
    for (size_t i = first; i < last; ++i) {
      terms_[operands[i]].derivative = total;
    }
  }
}

}  // namespace clearhead
