#include <cmath>

#include "core/base/text.h"
#include "wasm/value.h"

namespace clearhead::js {
namespace {

constexpr double kMaxInteger = 9007199254740992;  // 2^53
constexpr int kMaxShown = 60;                     // characters of a value

bool IsArray(const val& value) {
  return val::global("Array").call<bool>("isArray", value);
}

bool IsObject(const val& value) {
  return !value.isNull() && value.typeOf().as<std::string>() == "object";
}

bool IsTypedArray(const val& value) {
  return val::global("ArrayBuffer").call<bool>("isView", value) &&
         value["length"].isNumber();
}

// "what[i]"
std::string At(const char* what, size_t i) { return Text({what, "[", i, "]"}); }

// True when `word` is one of `list`, words with ", " between.
bool Contains(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t end = list.find(", ");
    if (list.substr(0, end) == word) return true;
    list = end == list.npos ? "" : list.substr(end + 2);
  }
  return false;
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

std::string TagOf(const val& value) {
  // "[object Float32Array]"
  return val::global("Object")["prototype"]["toString"]
      .call<val>("call", value)
      .call<val>("slice", 8, -1)
      .as<std::string>();
}

void Reader::Fail(ErrorCode code, std::string message) {
  if (!ok_) return;
  ok_ = false;
  error_ = {code, std::move(message)};
}

void Reader::Wrong(const val& value, const char* what, const char* wanted) {
  Fail(ErrorCode::kArgument,
       clearhead::Text({what, " is ", Show(value), "; give ", wanted}));
}

std::vector<std::string> Reader::Keys(const val& value, const char* what) {
  std::vector<std::string> names;
  if (!IsObject(value) || IsArray(value)) {
    Wrong(value, what, "an object");
    return names;
  }
  const val keys = val::global("Object").call<val>("keys", value);
  const size_t count = Length(keys, what, kMaxItems);
  for (size_t i = 0; i < count; ++i) {
    names.push_back(keys[i].as<std::string>());
  }
  return names;
}

bool Reader::Object(const val& value, const char* what, const char* allowed) {
  for (const std::string& name : Keys(value, what)) {
    if (Contains(allowed, name)) continue;
    Fail(ErrorCode::kArgument,
         clearhead::Text({what, " has no field ", Show(val(name)),
                          "; allowed: ", allowed}));
  }
  return ok_;
}

size_t Reader::Length(const val& value, const char* what, double limit) {
  if (!IsArray(value) && !(IsObject(value) && IsTypedArray(value))) {
    Wrong(value, what, "an array");
    return 0;
  }
  const double length = value["length"].as<double>();
  if (length <= limit) return static_cast<size_t>(length);
  Fail(ErrorCode::kRange,
       clearhead::Text({what, " has ", static_cast<int64_t>(length),
                        " elements; at most ", static_cast<int64_t>(limit),
                        " are allowed"}));
  return 0;
}

std::string Reader::Text(const val& value, const char* what) {
  if (value.isString()) return value.as<std::string>();
  Wrong(value, what, "a string");
  return "";
}

bool Reader::Flag(const val& value, const char* what) {
  if (!value.isTrue() && !value.isFalse()) Wrong(value, what, "true or false");
  return value.isTrue();
}

double Reader::Number(const val& value, const char* what) {
  if (value.isNumber()) return value.as<double>();
  Wrong(value, what, "a number");
  return 0;
}

int64_t Reader::Integer(const val& value, const char* what) {
  const double number = value.isNumber() ? value.as<double>() : NAN;
  if (std::trunc(number) == number && std::abs(number) <= kMaxInteger) {
    return static_cast<int64_t>(number);
  }
  Wrong(value, what, "an integer");
  return 0;
}

std::vector<double> Reader::Numbers(const val& value, const char* what) {
  std::vector<double> numbers(Length(value, what, kMaxNumbers));
  if (numbers.empty()) return numbers;
  if (IsTypedArray(value) && value[0].isNumber()) {
    val(emscripten::typed_memory_view(numbers.size(), numbers.data()))
        .call<void>("set", value);
    return numbers;
  }
  for (size_t i = 0; i < numbers.size() && ok_; ++i) {
    numbers[i] = Number(value[i], At(what, i).c_str());
  }
  return numbers;
}

std::vector<int64_t> Reader::Integers(const val& value, const char* what) {
  std::vector<int64_t> integers;
  for (const double number : Numbers(value, what)) {
    if (!ok_) break;
    integers.push_back(Integer(val(number), At(what, integers.size()).c_str()));
  }
  return integers;
}

std::vector<std::string> Reader::Words(const val& value, const char* what) {
  std::vector<std::string> words(Length(value, what, kMaxItems));
  for (size_t i = 0; i < words.size() && ok_; ++i) {
    words[i] = Text(value[i], At(what, i).c_str());
  }
  return words;
}

Dims Reader::Sizes(const val& value, const char* what) {
  Dims dims;
  const size_t rank = Length(value, what, double{kMaxRank});
  for (size_t axis = 0; axis < rank; ++axis) {
    const int64_t size = Integer(value[axis], At(what, axis).c_str());
    if (size < 0) {
      Fail(ErrorCode::kRange,
           clearhead::Text({what, "[", axis, "] is ", size,
                            "; give an integer of 0 or more"}));
    }
    dims.push_back(size);
  }
  return dims;
}

int Reader::Choice(const val& value, const char* what, int count,
                   const char* (*name)(int)) {
  const std::string word = Text(value, what);
  std::string allowed;
  for (int i = 0; i < count; ++i) {
    if (word == name(i)) return i;
    allowed += i == 0 ? "" : ", ";
    allowed += name(i);
  }
  Fail(ErrorCode::kUnknown,
       clearhead::Text({what, " is ", Show(value), "; it may be ", allowed}));
  return 0;
}

}  // namespace clearhead::js
