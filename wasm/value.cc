#include "wasm/value.h"

#include <cmath>
#include <cstring>

#include "core/base/text.h"

namespace clearhead::js {
namespace {

constexpr double kMaxInteger = 9007199254740992;  // 2^53
constexpr int kMaxShown = 60;                     // characters of a value

const char* NameOf(ErrorCode code) {
  switch (code) {
    case ErrorCode::kArgument:
      return "argument";
    case ErrorCode::kShape:
      return "shape";
    case ErrorCode::kRange:
      return "range";
    case ErrorCode::kUnknown:
      return "unknown";
    case ErrorCode::kMemory:
      return "memory";
    case ErrorCode::kCancelled:
      return "cancelled";
  }
  return "argument";
}

bool IsObject(const val& value) {
  return !value.isNull() && value.typeOf().as<std::string>() == "object";
}

bool IsTypedArray(const val& value) {
  return val::global("ArrayBuffer").call<bool>("isView", value) &&
         value["length"].isNumber();
}

tl::unexpected<Error> Wrong(const std::string& what, const val& given,
                            const char* wanted) {
  return Fail(ErrorCode::kArgument,
              Text({what, " is ", Show(given), "; give ", wanted}));
}

}  // namespace

std::string Show(const val& value) {
  if (IsArray(value)) return "an array";
  const std::string type = value.typeOf().as<std::string>();
  if (value.isNull()) return "null";
  if (type == "object") return "an object";
  if (type == "function" || type == "symbol") return "a " + type;
  const val whole = val::global("String")(value);
  std::string text = whole.call<val>("slice", 0, kMaxShown).as<std::string>();
  if (whole["length"].as<int>() > kMaxShown) text += "…";
  return type == "string" ? "\"" + text + "\"" : text;
}

Result<size_t> LengthOf(const val& value, const std::string& what,
                        size_t limit) {
  if (!IsArray(value) && !(IsObject(value) && IsTypedArray(value))) {
    return Wrong(what, value, "an array");
  }
  const double length = value["length"].as<double>();
  if (length > static_cast<double>(limit)) {
    return Fail(ErrorCode::kRange,
                Text({what, " has ", static_cast<int64_t>(length),
                      " elements; at most ", limit, " are allowed"}));
  }
  return static_cast<size_t>(length);
}

std::string TagOf(const val& value) {
  // "[object Float32Array]"
  return val::global("Object")["prototype"]["toString"]
      .call<val>("call", value)
      .call<val>("slice", 8, -1)
      .as<std::string>();
}

bool IsArray(const val& value) {
  return val::global("Array").call<bool>("isArray", value);
}

Result<std::vector<std::string>> KeysOf(const val& object,
                                        const std::string& what) {
  if (!IsObject(object) || IsArray(object)) {
    return Wrong(what, object, "an object");
  }
  const val keys = val::global("Object").call<val>("keys", object);
  const size_t count = keys["length"].as<size_t>();
  if (count > kMaxWords) {
    return Fail(ErrorCode::kRange,
                Text({what, " has ", count, " fields; at most ", kMaxWords,
                      " are allowed"}));
  }
  std::vector<std::string> names;
  names.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    names.push_back(keys[i].as<std::string>());
  }
  return names;
}

Result<Fields> Fields::Of(const val& object, std::string what,
                          std::initializer_list<const char*> allowed) {
  CH_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                      KeysOf(object, what));
  for (const std::string& name : names) {
    bool known = false;
    std::string list;
    for (const char* candidate : allowed) {
      known = known || name == candidate;
      list += std::string(list.empty() ? "" : ", ") + candidate;
    }
    if (!known) {
      return Fail(
          ErrorCode::kArgument,
          Text({what, " has no field ", Show(val(name)), "; allowed: ", list}));
    }
  }
  return Fields(object, std::move(what));
}

bool Fields::Has(const char* name) const {
  return !object_[name].isUndefined();
}

Result<std::string> Fields::String(const char* name) const {
  return TextOf(object_[name], PathOf(name));
}

Result<double> Fields::Number(const char* name) const {
  return NumberOf(object_[name], PathOf(name));
}

Result<int64_t> Fields::Integer(const char* name) const {
  return IntegerOf(object_[name], PathOf(name));
}

Result<bool> Fields::Boolean(const char* name) const {
  const val value = object_[name];
  if (!value.isTrue() && !value.isFalse()) {
    return Wrong(PathOf(name), value, "true or false");
  }
  return value.isTrue();
}

Result<std::vector<double>> Fields::Numbers(const char* name) const {
  return NumbersOf(object_[name], PathOf(name));
}

Result<std::vector<int64_t>> Fields::Integers(const char* name) const {
  return IntegersOf(object_[name], PathOf(name));
}

Result<std::vector<std::string>> Fields::Words(const char* name) const {
  const val value = object_[name];
  const std::string what = PathOf(name);
  CH_ASSIGN_OR_RETURN(const size_t count, LengthOf(value, what, kMaxWords));
  std::vector<std::string> words;
  words.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    CH_ASSIGN_OR_RETURN(std::string word,
                        TextOf(value[i], what + "[" + std::to_string(i) + "]"));
    words.push_back(std::move(word));
  }
  return words;
}

Result<std::string> TextOf(const val& value, const std::string& what) {
  if (!value.isString()) return Wrong(what, value, "a string");
  return value.as<std::string>();
}

Result<double> NumberOf(const val& value, const std::string& what) {
  if (!value.isNumber()) return Wrong(what, value, "a number");
  return value.as<double>();
}

Result<int64_t> IntegerOf(const val& value, const std::string& what) {
  if (!value.isNumber()) return Wrong(what, value, "an integer");
  const double number = value.as<double>();
  if (std::trunc(number) != number || std::abs(number) > kMaxInteger) {
    return Wrong(what, value, "an integer");
  }
  return static_cast<int64_t>(number);
}

Result<std::vector<double>> NumbersOf(const val& value,
                                      const std::string& what) {
  CH_ASSIGN_OR_RETURN(const size_t count, LengthOf(value, what, kMaxNumbers));
  std::vector<double> numbers(count);
  if (IsTypedArray(value) && (count == 0 || value[0].isNumber())) {
    val(emscripten::typed_memory_view(count, numbers.data()))
        .call<void>("set", value);
    return numbers;
  }
  for (size_t i = 0; i < count; ++i) {
    CH_ASSIGN_OR_RETURN(
        numbers[i], NumberOf(value[i], what + "[" + std::to_string(i) + "]"));
  }
  return numbers;
}

Result<std::vector<int64_t>> IntegersOf(const val& value,
                                        const std::string& what) {
  CH_ASSIGN_OR_RETURN(const std::vector<double> numbers,
                      NumbersOf(value, what));
  std::vector<int64_t> integers;
  integers.reserve(numbers.size());
  for (const double number : numbers) {
    if (std::trunc(number) != number || std::abs(number) > kMaxInteger) {
      return Wrong(what + "[" + std::to_string(integers.size()) + "]",
                   val(number), "an integer");
    }
    integers.push_back(static_cast<int64_t>(number));
  }
  return integers;
}

Result<Dims> DimsOf(const val& value, const std::string& what) {
  CH_ASSIGN_OR_RETURN(const size_t rank, LengthOf(value, what, kMaxRank));
  Dims dims;
  for (size_t axis = 0; axis < rank; ++axis) {
    const std::string name = what + "[" + std::to_string(axis) + "]";
    CH_ASSIGN_OR_RETURN(const int64_t size, IntegerOf(value[axis], name));
    if (size < 0) {
      return Fail(ErrorCode::kRange,
                  Text({name, " is ", size, "; give an integer of 0 or more"}));
    }
    dims.push_back(size);
  }
  return dims;
}

void Set(const val& object, const char* name, const val& value) {
  val(object).set(name, value);
}

void Set(const val& object, const char* name, double value) {
  Set(object, name, val(value));
}

void Set(const val& object, const char* name, const std::string& value) {
  Set(object, name, val(value));
}

void SetFlag(const val& object, const char* name, bool value) {
  Set(object, name, val(value));
}

void Push(const val& array, const val& value) {
  array.call<void>("push", value);
}

val FromDims(const Dims& dims) {
  val array = val::array();
  for (const int64_t size : dims) Push(array, val(static_cast<double>(size)));
  return array;
}

val FromWords(const std::vector<std::string>& words) {
  val array = val::array();
  for (const std::string& word : words) Push(array, val(word));
  return array;
}

val FromError(const Error& error) {
  val failure = val::object();
  Set(failure, "code", std::string(NameOf(error.code)));
  Set(failure, "message", error.message);
  val outcome = val::object();
  Set(outcome, "error", failure);
  return outcome;
}

val FromValue(const val& value) {
  val outcome = val::object();
  Set(outcome, "value", value);
  return outcome;
}

val CopyCells(DataType type, const void* cells, size_t count) {
  // A typed array made from a view of the heap is a copy of its cells.
  switch (type) {
    case DataType::kInt32:
      return val::global("Int32Array")
          .new_(emscripten::typed_memory_view(
              count, static_cast<const int32_t*>(cells)));
    case DataType::kUint8:
      return val::global("Uint8Array")
          .new_(emscripten::typed_memory_view(
              count, static_cast<const uint8_t*>(cells)));
    default:
      return val::global("Float32Array")
          .new_(emscripten::typed_memory_view(
              count, static_cast<const float*>(cells)));
  }
}

void CopyInto(const val& cells, DataType type, void* target, size_t count) {
  const size_t bytes = count * SizeOf(type);
  const val source = val::global("Uint8Array")
                         .new_(cells["buffer"], cells["byteOffset"],
                               static_cast<double>(bytes));
  val(emscripten::typed_memory_view(bytes, static_cast<uint8_t*>(target)))
      .call<void>("set", source);
}

}  // namespace clearhead::js
