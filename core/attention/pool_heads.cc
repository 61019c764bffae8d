// Fewer key/value heads from many: each is the mean of those it stands for.
#include "core/attention/heads.h"
#include "core/kernels/elementwise.h"
#include "core/ops/heads_of.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kHeads, kKvHeads };

struct Sizes {
  int64_t heads, groups, width;
};

Sizes SizesOf(const Shape& x, const Attributes& attributes) {
  const int64_t heads = attributes[kHeads].integer();
  return {heads, attributes[kKvHeads].integer(), x.back() / heads};
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  Shape shape = inputs[0].shape;
  const Sizes n = SizesOf(shape, attributes);
  if (shape.back() % n.heads != 0 || n.heads % n.groups != 0) {
    return Fail(ErrorCode::kShape,
                "pool_heads: heads is %, kv_heads % and x has the shape %; the "
                "last axis has to be a multiple of heads, and heads of "
                "kv_heads",
                n.heads, n.groups, shape);
  }
  shape.back() = n.groups * n.width;
  return OneOutput(shape);
}

// Calls visit(features of the head, features of its group) for every head of
// every row.
void ForEachPair(const Call& call, const TensorView& x, const TensorView& out,
                 FunctionRef<void(float*, float*)> visit) {
  const Sizes n = SizesOf(x.shape, call.attributes);
  ForEach(Lead(x.shape, 1), {&x, &out}, [&](Offsets at) {
    for (int64_t head = 0; head < n.heads; ++head) {
      const int64_t group = GroupOf(head, n.heads, n.groups);
      visit(x.floats() + at[0] + head * n.width,
            out.floats() + at[1] + group * n.width);
    }
  });
}

// The share of a head in its group.
float Share(const Sizes& n) {
  return static_cast<float>(n.groups) / static_cast<float>(n.heads);
}

// out_g = Σ_h x_h·G/H over the heads h of the group g
void Forward(const Call& call) {
  const Sizes n = SizesOf(call.inputs[0].shape, call.attributes);
  ForEachPair(call, call.inputs[0], call.outputs[0], [&](float* x, float* out) {
    kernels::MultiplyAdd(static_cast<size_t>(n.width), Share(n), x, out);
  });
}

// dx_h += dout_g·G/H
void Backward(const BackwardCall& call) {
  const Sizes n = SizesOf(call.inputs[0].shape, call.attributes);
  ForEachPair(call, call.dinputs[0], call.doutput, [&](float* dx, float* dout) {
    kernels::MultiplyAdd(static_cast<size_t>(n.width), Share(n), dout, dx);
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Sizes n = SizesOf(call.inputs[0].shape, call.attributes);
  std::vector<int> terms;
  ForEachQueryHead(index.back() / n.width, n.heads, n.groups, [&](int64_t h) {
    Index cell = index;
    cell.back() = h * n.width + index.back() % n.width;
    terms.push_back(OperandAt(call, 0, cell, expression));
  });
  const int sum = expression->Sum(terms);
  expression->Quotient(
      sum, expression->Constant(static_cast<double>(terms.size()), "H/G"));
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  const Sizes n = SizesOf(call.inputs[0].shape, call.attributes);
  Index cell = index;
  cell.back() = GroupOf(index.back() / n.width, n.heads, n.groups) * n.width +
                index.back() % n.width;
  return {cell};
}

}  // namespace

const Operation& PoolHeadsOperation() {
  static constexpr Operation operation{
      .schema = {.name = "pool_heads",
                 .summary = "Makes MHA into GQA or MQA: each key/value head is "
                            "the mean of the heads that will share it, out_g = "
                            "G/H·Σ x_h over ⌊h·G/H⌋ = g. On weights [C, H·D], "
                            "biases or activations.",
                 .source = "Ainslie et al. 2023, section 2.1",
                 .inputs = {{.name = "x", .axes = "... C"}},
                 .attributes = {{.name = "heads",
                                 .type = AttributeType::kInteger,
                                 .summary = "H, those that x has.",
                                 .required = true,
                                 .minimum = 1,
                                 .maximum = 65536},
                                {.name = "kv_heads",
                                 .type = AttributeType::kInteger,
                                 .summary = "G, those of the result; 1 is MQA.",
                                 .required = true,
                                 .minimum = 1,
                                 .maximum = 65536}},
                 .outputs = {{.name = "output", .axes = "... N"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
