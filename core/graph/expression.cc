#include "core/graph/expression.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/half.h"
#include "core/base/math.h"
#include "core/base/order.h"

namespace clearhead {

const char* NameOf(TermKind kind) {
  static constexpr const char* kNames[] = {
      "operand",     "constant",    "sum",
      "difference",  "product",     "quotient",
      "negative",    "exponential", "logarithm",
      "square_root", "maximum",     "sine",
      "cosine",      "power",       "hyperbolic_tangent",
      "float32",     "float16",     "error_function"};
  return kNames[static_cast<int>(kind)];
}

int Expression::Add(TermKind kind, double value, std::span<const int> children,
                    const char* name) {
  if (follows_) {
    points_.push_back({value, SlopeOf(kind, value, children)});
    return root();
  }
  Term& term = terms_.emplace_back();
  term.kind = kind;
  term.value = value;
  term.children.assign(children.begin(), children.end());
  term.name = name;
  return root();
}

int Expression::Operand(int slot, const Index& index, double value,
                        std::initializer_list<int> address) {
  Add(TermKind::kOperand, value, address, "");
  if (follows_) {
    points_.back().slope = slot == slot_ && index == index_;
  } else {
    terms_.back().slot = slot;
    terms_.back().index = index;
  }
  return root();
}

int Expression::Constant(double value, const char* name,
                         std::initializer_list<int> because) {
  return Add(TermKind::kConstant, value, because, name);
}

int Expression::Sum(const std::vector<int>& terms, const char* name) {
  double sum = 0;
  for (const int term : terms) sum += value(term);
  return Add(TermKind::kSum, sum, terms, name);
}

int Expression::Product(int a, int b, const char* name) {
  return Binary(TermKind::kProduct, value(a) * value(b), a, b, name);
}

int Expression::Weigh(int a, int b, int weight) {
  const bool absorbed = weight >= 0 && value(weight) == 0;
  return Binary(TermKind::kProduct, absorbed ? 0 : value(a) * value(b), a, b,
                "");
}

int Expression::Difference(int a, int b, const char* name) {
  return Binary(TermKind::kDifference, value(a) - value(b), a, b, name);
}

int Expression::Quotient(int a, int b, const char* name) {
  return Binary(TermKind::kQuotient, value(a) / value(b), a, b, name);
}

int Expression::Power(int base, int exponent, const char* name) {
  return Binary(TermKind::kPower, Pow(value(base), value(exponent)), base,
                exponent, name);
}

int Expression::Binary(TermKind kind, double value, int a, int b,
                       const char* name) {
  const int children[] = {a, b};
  return Add(kind, value, children, name);
}

int Expression::Maximum(const std::vector<int>& terms, const char* name) {
  double largest = -HUGE_VAL;
  for (const int term : terms) {
    const double x = value(term);
    if (x > largest || std::isnan(x)) largest = x;
  }
  return Add(TermKind::kMaximum, largest, terms, name);
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
    case TermKind::kFloat32:
      y = static_cast<float>(x);
      break;
    case TermKind::kFloat16:
      y = RoundToHalf(x);
      break;
    case TermKind::kErrorFunction:
      y = Erf(x);
      break;
    default:
      CH_CHECK(false, "not a function of one term");
  }
  return Add(function, y, {&a, 1}, name);
}

const std::vector<int>* Expression::KeptFor(const Index& row) {
  if (kept_size_ > 0 && kept_row_ == row) return &kept_;
  points_.clear();
  kept_size_ = 0;
  return nullptr;
}

const std::vector<int>& Expression::Keep(const Index& row,
                                         std::vector<int> terms) {
  kept_row_ = row;
  kept_ = std::move(terms);
  kept_size_ = points_.size();
  return kept_;
}

void Expression::Abbreviate(size_t limit) {
  if (limit == 0) return;
  for (Term& term : terms_) {
    const bool sum = term.kind == TermKind::kSum;
    if (!sum && term.kind != TermKind::kMaximum) continue;
    if (term.children.size() <= limit) continue;
    // NaN comes first: it is what all of them give.
    const auto size = [&](int child) {
      const double x = sum ? std::abs(value(child)) : value(child);
      return std::isnan(x) ? HUGE_VAL : x;
    };
    SortStable(&term.children, [&](int a, int b) { return size(a) > size(b); });
    size_t kept = limit;
    for (size_t i = limit; i < term.children.size(); ++i) {
      const int child = term.children[i];
      if (sum) {
        term.omitted_value += value(child);
        ++term.omitted_count;
      } else if (!terms_[child].children.empty()) {
        // What chose a term, such as the bit of a mask, stays.
        term.children[kept++] = child;
      }
    }
    term.children.resize(kept);
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
