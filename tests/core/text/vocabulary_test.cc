#include <catch2/catch.hpp>
#include <string>

#include "core/base/text.h"
#include "core/text/pieces.h"

namespace clearhead {
namespace {

TEST_CASE("a vocabulary that is none is refused", "[pieces]") {
  const auto error = [](const std::string& vocabulary) {
    const auto pieces = Pieces::Parse(vocabulary);
    return pieces ? "" : pieces.error().message;
  };
  const std::string title = Text("%\n", kPiecesTitle);
  CHECK(error(title + "0 ▁").empty());
  for (const char* name : {"[PAD]", "[BOS]", "[EOS]", "[UNK]", "[MASK]"}) {
    const std::string wrong = Text(
        "line 3 of the vocabulary has %, which every vocabulary has by itself; "
        "leave it out",
        name);
    CHECK(error(title + "0 ▁\n5 " + name + "\n1 a\n") == wrong);
    CHECK(error(title + "0 ▁\n+ " + name + "\n") == wrong);
  }
  CHECK(error(title + "0 ▁\n5 [PAD\n5 [pad]\n").empty());
  CHECK(error("").find("begins with the line") != std::string::npos);
  CHECK(error("clearhead pieces 2\n0 ▁\n").find("begins with") !=
        std::string::npos);
  CHECK(error(title) ==
        "the vocabulary has no piece ▁; every one needs it for spaces");
  CHECK(error(title + "0 ▁\n1 a\n2 a\n") ==
        "the vocabulary has a twice; every piece or word comes once");
  CHECK(error(title + "0 ▁\n1 a\n+ a\n").find("has a twice") !=
        std::string::npos);
  CHECK(error(title + "0 ▁\n1 a\n+ aa\n").empty());
  CHECK(error(title + "0 ▁\n1 a\n+ ab\n") ==
        "no pieces of the vocabulary make up its word ab");
  // ▁ never parts from its word.
  CHECK(error(title + "0 ▁\n1 a\n+ ▁a\n").find("no pieces") == 0);
  CHECK(error(title + "0 ▁\n+ ▁\n").find("has ▁ twice") != std::string::npos);
  CHECK(error(title + "1 a\n+ ▁\n").find("no piece ▁") != std::string::npos);
  CHECK(error(title + "0 ▁\n1 a\n+ aa\n1 b\n").find("line 5 of") == 0);
  for (const std::string line :
       {"",      "5",         "5 ",         " a",
        "-1 a",  "1.5 a",     "100001 a",   "99999999999 a",
        "1 a b", "1 a\t",     "1 a▁",       "1 ▁▁",
        "1 a\r", "1 a\u00A0", "1 \u3000",   "+ a\u200Bb",
        "1 ’",   "1 \xFF",    "1 \xE4\xBD", "1 \xEF\xBF\xBD",
        "+",     "+ ",        "+a",         "+ a b",
        "++ a"}) {
    INFO(line);
    CHECK(error(title + "0 ▁\n" + line + "\n1 b\n").find("line 3 of the") == 0);
  }
  CHECK(error(title + "1 " + std::string(65, 'a') + "\n").find("line 2") == 0);
  CHECK(error(title + std::string("1 a\0b\n", 6)).find("line 2") == 0);
  std::string large = title + "0 ▁\n";
  for (size_t i = 0; i < kMaxPieces; ++i) large += Text("1 %\n", i);
  CHECK(error(large) == "the vocabulary has more than 65536 pieces and words");
}

}  // namespace
}  // namespace clearhead
