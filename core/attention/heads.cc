#include "core/attention/heads.h"

#include <algorithm>
#include <utility>

#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

// [..., T, H·D] as [..., H, T, D].
TensorView Split(const TensorView& x, int64_t heads) {
  const int64_t width = x.shape.back() / heads;
  const int64_t feature = x.strides.back();
  TensorView split{x.type, Lead(x.shape, 2), Lead(x.strides, 2), x.data};
  for (const auto& [size, stride] :
       {std::pair{heads, width * feature},
        {x.shape.FromBack(1), x.strides.FromBack(1)},
        {width, feature}}) {
    split.shape.push_back(size);
    split.strides.push_back(stride);
  }
  return split;
}

// [..., H, T, D] as [..., T, H·D]; the heads lie side by side.
TensorView Join(const TensorView& x) {
  TensorView joined{x.type, Lead(x.shape, 3), Lead(x.strides, 3), x.data};
  joined.shape.push_back(x.shape.FromBack(1));
  joined.strides.push_back(x.strides.FromBack(1));
  joined.shape.push_back(x.shape.FromBack(2) * x.shape.back());
  joined.strides.push_back(x.strides.back());
  return joined;
}

std::vector<AxisRole> RolesWith(const Graph& graph, Tensor x, size_t kept,
                                std::initializer_list<AxisRole> last) {
  std::vector<AxisRole> roles = graph.value(x).roles;
  roles.resize(kept);
  roles.insert(roles.end(), last);
  return roles;
}

Result<std::vector<OutputSpec>> InferSplit(
    const std::vector<TensorView>& inputs, const Attributes& attributes) {
  const TensorView& x = inputs[0];
  const int64_t heads = attributes[0].integer();
  if (x.shape.size() == kMaxRank) {
    return Fail(ErrorCode::kShape,
                "split_heads: x has 6 axes; the result would have 7, give at "
                "most 5");
  }
  if (x.shape.back() % heads == 0) return OneOutput(Split(x, heads).shape);
  return Fail(ErrorCode::kShape,
              "split_heads: heads is % and x has the shape %; the last axis "
              "has to be a multiple of heads",
              heads, x.shape);
}

Tensor BuildSplit(Graph& graph, const std::vector<Tensor>& inputs,
                  const Attributes& attributes, const Names& names) {
  const std::vector<AxisRole>& roles = graph.value(inputs[0]).roles;
  return SplitHeads(graph, inputs[0], attributes[0].integer(),
                    roles[roles.size() - 2], names.output);
}

bool SideBySide(const TensorView& x) {
  const bool one = x.shape.FromBack(2) <= 1 || CountOf(x.shape) == 0;
  return one || x.strides.FromBack(2) == x.shape.back();
}

Result<std::vector<OutputSpec>> InferJoin(const std::vector<TensorView>& inputs,
                                          const Attributes&) {
  return OneOutput(Join(inputs[0]).shape);
}

// The result, or its gradient, with the heads as an axis of their own.
TensorView ByHead(const Call& call, const TensorView& joined) {
  return Split(joined, call.inputs[0].shape.FromBack(2));
}

// out[..., t, h·D + d] = x[..., h, t, d]
void ForwardJoin(const Call& call) {
  const TensorView& x = call.inputs[0];
  if (CountOf(x.shape) == 0) return;
  const TensorView out = ByHead(call, call.outputs[0]);
  ForEachRow({&x, &out}, [&](size_t n, Offsets at) {
    std::copy_n(x.floats() + at[0], n, out.floats() + at[1]);
  });
}

// dx += dout
void BackwardJoin(const BackwardCall& call) {
  const TensorView& dx = call.dinputs[0];
  if (CountOf(dx.shape) == 0) return;
  const TensorView dout = ByHead(call, call.doutput);
  ForEachRow({&dx, &dout}, [&](size_t n, Offsets at) {
    kernels::Accumulate(n, dout.floats() + at[1], dx.floats() + at[0]);
  });
}

void ExplainJoin(const Call& call, int, const Index& index,
                 Expression* expression) {
  const int64_t width = call.inputs[0].shape.back();
  Index cell = Lead(index, 2);
  cell.push_back(index.back() / width);
  cell.push_back(index.FromBack(1));
  cell.push_back(index.back() % width);
  OperandAt(call, 0, cell, expression);
}

std::vector<Index> ReachJoin(const Call& call, int, const Index& index) {
  Index cell = Lead(index, 3);
  cell.push_back(index.FromBack(1));
  cell.push_back(index.FromBack(2) * call.inputs[0].shape.back() +
                 index.back());
  return {cell};
}

Tensor BuildJoin(Graph& graph, const std::vector<Tensor>& inputs,
                 const Attributes&, const Names& names) {
  const Tensor x = inputs[0];
  if (!graph.Fits(JoinHeadsOperation(), inputs, {})) return {};
  const TensorView cells = graph.Cells(x);
  if (!SideBySide(cells)) {
    return graph.Apply(JoinHeadsOperation(), {x}, {}, names.output);
  }
  const TensorView joined = Join(cells);
  const std::vector<AxisRole>& roles = graph.value(x).roles;
  return graph.View(x, names.output, joined.shape, joined.strides, 0,
                    RolesWith(graph, x, roles.size() - 3,
                              {roles[roles.size() - 2], AxisRole::kFeature}));
}

}  // namespace

const Operation& SplitHeadsOperation() {
  static constexpr Operation operation{
      .schema = {.name = "split_heads",
                 .summary = "Splits the last axis into heads, a view without "
                            "a copy: out[..., h, t, d] = x[..., t, h·D + d].",
                 .source = "Vaswani et al. 2017, section 3.2.2",
                 .inputs = {{.name = "x", .axes = "... T C"}},
                 .attributes = {{.name = "heads",
                                 .type = AttributeType::kInteger,
                                 .summary = "H; C = H·D.",
                                 .required = true,
                                 .minimum = 1,
                                 .maximum = 65536}},
                 .outputs = {{.name = "output", .axes = "... H T D"}}},
      .infer = InferSplit,
      .forward = nullptr,
      .backward = nullptr,
      .explain = nullptr,
      .reach = nullptr,
      .build = BuildSplit};
  return operation;
}

Tensor SplitHeads(Graph& graph, Tensor x, int64_t heads, AxisRole positions,
                  std::string_view name) {
  const bool fits = graph.Fits(SplitHeadsOperation(), {x},
                               NumbersOf({static_cast<double>(heads)}));
  if (!fits) return {};
  const TensorView split = Split(graph.Cells(x), heads);
  return graph.View(
      x, name, split.shape, split.strides, 0,
      RolesWith(graph, x, split.shape.size() - 3,
                {AxisRole::kHead, positions, AxisRole::kFeature}));
}

const Operation& JoinHeadsOperation() {
  static constexpr Operation operation{
      .schema = {.name = "join_heads",
                 .summary = "The concatenation of the heads: "
                            "out[..., t, h·D + d] = x[..., h, t, d]. A view "
                            "where the heads lie side by side.",
                 .source = "Vaswani et al. 2017, section 3.2.2",
                 .inputs = {{.name = "x", .axes = "... H T D"}},
                 .attributes = {},
                 .outputs = {{.name = "output", .axes = "... T C"}}},
      .infer = InferJoin,
      .forward = ForwardJoin,
      .backward = BackwardJoin,
      .explain = ExplainJoin,
      .reach = ReachJoin,
      .build = BuildJoin};
  return operation;
}

Tensor JoinHeads(Graph& graph, Tensor x, std::string_view name) {
  return graph.Perform(JoinHeadsOperation(), {x}, {}, name);
}

}  // namespace clearhead
