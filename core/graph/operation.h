// An operation has three faces: what it computes (Forward), how a change of an
// input changes the result (Backward), and where one number comes from
// (Explain and Reach). From Explain and Reach any gradient cell opens as the
// chain rule, with no further code.
#ifndef CLEARHEAD_CORE_GRAPH_OPERATION_H_
#define CLEARHEAD_CORE_GRAPH_OPERATION_H_

#include <string>
#include <vector>

#include "core/graph/expression.h"
#include "core/graph/schema.h"
#include "core/graph/tensor_view.h"

namespace clearhead {

// Inputs and outputs in schema order; absent optional inputs have no data.
struct Call {
  const std::vector<TensorView>& inputs;
  const std::vector<TensorView>& outputs;
  const Attributes& attributes;
  float* workspace;  // Operation::workspace floats, 64-byte aligned
};

// dinputs[i] has data exactly where inputs[i] is present and differentiable:
// only optional inputs need a test. Backward adds into it; whoever made it has
// zeroed it. `doutput` is that of the first output; others carry a gradient
// only where the operation says so (Operation::gradients).
struct BackwardCall : Call {
  const std::vector<TensorView>& dinputs;
  const std::vector<TensorView>& doutputs;
  const TensorView& doutput;
};

struct OutputSpec {
  Shape shape;
  DataType type = DataType::kFloat32;
  // Axes from outermost to innermost in memory; empty: as in `shape`.
  Dims order = {};
};

class Graph;
struct Tensor;

// What the tensors of a composite are called.
struct Names {
  std::string scope;   // "encoder.0." before all that lies within, or nothing
  std::string output;  // of the result
};

struct Operation {
  Schema schema;

  // Shapes of the outputs, after CheckInputs; rules that letters cannot say.
  // An operation that is only ever built may have none.
  Result<std::vector<OutputSpec>> (*infer)(
      const std::vector<TensorView>& inputs, const Attributes& attributes);
  void (*forward)(const Call& call);
  void (*backward)(const BackwardCall& call);
  // Builds the arithmetic of outputs[output] at `index`.
  void (*explain)(const Call& call, int output, const Index& index,
                  Expression* expression);
  // The cells of the first output that depend on inputs[slot] at `index`.
  std::vector<Index> (*reach)(const Call& call, int slot, const Index& index);
  // How many outputs carry a gradient, from the first on; those after it depend
  // on the same inputs at the same index.
  int gradients = 1;
  // Floats of scratch that forward and backward need; null: none.
  size_t (*workspace)(const std::vector<TensorView>& inputs,
                      const Attributes& attributes) = nullptr;
  // A composite: records views and smaller operations in place of one node. It
  // may choose the node itself, as attention does with its fused twin. One
  // without `forward` has no other form; its further outputs are the tensors
  // called so within its scope.
  Tensor (*build)(Graph& graph, const std::vector<Tensor>& inputs,
                  const Attributes& attributes, const Names& names) = nullptr;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_GRAPH_OPERATION_H_
