// From a reading of a cell to the cell that is stored, and back.
#ifndef CLEARHEAD_CORE_GRAPH_CELLS_H_
#define CLEARHEAD_CORE_GRAPH_CELLS_H_

#include <vector>

#include "core/graph/graph.h"

namespace clearhead {

struct Cell {
  Tensor owner;  // the value that was stored
  Index index;
  int64_t offset = 0;  // in the storage
};

// The stored cell that `tensor` shows at `index`, which lies inside it.
Cell StoredCell(const Graph& graph, Tensor tensor, const Index& index);

// Every index of `value` that reads the stored cell at `offset`: none when the
// view does not show it, several when the view repeats it.
std::vector<Index> IndicesAt(const Value& value, int64_t offset);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_CELLS_H_
