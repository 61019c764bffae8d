#include "core/graph/cells.h"

#include <catch2/catch.hpp>
#include <memory>
#include <vector>

#include "core/attention/heads.h"
#include "tests/support/array.h"

namespace clearhead {
namespace {

Value Reading(const Shape& shape, const Strides& strides, int64_t offset) {
  Value value;
  value.shape = shape;
  value.strides = strides;
  value.offset = offset;
  return value;
}

// Every offset near the reading gives exactly the indices that read it.
void CheckAll(const Value& value, int64_t offsets) {
  for (int64_t offset = -3; offset < offsets; ++offset) {
    std::vector<Index> expected;
    test::ForEachIndex(value.shape, [&](const Index& index) {
      int64_t at = value.offset;
      for (size_t axis = 0; axis < index.size(); ++axis) {
        at += index[axis] * value.strides[axis];
      }
      if (at == offset) expected.push_back(index);
    });
    INFO(ToString(value.shape) << ToString(value.strides) << " at " << offset);
    CHECK(IndicesAt(value, offset) == expected);
  }
}

TEST_CASE("a stored cell is found in every reading of it", "[graph][cells]") {
  CheckAll(Reading({}, {}, 2), 5);
  CheckAll(Reading({4}, {1}, 0), 8);
  CheckAll(Reading({2, 3}, {3, 1}, 0), 10);
  CheckAll(Reading({3, 2}, {1, 3}, 0), 10);               // transposed
  CheckAll(Reading({2, 2}, {5, 1}, 7), 20);               // a slice
  CheckAll(Reading({2, 3, 4}, {4, 0, 1}, 0), 10);         // repeated
  CheckAll(Reading({2, 2, 3, 2}, {12, 2, 4, 1}, 0), 30);  // split heads
  CheckAll(Reading({1, 1, 3}, {3, 3, 1}, 0), 6);          // axes of size 1
  CheckAll(Reading({1, 4, 1}, {1, 1, 1}, 0), 6);
  CheckAll(Reading({2, 0, 3}, {0, 3, 1}, 0), 6);  // empty
  CheckAll(Reading({3, 3}, {0, 0}, 1), 4);        // one cell for all
}

TEST_CASE("a view names the cell that is stored", "[graph][cells]") {
  Graph graph(std::make_shared<Budget>(), Recording::kInspect);
  const std::vector<AxisRole> roles(3, AxisRole::kFeature);
  const Tensor x = graph.Input("x", DataType::kFloat32, {1, 3, 8}, roles,
                               [](const TensorView&) {});
  const Tensor heads = SplitHeads(graph, x, 4, AxisRole::kKey, "heads");
  const Cell cell = StoredCell(graph, heads, {0, 3, 2, 1});
  CHECK(cell.owner.id == x.id);
  CHECK(cell.index == Index{0, 2, 7});
  // A view of a view.
  const Value& value = graph.value(heads);
  const Tensor head =
      graph.View(heads, "head", {3, 2}, {value.strides[2], 1},
                 2 * value.strides[1], {AxisRole::kKey, AxisRole::kFeature});
  CHECK(StoredCell(graph, head, {1, 1}).index == Index{0, 1, 5});
}

}  // namespace
}  // namespace clearhead
