#include "core/text/word_tokenizer.h"

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/text/utf8.h"

namespace clearhead {
namespace {

using Words = std::vector<std::string>;

Words Split(std::string_view text, size_t limit = 1000) {
  Words words;
  for (const TextToken& token : SplitWords(text, limit).tokens) {
    words.push_back(token.text);
  }
  return words;
}

TokenKind KindOf(std::string_view text) {
  const TextTokens split = SplitWords(text, 10);
  REQUIRE(split.tokens.size() == 1);
  return split.tokens[0].kind;
}

TEST_CASE("English: words, punctuation and numbers", "[text]") {
  CHECK(Split("The cat sat.") == Words{"The", "cat", "sat", "."});
  CHECK(Split("Don't stop, it's o'clock") ==
        Words{"Don't", "stop", ",", "it's", "o'clock"});
  CHECK(Split("L’été, dogs' 'quoted'") ==
        Words{"L’été", ",", "dogs", "'", "'", "quoted", "'"});
  CHECK(Split("Je t'aime !") == Words{"Je", "t'aime", "!"});
  CHECK(Split("3.14 1,000,000 5. x2 .5") ==
        Words{"3.14", "1,000,000", "5", ".", "x2", ".", "5"});
  CHECK(Split("well-known e-mail (a/b)") ==
        Words{"well", "-", "known", "e", "-", "mail", "(", "a", "/", "b", ")"});
  CHECK(Split("wait... what?!") ==
        Words{"wait", ".", ".", ".", "what", "?", "!"});
}

TEST_CASE("Chinese: one token a character, never bytes", "[text]") {
  CHECK(Split("猫坐在垫子上。") ==
        Words{"猫", "坐", "在", "垫", "子", "上", "。"});
  CHECK(Split("注意力attention机制2017年") ==
        Words{"注", "意", "力", "attention", "机", "制", "2017", "年"});
  CHECK(Split("「你好，世界！」") ==
        Words{"「", "你", "好", "，", "世", "界", "！", "」"});
  CHECK(Split("𠮷野家㐂々〇") == Words{"𠮷", "野", "家", "㐂", "々", "〇"});
  CHECK(Split("ねこ カー") == Words{"ね", "こ", "カ", "ー"});
  CHECK(Split("１２３") == Words{"１２３"});
}

TEST_CASE("other scripts are words between spaces", "[text]") {
  CHECK(Split("مرحبا بالعالم، كيف؟") ==
        Words{"مرحبا", "بالعالم", "،", "كيف", "؟"});
  CHECK(Split("السَّلامُ عليكم") == Words{"السَّلامُ", "عليكم"});
  CHECK(Split("नमस्ते दुनिया। हिन्दी") == Words{"नमस्ते", "दुनिया", "।", "हिन्दी"});
  CHECK(Split("안녕하세요 세계!") == Words{"안녕하세요", "세계", "!"});
  CHECK(Split("Привет, мир") == Words{"Привет", ",", "мир"});
  CHECK(Split("שלום עולם") == Words{"שלום", "עולם"});
  CHECK(Split("สวัสดี") == Words{"สวัสดี"});
}

TEST_CASE("one emoji is one token", "[text]") {
  for (const char* emoji :
       {"😀", "❤️", "👍🏽", "👩‍💻", "👨‍👩‍👧‍👦",
        "🏳️‍🌈", "👩🏽‍🚀", "🇫🇷",
        "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "#️⃣", "*️⃣", "0⃣",
        "☎️", "🫠", "♀️"}) {
    INFO(emoji);
    CHECK(Split(emoji) == Words{emoji});
    CHECK(KindOf(emoji) == TokenKind::kEmoji);
    CHECK(Split(std::string("a") + emoji + "b 7") ==
          Words{"a", emoji, "b", "7"});
  }
  CHECK(Split("😀😀👍") == Words{"😀", "😀", "👍"});
  CHECK(Split("🇫🇷🇩🇪🇨🇳") == Words{"🇫🇷", "🇩🇪", "🇨🇳"});
  CHECK(Split("12️⃣3 1️⃣2️⃣") ==
        Words{"1", "2️⃣", "3", "1️⃣", "2️⃣"});
}

TEST_CASE("marks stay on their character", "[text]") {
  const std::string acute = "\xCC\x81";  // U+0301
  CHECK(Split("cafe" + acute + " ok") == Words{"cafe" + acute, "ok"});
  CHECK(Split("e" + acute + "a" + acute) == Words{"e" + acute + "a" + acute});
  CHECK(Split("!" + acute + "?") == Words{"!" + acute, "?"});
  CHECK(Split("中" + acute + "文") == Words{"中" + acute, "文"});
  // か with a separate voiced mark, U+3099.
  CHECK(Split("か\xE3\x82\x99き") == Words{"か\xE3\x82\x99", "き"});
  // Nothing before it: a token of its own.
  CHECK(Split(acute).size() == 1);
}

TEST_CASE("every kind has its name", "[text]") {
  CHECK(KindOf("cat") == TokenKind::kWord);
  CHECK(KindOf("42") == TokenKind::kNumber);
  CHECK(KindOf("猫") == TokenKind::kHan);
  CHECK(KindOf("。") == TokenKind::kPunctuation);
  CHECK(KindOf("+") == TokenKind::kPunctuation);
  CHECK(KindOf("\xFF") == TokenKind::kOther);
  CHECK(std::string(NameOf(TokenKind::kHan)) == "han");
  CHECK(std::string(NameOf(TokenKind::kOther)) == "other");
}

TEST_CASE("white space of every sort separates", "[text]") {
  CHECK(Split("").empty());
  CHECK(Split(" \t\r\n\v\f").empty());
  CHECK(Split("　\u00A0\u2003\u2028\uFEFF\u200B").empty());
  CHECK(Split("a\u3000b\u00A0c\u200Bd") == Words{"a", "b", "c", "d"});
  CHECK(Split(std::string_view("a\0b", 3)) == Words{"a", "b"});
}

TEST_CASE("offsets count UTF-16 units", "[text]") {
  const TextTokens split = SplitWords("a 😀b 𠮷é", 10);
  REQUIRE(split.tokens.size() == 5);
  const size_t starts[] = {0, 2, 4, 6, 8};
  const size_t ends[] = {1, 4, 5, 8, 9};
  for (size_t i = 0; i < 5; ++i) {
    CHECK(split.tokens[i].start == starts[i]);
    CHECK(split.tokens[i].end == ends[i]);
  }
}

TEST_CASE("beyond the limit the text is cut and says so", "[text]") {
  const TextTokens all = SplitWords("a b c", 3);
  CHECK(all.tokens.size() == 3);
  CHECK(!all.truncated);
  CHECK(!SplitWords("a b c   ", 3).truncated);
  const TextTokens cut = SplitWords("a b c d", 3);
  CHECK(cut.tokens.size() == 3);
  CHECK(cut.truncated);
  CHECK(SplitWords("a", 0).truncated);
  CHECK(!SplitWords("  ", 0).truncated);
}

TEST_CASE("bytes that are no UTF-8 become U+FFFD", "[text]") {
  const std::string mark = "\xEF\xBF\xBD";
  for (const char* bytes :
       {"\x80", "\xC0", "\xC1\xBF", "\xF5", "\xED\xA0\x80", "\xE0\x80\x80",
        "\xF4\x90\x80\x80", "\xE4\xBD", "\xF0\x9F\x98"}) {
    std::string joined;
    for (const std::string& word : Split(bytes)) joined += word;
    CHECK(!joined.empty());
    for (size_t i = 0; i < joined.size(); i += 3) {
      CHECK(joined.substr(i, 3) == mark);
    }
  }
  CHECK(Split("a\xFFz") == Words{"a", mark, "z"});
  CHECK(Split("\xE4\xBD中") == Words{mark, mark, "中"});
}

// What the reader typed, as code points without white space and controls.
std::u32string Visible(std::string_view text) {
  std::u32string visible;
  for (size_t at = 0; at < text.size();) {
    const char32_t code = NextCodePoint(text, &at);
    const bool space = code <= 0x20 || (code >= 0x7F && code <= 0xA0) ||
                       code == 0x1680 || (code >= 0x2000 && code <= 0x200B) ||
                       code == 0x2028 || code == 0x2029 || code == 0x202F ||
                       code == 0x205F || code == 0x3000 || code == 0xFEFF;
    if (!space) visible += code;
  }
  return visible;
}

TEST_CASE("tokens cover any text except its white space", "[text]") {
  Random random(1);
  const char32_t edges[] = {0x20,   'a',     '\'',    '1',     '.',    0x301,
                            0x200D, 0xFE0F,  0x1F600, 0x1F1E6, 0x4E00, 0x20E3,
                            0x3000, 0xE0067, 0x1F3FB, 0x61C};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (uint32_t n = random.Integer(24); n > 0; --n) {
      if (random.Integer(8) == 0) {
        text += static_cast<char>(random.Integer(256));
      } else if (random.Integer(3) == 0) {
        const char32_t code = random.Integer(0x110000);
        if (code < 0xD800 || code > 0xDFFF) AppendUtf8(code, &text);
      } else {
        AppendUtf8(edges[random.Integer(std::size(edges))], &text);
      }
    }
    std::string joined;
    size_t end = 0;
    for (const TextToken& token : SplitWords(text, 1000).tokens) {
      joined += token.text;
      size_t units = 0;
      for (size_t at = 0; at < token.text.size();) {
        units += Utf16Units(NextCodePoint(token.text, &at));
      }
      if (token.start < end || token.end - token.start != units) FAIL("offset");
      end = token.end;
    }
    if (Visible(joined) != Visible(text)) FAIL("round " << round);
    if (Split(text) != Split(text)) FAIL("not deterministic");
  }
}

TEST_CASE("a long text is split in no time", "[text]") {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "长";
  CHECK(SplitWords(text, 64).truncated);
  CHECK(SplitWords(text, 20000).tokens.size() == 10000);
  CHECK(Split(std::string(10000, 'x')) == Words{std::string(10000, 'x')});
  CHECK(Split(std::string(10000, '!'), 20000).size() == 10000);
}

}  // namespace
}  // namespace clearhead
