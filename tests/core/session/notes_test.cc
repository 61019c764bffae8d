// The release has the words about operations apart from the module: what it has
// is what the table says. UPDATE_NOTES=1 writes it.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "core/session/table.h"

#ifndef CLEARHEAD_WITHOUT_NOTES

namespace clearhead::test {
namespace {

constexpr const char* kPath = "web/engine/notes.gen.ts";

void AppendQuoted(const std::string& words, std::string* text) {
  *text += "    \"";
  for (const char letter : words) {
    if (letter == '"' || letter == '\\') *text += '\\';
    *text += letter;
  }
  *text += "\",\n";
}

std::string Notes() {
  std::string text =
      "// Generated from the core's table of operations by "
      "tests/core/session/notes_test.cc:\n"
      "// of each operation the summary, the source, and the summaries of its "
      "attributes.\n"
      "export const notes: Record<string, readonly string[]> = {\n";
  for (const Operation* operation : Operations()) {
    const Schema& schema = operation->schema;
    text += std::string("  ") + schema.name + ": [\n";
    AppendQuoted(schema.summary, &text);
    AppendQuoted(schema.source, &text);
    for (const AttributeSchema& attribute : schema.attributes) {
      AppendQuoted(attribute.summary, &text);
    }
    text += "  ],\n";
  }
  return text + "};\n";
}

TEST_CASE(
    "every operation says what it computes, from where, and of its "
    "attributes what they are",
    "[notes]") {
  for (const Operation* operation : Operations()) {
    INFO(operation->schema.name);
    CHECK(operation->schema.summary != std::string());
    CHECK(operation->schema.source != std::string());
    for (const AttributeSchema& attribute : operation->schema.attributes) {
      INFO(attribute.name);
      CHECK(attribute.summary != std::string());
    }
  }
}

TEST_CASE("the release has the words of the table", "[notes]") {
  if (std::getenv("UPDATE_NOTES") != nullptr) {
    std::ofstream(kPath, std::ios::binary) << Notes();
  }
  std::ifstream file(kPath, std::ios::binary);
  std::ostringstream kept;
  kept << file.rdbuf();
  INFO(
      "run build/native-release/tests/core_test '[notes]' with UPDATE_NOTES=1");
  CHECK(kept.str() == Notes());
}

}  // namespace
}  // namespace clearhead::test

#endif  // CLEARHEAD_WITHOUT_NOTES
