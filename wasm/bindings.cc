// The JavaScript class Session: one line a member. What each takes and gives is
// in web/engine/core.d.ts, how it is converted in wasm/convert.cc.
#include <emscripten/bind.h>

#include "wasm/convert.h"

namespace js = clearhead::js;
using clearhead::Session;

EMSCRIPTEN_BINDINGS(clearhead) {
  emscripten::class_<Session>("Session")
      .constructor<>()
      .function("version", &js::VersionOf)
      .function("memory", &js::Memory)
      .function("operations", &js::OperationTable)
      .function("apply", &js::Apply)
      .function("tokenize", &js::Tokenize)
      .function("createModel", &js::CreateModel)
      .function("run", &js::Run)
      .function("tensor", &js::TensorOf)
      .function("explain", &js::Explain)
      .function("gradientMap", &js::GradientMap)
      .function("differentiate", &js::Differentiate)
      .function("gradient", &js::GradientOf)
      .function("explainGradient", &js::ExplainGradient)
      .function("disposeModel", &Session::DisposeModel)
      .function("disposeRun", &Session::DisposeRun)
      .function("disposeGradients", &Session::DisposeGradients);
}
