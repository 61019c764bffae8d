// Keeps scores within ±cap, smoothly.
#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

float Cap(const Call& call) {
  return static_cast<float>(call.attributes[0].number);
}

// out = cap·tanh(a / cap)
void Forward(const Call& call) {
  const TensorView& a = call.inputs[0];
  const TensorView& out = call.outputs[0];
  ForEachRow({&a, &out}, [&](size_t n, Offsets at) {
    kernels::SoftCap(n, Cap(call), a.floats() + at[0], out.floats() + at[1]);
  });
}

// da += dout·(1 − (out / cap)²), where a dout of exactly 0 absorbs
void Backward(const BackwardCall& call) {
  const TensorView& da = call.dinputs[0];
  const TensorView& out = call.outputs[0];
  const TensorView& dout = call.doutput;
  ForEachRow({&da, &out, &dout}, [&](size_t n, Offsets at) {
    kernels::SoftCapBackward(n, Cap(call), out.floats() + at[1],
                             dout.floats() + at[2], da.floats() + at[0]);
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const int a = OperandAt(call, 0, index, expression);
  const int cap = expression->Constant(call.attributes[0].number, "cap");
  const int ratio = expression->Quotient(a, cap);
  expression->Product(cap,
                      expression->Apply(TermKind::kHyperbolicTangent, ratio));
}

}  // namespace

const Operation& SoftCapOperation() {
  static constexpr Operation operation{
      .schema = {.name = "soft_cap",
                 .summary = "Bounds every cell smoothly: "
                            "out = cap·tanh(a / cap).",
                 .source = "Bello et al. 2016; Gemma 2 report 2024, section 2",
                 .inputs = {{.name = "a",
                             .axes = "...",
                             .absorbs = Absorbs::kGradient}},
                 .attributes = {{.name = "cap",
                                 .type = AttributeType::kNumber,
                                 .summary = "The bound, above 0.",
                                 .fallback = 0,
                                 .required = true,
                                 .minimum = 1e-30}},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = LikeFirst,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = ReachOwn};
  return operation;
}

Tensor SoftCap(Graph& graph, Tensor a, double cap, std::string_view name) {
  return graph.Apply(SoftCapOperation(), {a}, {cap}, name);
}

}  // namespace clearhead
