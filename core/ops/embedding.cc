// Looks up one row of a table for every token id.
#include <algorithm>

#include "core/kernels/elementwise.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kTable, kIds };
enum AttributeNumber { kPadding };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const TensorView& table = inputs[kTable];
  const TensorView& ids = inputs[kIds];
  const int64_t vocabulary = table.shape[0];
  for (int64_t flat = 0; flat < CountOf(ids.shape); ++flat) {
    const Index index = IndexAt(ids.shape, flat);
    const auto id = static_cast<int64_t>(ids.At(index));
    if (id >= 0 && id < vocabulary) continue;
    return Fail(ErrorCode::kRange,
                "embedding: the id at % is %; the table has % rows, give ids "
                "from 0 to %",
                index, id, vocabulary, vocabulary - 1);
  }
  const int64_t padding = attributes[kPadding].integer();
  if (padding >= vocabulary) {
    return Fail(ErrorCode::kRange,
                "embedding: padding is %; the table has % rows, give one of "
                "them, or -1 for none",
                padding, vocabulary);
  }
  if (ids.shape.size() == kMaxRank) {
    return Fail(ErrorCode::kShape,
                "embedding: ids has 6 axes; the result would have 7, give at "
                "most 5");
  }
  Shape shape = ids.shape;
  shape.push_back(table.shape[1]);
  return OneOutput(shape);
}

// Calls visit(row of the table, row of `rows`) for every token.
void ForEachToken(const TensorView& ids, const TensorView& rows,
                  FunctionRef<void(int32_t id, float* row)> visit) {
  ForEach(ids.shape, {&ids, &rows}, [&](Offsets at) {
    visit(ids.as<int32_t>()[at[0]], rows.floats() + at[1]);
  });
}

// out[t, c] = table[ids[t], c]
void Forward(const Call& call) {
  const TensorView& table = call.inputs[kTable];
  const auto width = static_cast<size_t>(table.shape[1]);
  ForEachToken(call.inputs[kIds], call.outputs[0], [&](int32_t id, float* out) {
    const float* row = table.floats() + id * table.strides[0];
    std::copy(row, row + width, out);
  });
}

// dtable[ids[t], c] += dout[t, c], but for the row of padding
void Backward(const BackwardCall& call) {
  const TensorView& dtable = call.dinputs[kTable];
  const auto width = static_cast<size_t>(dtable.shape[1]);
  const int64_t padding = call.attributes[kPadding].integer();
  ForEachToken(call.inputs[kIds], call.doutput, [&](int32_t id, float* dout) {
    if (id == padding) return;
    kernels::Accumulate(width, dout, dtable.floats() + id * dtable.strides[0]);
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  Index token = index;
  token.pop_back();
  const int address = OperandAt(call, kIds, token, expression);
  const auto id = static_cast<int64_t>(expression->value(address));
  const Index cell = {id, index.back()};
  const double value = call.inputs[kTable].At(cell);
  const int row = expression->Operand(kTable, cell, value, {address});
  // Held: it is read, and no gradient goes through.
  if (id == call.attributes[kPadding].integer()) {
    expression->Constant(value, "∂ = 0", {row});
  }
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  const TensorView& ids = call.inputs[kIds];
  std::vector<Index> cells;
  for (int64_t flat = 0; flat < CountOf(ids.shape); ++flat) {
    Index cell = IndexAt(ids.shape, flat);
    if (static_cast<int64_t>(ids.At(cell)) != index[0]) continue;
    cell.push_back(index[1]);
    cells.push_back(cell);
  }
  return cells;
}

}  // namespace

const Operation& EmbeddingOperation() {
  static constexpr Operation operation{
      .schema = {.name = "embedding",
                 .summary = "Looks up a row of the table for every token: "
                            "out[..., c] = table[ids[...], c].",
                 .source = "Vaswani et al. 2017, section 3.4",
                 .inputs = {{.name = "table", .axes = "V C"},
                            {.name = "ids",
                             .axes = "...",
                             .type = DataType::kInt32,
                             .differentiable = false}},
                 .attributes = {{.name = "padding",
                                 .type = AttributeType::kInteger,
                                 .summary =
                                     "The row of padding, whose gradient "
                                     "is 0; -1: none.",
                                 .fallback = -1,
                                 .minimum = -1,
                                 .maximum = 2147483647}},
                 .outputs = {{.name = "output", .axes = "... C"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

Tensor Embedding(Graph& graph, Tensor table, Tensor ids,
                 std::string_view name) {
  return graph.Apply(EmbeddingOperation(), {table, ids}, {-1}, name);
}

}  // namespace clearhead
