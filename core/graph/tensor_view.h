// How an operation sees one of its tensors: cells with a shape and strides,
// owned by somebody else.
#ifndef CLEARHEAD_CORE_GRAPH_TENSOR_VIEW_H_
#define CLEARHEAD_CORE_GRAPH_TENSOR_VIEW_H_

#include <cstdint>

#include "core/graph/dims.h"

namespace clearhead {

enum class DataType : uint8_t { kFloat32, kInt32, kUint8 };

inline size_t SizeOf(DataType type) { return type == DataType::kUint8 ? 1 : 4; }

struct TensorView {
  DataType type = DataType::kFloat32;
  Shape shape;
  Strides strides;
  void* data = nullptr;  // the cell with index 0; null where absent

  bool present() const { return data != nullptr; }

  template <typename T>
  T* as() const {
    return static_cast<T*>(data);
  }
  float* floats() const { return as<float>(); }

  int64_t Offset(const Index& index) const {
    int64_t offset = 0;
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      offset += index[axis] * strides[axis];
    }
    return offset;
  }
  // The cell as a number, whatever its type.
  double At(const Index& index) const {
    const int64_t offset = Offset(index);
    switch (type) {
      case DataType::kInt32:
        return as<int32_t>()[offset];
      case DataType::kUint8:
        return as<uint8_t>()[offset];
      default:
        return floats()[offset];
    }
  }
  bool dense() const { return strides == DenseStrides(shape); }
};

// The same cells seen with `shape`, right-aligned: axes of size 1 and missing
// leading axes repeat. The caller has checked that they fit.
inline TensorView Broadcast(const TensorView& view, const Shape& shape) {
  Strides strides = Dims::Filled(shape.size(), 0);
  for (size_t i = 0; i < view.shape.size(); ++i) {
    const size_t axis = shape.size() - 1 - i;
    if (view.shape.FromBack(i) != 1) strides[axis] = view.strides.FromBack(i);
  }
  return {view.type, shape, strides, view.data};
}

// The index in a broadcast operand of shape `shape` that feeds `index`.
inline Index Narrow(const Shape& shape, const Index& index) {
  Index narrow = shape;
  const size_t lead = index.size() - shape.size();
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    narrow[axis] = shape[axis] == 1 ? 0 : index[lead + axis];
  }
  return narrow;
}

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_TENSOR_VIEW_H_
