// Reads a part of a tensor along one axis: a view, no copy. Gradients and
// explanations go through it to the stored cell.
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kAxis, kStart, kLength };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  Shape shape = inputs[0].shape;
  CH_RETURN_IF_ERROR(CheckAxis("slice", shape, attributes[kAxis]));
  int64_t& size = shape[AxisOf(shape, attributes[kAxis])];
  const int64_t start = attributes[kStart].integer();
  const int64_t length = attributes[kLength].integer();
  if (start > size || length > size - start) {
    return Fail(ErrorCode::kRange,
                "slice: start is % and length %; the axis has the size %, and "
                "the slice has to end within it",
                start, length, size);
  }
  size = length;
  return OneOutput(shape);
}

// out[..., i, ...] = a[..., start + i, ...]
Tensor Build(Graph& graph, const std::vector<Tensor>& inputs,
             const Attributes& attributes, const Names& names) {
  const TensorView cells = graph.Cells(inputs[0]);
  const size_t axis = AxisOf(cells.shape, attributes[kAxis]);
  Shape shape = cells.shape;
  shape[axis] = attributes[kLength].integer();
  return graph.View(inputs[0], names.output, shape, cells.strides,
                    attributes[kStart].integer() * cells.strides[axis],
                    graph.value(inputs[0]).roles);
}

}  // namespace

const Operation& SliceOperation() {
  static constexpr Operation operation{
      .schema = {.name = "slice",
                 .summary = "A part along an axis, a view without a copy: "
                            "out[i] = a[start + i], i = 0 … length − 1.",
                 .source = "Harris et al. 2020, NumPy (basic indexing)",
                 .inputs = {{.name = "a", .axes = "..."}},
                 .attributes = {kAxisAttribute,
                                {.name = "start",
                                 .type = AttributeType::kInteger,
                                 .summary = "The first cell.",
                                 .required = true,
                                 .minimum = 0,
                                 .maximum = 1 << 26},
                                {.name = "length",
                                 .type = AttributeType::kInteger,
                                 .summary = "How many cells.",
                                 .required = true,
                                 .minimum = 0,
                                 .maximum = 1 << 26}},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = nullptr,
      .backward = nullptr,
      .explain = nullptr,
      .reach = nullptr,
      .build = Build};
  return operation;
}

Tensor Slice(Graph& graph, Tensor a, int64_t axis, int64_t start,
             int64_t length, std::string_view name) {
  return graph.Perform(
      SliceOperation(), {a},
      NumbersOf({static_cast<double>(axis), static_cast<double>(start),
                 static_cast<double>(length)}),
      name);
}

}  // namespace clearhead
