#include "core/positions/rotary_scaling.h"

#include <algorithm>
#include <cmath>

#include "core/ops/patterns.h"

namespace clearhead {
namespace {

using Kind = RotaryScaling::Kind;

// A setting, by the letter of the formulas.
int Setting(const Call& call, RotaryAttribute attribute,
            Expression* expression) {
  static constexpr const char* kLetters[] = {"d", "base", "", "s", "L₀"};
  return expression->Constant(call.attributes[attribute].number,
                              kLetters[attribute]);
}

int LogarithmOf(const Call& call, RotaryAttribute attribute,
                Expression* expression) {
  return expression->Apply(TermKind::kLogarithm,
                           Setting(call, attribute, expression));
}

// base, or for ntk and dynamic base·g^(d/(d − 2)): the fastest pair keeps its
// speed and the slowest turns g times slower. g = s, or sL/L₀ − (s − 1) for L
// beyond L₀.
int Base(const Call& call, Kind kind, Expression* expression) {
  const int base = Setting(call, kRotaryBase, expression);
  if (kind != Kind::kNtk && kind != Kind::kDynamic) return base;
  int growth = Setting(call, kRotaryFactor, expression);
  if (kind == Kind::kDynamic) {
    const int trained = Setting(call, kRotaryTrainedLength, expression);
    const double longest = std::max(call.attributes[kRotaryLength].number,
                                    expression->value(trained));
    const int length = expression->Constant(longest, "max(L, L₀)");
    const int less = expression->Difference(growth, expression->Constant(1));
    growth = expression->Difference(
        expression->Quotient(expression->Product(growth, length), trained),
        less);
  }
  const double width = call.attributes[kRotaryWidth].number;
  const int exponent = expression->Constant(width / (width - 2), "d/(d − 2)");
  return expression->Product(base, expression->Power(growth, exponent),
                             "base′");
}

// The pair, a fraction, that turns `turns` times within L₀:
// d·ln(L₀/(2π·turns))/(2·ln base). Rounded outwards if `rounded`, and held
// within 0 to d − 1 as the reference code has it.
int PairThatTurns(const Call& call, double turns, bool first, bool rounded,
                  Expression* expression) {
  const double width = call.attributes[kRotaryWidth].number;
  const int ratio =
      expression->Quotient(Setting(call, kRotaryTrainedLength, expression),
                           expression->Constant(kTurn * turns, "2π·turns"));
  const int above =
      expression->Product(expression->Constant(width / 2, "d/2"),
                          expression->Apply(TermKind::kLogarithm, ratio));
  const int pair =
      expression->Quotient(above, LogarithmOf(call, kRotaryBase, expression));
  double value = expression->value(pair);
  if (rounded) value = first ? std::floor(value) : std::ceil(value);
  value = first ? std::max(value, 0.0) : std::min(value, width - 1);
  if (value == expression->value(pair)) return pair;
  return expression->Constant(value, first ? "⌊ ⌋" : "⌈ ⌉", {pair});
}

// γ of pair i: 1 where it keeps θ, 0 where it takes θ/s, a ramp between. By the
// turns r = L₀θ/2π: (r − low)/(high − low), or by the number of the pair
// between those that turn high and low times.
int Share(const Call& call, const RotaryScaling& scaling, int64_t pair,
          int theta, Expression* expression) {
  const std::string& ramp = call.attributes[kRotaryRamp].text;
  const bool by_turns =
      scaling.kind == Kind::kLlama3 || ramp == Item(kRotaryRamps, 2);
  int from, to, place;
  if (by_turns) {
    const int length = Setting(call, kRotaryTrainedLength, expression);
    place = expression->Quotient(expression->Product(length, theta),
                                 expression->Constant(kTurn, "2π"), "r");
    from = expression->Constant(scaling.low, "low");
    to = expression->Constant(scaling.high, "high");
  } else {
    const bool rounded = ramp == Item(kRotaryRamps, 0);
    from = PairThatTurns(call, scaling.low, false, rounded, expression);
    to = PairThatTurns(call, scaling.high, true, rounded, expression);
    place = expression->Constant(static_cast<double>(pair), "i");
    // Nothing to ramp over: a step, where the reference code has it.
    if (expression->value(from) == expression->value(to)) {
      from = expression->Sum({from, expression->Constant(1e-3)});
    }
  }
  const int share = expression->Quotient(expression->Difference(place, from),
                                         expression->Difference(to, from), "γ");
  const double value = expression->value(share);
  if (value >= 0 && value <= 1) return share;
  return expression->Constant(value < 0 ? 0 : 1, "γ", {share});
}

}  // namespace

RotaryScaling RotaryScalingOf(const Attributes& attributes) {
  static constexpr RotaryScaling kAll[] = {
      {Kind::kNone, 0, 0, 0},     {Kind::kLinear, 1, 0, 0},
      {Kind::kNtk, 1, 0, 0},      {Kind::kDynamic, 3, 0, 0},
      {Kind::kYarn, 2, 1, 32},    {Kind::kLlama3, 2, 1, 4},
      {Kind::kLongrope, 2, 0, 0},
  };
  size_t number = 0;
  while (attributes[kRotaryScaling].text != Item(kRotaryScalings, number)) {
    ++number;
  }
  RotaryScaling scaling = kAll[number];
  const double low = attributes[kRotaryLow].number;
  const double high = attributes[kRotaryHigh].number;
  if (!std::isnan(low)) scaling.low = low;
  if (!std::isnan(high)) scaling.high = high;
  return scaling;
}

int RotaryFrequency(const Call& call, int64_t pair, Expression* expression) {
  const RotaryScaling scaling = RotaryScalingOf(call.attributes);
  const double exponent =
      -2 * static_cast<double>(pair) / call.attributes[kRotaryWidth].number;
  const int base = Base(call, scaling.kind, expression);
  const int theta =
      expression->Power(base, expression->Constant(exponent, "−2i/d"), "θ");
  if (scaling.kind == Kind::kLongrope) {
    return expression->Quotient(theta, OperandAt(call, 0, {pair}, expression));
  }
  if (!scaling.ramps() && scaling.kind != Kind::kLinear) return theta;
  const int slowed =
      expression->Quotient(theta, Setting(call, kRotaryFactor, expression));
  if (!scaling.ramps()) return slowed;
  const int share = Share(call, scaling, pair, theta, expression);
  const int more = expression->Difference(theta, slowed);
  return expression->Sum({slowed, expression->Product(share, more)});
}

void RotaryAttentionFactor(const Call& call, Expression* expression) {
  const Kind kind = RotaryScalingOf(call.attributes).kind;
  const double given = call.attributes[kRotaryAttentionFactor].number;
  const bool yarn = kind == Kind::kYarn;
  const bool longrope = kind == Kind::kLongrope;
  const int factor = expression->Constant(std::isnan(given) ? 1 : given);
  if (!std::isnan(given) || !(yarn || longrope)) return;
  const int longer = LogarithmOf(call, kRotaryFactor, expression);
  const int more =
      yarn ? expression->Product(expression->Constant(0.1), longer)
           : expression->Quotient(
                 longer, LogarithmOf(call, kRotaryTrainedLength, expression));
  const int sum = expression->Sum({factor, more});
  if (longrope) expression->Apply(TermKind::kSquareRoot, sum);
}

}  // namespace clearhead
