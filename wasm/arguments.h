// What callers pass, as the core takes it (web/engine/core.d.ts has the
// shapes). What is wrong is kept by the reader.
#ifndef CLEARHEAD_WASM_ARGUMENTS_H_
#define CLEARHEAD_WASM_ARGUMENTS_H_

#include "core/session/session.h"
#include "wasm/value.h"

namespace clearhead::js {

// { operation, inputs, attributes, stages, outputGradient? }
ApplyRequest ToApplyRequest(const Session& session, const val& value,
                            Reader& reader);
// { kind: "self_attention", d_model, … }
SelfAttentionConfig ToConfig(const val& value, Reader& reader);
// { tokens, record, interventions }
RunRequest ToRunRequest(const val& value, Reader& reader);
// { tensor, reduce: "sum" } or { tensor, index }
GradientRequest ToGradientRequest(const val& value, Reader& reader);
// How many terms of a sum to keep; 0 and what no sum can reach mean all.
size_t ToLimit(double limit);

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_ARGUMENTS_H_
