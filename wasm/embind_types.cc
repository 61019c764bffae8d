// Embind's own library registers some thirty built-in types, each with glue,
// and brings libc's formatted printing for the names of types that it does not
// know. The border has addresses only, so this file stands in for that library.
// Its two symbols are internal to Embind: other versions get Embind's own.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <cstdint>
#include <cstring>

extern "C" {

EMSCRIPTEN_KEEPALIVE __attribute__((constructor)) void
__embind_register_native_and_builtin_types() {
  using emscripten::internal::TypeID;
  emscripten::internal::_embind_register_integer(
      TypeID<size_t>::get(), "unsigned long", sizeof(size_t), 0, SIZE_MAX);
}

// Of a type without registration, for Embind's messages; the caller frees it.
EMSCRIPTEN_KEEPALIVE char* __getTypeName(const void*) {
  return strdup("a type that is not registered");
}

}  // extern "C"
