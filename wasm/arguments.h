// What callers pass, as the core takes it: the arguments of a call in the order
// of web/engine/handlers.ts. What is wrong is kept by the reader.
#ifndef CLEARHEAD_WASM_ARGUMENTS_H_
#define CLEARHEAD_WASM_ARGUMENTS_H_

#include "core/session/session.h"
#include "wasm/reader.h"

namespace clearhead::js {

// Token ids; what no 32-bit number holds becomes the nearest, which no model
// knows.
std::vector<int32_t> ToIds(Reader& reader);
std::vector<std::pair<std::string, Attribute>> ToSettings(Reader& reader);
Recording ToRecording(Reader& reader);
// [[tensor, action, indices, values], …]
std::vector<Intervention> ToInterventions(Reader& reader);

// operation, stages, { attribute: setting }, { input: tensor }, gradient or nil
ApplyRequest ToApplyRequest(Reader& reader);
// d_model, d_k, heads, seed, weights, mask, length, scaling, positions
SelfAttentionConfig ToConfig(Reader& reader);
// tokens, record, interventions
RunRequest ToRunRequest(Reader& reader);
// inputs, [[name, operation, inputs, attributes], …], record, interventions
ComputeRequest ToComputeRequest(Reader& reader);
// tensor, index or nil for the sum of all
GradientRequest ToGradientRequest(Reader& reader);

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_ARGUMENTS_H_
