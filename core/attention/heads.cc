#include "core/attention/heads.h"

#include <utility>

namespace clearhead {

Tensor SplitHeads(Graph& graph, Tensor x, int64_t heads, AxisRole positions,
                  std::string_view name) {
  if (!x.valid()) return {};
  const TensorView cells = graph.Cells(x);
  const int64_t width = cells.shape[2] / heads;
  CH_CHECK(width * heads == cells.shape[2], "the heads share the width evenly");
  return graph.View(
      x, name, {cells.shape[0], heads, cells.shape[1], width},
      {cells.strides[0], width * cells.strides[2], cells.strides[1],
       cells.strides[2]},
      0, {AxisRole::kBatch, AxisRole::kHead, positions, AxisRole::kFeature});
}

Tensor JoinHeads(Graph& graph, Tensor x, std::string_view name) {
  if (!x.valid()) return {};
  const TensorView cells = graph.Cells(x);
  CH_CHECK(cells.shape[2] <= 1 ||
               cells.strides[2] == cells.shape[1] * cells.shape[3],
           "the heads of a position lie side by side");
  return graph.View(
      x, name,
      {cells.shape[0], cells.shape[2], cells.shape[1] * cells.shape[3]},
      {cells.strides[0], cells.strides[2], cells.strides[3]}, 0,
      {AxisRole::kBatch, AxisRole::kQuery, AxisRole::kFeature});
}

}  // namespace clearhead
