#include "core/io/json.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>

namespace clearhead {
namespace {

// Every value as "path=text", in the order of visits.
std::string Visits(std::string_view json) {
  std::string visits;
  const Status status = ReadJson(json, "it", [&visits](const JsonValue& value) {
    for (const JsonStep& step : value.path) {
      visits += step.index < 0 ? "." + step.key : Text("[%]", step.index);
    }
    static constexpr const char* kMarks[] = {"{", "[", "'", "#", "", ""};
    visits += Text("=%% ", kMarks[static_cast<int>(value.kind)], value.text);
    return Status();
  });
  return status ? visits : status.error().message;
}

TEST_CASE("JSON is visited in the order of its text", "[json]") {
  CHECK(Visits(R"({"a": [1, -2.5e3, {"b": "c"}], "d": null, "a": true})") ==
        "={ .a=[ .a[0]=#1 .a[1]=#-2.5e3 .a[2]={ .a[2].b='c .d= .a=true ");
  CHECK(Visits(" \"x\\n\\u00e9\\ud83d\\ude00\" ") == "='x\né😀 ");
  CHECK(Visits("[[],[]]") == "=[ [0]=[ [1]=[ ");
}

TEST_CASE("what is no JSON gets an error with its place", "[json]") {
  for (const std::string_view text :
       {std::string_view(""), std::string_view("{"), std::string_view("{]"),
        std::string_view("{\"a\":1,}"), std::string_view("[1 2]"),
        std::string_view("01"), std::string_view("nul"),
        std::string_view("\"\xFF\""), std::string_view("\"\xED\xA0\x80\""),
        std::string_view("\"\\ud800\""), std::string_view("\"\\udc00\""),
        std::string_view("\"\n\""), std::string_view("{} {}"),
        std::string_view("{}\0", 3), std::string_view("1e"),
        std::string_view("/**/1")}) {
    INFO(text);
    CHECK(Visits(text).find("is no JSON: byte") != std::string::npos);
  }
  CHECK(Visits("[1,]") ==
        "it is no JSON: byte 3 of 4 does not belong there; the file is damaged "
        "or of another kind");
}

TEST_CASE("depth is bounded", "[json]") {
  const std::string open(kMaxJsonDepth, '['), close(kMaxJsonDepth, ']');
  CHECK(Visits(open + close).find("=[") == 0);
  const std::string message = "it has more than 16 objects and arrays";
  CHECK(Visits("[" + open + close + "]").find(message) == 0);
  CHECK(Visits(std::string(1000000, '[')).find(message) == 0);
}

TEST_CASE("whole numbers", "[json]") {
  CHECK(WholeOf("0") == 0);
  CHECK(WholeOf("9223372036854775807") == INT64_MAX);
  for (const char* other : {"", "-1", "1.0", "1e3", "9223372036854775808",
                            "99999999999999999999999"}) {
    CHECK(WholeOf(other) == -1);
  }
}

TEST_CASE("a written string is read as it was", "[json]") {
  std::string text = "a\"b\\c/é 中 😀";
  for (char c = 0; c < 0x21; ++c) text += c;
  std::string json;
  AppendJsonString(text, &json);
  CHECK(Visits(json) == "='" + text + " ");
}

}  // namespace
}  // namespace clearhead
