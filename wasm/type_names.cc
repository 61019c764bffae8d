// Embind names a type that it does not know by its address and prints that with
// siprintf, which would bring all of libc's formatted printing into the module.
// This one writes the only thing asked of it: "%p".
#include <cstdarg>
#include <cstdint>

extern "C" int siprintf(char* text, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const auto address =
      reinterpret_cast<uintptr_t>(va_arg(arguments, const void*));
  va_end(arguments);
  int length = 0;
  for (int shift = 28; shift >= 0; shift -= 4) {
    text[length++] = "0123456789abcdef"[address >> shift & 15];
  }
  text[length] = '\0';
  return length;
}
