#include "core/text/pieces.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/text/piece_units.h"
#include "core/text/utf8.h"

namespace clearhead {
namespace {

using Ids = std::vector<int32_t>;

// A vocabulary of these pieces, each of the same cost, of ▁ and of words behind
// +.
std::string VocabularyOf(std::initializer_list<const char*> pieces) {
  std::string vocabulary = Text("%\n0 ▁\n", kPiecesTitle);
  for (const std::string piece : pieces) {
    vocabulary += piece[0] == '+' ? piece + "\n" : Text("1000 %\n", piece);
  }
  return vocabulary;
}

Pieces PiecesOf(std::initializer_list<const char*> list) {
  auto pieces = Pieces::Parse(VocabularyOf(list));
  if (!pieces) FAIL(pieces.error().message);
  return *std::move(pieces);
}

// The names of the pieces, with what the unknown ones were.
std::string Encoded(const Pieces& pieces, std::string_view text) {
  std::string names;
  for (const PieceToken& token : pieces.Encode(text, 1000).tokens) {
    if (!names.empty()) names += '|';
    names += pieces.Name(token.id);
    if (token.id == kUnknownPiece) {
      names += text.substr(token.word, token.end - token.word);
    }
  }
  return names;
}

Ids IdsOf(const PieceTokens& encoded) {
  Ids ids;
  for (const PieceToken& token : encoded.tokens) ids.push_back(token.id);
  return ids;
}

TEST_CASE("words, elisions, characters and marks", "[pieces]") {
  const Pieces pieces =
      PiecesOf({"▁Je", "▁t'",      "aime",       ".",
                ":",   "!",        "▁translate", "▁French",
                "▁to", "▁English", "我",         "爱",
                "你",  "。",       "▁qu'",       "▁aujourd'hui",
                "il",  "▁I",       "▁I'm",       "▁don't",
                "▁7",  "▁3.14",    "▁L'",        "été"});
  CHECK(Encoded(pieces, "Je t'aime.") == "▁Je|▁t'|aime|.");
  CHECK(Encoded(pieces, "Je t’aime !") == "▁Je|▁t'|aime|▁|!");
  CHECK(Encoded(pieces, "Je t'aime\u00A0!") == "▁Je|▁t'|aime|▁|!");
  CHECK(Encoded(pieces, "translate French to English: Je t'aime") ==
        "▁translate|▁French|▁to|▁English|:|▁Je|▁t'|aime");
  CHECK(Encoded(pieces, "我爱你。") == "我|爱|你|。");
  CHECK(Encoded(pieces, ": 我 爱") == ":|▁|我|▁|爱");
  CHECK(Encoded(pieces, "qu'il L’été aujourd'hui") ==
        "▁qu'|il|▁L'|été|▁aujourd'hui");
  CHECK(Encoded(pieces, "I'm I don't 7 3.14") == "▁I'm|▁I|▁don't|▁7|▁3.14");
  CHECK(Encoded(pieces, "  Je  Je\n") == "▁|▁|▁Je|▁|▁Je|▁");
  CHECK(Encoded(pieces, "") == "");
  CHECK(Encoded(pieces, " ") == "▁");
}

TEST_CASE("few pieces first, then the likeliest", "[pieces]") {
  const auto parsed = Pieces::Parse(
      Text("%\n9 ▁\n5 ▁a\n5 b\n900 ▁ab\n5 c\n7 bc\n9 ▁x\n3 y\n1 yy\n"
           "+ ▁abc\n+ ▁xyyy\n",
           kPiecesTitle));
  REQUIRE(parsed);
  CHECK(Encoded(*parsed, "ab") == "▁ab");
  CHECK(Encoded(*parsed, "abc") == "▁a|bc");
  // Equal: the longer last piece.
  CHECK(Encoded(*parsed, "xyyy") == "▁x|y|yy");
  // What pieces would make up is known only when it is listed.
  CHECK(Encoded(*parsed, "abb xyy") == "[UNK]abb|[UNK]xyy");
}

TEST_CASE("an unknown unit keeps what was typed", "[pieces]") {
  const Pieces pieces = PiecesOf({"▁Je", "▁t'", "aime", "我"});
  CHECK(Encoded(pieces, "Je zut 我龘😀") == "▁Je|[UNK]zut|▁|我|[UNK]龘|[UNK]😀");
  CHECK(Encoded(pieces, "t'zut") == "▁t'|[UNK]zut");
  CHECK(Encoded(pieces, "👩🏽‍🚀") == "[UNK]👩🏽‍🚀");
  // One that begins with pieces is unknown as a whole.
  CHECK(Encoded(pieces, "Jex") == "[UNK]Jex");
  CHECK(Encoded(pieces, "▁Je") == "[UNK]▁|[UNK]Je");
  CHECK(Encoded(pieces, "\xFF") == "[UNK]\xFF");
  const PieceTokens encoded = pieces.Encode("Je  zut", 10);
  REQUIRE(encoded.tokens.size() == 3);
  CHECK(encoded.tokens[2].text == " zut");
  CHECK(encoded.tokens[2].begin == 3);
  CHECK(encoded.tokens[2].word == 4);
  CHECK(encoded.tokens[2].end == 7);
}

TEST_CASE("special pieces are never typed", "[pieces]") {
  const Pieces pieces = PiecesOf({"[", "]", "PAD", "▁BOS"});
  for (int32_t id = 0; id < kSpecialPieces; ++id) {
    const std::string name(pieces.Name(id));
    for (const PieceToken& token : pieces.Encode(name, 10).tokens) {
      CHECK((token.id == kUnknownPiece || token.id >= kSpecialPieces));
    }
  }
  CHECK(pieces.Name(kPadPiece) == "[PAD]");
  CHECK(pieces.Name(kBeginPiece) == "[BOS]");
  CHECK(pieces.Name(kEndPiece) == "[EOS]");
  CHECK(pieces.Name(kUnknownPiece) == "[UNK]");
  CHECK(pieces.Name(kMaskPiece) == "[MASK]");
  CHECK(pieces.Name(kSpecialPieces) == "▁");
  CHECK(pieces.size() == 10);
}

TEST_CASE("offsets tell what each piece stands for", "[pieces]") {
  const Pieces pieces =
      PiecesOf({"▁ét", "é", "▁l'", "t", "。", "+ été", "+ ▁été"});
  const PieceTokens encoded = pieces.Encode("été\u3000l’été。", 10);
  const std::vector<std::string> texts = {"ét", "é", "\u3000l’", "é",
                                          "t",  "é", "。"};
  REQUIRE(encoded.tokens.size() == texts.size());
  for (size_t i = 0; i < texts.size(); ++i) {
    CHECK(encoded.tokens[i].text == texts[i]);
  }
  CHECK(encoded.tokens[2].begin == 5);
  CHECK(encoded.tokens[2].word == 8);
  CHECK(encoded.tokens[2].end == 12);
}

TEST_CASE("what a model writes is read as text", "[pieces]") {
  const Pieces pieces = PiecesOf({"▁I", "▁love", "▁you", ".", "我", "s"});
  const auto decoded = [&](const Ids& ids) {
    const auto text = pieces.Decode(ids);
    return text ? *text : text.error().message;
  };
  CHECK(decoded({kBeginPiece, 6, 7, 8, 9, kEndPiece, kPadPiece}) ==
        "I love you.");
  CHECK(decoded({10, 10}) == "我我");
  CHECK(decoded({5, 5, 6}) == "  I");
  CHECK(decoded({6, 5, 10}) == "I 我");
  CHECK(decoded({6, kUnknownPiece, kMaskPiece, 9}) == "I [UNK] [MASK].");
  CHECK(decoded({}).empty());
  CHECK(decoded({12}) == "12 is no piece; this vocabulary has 0 to 11");
  CHECK(decoded({-1}) == "-1 is no piece; this vocabulary has 0 to 11");
}

// Any text: nothing of it is lost, and what is known comes back from the ids.
TEST_CASE("encoding loses nothing", "[pieces]") {
  const Pieces pieces =
      PiecesOf({"▁a", "a", "▁b", "b", "ab", "▁1", "1", ".", "'", "▁d'", "中",
                "!", "▁bab", "+ ba", "+ ▁ab", "+ ▁aa", "+ ▁11", "+ ▁b1a"});
  const char32_t known[] = {'a', 'b', ' ', '.', '\'', 'd', '1', 0x4E2D, '!'};
  const char32_t edges[] = {0x2581, 0x2019, '\n', 0xA0,    0x3000, 0x301,
                            0xFFFD, 0x200B, 'x',  0x1F600, 0x200D, 0xE9};
  Random random(7);
  int complete = 0;
  for (int round = 0; round < 20000; ++round) {
    const bool plain = round % 2 == 0;
    std::string text;
    for (uint32_t n = random.Integer(16); n > 0; --n) {
      if (plain || random.Integer(2) == 0) {
        AppendUtf8(known[random.Integer(std::size(known))], &text);
      } else if (random.Integer(6) == 0) {
        text += static_cast<char>(random.Integer(256));
      } else {
        AppendUtf8(edges[random.Integer(std::size(edges))], &text);
      }
    }
    const PieceTokens encoded = pieces.Encode(text, 1000);
    if (Join(encoded.tokens) != text) FAIL("round " << round << ": " << text);
    size_t end = 0;
    bool unknown = false;
    for (const PieceToken& token : encoded.tokens) {
      if (token.begin != end || token.word < token.begin) FAIL("offsets");
      end = token.end;
      unknown |= token.id == kUnknownPiece;
      if (token.id < kSpecialPieces && token.id != kUnknownPiece) FAIL("id");
    }
    if (end != text.size()) FAIL("offsets");
    if (!plain || unknown) continue;
    const auto decoded = pieces.Decode(IdsOf(encoded));
    if (!decoded || *decoded != text) FAIL(*decoded << " for " << text);
    ++complete;
  }
  CHECK(complete > 1000);
}

TEST_CASE("beyond the limit pieces are cut and it says so", "[pieces]") {
  const std::string longest = "▁" + std::string(61, 'b');
  const std::string line = "+ " + longest;
  const Pieces pieces = PiecesOf({"▁a", "b", "▁b", "+ ▁abb", line.c_str()});
  CHECK(pieces.Encode("a b", 10).truncated == false);
  for (const char* text : {"a a a", "abb", "   ", "d'a d'a", "a   ", "   a"}) {
    INFO(text);
    CHECK(pieces.Encode(text, 2).tokens.size() == 2);
    CHECK(pieces.Encode(text, 2).truncated);
    CHECK(pieces.Encode(text, 0).tokens.empty());
  }
  CHECK(pieces.Encode(std::string(1000000, ' '), 5).tokens.size() == 5);
  CHECK(pieces.Encode(longest.substr(3), 100).tokens.size() == 61);
  CHECK(pieces.Encode(std::string(1000000, 'b'), 100).tokens.size() == 1);
}

}  // namespace
}  // namespace clearhead
