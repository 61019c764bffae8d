// How fast each pair of features turns, and how that is slowed down so that a
// model reads further than it was trained to.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/ops/patterns.h"
#include "core/positions/rotary.h"

namespace clearhead {
namespace {

enum Number {
  kWidth,
  kBase,
  kScaling,
  kFactor,
  kTrainedLength,
  kLength,
  kLow,
  kHigh,
  kRamp,
  kAttentionFactor
};

constexpr Words kScalings = {"none", "linear", "ntk",     "dynamic",
                             "yarn", "llama3", "longrope"};
constexpr Words kRamps = {"rounded", "pairs", "turns"};

// What a scaling needs, and between which turns within L₀ it ramps.
struct Scaling {
  enum class Kind { kNone, kLinear, kNtk, kDynamic, kYarn, kLlama3, kLongrope };
  Kind kind;
  uint8_t needs;  // the first attributes of kFactor, kTrainedLength, kLength
  double low, high;
};

Scaling ScalingOf(const Attributes& attributes) {
  using Kind = Scaling::Kind;
  static constexpr Scaling kAll[] = {
      {Kind::kNone, 0, 0, 0},     {Kind::kLinear, 1, 0, 0},
      {Kind::kNtk, 1, 0, 0},      {Kind::kDynamic, 3, 0, 0},
      {Kind::kYarn, 2, 1, 32},    {Kind::kLlama3, 2, 1, 4},
      {Kind::kLongrope, 2, 0, 0},
  };
  size_t number = 0;
  while (attributes[kScaling].text != kScalings[number]) ++number;
  Scaling scaling = kAll[number];
  const double low = attributes[kLow].number, high = attributes[kHigh].number;
  if (!std::isnan(low)) scaling.low = low;
  if (!std::isnan(high)) scaling.high = high;
  return scaling;
}

Status CheckFactors(const TensorView& factors, int64_t pairs, bool longrope) {
  if (factors.present() != longrope) {
    return Fail(ErrorCode::kArgument,
                "rotary_frequencies: factors are %; longrope scaling needs "
                "them and no other takes them",
                longrope ? "missing" : "given");
  }
  if (!longrope) return {};
  if (factors.shape[0] != pairs) {
    return Fail(ErrorCode::kShape,
                "rotary_frequencies: factors has the shape %; give one for "
                "each of the % pairs",
                factors.shape, pairs);
  }
  for (int64_t pair = 0; pair < pairs; ++pair) {
    const double factor = factors.At({pair});
    if (factor >= 1e-3 && factor <= 1e6) continue;
    return Fail(ErrorCode::kRange,
                "rotary_frequencies: factor % is %; it may be from % to %",
                pair, factor, 1e-3, 1e6);
  }
  return {};
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  using Kind = Scaling::Kind;
  const Scaling scaling = ScalingOf(attributes);
  const std::string& name = attributes[kScaling].text;
  const int64_t width = attributes[kWidth].integer();
  const bool stretched =
      scaling.kind == Kind::kNtk || scaling.kind == Kind::kDynamic;
  if (width % 2 != 0 || (stretched && width < 4)) {
    return Fail(ErrorCode::kRange,
                "rotary_frequencies: width is %; % scaling takes an even "
                "number from %",
                width, name, stretched ? 4 : 2);
  }
  static constexpr const char* kNames[] = {"factor", "trained_length",
                                           "length"};
  for (int i = 0; i < scaling.needs; ++i) {
    if (!std::isnan(attributes[kFactor + i].number)) continue;
    return Fail(ErrorCode::kArgument,
                "rotary_frequencies: % is missing; % scaling needs it",
                kNames[i], name);
  }
  const bool ramps =
      scaling.kind == Kind::kYarn || scaling.kind == Kind::kLlama3;
  if (ramps && !(scaling.low < scaling.high)) {
    return Fail(ErrorCode::kRange,
                "rotary_frequencies: low is % and high %; low must be below "
                "high",
                scaling.low, scaling.high);
  }
  const int64_t pairs = width / 2;
  CH_RETURN_IF_ERROR(
      CheckFactors(inputs[0], pairs, scaling.kind == Kind::kLongrope));
  return std::vector<OutputSpec>{{{pairs}}, {{pairs}}, {{}}};
}

int Named(const Call& call, int number, const char* name,
          Expression* expression) {
  return expression->Constant(call.attributes[number].number, name);
}

// base, or for ntk and dynamic base·g^(d/(d − 2)): the fastest pair keeps its
// speed and the slowest turns g times slower. g = s, or sL/L₀ − (s − 1) for L
// beyond L₀.
int Base(const Call& call, Scaling::Kind kind, Expression* expression) {
  using Kind = Scaling::Kind;
  const int base = Named(call, kBase, "base", expression);
  if (kind != Kind::kNtk && kind != Kind::kDynamic) return base;
  int growth = Named(call, kFactor, "s", expression);
  if (kind == Kind::kDynamic) {
    const int trained = Named(call, kTrainedLength, "L₀", expression);
    const double longest = std::max(call.attributes[kLength].number,
                                    call.attributes[kTrainedLength].number);
    const int length = expression->Constant(longest, "max(L, L₀)");
    const int less = expression->Difference(growth, expression->Constant(1));
    growth = expression->Difference(
        expression->Quotient(expression->Product(growth, length), trained),
        less);
  }
  const double width = call.attributes[kWidth].number;
  const int exponent = expression->Constant(width / (width - 2), "d/(d − 2)");
  return expression->Product(base, expression->Power(growth, exponent),
                             "base′");
}

// The pair, a fraction, that turns `turns` times within L₀:
// d·ln(L₀/(2π·turns))/(2·ln base). Rounded outwards if `rounded`, and held
// within 0 to d − 1 as the reference code has it.
int PairThatTurns(const Call& call, double turns, bool first, bool rounded,
                  Expression* expression) {
  const double width = call.attributes[kWidth].number;
  const int wavelength =
      expression->Constant(2 * std::numbers::pi * turns, "2π·turns");
  const int ratio = expression->Quotient(
      Named(call, kTrainedLength, "L₀", expression), wavelength);
  const int above =
      expression->Product(expression->Constant(width / 2, "d/2"),
                          expression->Apply(TermKind::kLogarithm, ratio));
  const int pair = expression->Quotient(
      above, expression->Apply(TermKind::kLogarithm,
                               Named(call, kBase, "base", expression)));
  double value = expression->value(pair);
  if (rounded) value = first ? std::floor(value) : std::ceil(value);
  value = first ? std::max(value, 0.0) : std::min(value, width - 1);
  if (value == expression->value(pair)) return pair;
  return expression->Constant(value, first ? "⌊ ⌋" : "⌈ ⌉", {pair});
}

// γ of pair i: 1 where it keeps θ, 0 where it takes θ/s, a ramp between. By the
// turns r = L₀θ/2π: (r − low)/(high − low), or by the number of the pair
// between those that turn high and low times.
int Share(const Call& call, const Scaling& scaling, int64_t pair, int theta,
          Expression* expression) {
  const std::string& ramp = call.attributes[kRamp].text;
  int rest, range;
  if (scaling.kind == Scaling::Kind::kLlama3 || ramp == kRamps[2]) {
    const int turns = expression->Quotient(
        expression->Product(Named(call, kTrainedLength, "L₀", expression),
                            theta),
        expression->Constant(2 * std::numbers::pi, "2π"), "r");
    const int low = expression->Constant(scaling.low, "low");
    const int high = expression->Constant(scaling.high, "high");
    rest = expression->Difference(turns, low);
    range = expression->Difference(high, low);
  } else {
    const bool rounded = ramp == kRamps[0];
    const int first =
        PairThatTurns(call, scaling.high, true, rounded, expression);
    int last = PairThatTurns(call, scaling.low, false, rounded, expression);
    // Nothing to ramp over: a step, where the reference code has it.
    if (expression->value(last) == expression->value(first)) {
      last = expression->Sum({last, expression->Constant(1e-3)});
    }
    rest = expression->Difference(
        last, expression->Constant(static_cast<double>(pair), "i"));
    range = expression->Difference(last, first);
  }
  const int share = expression->Quotient(rest, range, "γ");
  const double value = expression->value(share);
  if (value >= 0 && value <= 1) return share;
  return expression->Constant(value < 0 ? 0 : 1, "γ", {share});
}

// θ of a pair: the one definition, for Forward and for Explain.
int Frequency(const Call& call, int64_t pair, Expression* expression) {
  using Kind = Scaling::Kind;
  const Scaling scaling = ScalingOf(call.attributes);
  const double exponent =
      -2 * static_cast<double>(pair) / call.attributes[kWidth].number;
  const int base = Base(call, scaling.kind, expression);
  const int theta =
      expression->Power(base, expression->Constant(exponent, "−2i/d"), "θ");
  switch (scaling.kind) {
    case Kind::kLinear:
      return expression->Quotient(theta, Named(call, kFactor, "s", expression));
    case Kind::kLongrope:
      return expression->Quotient(theta,
                                  OperandAt(call, 0, {pair}, expression));
    case Kind::kYarn:
    case Kind::kLlama3: {
      const int share = Share(call, scaling, pair, theta, expression);
      const int slowed =
          expression->Quotient(theta, Named(call, kFactor, "s", expression));
      const int kept = expression->Product(share, theta);
      const int other = expression->Difference(expression->Constant(1), share);
      return expression->Sum({kept, expression->Product(other, slowed)});
    }
    default:
      return theta;
  }
}

// What multiplies cos and sin: as given, else 0.1·ln s + 1 for yarn,
// √(1 + ln s/ln L₀) for longrope, 1 for the others.
int AttentionFactor(const Call& call, Expression* expression) {
  const Scaling::Kind kind = ScalingOf(call.attributes).kind;
  const bool given = !std::isnan(call.attributes[kAttentionFactor].number);
  const auto logarithm = [&](int number, const char* name) {
    return expression->Apply(TermKind::kLogarithm,
                             Named(call, number, name, expression));
  };
  if (given) return Named(call, kAttentionFactor, "given", expression);
  const int one = expression->Constant(1);
  if (kind == Scaling::Kind::kYarn) {
    const int tenth = expression->Constant(0.1);
    return expression->Sum(
        {expression->Product(tenth, logarithm(kFactor, "s")), one});
  }
  if (kind != Scaling::Kind::kLongrope) return one;
  const int longer = logarithm(kFactor, "s");
  const int ratio =
      expression->Quotient(longer, logarithm(kTrainedLength, "L₀"));
  return expression->Apply(TermKind::kSquareRoot,
                           expression->Sum({one, ratio}));
}

void Forward(const Call& call) {
  for (int64_t pair = 0; pair < call.outputs[0].shape[0]; ++pair) {
    Expression values(-1, {});
    const double theta = values.value(Frequency(call, pair, &values));
    float& rounded = call.outputs[0].floats()[pair];
    rounded = static_cast<float>(theta);
    call.outputs[1].floats()[pair] = static_cast<float>(theta - rounded);
  }
  Expression values(-1, {});
  *call.outputs[2].floats() =
      static_cast<float>(values.value(AttentionFactor(call, &values)));
}

void Backward(const BackwardCall&) {}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  if (output == 2) {
    AttentionFactor(call, expression);
    return;
  }
  const int theta = Frequency(call, index[0], expression);
  if (output == 0) return;
  expression->Difference(
      theta, expression->Constant(call.outputs[0].At(index), "float32"));
}

std::vector<Index> Reach(const Call&, int, const Index&) { return {}; }

}  // namespace

const Operation& RotaryFrequenciesOperation() {
  static constexpr double kNone = RotaryConfig::kNone;
  static constexpr Operation operation{
      .schema =
          {.name = "rotary_frequencies",
           .summary =
               "How fast pair i turns: out[i] = base^(−2i/d), slowed by a "
               "factor s: linear θ/s; ntk base·s^(d/(d−2)) for base; dynamic "
               "the same with sL/L₀ − (s−1) for s where L > L₀; yarn and "
               "llama3 γθ + (1−γ)θ/s, γ ramping from 0 to 1; longrope "
               "θ/factors[i].",
           .source = "Su et al. 2021; Chen et al. 2023; Peng et al. 2023; "
                     "Ding et al. 2024; Llama 3.1",
           .inputs = {{.name = "factors",
                       .axes = "F",
                       .differentiable = false,
                       .optional = true}},
           .attributes =
               {{.name = "width",
                 .type = AttributeType::kInteger,
                 .summary = "d, features that turn: even.",
                 .required = true,
                 .minimum = 2,
                 .maximum = 65536},
                {.name = "base",
                 .summary = "The longest wavelength is 2π times almost this.",
                 .fallback = 10000,
                 .minimum = 1.5,
                 .maximum = 1e12},
                {.name = "scaling",
                 .type = AttributeType::kString,
                 .summary = "How positions beyond L₀ are reached.",
                 .fallback_word = "none",
                 .words = kScalings},
                {.name = "factor",
                 .summary = "s, how many times longer; needed by all but none.",
                 .fallback = kNone,
                 .minimum = 1,
                 .maximum = 1e6},
                {.name = "trained_length",
                 .summary = "L₀, the length of training; needed by dynamic, "
                            "yarn, llama3 and longrope.",
                 .fallback = kNone,
                 .minimum = 2,
                 .maximum = 1e9},
                {.name = "length",
                 .summary = "L, the length to be read; needed by dynamic.",
                 .fallback = kNone,
                 .minimum = 0,
                 .maximum = 1e9},
                {.name = "low",
                 .summary =
                     "yarn, llama3: a pair that turns at most this often "
                     "within L₀ takes θ/s; 1 if not given.",
                 .fallback = kNone,
                 .minimum = 1e-6,
                 .maximum = 1e6},
                {.name = "high",
                 .summary = "yarn, llama3: a pair that turns at least this "
                            "often keeps θ; 32 and 4 if not given.",
                 .fallback = kNone,
                 .minimum = 1e-6,
                 .maximum = 1e6},
                {.name = "ramp",
                 .type = AttributeType::kString,
                 .summary =
                     "yarn: γ falls with the number of the pair, between "
                     "whole pairs (rounded) or not (pairs), or with its "
                     "turns, as llama3's.",
                 .fallback_word = "rounded",
                 .words = kRamps},
                {.name = "attention_factor",
                 .summary = "What multiplies cos and sin; if not given, yarn "
                            "0.1 ln s + 1, longrope √(1 + ln s/ln L₀), others "
                            "1.",
                 .fallback = kNone,
                 .minimum = 1e-6,
                 .maximum = 1e6}},
           .outputs = {{.name = "output", .axes = "F"},
                       {.name = "remainder", .axes = "F"},
                       {.name = "attention_factor", .axes = ""}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

Tensor RotaryFrequencies(Graph& graph, const RotaryConfig& config,
                         Tensor factors, std::string_view name) {
  return graph.Apply(
      RotaryFrequenciesOperation(), {factors},
      {static_cast<double>(config.width), config.base, config.scaling,
       config.factor, config.trained_length, config.length, config.low,
       config.high, config.ramp, config.attention_factor},
      name);
}

}  // namespace clearhead
