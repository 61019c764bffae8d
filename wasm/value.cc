#include "wasm/value.h"

namespace clearhead::js {
namespace {

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

}  // namespace

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
