#include "core/graph/expression.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/math.h"
#include "core/base/order.h"

namespace clearhead {

const char* NameOf(TermKind kind) {
  static constexpr const char* kNames[] = {
      "operand",     "constant",    "sum",
      "difference",  "product",     "quotient",
      "negative",    "exponential", "logarithm",
      "square_root", "maximum",     "sine",
      "cosine",      "power",       "hyperbolic_tangent"};
  return kNames[static_cast<int>(kind)];
}

int Expression::Add(TermKind kind, double value, std::vector<int> children,
                    const char* name) {
  Term term;
  term.kind = kind;
  term.value = value;
  term.children = std::move(children);
  term.name = name;
  terms_.push_back(std::move(term));
  return root();
}

int Expression::Operand(int slot, const Index& index, double value,
                        std::initializer_list<int> address) {
  Add(TermKind::kOperand, value, address, "");
  terms_.back().slot = slot;
  terms_.back().index = index;
  return root();
}

int Expression::Constant(double value, const char* name,
                         std::initializer_list<int> because) {
  return Add(TermKind::kConstant, value, because, name);
}

int Expression::Sum(std::vector<int> terms, const char* name) {
  double sum = 0;
  for (const int term : terms) sum += value(term);
  return Add(TermKind::kSum, sum, std::move(terms), name);
}

int Expression::Product(int a, int b, const char* name) {
  return Add(TermKind::kProduct, value(a) * value(b), {a, b}, name);
}

int Expression::Difference(int a, int b, const char* name) {
  return Add(TermKind::kDifference, value(a) - value(b), {a, b}, name);
}

int Expression::Quotient(int a, int b, const char* name) {
  return Add(TermKind::kQuotient, value(a) / value(b), {a, b}, name);
}

int Expression::Power(int base, int exponent, const char* name) {
  return Add(TermKind::kPower, Pow(value(base), value(exponent)),
             {base, exponent}, name);
}

int Expression::Maximum(std::vector<int> terms, const char* name) {
  double largest = -HUGE_VAL;
  for (const int term : terms) largest = std::max(largest, value(term));
  return Add(TermKind::kMaximum, largest, std::move(terms), name);
}

int Expression::Apply(TermKind function, int a, const char* name) {
  const double x = value(a);
  double y = 0;
  switch (function) {
    case TermKind::kNegative:
      y = -x;
      break;
    case TermKind::kExponential:
      y = Exp(x);
      break;
    case TermKind::kLogarithm:
      y = Log(x);
      break;
    case TermKind::kSquareRoot:
      y = std::sqrt(x);
      break;
    case TermKind::kSine:
      y = Sin(x);
      break;
    case TermKind::kCosine:
      y = Cos(x);
      break;
    case TermKind::kHyperbolicTangent:
      y = Tanh(x);
      break;
    default:
      CH_CHECK(false, "not a function of one term");
  }
  return Add(function, y, {a}, name);
}

namespace {

// d term / d child number `place`.
double LocalDerivative(const std::vector<Term>& terms, const Term& term,
                       size_t place) {
  const auto x = [&](size_t i) { return terms[term.children[i]].value; };
  switch (term.kind) {
    case TermKind::kSum:
      return 1;
    case TermKind::kDifference:
      return place == 0 ? 1 : -1;
    case TermKind::kProduct:
      return x(1 - place);
    case TermKind::kQuotient:
      return place == 0 ? 1 / x(1) : -term.value / x(1);
    case TermKind::kNegative:
      return -1;
    case TermKind::kExponential:
      return term.value;
    case TermKind::kLogarithm:
      return 1 / x(0);
    case TermKind::kSquareRoot:
      return 0.5 / term.value;
    case TermKind::kSine:
      return Cos(x(0));
    case TermKind::kCosine:
      return -Sin(x(0));
    case TermKind::kHyperbolicTangent:
      return 1 - term.value * term.value;
    case TermKind::kPower:
      return place == 0 ? x(1) * Pow(x(0), x(1) - 1) : term.value * Log(x(0));
    default:
      return 0;
  }
}

// The maximum passes its derivative to the first term that attains it.
size_t PlaceOfMaximum(const std::vector<Term>& terms, const Term& term) {
  size_t place = 0;
  while (terms[term.children[place]].value != term.value) ++place;
  return place;
}

bool SameCell(const Term& a, const Term& b) {
  return a.slot == b.slot && a.index == b.index;
}

}  // namespace

void Expression::Differentiate() {
  for (Term& term : terms_) term.derivative = 0;
  terms_.back().derivative = 1;
  for (size_t t = terms_.size(); t-- > 0;) {
    const Term& term = terms_[t];
    // 0 × ∞ must stay 0: a hidden score has no influence.
    if (term.derivative == 0 || term.children.empty()) continue;
    if (term.kind == TermKind::kMaximum) {
      terms_[term.children[PlaceOfMaximum(terms_, term)]].derivative +=
          term.derivative;
      continue;
    }
    for (size_t place = 0; place < term.children.size(); ++place) {
      const double local = LocalDerivative(terms_, term, place);
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

double Expression::DerivativeOf(int slot, const Index& index) const {
  for (const Term& term : terms_) {
    if (term.slot == slot && term.index == index) return term.derivative;
  }
  return 0;
}

void Expression::Abbreviate(size_t limit) {
  if (limit == 0) return;
  for (Term& term : terms_) {
    if (term.kind != TermKind::kSum || term.children.size() <= limit) continue;
    SortStable(&term.children, [this](int a, int b) {
      return std::abs(value(a)) > std::abs(value(b));
    });
    for (size_t i = limit; i < term.children.size(); ++i) {
      term.omitted_value += value(term.children[i]);
      ++term.omitted_count;
    }
    term.children.resize(limit);
  }
  DropUnread();
}

void Expression::DropUnread() {
  std::vector<uint8_t> read(terms_.size(), 0);
  read.back() = true;
  for (size_t t = terms_.size(); t-- > 0;) {
    if (!read[t]) continue;
    for (const int child : terms_[t].children) read[child] = true;
  }
  std::vector<int> place(terms_.size(), -1);
  std::vector<Term> kept;
  for (size_t t = 0; t < terms_.size(); ++t) {
    if (!read[t]) continue;
    place[t] = static_cast<int>(kept.size());
    kept.push_back(std::move(terms_[t]));
    for (int& child : kept.back().children) child = place[child];
  }
  terms_ = std::move(kept);
}

double Expression::Magnitude() const {
  const Term& term = terms_.back();
  if (term.kind != TermKind::kSum) return std::abs(term.value);
  double magnitude = 0;
  for (const int child : term.children) magnitude += std::abs(value(child));
  return magnitude;
}

}  // namespace clearhead
