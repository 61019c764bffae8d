#include "core/graph/cells.h"

#include <algorithm>

#include "core/base/order.h"

namespace clearhead {
namespace {

// Axes from the largest stride to the smallest; repeated ones (stride 0) last.
std::vector<int> ByStride(const Strides& strides) {
  return OrderOf(static_cast<int>(strides.size()),
                 [&strides](int a, int b) { return strides[a] > strides[b]; });
}

}  // namespace

std::vector<Index> IndicesAt(const Value& value, int64_t offset) {
  int64_t rest = offset - value.offset;
  if (rest < 0) return {};
  Index index = Dims::Filled(value.shape.size(), 0);
  int64_t repeats = 1;
  for (const int axis : ByStride(value.strides)) {
    if (value.shape[axis] == 0) return {};
    if (value.strides[axis] == 0) {
      repeats *= value.shape[axis];
      continue;
    }
    index[axis] = std::min(rest / value.strides[axis], value.shape[axis] - 1);
    rest -= index[axis] * value.strides[axis];
  }
  if (rest != 0) return {};
  std::vector<Index> indices;
  for (int64_t repeat = 0; repeat < repeats; ++repeat) {
    int64_t left = repeat;
    for (size_t axis = value.shape.size(); axis-- > 0;) {
      if (value.strides[axis] != 0) continue;
      index[axis] = left % value.shape[axis];
      left /= value.shape[axis];
    }
    indices.push_back(index);
  }
  return indices;
}

Cell StoredCell(const Graph& graph, Tensor tensor, const Index& index) {
  const Value& value = graph.value(tensor);
  Cell cell;
  cell.owner.id = graph.storages()[value.storage].owner;
  cell.offset = value.offset;
  for (size_t axis = 0; axis < index.size(); ++axis) {
    cell.offset += index[axis] * value.strides[axis];
  }
  cell.index = IndicesAt(graph.value(cell.owner), cell.offset).front();
  return cell;
}

}  // namespace clearhead
