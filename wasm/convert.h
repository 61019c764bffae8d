// The members of the JavaScript class Session (web/engine/core.d.ts): arguments
// in, one call of the core's Session, answers out. A Result becomes { value }
// or { error: { code, message } }.
#ifndef CLEARHEAD_WASM_CONVERT_H_
#define CLEARHEAD_WASM_CONVERT_H_

#include <string>

#include "core/session/session.h"
#include "wasm/value.h"

namespace clearhead::js {

std::string VersionOf(const Session& session);
val Memory(const Session& session);
val OperationTable(const Session& session);
val Apply(const Session& session, const val& request);
val Tokenize(const Session& session, const val& text);

val CreateModel(Session& session, const val& config);
val Run(Session& session, int model, const val& request);
val TensorOf(const Session& session, int run, const val& name);
val Explain(const Session& session, int run, const val& name, const val& index,
            double limit);
val GradientMap(const Session& session, int run);

val Differentiate(Session& session, int run, const val& of);
val GradientOf(const Session& session, int gradients, const val& name);
val ExplainGradient(const Session& session, int gradients, const val& name,
                    const val& index, double limit);

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_CONVERT_H_
