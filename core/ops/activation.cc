// The nonlinearity of a feed-forward layer, cell by cell. A gated layer (GLU)
// is a program of it: linear, activation, multiply by another linear, linear.
#include "core/ops/activation.h"

#include <cmath>

#include "core/kernels/activation.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

using kernels::ActivationKind;

enum AttributeNumber { kKind, kAlpha };

// What computes a name, its factor of x, and whether a caller may choose it.
struct Kind {
  ActivationKind kind;
  double alpha;
  bool chosen = false;
};
constexpr Kind kKinds[] = {
    {ActivationKind::kRelu, 0},      {ActivationKind::kLeakyRelu, 0.01, true},
    {ActivationKind::kElu, 1, true}, {ActivationKind::kTanh, 1},
    {ActivationKind::kSigmoid, 1},   {ActivationKind::kSilu, 1, true},
    {ActivationKind::kSilu, 1.702},  {ActivationKind::kGeluTanh, 1},
    {ActivationKind::kGelu, 1},      {ActivationKind::kErf, 1.4142135623730951},
    {ActivationKind::kSoftplus, 1},  {ActivationKind::kMish, 1}};

Kind KindOf(const Attributes& attributes) {
  size_t i = 0;
  while (attributes[kKind].text != Item(kActivations, i)) ++i;
  Kind kind = kKinds[i];
  const double given = attributes[kAlpha].number;
  if (kind.chosen && !std::isnan(given)) kind.alpha = given;
  return kind;
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const double alpha = attributes[kAlpha].number;
  if (!std::isnan(alpha) && !KindOf(attributes).chosen) {
    return Fail(ErrorCode::kRange,
                "activation: alpha is %, but % has none; leaky_relu, elu and "
                "silu have one",
                alpha, attributes[kKind].text);
  }
  return OneOutput(inputs[0].shape);
}

// out = f(x)
void Forward(const Call& call) {
  const Kind kind = KindOf(call.attributes);
  const TensorView& x = call.inputs[0];
  const TensorView& out = call.outputs[0];
  ForEachRow({&x, &out}, [&](size_t n, Offsets at) {
    kernels::Activate(kind.kind, static_cast<float>(kind.alpha), n,
                      x.floats() + at[0], nullptr, out.floats() + at[1]);
  });
}

// dx += dout·f'(x)
void Backward(const BackwardCall& call) {
  const Kind kind = KindOf(call.attributes);
  const TensorView& x = call.inputs[0];
  const TensorView& dx = call.dinputs[0];
  const TensorView& dout = call.doutput;
  ForEachRow({&x, &dx, &dout}, [&](size_t n, Offsets at) {
    kernels::Activate(kind.kind, static_cast<float>(kind.alpha), n,
                      x.floats() + at[0], dout.floats() + at[2],
                      dx.floats() + at[1]);
  });
}

// The formulas written out; of two forms of one, that which does not overflow.
class Writer {
 public:
  Writer(Expression* expression, int x) : e_(*expression), x_(x) {}

  void Write(const Kind& kind) {
    switch (kind.kind) {
      case ActivationKind::kRelu:
        e_.Maximum({Number(0), x_});
        break;
      case ActivationKind::kLeakyRelu:
        if (!Positive(x_)) e_.Product(Number(kind.alpha, "α"), x_);
        break;
      case ActivationKind::kElu:
        if (Positive(x_)) break;
        e_.Product(Number(kind.alpha, "α"),
                   e_.Difference(Exponential(x_), Number(1)));
        break;
      case ActivationKind::kTanh:
        Tanh(x_);
        break;
      case ActivationKind::kSigmoid:
        Sigmoid(x_, "");
        break;
      case ActivationKind::kSilu: {
        int z = x_;
        if (kind.alpha != 1) z = e_.Product(Number(kind.alpha, "α"), x_);
        e_.Product(x_, Sigmoid(z, z == x_ ? "σ(x)" : "σ(αx)"));
        break;
      }
      case ActivationKind::kGeluTanh:
        GeluTanh();
        break;
      case ActivationKind::kGelu: {
        const int z = e_.Quotient(x_, Root(Number(2)));
        const int sum = e_.Sum({Number(1), Erf(z)});
        e_.Product(x_, e_.Quotient(sum, Number(2), "Φ(x)"));
        break;
      }
      case ActivationKind::kErf:
        Erf(x_);
        break;
      case ActivationKind::kSoftplus:
        Softplus();
        break;
      case ActivationKind::kMish:
        e_.Product(x_, Tanh(Softplus()));
        break;
    }
  }

 private:
  bool Positive(int term) const { return e_.value(term) > 0; }
  int Number(double value, const char* name = "") {
    return e_.Constant(value, name);
  }
  int Exponential(int a) { return e_.Apply(TermKind::kExponential, a); }
  int Root(int a) { return e_.Apply(TermKind::kSquareRoot, a); }
  int Tanh(int a) { return e_.Apply(TermKind::kHyperbolicTangent, a); }
  int Erf(int a) { return e_.Apply(TermKind::kErrorFunction, a); }

  // 1/(1 + e^−z), for z ≤ 0 as e^z/(1 + e^z)
  int Sigmoid(int z, const char* name) {
    const bool positive = Positive(z);
    const int power =
        Exponential(positive ? e_.Apply(TermKind::kNegative, z) : z);
    const int sum = e_.Sum({Number(1), power});
    return e_.Quotient(positive ? Number(1) : power, sum, name);
  }
  // ln(1 + e^x), for x > 0 as x + ln(1 + e^−x)
  int Softplus() {
    const bool positive = Positive(x_);
    const int power =
        Exponential(positive ? e_.Apply(TermKind::kNegative, x_) : x_);
    const int sum = e_.Sum({Number(1), power});
    const int log = e_.Apply(TermKind::kLogarithm, sum);
    return positive ? e_.Sum({x_, log}) : log;
  }
  void GeluTanh() {
    const int cube = e_.Product(e_.Product(x_, x_), x_);
    const int inner = e_.Sum({x_, e_.Product(Number(0.044715), cube)});
    const int root =
        Root(e_.Quotient(Number(2), Number(3.141592653589793, "π")));
    const int sum = e_.Sum({Number(1), Tanh(e_.Product(root, inner))});
    e_.Product(e_.Quotient(x_, Number(2)), sum);
  }

  Expression& e_;
  int x_;
};

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const int x = OperandAt(call, 0, index, expression);
  Writer(expression, x).Write(KindOf(call.attributes));
}

}  // namespace

const Operation& ActivationOperation() {
  static constexpr Operation operation{
      .schema = {.name = "activation",
                 .summary =
                     "Bends every cell, out = f(x): relu max(0, x) · "
                     "leaky_relu x or αx below 0 · elu x or α(e^x − 1) below "
                     "0 · sigmoid σ(x) = 1/(1 + e^−x) · silu (swish) x·σ(αx) "
                     "· quick_gelu x·σ(1.702x) · gelu x·Φ(x) = "
                     "x·(1 + erf(x/√2))/2 · gelu_tanh "
                     "x/2·(1 + tanh(√(2/π)(x + 0.044715x³))) · softplus "
                     "ln(1 + e^x) · mish x·tanh(ln(1 + e^x)).",
                 .source =
                     "Hendrycks and Gimpel 2016, section 2; Ramachandran et "
                     "al. 2017, section 4; Shazeer 2020, section 2",
                 .inputs = {{.name = "x", .axes = "..."}},
                 .attributes = {kActivationAttribute, kAlphaAttribute},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = ReachOwn};
  return operation;
}

}  // namespace clearhead
