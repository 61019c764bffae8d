// cos and sin of the angle of every position and pair.
#include <algorithm>
#include <cmath>

#include "core/base/math.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"
#include "core/positions/rotary.h"

namespace clearhead {
namespace {

enum Slot { kPositions, kFrequencies, kRemainder, kAttentionFactor };

constexpr double kLargestAngle = 4194304;  // 2^22, the range of Sin

double Largest(const TensorView& view) {
  double largest = 0;
  for (int64_t flat = 0; flat < CountOf(view.shape); ++flat) {
    const double size = std::abs(view.At(IndexAt(view.shape, flat)));
    if (!(size <= largest)) largest = size;
  }
  return largest;
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const TensorView& positions = inputs[kPositions];
  const double furthest = Largest(positions);
  const double fastest = Largest(inputs[kFrequencies]);
  if (!(furthest * fastest < kLargestAngle)) {
    return Fail(ErrorCode::kRange,
                "rotary_table: the largest position is % and the largest "
                "frequency %; their product must be below %",
                furthest, fastest, kLargestAngle);
  }
  if (positions.shape.size() == kMaxRank) {
    return Fail(ErrorCode::kShape,
                "rotary_table: positions has 6 axes; the result would have 7, "
                "give at most 5");
  }
  Shape shape = positions.shape;
  shape.push_back(inputs[kFrequencies].shape[0]);
  return Outputs({shape, shape});
}

double At(const Call& call, int slot, const Index& index, double otherwise) {
  const TensorView& input = call.inputs[slot];
  return input.present() ? input.At(index) : otherwise;
}

// cos and sin of position·(frequency + remainder), times the attention factor;
// the angle in double.
void Forward(const Call& call) {
  const TensorView& positions = call.inputs[kPositions];
  const int64_t pairs = call.inputs[kFrequencies].shape[0];
  const double factor = At(call, kAttentionFactor, {}, 1);
  float* cos = call.outputs[0].floats();
  float* sin = call.outputs[1].floats();
  for (int64_t flat = 0; flat < CountOf(positions.shape); ++flat) {
    const double position = positions.At(IndexAt(positions.shape, flat));
    for (int64_t pair = 0; pair < pairs; ++pair) {
      const double angle = position * (At(call, kFrequencies, {pair}, 0) +
                                       At(call, kRemainder, {pair}, 0));
      *cos++ = static_cast<float>(factor * Cos(angle));
      *sin++ = static_cast<float>(factor * Sin(angle));
    }
  }
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  Index position = index;
  position.pop_back();
  const Index pair = {index.back()};
  int frequency = OperandAt(call, kFrequencies, pair, expression);
  if (call.inputs[kRemainder].present()) {
    frequency = expression->Sum(
        {frequency, OperandAt(call, kRemainder, pair, expression)});
  }
  const int angle = expression->Product(
      OperandAt(call, kPositions, position, expression), frequency, "angle");
  const int wave = expression->Apply(
      output == 0 ? TermKind::kCosine : TermKind::kSine, angle);
  if (!call.inputs[kAttentionFactor].present()) return;
  expression->Product(OperandAt(call, kAttentionFactor, {}, expression), wave);
}

}  // namespace

const Operation& RotaryTableOperation() {
  static constexpr Operation operation{
      .schema = {.name = "rotary_table",
                 .summary = "cos and sin of every angle: out[..., i] = "
                            "factor·cos(positions[...]·frequencies[i]), the "
                            "remainder added to the frequency. Positions may "
                            "be fractions.",
                 .source = "Su et al. 2021, section 3.4.2",
                 .inputs = {{.name = "positions",
                             .axes = "...",
                             .differentiable = false},
                            {.name = "frequencies",
                             .axes = "F",
                             .differentiable = false},
                            {.name = "remainder",
                             .axes = "F",
                             .differentiable = false,
                             .optional = true},
                            {.name = "attention_factor",
                             .axes = "",
                             .differentiable = false,
                             .optional = true}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "... F"},
                             {.name = "sin", .axes = "... F"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = NoReach};
  return operation;
}

Tensor RotaryTable(Graph& graph, Tensor positions, Tensor frequencies,
                   Tensor remainder, Tensor attention_factor,
                   std::string_view name) {
  return graph.Apply(RotaryTableOperation(),
                     {positions, frequencies, remainder, attention_factor}, {},
                     name);
}

}  // namespace clearhead
