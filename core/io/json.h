// JSON (RFC 8259), value by value in the order of the text: nothing is kept of
// it but the way to the value at hand, whatever the text holds.
#ifndef CLEARHEAD_CORE_IO_JSON_H_
#define CLEARHEAD_CORE_IO_JSON_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/function_ref.h"
#include "core/base/status.h"

namespace clearhead {

enum class JsonKind : uint8_t {
  kObject,
  kArray,
  kString,
  kNumber,
  kBool,
  kNull
};

// Into an object by `key`, into an array by `index`.
struct JsonStep {
  std::string key;
  int64_t index = -1;
};

struct JsonValue {
  // From the root to the value; empty at the root itself.
  std::span<const JsonStep> path;
  JsonKind kind;
  // A string without its escapes, or a number as it is written. Of a bool
  // "true" or "false". Only valid during the call.
  std::string_view text;
};

inline constexpr size_t kMaxJsonDepth = 16;  // objects and arrays in another

// Calls `visit` for the root and every value in it, an object or array before
// what it holds, until one fails. Fails with kArgument where the text is no
// JSON, is no UTF-8 or is deeper than kMaxJsonDepth; `what` names the text in
// messages ("the header"). A key that an object has twice is visited twice.
Status ReadJson(std::string_view json, const char* what,
                FunctionRef<Status(const JsonValue&)> visit);

// The whole number from 0 to 2^63 − 1 that `number` writes in digits alone, or
// −1 where it writes another.
int64_t WholeOf(std::string_view number);

// Adds `text` in quotation marks, with the escapes that JSON demands.
void AppendJsonString(std::string_view text, std::string* json);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_IO_JSON_H_
