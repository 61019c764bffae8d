#include "core/graph/as_computed.h"

namespace clearhead {

AsComputed::AsComputed(const Graph& graph, const Node& node,
                       float* const* gradients) {
  for (const int id : node.outputs) {
    if (graph.values()[id].type != DataType::kFloat32) continue;
    const int number = graph.values()[id].storage;
    const Storage& storage = graph.storages()[number];
    float* gradient = gradients == nullptr ? nullptr : gradients[number];
    for (const Edit& edit : storage.edits) {
      Exchange(reinterpret_cast<float*>(storage.data), edit.offset, edit.was);
      if (gradient == nullptr) continue;
      const float passed = static_cast<float>(edit.factor);
      Exchange(gradient, edit.offset, passed * gradient[edit.offset]);
    }
  }
}

AsComputed::~AsComputed() {
  for (const Kept& kept : kept_) *kept.cell = kept.value;
}

void AsComputed::Exchange(float* cells, int64_t offset, double value) {
  kept_.push_back({cells + offset, cells[offset]});
  cells[offset] = static_cast<float>(value);
}

}  // namespace clearhead
