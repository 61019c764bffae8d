// Keeps scores within ±cap, smoothly.
#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"

namespace clearhead {
namespace {

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  return std::vector<OutputSpec>{{inputs[0].shape}};
}

float Cap(const Call& call) {
  return static_cast<float>(call.attributes[0].number);
}

// out = cap·tanh(a / cap)
void Forward(const Call& call) {
  const bool merge = call.inputs[0].dense();
  const TensorView a = AsRows(call.inputs[0], merge);
  const TensorView out = AsRows(call.outputs[0], merge);
  ForEach(Lead(a.shape, 1), {&a, &out}, [&](Offsets at) {
    kernels::SoftCap(static_cast<size_t>(a.shape.back()), Cap(call),
                     a.floats() + at[0], out.floats() + at[1]);
  });
}

// da += dout·(1 − (out / cap)²)
void Backward(const BackwardCall& call) {
  if (!call.dinputs[0].present()) return;
  const bool merge = call.dinputs[0].dense();
  const TensorView da = AsRows(call.dinputs[0], merge);
  const TensorView out = AsRows(call.outputs[0], merge);
  const TensorView dout = AsRows(call.doutput, merge);
  ForEach(Lead(da.shape, 1), {&da, &out, &dout}, [&](Offsets at) {
    kernels::SoftCapBackward(static_cast<size_t>(da.shape.back()), Cap(call),
                             out.floats() + at[1], dout.floats() + at[2],
                             da.floats() + at[0]);
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const int a = expression->Operand(0, index, call.inputs[0].At(index));
  const int cap = expression->Constant(call.attributes[0].number, "cap");
  const int ratio = expression->Quotient(a, cap);
  expression->Product(cap,
                      expression->Apply(TermKind::kHyperbolicTangent, ratio));
}

std::vector<Index> Reach(const Call&, int, const Index& index) {
  return {index};
}

}  // namespace

const Operation& SoftCapOperation() {
  static constexpr Operation operation{
      .schema = {.name = "soft_cap",
                 .summary = "Bounds every cell smoothly: "
                            "out = cap·tanh(a / cap).",
                 .source = "Bello et al. 2016; Gemma 2 report 2024, section 2",
                 .inputs = {{.name = "a", .axes = "..."}},
                 .attributes = {{.name = "cap",
                                 .type = AttributeType::kNumber,
                                 .summary = "The bound, above 0.",
                                 .fallback = 0,
                                 .required = true,
                                 .minimum = 1e-30}},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

Tensor SoftCap(Graph& graph, Tensor a, double cap, std::string name) {
  return graph.Apply(SoftCapOperation(), {a}, {cap}, std::move(name));
}

}  // namespace clearhead
