// What callers pass, as the core takes it (web/engine/core.d.ts has the
// shapes).
#ifndef CLEARHEAD_WASM_ARGUMENTS_H_
#define CLEARHEAD_WASM_ARGUMENTS_H_

#include "core/session/session.h"
#include "wasm/value.h"

namespace clearhead::js {

// { shape, data }, data a Float32Array, Int32Array or Uint8Array.
Result<DenseTensor> ToTensor(const Session& session, const val& value,
                             const std::string& what);
// { operation, inputs, attributes, stages, outputGradient? }
Result<ApplyRequest> ToApplyRequest(const Session& session, const val& value);
// { kind: "self_attention", d_model, … }
Result<SelfAttentionConfig> ToConfig(const val& value);
// { tokens, record, interventions }
Result<RunRequest> ToRunRequest(const val& value);
// { tensor, reduce: "sum" } or { tensor, index }
Result<GradientRequest> ToGradientRequest(const val& value);
// How many terms of a sum to keep; 0 and what no sum can reach mean all.
size_t ToLimit(double limit);

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_ARGUMENTS_H_
