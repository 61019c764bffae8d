// What a node computed, behind what was changed by hand.
#ifndef CLEARHEAD_CORE_GRAPH_AS_COMPUTED_H_
#define CLEARHEAD_CORE_GRAPH_AS_COMPUTED_H_

#include <vector>

#include "core/graph/graph.h"

namespace clearhead {

// While one of a node's faces looks at its outputs, their edited cells hold
// what the node computed there. With `gradients`, by storage, the gradient that
// reaches them is multiplied by the edit's factor: what was set by hand does
// not depend on what was computed. Afterwards both are as they were.
class AsComputed {
 public:
  AsComputed(const Graph& graph, const Node& node,
             float* const* gradients = nullptr);
  ~AsComputed();
  AsComputed(const AsComputed&) = delete;
  AsComputed& operator=(const AsComputed&) = delete;

 private:
  struct Kept {
    TensorView cells;
    int64_t offset;
    double value;
  };
  void Exchange(DataType type, void* cells, int64_t offset, double value);

  std::vector<Kept> kept_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_AS_COMPUTED_H_
