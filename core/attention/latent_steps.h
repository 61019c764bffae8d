// The steps that latent attention is built of.
#ifndef CLEARHEAD_CORE_ATTENTION_LATENT_STEPS_H_
#define CLEARHEAD_CORE_ATTENTION_LATENT_STEPS_H_

#include <vector>

#include "core/base/function_ref.h"
#include "core/graph/graph.h"

namespace clearhead {

inline constexpr Words kLatentForms = {"naive", "absorbed"};

// Widths, from the shapes of the inputs by slot.
struct LatentWidths {
  int64_t heads;   // H
  int64_t latent;  // R, of the latents of keys and values
  int64_t rope;    // of the part of a query or key that turns
  int64_t nope;    // of the part that does not
  int64_t value;   // E, of a head's value
};
LatentWidths LatentWidthsOf(FunctionRef<Shape(int slot)> shape,
                            const Attributes& attributes);

// Operation::build, in the form that the attributes ask for.
Tensor BuildLatentAttention(Graph& graph, const std::vector<Tensor>& inputs,
                            const Attributes& attributes, const Names& names);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ATTENTION_LATENT_STEPS_H_
