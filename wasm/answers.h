// What the core gives, as callers get it (web/engine/types.ts has the shapes).
// Everything is a copy.
#ifndef CLEARHEAD_WASM_ANSWERS_H_
#define CLEARHEAD_WASM_ANSWERS_H_

#include "core/session/session.h"
#include "wasm/value.h"

namespace clearhead::js {

val FromSchema(const Schema& schema);          // OperationSchema
val FromTensor(const DenseTensor& tensor);     // Tensor
val FromTensors(const NamedTensors& tensors);  // Record<string, Tensor>
val FromTokens(const TextTokens& tokens);      // Tokens
val FromConfig(const SelfAttentionConfig& config);
val FromCatalogue(const std::vector<CatalogueEntry>& catalogue);
val FromExplanation(const NamedExplanation& explanation);

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_ANSWERS_H_
