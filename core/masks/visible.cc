// How much context a query has: the number of keys that it may see, and the
// mean over the queries.
#include <algorithm>

#include "core/masks/bit.h"
#include "core/masks/mask.h"
#include "core/ops/loops.h"

namespace clearhead {
namespace {

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  return std::vector<OutputSpec>{
      {.shape = Lead(inputs[0].shape, 1), .type = DataType::kInt32},
      {.shape = Lead(inputs[0].shape, 2)}};
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
  const int64_t queries = out.shape.back();
  const TensorView& mean = call.outputs[1];
  for (int64_t i = 0; i < CountOf(mean.shape); ++i) {
    double sum = 0;
    for (int64_t t = 0; t < queries; ++t) {
      sum += out.as<int32_t>()[i * queries + t];
    }
    mean.floats()[i] = static_cast<float>(
        queries == 0 ? 0 : sum / static_cast<double>(queries));
  }
}

// out[t] = Σ_s mask[t, s]; mean = Σ_t out[t] ÷ T
void Explain(const Call& call, int output, const Index& index,
             Expression* expression) {
  std::vector<int> counts;
  Index cell = index;
  cell.push_back(0);
  if (output == 0) {
    for (; cell.back() < call.inputs[0].shape.back(); ++cell.back()) {
      counts.push_back(BitAt(call, 0, cell, expression));
    }
    expression->Sum(counts);
    return;
  }
  const int64_t queries = call.outputs[0].shape.back();
  for (; cell.back() < queries; ++cell.back()) {
    // As counted: the bits of all rows together may be very many.
    counts.push_back(expression->Constant(
        call.outputs[0].as<int32_t>()[call.outputs[0].Offset(cell)]));
  }
  const double divisor = static_cast<double>(std::max<int64_t>(queries, 1));
  expression->Quotient(expression->Sum(counts),
                       expression->Constant(divisor, "T"));
}

std::vector<Index> Reach(const Call&, int, const Index& index) {
  return {Lead(index, 1)};
}

}  // namespace

const Operation& VisibleOperation() {
  static constexpr Operation operation{
      .schema = {.name = "visible",
                 .summary = "How many keys a query may see: out[t] = "
                            "Σ_s mask[t,s], and the mean of that.",
                 .source = "The sum of a row of the mask",
                 .inputs = {{.name = "mask",
                             .axes = "... T S",
                             .type = DataType::kUint8,
                             .differentiable = false}},
                 .attributes = {},
                 .outputs = {{.name = "output",
                              .axes = "... T",
                              .type = DataType::kInt32},
                             {.name = "mean", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
