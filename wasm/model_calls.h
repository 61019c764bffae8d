// The calls of the border about Transformers: made, run, trained and written
// with. web/engine/handlers.ts has what each takes and gives.
#ifndef CLEARHEAD_WASM_MODEL_CALLS_H_
#define CLEARHEAD_WASM_MODEL_CALLS_H_

#include "core/session/transformer_model.h"
#include "wasm/reader.h"
#include "wasm/writer.h"

namespace clearhead::js {

// A file as a caller gets it.
void WriteBytes(FileBytes file, Writer& writer);

// → { model, training, presets, tasks }: what each may be told.
Status ModelTables(Session& session, Reader& reader, Writer& writer);

// file or nil, preset, settings, seed → { id, settings, parameters, vocabulary
// }
Status CreateTransformer(Session& session, Reader& reader, Writer& writer);
// model, half → the file
Status WriteFile(Session& session, Reader& reader, Writer& writer);
// model, text → { tokens, truncated }
Status Encode(Session& session, Reader& reader, Writer& writer);
// model, ids → text
Status Decode(Session& session, Reader& reader, Writer& writer);
// model, source, target, record, interventions → a run
Status RecordText(Session& session, Reader& reader, Writer& writer);

// model, task, parameters, settings, checkpoint or nil
// → { form, vocabulary, source_joint, target_joint, step }
Status Train(Session& session, Reader& reader, Writer& writer);
// model → { step, loss, accuracy, labels, tokens, gradient_norm, rate }
Status TrainStep(Session& session, Reader& reader, Writer& writer);
// model, first, count → { loss, accuracy, labels }
Status Evaluate(Session& session, Reader& reader, Writer& writer);
// model, first, count → [{ source, target, reads, given, right }, …]
Status Answers(Session& session, Reader& reader, Writer& writer);
// model, first, count, after → [{ text, place, given, log_probability }, …]
Status Clozes(Session& session, Reader& reader, Writer& writer);
// model → the file
Status Checkpoint(Session& session, Reader& reader, Writer& writer);

// model, source, prompt, forced, end tokens, length, processors, then
// nil, sample, seed  or  beams, penalty, exponent, stopping → id
Status Write(Session& session, Reader& reader, Writer& writer);
// text, most → { done, … } of a generation or of beams
Status WriteStep(Session& session, Reader& reader, Writer& writer);
// text, penalty, exponent → [{ node, score, tokens }, …], the best first
Status RankBeams(Session& session, Reader& reader, Writer& writer);

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_MODEL_CALLS_H_
