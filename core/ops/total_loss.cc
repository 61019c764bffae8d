// One number from the losses of many tokens.
#include "core/kernels/reduce.h"
#include "core/ops/loops.h"
#include "core/ops/losses.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kLosses, kWeights };
enum AttributeNumber { kMean };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& losses = inputs[kLosses].shape;
  const TensorView& weights = inputs[kWeights];
  if (!weights.present() || weights.shape == losses) return OneOutput({});
  return Fail(ErrorCode::kShape,
              "total_loss: weights has the shape %, losses %; give one weight "
              "a loss",
              weights.shape, losses);
}

double SumOf(const TensorView& cells) {
  double sum = 0;
  ForEachRow({&cells}, [&](size_t n, Offsets at) {
    sum += kernels::SumDouble(n, cells.floats() + at[0]);
  });
  return sum;
}

// What the sum is divided by: 1, the count of losses or the sum of weights.
double Divisor(const Call& call) {
  if (!call.attributes[kMean].flag()) return 1;
  return call.inputs[kWeights].present()
             ? SumOf(call.inputs[kWeights])
             : static_cast<double>(CountOf(call.inputs[kLosses].shape));
}

// out = Σ losses / divisor, or 0 where that is 0
void Forward(const Call& call) {
  const double divisor = Divisor(call);
  *call.outputs[0].floats() =
      divisor == 0 ? 0
                   : static_cast<float>(SumOf(call.inputs[kLosses]) / divisor);
}

// dlosses += dout / divisor
void Backward(const BackwardCall& call) {
  const double divisor = Divisor(call);
  if (divisor == 0) return;
  const auto share = static_cast<float>(*call.doutput.floats() / divisor);
  const TensorView& dlosses = call.dinputs[kLosses];
  ForEachRow({&dlosses}, [&](size_t n, Offsets at) {
    for (size_t i = 0; i < n; ++i) dlosses.floats()[at[0] + i] += share;
  });
}

int ExplainSum(const Call& call, int slot, const char* name,
               Expression* expression) {
  const Shape& shape = call.inputs[slot].shape;
  std::vector<int> terms;
  for (int64_t flat = 0; flat < CountOf(shape); ++flat) {
    terms.push_back(OperandAt(call, slot, IndexAt(shape, flat), expression));
  }
  return expression->Sum(terms, name);
}

void Explain(const Call& call, int, const Index&, Expression* expression) {
  const bool mean = call.attributes[kMean].flag();
  int divisor = -1;
  if (mean && call.inputs[kWeights].present()) {
    divisor = ExplainSum(call, kWeights, "Σ w", expression);
  } else if (mean) {
    divisor = expression->Constant(Divisor(call), "n");
  }
  if (mean && expression->value(divisor) == 0) {
    expression->Constant(0, "Σ w = 0", {divisor});
    return;
  }
  const int sum = ExplainSum(call, kLosses, mean ? "Σ" : "", expression);
  if (mean) expression->Quotient(sum, divisor);
}

std::vector<Index> Reach(const Call& call, int, const Index&) {
  return Divisor(call) == 0 ? std::vector<Index>() : std::vector<Index>{{}};
}

}  // namespace

const Operation& TotalLossOperation() {
  static constexpr Operation operation{
      .schema = {.name = "total_loss",
                 .summary = "The mean of losses, Σ losses / Σ weights, where "
                            "each counts 1 without weights, or their sum. A "
                            "mean of nothing is 0.",
                 .source = "Goodfellow et al. 2016, section 8.1",
                 .inputs = {{.name = "losses", .axes = "..."},
                            {.name = "weights",
                             .axes = "...",
                             .differentiable = false,
                             .optional = true}},
                 .attributes = {{.name = "mean",
                                 .type = AttributeType::kBoolean,
                                 .summary = "Whether it is the mean; otherwise "
                                            "the sum.",
                                 .fallback = 1}},
                 .outputs = {{.name = "output", .axes = ""}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
