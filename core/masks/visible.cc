// How much context a query has: the number of keys that it may see.
#include "core/masks/bit.h"
#include "core/masks/mask.h"
#include "core/ops/loops.h"

namespace clearhead {
namespace {

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  return std::vector<OutputSpec>{
      {.shape = Lead(inputs[0].shape, 1), .type = DataType::kInt32}};
}

// out[..., t] = Σ_s mask[..., t, s]
void Forward(const Call& call) {
  const TensorView& mask = call.inputs[0];
  const TensorView& out = call.outputs[0];
  ForEach(out.shape, {&mask, &out}, [&](Offsets at) {
    const uint8_t* bits = mask.as<uint8_t>() + at[0];
    int32_t count = 0;
    for (int64_t key = 0; key < mask.shape.back(); ++key) {
      count += bits[key * mask.strides.back()] != 0;
    }
    out.as<int32_t>()[at[1]] = count;
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  std::vector<int> bits;
  Index cell = index;
  cell.push_back(0);
  for (; cell.back() < call.inputs[0].shape.back(); ++cell.back()) {
    bits.push_back(BitAt(call, 0, cell, expression));
  }
  expression->Sum(bits);
}

std::vector<Index> Reach(const Call&, int, const Index& index) {
  return {Lead(index, 1)};
}

}  // namespace

const Operation& VisibleOperation() {
  static constexpr Operation operation{
      .schema = {.name = "visible",
                 .summary = "How many keys a query may see: out[t] = "
                            "Σ_s mask[t,s].",
                 .source = "The sum of a row of the mask",
                 .inputs = {{.name = "mask",
                             .axes = "... T S",
                             .type = DataType::kUint8,
                             .differentiable = false}},
                 .attributes = {},
                 .outputs = {{.name = "output",
                              .axes = "... T",
                              .type = DataType::kInt32}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
