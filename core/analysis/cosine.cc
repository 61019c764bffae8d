// How alike the directions of two vectors are, whatever their lengths.
#include <cmath>
#include <utility>

#include "core/analysis/analysis.h"
#include "core/kernels/reduce.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"
#include "core/ops/products.h"

namespace clearhead {
namespace {

enum Slot { kQueries, kKeys };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& keys = inputs[kKeys].shape;
  Shape shape = Lead(inputs[kQueries].shape, 1);
  CH_RETURN_IF_ERROR(CheckBroadcast("cosine: leading axes of keys",
                                    Lead(keys, 2), Lead(shape, 1)));
  shape.push_back(keys.FromBack(1));
  return OneOutput(shape);
}

// The rows of queries or keys by the cells [..., M, N] that they meet in.
TensorView ByCell(const std::vector<TensorView>& views, Slot slot) {
  TensorView view = Repeated(views[slot], views[kQueries]);
  const size_t rows = view.shape.size() - 2;
  view.strides[rows + 1] = 0;
  if (slot == kKeys) std::swap(view.strides[rows], view.strides[rows + 1]);
  return view;
}

// ‖q‖ or ‖k‖
double Length(size_t n, const float* x) {
  return std::sqrt(kernels::Dot(n, x, x));
}

// out = q·k/(‖q‖·‖k‖), 0 where a vector is 0
void Forward(const Call& call) {
  const TensorView queries = ByCell(call.inputs, kQueries);
  const TensorView keys = ByCell(call.inputs, kKeys);
  const auto n = static_cast<size_t>(queries.shape.back());
  float* out = call.outputs[0].floats();
  ForEach(call.outputs[0].shape, {&queries, &keys}, [&](Offsets at) {
    const float* q = queries.floats() + at[0];
    const float* k = keys.floats() + at[1];
    const double lengths = Length(n, q) * Length(n, k);
    *out++ =
        lengths == 0 ? 0 : static_cast<float>(kernels::Dot(n, q, k) / lengths);
  });
}

// dx += (dout/‖x‖)·(y/‖y‖ − out·x/‖x‖), in double: of a short x the factors
// alone are beyond float32.
void Turn(size_t n, double scale, double cosine, const float* x, double of_x,
          const float* y, double of_y, float* dx) {
  for (size_t i = 0; i < n; ++i) {
    dx[i] += static_cast<float>(scale * (y[i] / of_y - cosine * x[i] / of_x));
  }
}

// Of q and of k alike; 0 where a vector is 0.
void Backward(const BackwardCall& call) {
  const TensorView& out = call.outputs[0];
  const TensorView& dout = call.doutput;
  const TensorView queries = ByCell(call.inputs, kQueries);
  const TensorView keys = ByCell(call.inputs, kKeys);
  const TensorView dqueries = ByCell(call.dinputs, kQueries);
  const TensorView dkeys = ByCell(call.dinputs, kKeys);
  const auto n = static_cast<size_t>(queries.shape.back());
  ForEach(out.shape, {&queries, &keys, &dqueries, &dkeys, &out, &dout},
          [&](Offsets at) {
            const float* q = queries.floats() + at[0];
            const float* k = keys.floats() + at[1];
            const double of_q = Length(n, q), of_k = Length(n, k);
            if (of_q * of_k == 0) return;
            const double d = dout.floats()[at[5]];
            const double cosine = out.floats()[at[4]];
            Turn(n, d / of_q, cosine, q, of_q, k, of_k,
                 dqueries.floats() + at[2]);
            Turn(n, d / of_k, cosine, k, of_k, q, of_q, dkeys.floats() + at[3]);
          });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Shape& keys = call.inputs[kKeys].shape;
  Index query = Lead(index, 1);
  query.push_back(0);
  Index key = Narrow(Lead(keys, 2), Lead(index, 2));
  key.push_back(index.back());
  key.push_back(0);
  const Walk q{kQueries, query, query.size() - 1};
  const Walk k{kKeys, key, key.size() - 1};
  const auto dot = [&](const Walk& a, const Walk& b, const char* name) {
    return expression->Sum(ExplainProducts(call, keys.back(), a, b, expression),
                           name);
  };
  const auto length = [&](const Walk& walk, const char* name) {
    return expression->Apply(TermKind::kSquareRoot, dot(walk, walk, ""), name);
  };
  const int product = dot(q, k, "q·k");
  const int lengths = expression->Product(length(q, "‖q‖"), length(k, "‖k‖"));
  if (expression->value(lengths) == 0) {
    expression->Constant(0, "‖q‖·‖k‖ = 0", {product, lengths});
  } else {
    expression->Quotient(product, lengths);
  }
}

std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  return ReachOfProduct(call, slot, index, slot == kKeys);
}

}  // namespace

const Operation& CosineOperation() {
  static constexpr Operation operation{
      .schema = {.name = "cosine",
                 .summary = "The cosine of the angle between every query and "
                            "every key, out = q·k/(‖q‖·‖k‖); 0 where one of "
                            "them is 0. keys repeat along missing leading "
                            "axes.",
                 .source = "Salton et al. 1975; Graves et al. 2014, equation 6",
                 .inputs = {{.name = "queries", .axes = "... M D"},
                            {.name = "keys", .axes = "... N D"}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "... M N"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
