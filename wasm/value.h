// JavaScript values as the bindings read and build them.
#ifndef CLEARHEAD_WASM_VALUE_H_
#define CLEARHEAD_WASM_VALUE_H_

#include <emscripten/val.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/graph/dims.h"
#include "core/graph/tensor_view.h"

namespace clearhead::js {

using emscripten::val;

// Longest lists of numbers and of anything else that are copied into the core.
inline constexpr double kMaxNumbers = 1 << 26;
inline constexpr double kMaxItems = 4096;

// Reads values whose kind is not known and remembers the first that is of the
// wrong kind; the others then are zero or empty. Nothing here traps. `what` is
// how messages call the value.
class Reader {
 public:
  bool ok() const { return ok_; }
  const Error& error() const { return error_; }
  void Fail(ErrorCode code, std::string message);

  // True when `value` is an object with no other keys than those of `allowed`,
  // a list like "shape, data".
  bool Object(const val& value, const char* what, const char* allowed);
  // Keys of an object, in its own order.
  std::vector<std::string> Keys(const val& value, const char* what);
  // The length of an array or typed array, at most `limit`.
  size_t Length(const val& value, const char* what, double limit);

  std::string Text(const val& value, const char* what);
  bool Flag(const val& value, const char* what);
  double Number(const val& value, const char* what);
  // A whole number of magnitude up to 2^53.
  int64_t Integer(const val& value, const char* what);
  std::vector<double> Numbers(const val& value, const char* what);
  std::vector<int64_t> Integers(const val& value, const char* what);
  std::vector<std::string> Words(const val& value, const char* what);
  // At most kMaxRank integers of 0 or more.
  Dims Sizes(const val& value, const char* what);
  // The number i below `count` whose name(i) is the given word.
  int Choice(const val& value, const char* what, int count,
             const char* (*name)(int));

 private:
  void Wrong(const val& value, const char* what, const char* wanted);

  bool ok_ = true;
  Error error_;
};

// What a value is, for messages: `"abc"`, `3.5`, `an array`, `undefined`.
std::string Show(const val& value);
// "Array", "Float32Array", "Object" …
std::string TagOf(const val& value);

void Set(const val& object, const char* name, const val& value);
void Set(const val& object, const char* name, double value);
void Set(const val& object, const char* name, const std::string& value);
void SetFlag(const val& object, const char* name, bool value);
void Push(const val& array, const val& value);
val FromDims(const Dims& dims);
val FromWords(const std::vector<std::string>& words);
val FromError(const Error& error);  // { error: { code, message } }
val FromValue(const val& value);    // { value }

// A copy of `count` cells as a typed array of that type.
val CopyCells(DataType type, const void* cells, size_t count);
// Copies the cells of a typed array of that type into the core.
void CopyInto(const val& cells, DataType type, void* target, size_t count);

}  // namespace clearhead::js

#endif  // CLEARHEAD_WASM_VALUE_H_
