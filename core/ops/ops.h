// The operations that carry a sentence through the model, in the order of the
// chapter. For each: the entry of the table, and the call that a model writes.
// Shapes are in the schemas; errors go to the graph's status.
#ifndef CLEARHEAD_CORE_OPS_OPS_H_
#define CLEARHEAD_CORE_OPS_OPS_H_

#include <cstdint>
#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

// out = σ·z, z drawn from a seed
const Operation& NormalOperation();
// out = low + (high − low)·u, u drawn from a seed
const Operation& UniformOperation();

// out[..., c] = table[ids[...], c]
const Operation& EmbeddingOperation();
Tensor Embedding(Graph& graph, Tensor table, Tensor ids, std::string_view name);

// out = a + b, b broadcast to a
const Operation& AddOperation();
Tensor Add(Graph& graph, Tensor a, Tensor b, std::string_view name);

// out = a − b, largest = max |a − b|, b broadcast to a
const Operation& DifferenceOperation();

// out = a·b cell by cell, b broadcast to a
const Operation& MultiplyOperation();

// out = a/divisor cell by cell, the divisor broadcast to a
const Operation& DivideOperation();

// out = f(x): relu, gelu, silu …
const Operation& ActivationOperation();

// out = x·W + bias
const Operation& LinearOperation();
Tensor Linear(Graph& graph, Tensor x, Tensor weight, Tensor bias,
              std::string_view name);

// out = A·B, either transposed
const Operation& MatMulOperation();
// A·B, or A·Bᵀ.
Tensor MatMul(Graph& graph, Tensor a, Tensor b, bool transpose_b,
              std::string_view name);

// The cells start … start + length − 1 of a along an axis: a view
const Operation& SliceOperation();
Tensor Slice(Graph& graph, Tensor a, int64_t axis, int64_t start,
             int64_t length, std::string_view name);

// out = a, then b along an axis
const Operation& ConcatenateOperation();
Tensor Concatenate(Graph& graph, Tensor a, Tensor b, int64_t axis,
                   std::string_view name);

// out[b,h,t,s] = Σ_d q[b,h,t,d]·k[b,⌊h·G/H⌋,s,d]
const Operation& ScoresOperation();
Tensor Scores(Graph& graph, Tensor q, Tensor k, std::string_view name);

// out = a / divisor, called `symbol` where it is written
const Operation& ScaleOperation();
Tensor Scale(Graph& graph, Tensor a, double divisor, const char* symbol,
             std::string_view name);

// out = cap·tanh(a / cap)
const Operation& SoftCapOperation();
Tensor SoftCap(Graph& graph, Tensor a, double cap, std::string_view name);

// out = a where visible, −∞ elsewhere
const Operation& ApplyMaskOperation();
Tensor ApplyMask(Graph& graph, Tensor a, Tensor visible, std::string_view name);

// out = exp(a − max) / Σ exp(a − max) along an axis
const Operation& SoftmaxOperation();
Tensor Softmax(Graph& graph, Tensor a, std::string_view name);

// out = a − max − ln Σ exp(a − max) along an axis
const Operation& LogSoftmaxOperation();

// out[b,h,t,d] = Σ_s weights[b,h,t,s]·v[b,⌊h·G/H⌋,s,d]
const Operation& WeightedSumOperation();
Tensor WeightedSum(Graph& graph, Tensor weights, Tensor v,
                   std::string_view name);

// out = x·kept/(1 − rate), kept drawn from a seed
const Operation& DropoutOperation();
// 0 ≤ rate ≤ 0.999. A rate of 0 records nothing and gives x.
Tensor Dropout(Graph& graph, Tensor x, double rate, uint32_t seed,
               std::string_view name);

// out = (x − μ)/√(σ² + ε)·weight + bias
const Operation& LayerNormOperation();

// out = x/√(mean(x²) + ε)·weight
const Operation& RmsNormOperation();

// out = √Σ x² of every row
const Operation& NormOperation();

// out = the lower or upper triangle of a, 0 elsewhere
const Operation& TriangleOperation();

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_OPS_H_
