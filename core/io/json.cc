#include "core/io/json.h"

#include <rapidjson/reader.h>

#include <limits>
#include <vector>

#include "core/text/utf8.h"

namespace clearhead {
namespace {

using Length = rapidjson::SizeType;

// What RapidJSON calls; false stops it.
class Visitor {
 public:
  using Ch = char;
  Visitor(const char* what, FunctionRef<Status(const JsonValue&)> visit)
      : what_(what), visit_(visit) {}

  const Status& status() const { return status_; }

  bool Null() { return Visit(JsonKind::kNull, {}); }
  bool Bool(bool value) {
    return Visit(JsonKind::kBool, value ? "true" : "false");
  }
  bool RawNumber(const char* text, Length length, bool) {
    return Visit(JsonKind::kNumber, {text, length});
  }
  bool String(const char* text, Length length, bool) {
    return CheckUtf8({text, length}) &&
           Visit(JsonKind::kString, {text, length});
  }
  bool Key(const char* text, Length length, bool) {
    path_.back().key.assign(text, length);
    return CheckUtf8(path_.back().key);
  }
  bool StartObject() { return Enter(JsonKind::kObject); }
  bool StartArray() { return Enter(JsonKind::kArray); }
  bool EndObject(Length) { return Leave(); }
  bool EndArray(Length) { return Leave(); }
  // Numbers come as they are written, never as these.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  // Smaller than RapidJSON's own check, and finds lone surrogates in escapes.
  bool CheckUtf8(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
      const size_t begin = at;
      const char32_t code = NextCodePoint(text, &at);
      if (code == kReplacement && at == begin + 1) {
        status_ = Fail(ErrorCode::kArgument,
                       "% is no JSON: byte % of one of its strings is no "
                       "UTF-8; the file is damaged or of another kind",
                       what_, begin);
        return false;
      }
    }
    return true;
  }
  bool Visit(JsonKind kind, std::string_view text) {
    if (!path_.empty() && in_array_.back() != 0) ++path_.back().index;
    status_ = visit_({path_, kind, text});
    return status_.has_value();
  }
  // The limit also bounds RapidJSON's recursion.
  bool Enter(JsonKind kind) {
    if (!Visit(kind, {})) return false;
    if (path_.size() == kMaxJsonDepth) {
      status_ = Fail(ErrorCode::kArgument,
                     "% has more than % objects and arrays in one another; "
                     "that is no such file",
                     what_, kMaxJsonDepth);
      return false;
    }
    path_.emplace_back();
    in_array_.push_back(kind == JsonKind::kArray ? 1 : 0);
    return true;
  }
  bool Leave() {
    path_.pop_back();
    in_array_.pop_back();
    return true;
  }

  const char* what_;
  FunctionRef<Status(const JsonValue&)> visit_;
  std::vector<JsonStep> path_;
  std::vector<uint8_t> in_array_;  // of each step
  Status status_;
};

}  // namespace

Status ReadJson(std::string_view json, const char* what,
                FunctionRef<Status(const JsonValue&)> visit) {
  // Within a copy of the text, which makes the least code.
  constexpr unsigned kFlags =
      rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseInsituFlag;
  Visitor visitor(what, visit);
  std::string copy(json);
  rapidjson::InsituStringStream stream(copy.data());
  rapidjson::Reader reader;
  const bool parsed = !reader.Parse<kFlags>(stream, visitor).IsError();
  if (!visitor.status()) return visitor.status();
  // A zero byte ends a text for RapidJSON, wherever it stands.
  if (parsed && stream.Tell() == json.size()) return Status();
  return Fail(ErrorCode::kArgument,
              "% is no JSON: byte % of % does not belong there; the file is "
              "damaged or of another kind",
              what, parsed ? stream.Tell() : reader.GetErrorOffset(),
              json.size());
}

int64_t WholeOf(std::string_view number) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  int64_t whole = 0;
  for (const char digit : number) {
    if (digit < '0' || digit > '9') return -1;
    if (whole > (kMost - (digit - '0')) / 10) return -1;
    whole = whole * 10 + (digit - '0');
  }
  return number.empty() ? -1 : whole;
}

void AppendJsonString(std::string_view text, std::string* json) {
  static constexpr char kHex[] = "0123456789abcdef";
  *json += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      *json += '\\';
      *json += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      *json += "\\u00";
      *json += kHex[c >> 4];
      *json += kHex[c & 15];
    } else {
      *json += c;
    }
  }
  *json += '"';
}

}  // namespace clearhead
