// What callers pass, as the core takes it: the arguments of a call in the order
// of web/engine/handlers.ts. What is wrong is kept by the reader.
#ifndef CLEARHEAD_WASM_ARGUMENTS_H_
#define CLEARHEAD_WASM_ARGUMENTS_H_

#include "core/session/session.h"
#include "wasm/reader.h"

namespace clearhead::js {

// operation, stages, { attribute: setting }, { input: tensor }, gradient or nil
ApplyRequest ToApplyRequest(Reader& reader);
// d_model, d_k, heads, seed, weights, mask, length, scaling, positions
SelfAttentionConfig ToConfig(Reader& reader);
// tokens, record, [[tensor, action, indices, values], …]
RunRequest ToRunRequest(Reader& reader);
// inputs, [[name, operation, inputs, attributes], …], record, interventions
ComputeRequest ToComputeRequest(Reader& reader);
// tensor, index or nil for the sum of all
GradientRequest ToGradientRequest(Reader& reader);

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_ARGUMENTS_H_
