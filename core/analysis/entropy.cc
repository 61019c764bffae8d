// How uncertain a distribution is, and as how many equal choices.
#include "core/analysis/entropy.h"

#include "core/analysis/analysis.h"
#include "core/base/math.h"
#include "core/ops/loops.h"
#include "core/ops/norms.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Output { kOut, kEffective };
constexpr double kLn2 = 0.6931471805599453;

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape rows = Lead(inputs[0].shape, 1);
  return Outputs({rows, rows});
}

// out = −Σ p·log p, effective_number = e^(−Σ p·ln p)
void Forward(const Call& call) {
  const TensorView& p = call.inputs[0];
  const double unit = NatsPerUnit(call.attributes);
  float* out = call.outputs[kOut].floats();
  float* effective = call.outputs[kEffective].floats();
  ForEach(Lead(p.shape, 1), {&p}, [&](Offsets at) {
    double nats = 0;
    for (int64_t i = 0; i < p.shape.back(); ++i) {
      nats -= XLogX(p.floats()[at[0] + i]);
    }
    *out++ = static_cast<float>(nats / unit);
    *effective++ = static_cast<float>(Exp(nats));
  });
}

// dp −= dout·(ln p + 1)/ln 2, 0 at p = 0
void Backward(const BackwardCall& call) {
  const TensorView& p = call.inputs[0];
  const TensorView& dp = call.dinputs[0];
  const TensorView& dout = call.doutput;
  ForEach(dout.shape, {&p, &dp, &dout}, [&](Offsets at) {
    const double scale = dout.floats()[at[2]] / NatsPerUnit(call.attributes);
    for (int64_t i = 0; i < p.shape.back(); ++i) {
      dp.floats()[at[1] + i] -=
          static_cast<float>(scale * XLogXSlope(p.floats()[at[0] + i]));
    }
  });
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  const std::vector<int> p = RowAt(call, index, expression);
  const bool bits = output == kOut && InBits(call.attributes);
  const int entropy = ExplainEntropy(p, bits, "H", expression);
  if (output == kEffective) expression->Apply(TermKind::kExponential, entropy);
}

}  // namespace

double XLogX(double x) { return x == 0 ? 0 : x * Log(x); }
double XLogXSlope(double x) { return x == 0 ? 0 : Log(x) + 1; }

bool InBits(const Attributes& attributes) {
  return attributes[0].text == Item(kUnits, 0);
}
double NatsPerUnit(const Attributes& attributes) {
  return InBits(attributes) ? kLn2 : 1;
}

int ExplainEntropy(const std::vector<int>& p, bool bits, const char* name,
                   Expression* expression) {
  std::vector<int> products;
  for (const int x : p) {
    const int log = expression->value(x) == 0
                        ? expression->Constant(0, "0·ln 0 = 0")
                        : expression->Apply(TermKind::kLogarithm, x);
    products.push_back(expression->Product(x, log));
  }
  const int sum = expression->Sum(products);
  const int nats =
      expression->Apply(TermKind::kNegative, sum, bits ? "" : name);
  if (!bits) return nats;
  return expression->Quotient(nats, expression->Constant(kLn2, "ln 2"), name);
}

const Operation& EntropyOperation() {
  static constexpr Operation operation{
      .schema = {.name = "entropy",
                 .summary = "Uncertainty of the distributions along the last "
                            "axis: out = −Σ p·log p, 0·log 0 = 0; "
                            "effective_number = e^H is the number of equally "
                            "likely choices that are as uncertain.",
                 .source = "Shannon 1948, section 6; Hill 1973",
                 .inputs = {{.name = "p", .axes = "... N"}},
                 .attributes = {kUnitAttribute},
                 .outputs = {{.name = "output", .axes = "..."},
                             {.name = "effective_number", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = ReachRow};
  return operation;
}

}  // namespace clearhead
