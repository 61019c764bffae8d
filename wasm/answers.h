// What the core gives, as callers get it (web/engine/types.ts has the shapes).
#ifndef CLEARHEAD_WASM_ANSWERS_H_
#define CLEARHEAD_WASM_ANSWERS_H_

#include "core/session/session.h"
#include "wasm/writer.h"

namespace clearhead::js {

void WriteSchema(const Schema& schema, Writer& writer);
void WriteTensors(NamedTensors tensors, Writer& writer);
void WriteTokens(const TextTokens& tokens, Writer& writer);
void WriteCatalogue(const std::vector<CatalogueEntry>& catalogue,
                    Writer& writer);
// { id, bytes, catalogue } of a run that there is.
void WriteRun(const Session& session, int id, Writer& writer);
void WriteExplanation(const NamedExplanation& explanation, Writer& writer);

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_ANSWERS_H_
