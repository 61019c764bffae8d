// How fast each pair of features turns.
#include <cmath>

#include "core/ops/patterns.h"
#include "core/positions/rotary.h"
#include "core/positions/rotary_scaling.h"

namespace clearhead {
namespace {

using Kind = RotaryScaling::Kind;

Status CheckFactors(const TensorView& factors, int64_t pairs, bool longrope) {
  const int64_t given = factors.present() ? factors.shape[0] : 0;
  if (factors.present() == longrope && (!longrope || given == pairs)) return {};
  return Fail(ErrorCode::kShape,
              "rotary_frequencies: % factors are given; longrope scaling takes "
              "one for each of the % pairs, any other none",
              given, pairs);
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const RotaryScaling scaling = RotaryScalingOf(attributes);
  const std::string& name = attributes[kRotaryScaling].text;
  const int64_t width = attributes[kRotaryWidth].integer();
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
    if (!std::isnan(attributes[kRotaryFactor + i].number)) continue;
    return Fail(ErrorCode::kArgument,
                "rotary_frequencies: % is missing; % scaling needs it",
                kNames[i], name);
  }
  if (scaling.ramps() && scaling.low >= scaling.high) {
    return Fail(ErrorCode::kRange,
                "rotary_frequencies: low is % and high %; low must be below "
                "high",
                scaling.low, scaling.high);
  }
  const int64_t pairs = width / 2;
  CH_RETURN_IF_ERROR(
      CheckFactors(inputs[0], pairs, scaling.kind == Kind::kLongrope));
  return Outputs({{pairs}, {pairs}, {}, {pairs}});
}

// θ, what float32 loses of it, the factor of cos and sin, and 2π/θ.
void Forward(const Call& call) {
  for (int64_t pair = 0; pair < call.outputs[0].shape[0]; ++pair) {
    Expression values(-1, {});
    const double theta = values.value(RotaryFrequency(call, pair, &values));
    float& rounded = call.outputs[0].floats()[pair];
    rounded = static_cast<float>(theta);
    call.outputs[1].floats()[pair] = static_cast<float>(theta - rounded);
    call.outputs[3].floats()[pair] = static_cast<float>(kTurn / theta);
  }
  Expression values(-1, {});
  RotaryAttentionFactor(call, &values);
  *call.outputs[2].floats() = static_cast<float>(values.value());
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  if (output == 2) return RotaryAttentionFactor(call, expression);
  const int theta = RotaryFrequency(call, index[0], expression);
  if (output == 0) return;
  if (output == 3) {
    expression->Quotient(expression->Constant(kTurn, "2π"), theta);
    return;
  }
  expression->Difference(
      theta, expression->Constant(call.outputs[0].At(index), "float32"));
}

}  // namespace

const Operation& RotaryFrequenciesOperation() {
  static constexpr double kNone = RotaryConfig::kNone;
  static constexpr Operation operation{
      .schema =
          {.name = "rotary_frequencies",
           .summary = "How fast pair i turns, and in how many tokens once "
                      "round (wavelength = 2π/θ): out[i] = θ = base^(−2i/d), "
                      "slowed beyond the trained length: linear θ/s; ntk "
                      "base·s^(d/(d−2)) for base; dynamic the same with sL/L₀ "
                      "− (s−1) for s; yarn and llama3 θ/s + γ(θ − θ/s); "
                      "longrope θ/factors[i].",
           .source = "Su et al. 2021; Peng et al. 2023; Ding et al. 2024",
           .inputs = {{.name = "factors",
                       .axes = "F",
                       .differentiable = false,
                       .optional = true}},
           .attributes =
               {{.name = "width",
                 .type = AttributeType::kInteger,
                 .summary = "d, features that turn; even.",
                 .required = true,
                 .minimum = 2,
                 .maximum = 65536},
                {.name = "base",
                 .summary = "Sets the longest wavelength.",
                 .fallback = 10000,
                 .minimum = 1.5,
                 .maximum = 1e12},
                {.name = "scaling",
                 .type = AttributeType::kString,
                 .summary = "How θ is slowed.",
                 .fallback_word = "none",
                 .words = kRotaryScalings},
                {.name = "factor",
                 .summary = "s; needed by every scaling.",
                 .fallback = kNone,
                 .minimum = 1,
                 .maximum = 1e6},
                {.name = "trained_length",
                 .summary = "L₀; needed by dynamic, yarn, llama3, longrope.",
                 .fallback = kNone,
                 .minimum = 2,
                 .maximum = 1e9},
                {.name = "length",
                 .summary = "L; needed by dynamic.",
                 .fallback = kNone,
                 .minimum = 0,
                 .maximum = 1e9},
                {.name = "low",
                 .summary = "γ is 0 up to this many turns within L₀; 1.",
                 .fallback = kNone,
                 .minimum = 1e-6,
                 .maximum = 1e6},
                {.name = "high",
                 .summary = "γ is 1 from this many on; yarn 32, llama3 4.",
                 .fallback = kNone,
                 .minimum = 1e-6,
                 .maximum = 1e6},
                {.name = "ramp",
                 .type = AttributeType::kString,
                 .summary = "yarn's γ goes by pairs, by pairs from whole to "
                            "whole (rounded) or, as llama3's, by turns.",
                 .fallback_word = "rounded",
                 .words = kRotaryRamps},
                {.name = "attention_factor",
                 .summary = "Of cos and sin; yarn 1 + 0.1 ln s, longrope "
                            "√(1 + ln s/ln L₀), others 1.",
                 .fallback = kNone,
                 .minimum = 1e-6,
                 .maximum = 1e6}},
           .outputs = {{.name = "output", .axes = "F"},
                       {.name = "remainder", .axes = "F"},
                       {.name = "attention_factor", .axes = ""},
                       {.name = "wavelength", .axes = "F"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = NoReach};
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
