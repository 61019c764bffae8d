// The JavaScript class Session (web/engine/core.d.ts).
#include <emscripten/bind.h>

#include "wasm/border.h"

using clearhead::js::Border;

EMSCRIPTEN_BINDINGS(clearhead) {
  emscripten::class_<Border>("Session")
      .constructor<>()
      .function("open", &Border::Open)
      .function("call", &Border::Call);
}
