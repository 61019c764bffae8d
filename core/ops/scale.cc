// Divides by a constant; by √d_k so that the scores keep unit variance.
#include <cfloat>
#include <cmath>

#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kDivisor, kSymbol };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  // The kernel multiplies by the reciprocal, which a float has to hold.
  const double divisor = attributes[kDivisor].number;
  if (!(std::abs(1 / divisor) <= FLT_MAX)) {
    return Fail(ErrorCode::kRange,
                "scale: divisor is %; give a number of at least 3e-39 in size",
                divisor);
  }
  return OneOutput(inputs[0].shape);
}

float Factor(const Call& call) {
  return static_cast<float>(1 / call.attributes[kDivisor].number);
}

// out = a / divisor
void Forward(const Call& call) {
  const TensorView& a = call.inputs[0];
  const TensorView& out = call.outputs[0];
  ForEachRow({&a, &out}, [&](size_t n, Offsets at) {
    kernels::Scale(n, Factor(call), a.floats() + at[0], out.floats() + at[1]);
  });
}

// da += dout / divisor
void Backward(const BackwardCall& call) {
  const TensorView& da = call.dinputs[0];
  const TensorView& dout = call.doutput;
  ForEachRow({&da, &dout}, [&](size_t n, Offsets at) {
    kernels::MultiplyAdd(n, Factor(call), dout.floats() + at[1],
                         da.floats() + at[0]);
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const int a = OperandAt(call, 0, index, expression);
  const int divisor = expression->Constant(
      call.attributes[kDivisor].number, call.attributes[kSymbol].text.c_str());
  expression->Quotient(a, divisor);
}

}  // namespace

const Operation& ScaleOperation() {
  static constexpr Operation operation{
      .schema = {.name = "scale",
                 .summary = "Divides every cell: out = a / divisor.",
                 .source = "Vaswani et al. 2017, equation 1",
                 .inputs = {{.name = "a", .axes = "..."}},
                 .attributes = {{.name = "divisor",
                                 .type = AttributeType::kNumber,
                                 .summary = "Not 0; √d_k in attention.",
                                 .fallback = 0,
                                 .required = true},
                                {.name = "symbol",
                                 .type = AttributeType::kString,
                                 .summary = "How the divisor is written in "
                                            "explanations.",
                                 .fallback_word = ""}},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = ReachOwn};
  return operation;
}

Tensor Scale(Graph& graph, Tensor a, double divisor, const char* symbol,
             std::string_view name) {
  return graph.Apply(ScaleOperation(), {a}, {divisor, symbol}, name);
}

}  // namespace clearhead
