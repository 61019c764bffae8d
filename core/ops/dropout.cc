// Drops cells at random while a model is trained, and makes the others larger,
// so that what is expected of every cell stays the same.
#include "core/base/random.h"
#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kRate, kSeed, kStream };
enum Output { kOut, kKept };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& shape = inputs[0].shape;
  return std::vector<OutputSpec>{{shape}, {shape, DataType::kUint8}};
}

double Factor(const Call& call) {
  return 1 / (1 - call.attributes[kRate].number);
}

Random RandomOf(const Call& call) {
  return Random(static_cast<uint64_t>(call.attributes[kSeed].integer()),
                static_cast<uint64_t>(call.attributes[kStream].integer()));
}

// to += kept ? factor·from : 0
void AddKept(const Call& call, const TensorView& from, const TensorView& to) {
  const TensorView& kept = call.outputs[kKept];
  ForEachRow({&kept, &from, &to}, [&](size_t n, Offsets at) {
    kernels::MaskAccumulate(n, kept.as<uint8_t>() + at[0],
                            static_cast<float>(Factor(call)),
                            from.floats() + at[1], to.floats() + at[2]);
  });
}

// out = x·kept/(1 − p), kept where u < 1 − p
void Forward(const Call& call) {
  const TensorView& kept = call.outputs[kKept];
  RandomOf(call).Choose(
      1 - call.attributes[kRate].number,
      {kept.as<uint8_t>(), static_cast<size_t>(CountOf(kept.shape))});
  AddKept(call, call.inputs[0], call.outputs[kOut]);
}

// dx += dout·kept/(1 − p)
void Backward(const BackwardCall& call) {
  AddKept(call, call.doutput, call.dinputs[0]);
}

bool IsKept(const Call& call, const Index& index) {
  return call.outputs[kKept].At(index) != 0;
}

// The draw of a cell and what it is held against.
int ExplainKept(const Call& call, const Index& index, double value,
                Expression* expression) {
  Random random = RandomOf(call);
  double u = random.Uniform();
  for (int64_t i = FlatOf(call.outputs[kKept].shape, index); i > 0; --i) {
    u = random.Uniform();
  }
  const double probability = 1 - call.attributes[kRate].number;
  return expression->Constant(value,
                              IsKept(call, index) ? "u < 1 − p" : "u ≥ 1 − p",
                              {expression->Constant(u, "u"),
                               expression->Constant(probability, "1 − p")});
}

void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  const bool kept = IsKept(call, index);
  if (output == kKept || !kept) {
    ExplainKept(call, index, output == kKept && kept, expression);
    return;
  }
  const int x = OperandAt(call, 0, index, expression);
  expression->Product(x, expression->Constant(Factor(call), "1/(1 − p)"));
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  return IsKept(call, index) ? std::vector<Index>{index} : std::vector<Index>();
}

}  // namespace

const Operation& DropoutOperation() {
  static constexpr Operation operation{
      .schema = {.name = "dropout",
                 .summary = "Drops cells at random, for training: out = "
                            "x·kept/(1 − p), so that its mean over the draws "
                            "is x. kept is 1 where u < 1 − p, u drawn from the "
                            "seed in row-major order; a dropped cell is 0, "
                            "whatever x is.",
                 .source = "Srivastava et al. 2014, sections 4 and 10",
                 .inputs = {{.name = "x", .axes = "..."}},
                 .attributes = {{.name = "rate",
                                 .type = AttributeType::kNumber,
                                 .summary = "p, how likely a cell is dropped.",
                                 .required = true,
                                 .minimum = 0,
                                 .maximum = 0.999},
                                kSeedAttribute,
                                kStreamAttribute},
                 .outputs = {{.name = "output", .axes = "..."},
                             {.name = "kept",
                              .axes = "...",
                              .type = DataType::kUint8}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

Tensor Dropout(Graph& graph, Tensor x, double rate, uint32_t seed,
               std::string_view name) {
  if (rate == 0) return x;
  return graph.Apply(DropoutOperation(), {x},
                     {rate, static_cast<double>(seed), 0}, name);
}

}  // namespace clearhead
