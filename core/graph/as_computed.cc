#include "core/graph/as_computed.h"

namespace clearhead {

AsComputed::AsComputed(const Graph& graph, const Node& node,
                       float* const* gradients) {
  for (const int id : node.outputs) {
    const DataType type = graph.values()[id].type;
    const int number = graph.values()[id].storage;
    const Storage& storage = graph.storages()[number];
    float* gradient = gradients == nullptr ? nullptr : gradients[number];
    for (const Edit& edit : storage.edits) {
      Exchange(type, storage.data, edit.offset, edit.was);
      if (gradient == nullptr) continue;
      const float passed = static_cast<float>(edit.factor);
      Exchange(type, gradient, edit.offset, passed * gradient[edit.offset]);
    }
  }
}

AsComputed::~AsComputed() {
  for (const Kept& kept : kept_) Put(kept.cells, kept.offset, kept.value);
}

void AsComputed::Exchange(DataType type, void* cells, int64_t offset,
                          double value) {
  const TensorView row{type, {1}, {1}, cells};
  kept_.push_back({row, offset, row.At({offset})});
  Put(row, offset, value);
}

}  // namespace clearhead
