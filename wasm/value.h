// JavaScript values as the bindings read and build them. Readers check the kind
// of what they get and answer with an error that names it; nothing here traps.
#ifndef CLEARHEAD_WASM_VALUE_H_
#define CLEARHEAD_WASM_VALUE_H_

#include <emscripten/val.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/graph/dims.h"
#include "core/graph/tensor_view.h"

namespace clearhead::js {

using emscripten::val;

// Longest list of numbers and of words that is copied into the core.
inline constexpr size_t kMaxNumbers = size_t{1} << 26;
inline constexpr size_t kMaxWords = 4096;

// What a value is, for messages: `"abc"`, `3.5`, `an array`, `undefined`.
std::string Show(const val& value);

// An object whose keys are all known.
class Fields {
 public:
  // `what` is what messages call the object.
  static Result<Fields> Of(const val& object, std::string what,
                           std::initializer_list<const char*> allowed);

  bool Has(const char* name) const;
  val operator[](const char* name) const { return object_[name]; }
  Result<std::string> String(const char* name) const;
  Result<double> Number(const char* name) const;
  // Whole numbers of magnitude up to 2^53.
  Result<int64_t> Integer(const char* name) const;
  Result<bool> Boolean(const char* name) const;
  Result<std::vector<double>> Numbers(const char* name) const;
  Result<std::vector<int64_t>> Integers(const char* name) const;
  Result<std::vector<std::string>> Words(const char* name) const;

 private:
  Fields(val object, std::string what)
      : object_(std::move(object)), what_(std::move(what)) {}
  std::string PathOf(const char* name) const { return what_ + "." + name; }

  val object_;
  std::string what_;
};

// Keys of an object, in its own order.
Result<std::vector<std::string>> KeysOf(const val& object,
                                        const std::string& what);
Result<std::string> TextOf(const val& value, const std::string& what);
Result<double> NumberOf(const val& value, const std::string& what);
Result<int64_t> IntegerOf(const val& value, const std::string& what);
Result<std::vector<double>> NumbersOf(const val& value,
                                      const std::string& what);
Result<std::vector<int64_t>> IntegersOf(const val& value,
                                        const std::string& what);
// At most kMaxRank integers of 0 or more.
Result<Dims> DimsOf(const val& value, const std::string& what);

bool IsArray(const val& value);
// "Array", "Float32Array", "Object" …
std::string TagOf(const val& value);
// The length of an array or typed array, at most `limit`.
Result<size_t> LengthOf(const val& value, const std::string& what,
                        size_t limit);

// Building.
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
