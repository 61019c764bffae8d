#include "core/text/word_tokenizer.h"

#include <algorithm>
#include <iterator>

#include "core/text/utf8.h"

namespace clearhead {
namespace {

struct CodeRange {
  char32_t first, last;
};

#include "core/text/unicode_ranges.gen.inc"

template <size_t N>
bool Contains(const CodeRange (&ranges)[N], char32_t code) {
  const CodeRange* range = std::upper_bound(
      std::begin(ranges), std::end(ranges), code,
      [](char32_t c, const CodeRange& r) { return c < r.first; });
  return range != std::begin(ranges) && code <= std::prev(range)->last;
}

bool In(char32_t code, char32_t first, char32_t last) {
  return code >= first && code <= last;
}

bool IsDigit(char32_t c) { return In(c, '0', '9') || In(c, 0xFF10, 0xFF19); }

// Han, with kana and bopomofo, which are written without spaces too.
bool IsHan(char32_t c) {
  return In(c, 0x3400, 0x4DBF) || In(c, 0x4E00, 0x9FFF) ||
         In(c, 0xF900, 0xFAFF) || In(c, 0x20000, 0x3FFFF) ||
         In(c, 0x3041, 0x3096) || In(c, 0x30A1, 0x30FA) ||
         In(c, 0x3105, 0x312F) || c == 0x3005 || c == 0x3007 || c == 0x30FC;
}

constexpr char32_t kJoiner = 0x200D;
constexpr char32_t kKeycap = 0x20E3;

bool IsFlagLetter(char32_t c) { return In(c, 0x1F1E6, 0x1F1FF); }
bool IsEmojiModifier(char32_t c) {
  return c == 0xFE0F || c == kKeycap || In(c, 0x1F3FB, 0x1F3FF) ||
         In(c, 0xE0020, 0xE007F);
}
// Marks that sit on the character before them.
bool IsExtender(char32_t c) {
  return In(c, 0x300, 0x36F) || In(c, 0x1AB0, 0x1AFF) ||
         In(c, 0x1DC0, 0x1DFF) || In(c, 0x20D0, 0x20FF) || c == 0x3099 ||
         c == 0x309A || In(c, 0xFE00, 0xFE0F) || In(c, 0xFE20, 0xFE2F) ||
         c == kJoiner || c == 0x200C || In(c, 0xE0100, 0xE01EF);
}
// 0️⃣ to 9️⃣, #️⃣ and *️⃣ are pictures too.
bool BeginsKeycap(char32_t c, char32_t next) {
  return (In(c, '0', '9') || c == '#' || c == '*') &&
         (next == 0xFE0F || next == kKeycap);
}
bool IsApostrophe(char32_t c) { return c == '\'' || c == 0x2019; }

TokenKind KindOf(char32_t c) {
  if (IsDigit(c)) return TokenKind::kNumber;
  if (IsHan(c)) return TokenKind::kHan;
  if (IsFlagLetter(c) || Contains(kPictures, c)) return TokenKind::kEmoji;
  if (c == kReplacement) return TokenKind::kOther;
  return Contains(kMarks, c) ? TokenKind::kPunctuation : TokenKind::kWord;
}

// The code points of the text, with U+0000 behind the last.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) { Advance(); }

  bool done() const { return done_; }
  char32_t code() const { return code_; }
  char32_t following() const {
    size_t at = next_;
    return at < text_.size() ? NextCodePoint(text_, &at) : 0;
  }
  size_t units() const { return units_; }

  void SkipSpace() {
    while (!done_ && IsSpace(code_)) Skip();
  }
  // Appends the code point to the token and moves on.
  void Take(TextToken* token) {
    AppendUtf8(code_, &token->text);
    Skip();
    token->end = units_;
  }

 private:
  void Skip() {
    units_ += Utf16Units(code_);
    Advance();
  }
  void Advance() {
    done_ = next_ >= text_.size();
    code_ = done_ ? 0 : NextCodePoint(text_, &next_);
  }

  std::string_view text_;
  size_t next_ = 0;
  size_t units_ = 0;
  char32_t code_ = 0;
  bool done_ = false;
};

// Letters with their marks; an apostrophe between two letters belongs.
void TakeWord(Reader* reader, TextToken* token) {
  const auto letter = [](char32_t c) {
    return c != 0 && !IsSpace(c) &&
           (KindOf(c) == TokenKind::kWord || IsExtender(c));
  };
  const auto inside = [&](char32_t c) { return letter(c) || IsDigit(c); };
  while (!reader->done() &&
         !BeginsKeycap(reader->code(), reader->following()) &&
         (inside(reader->code()) ||
          (IsApostrophe(reader->code()) && letter(reader->following())))) {
    reader->Take(token);
  }
}

// Digits; a point or comma between two digits belongs.
void TakeNumber(Reader* reader, TextToken* token) {
  while (!reader->done() &&
         !BeginsKeycap(reader->code(), reader->following()) &&
         (IsDigit(reader->code()) ||
          ((reader->code() == '.' || reader->code() == ',') &&
           IsDigit(reader->following())))) {
    reader->Take(token);
  }
}

// A picture with its modifiers, joined pictures, or the two letters of a flag.
void TakeEmoji(Reader* reader, TextToken* token) {
  const bool flag = IsFlagLetter(reader->code());
  reader->Take(token);
  if (flag && !reader->done() && IsFlagLetter(reader->code())) {
    reader->Take(token);
  }
  while (!reader->done()) {
    const bool joins = reader->code() == kJoiner;
    if (!joins && !IsEmojiModifier(reader->code())) return;
    reader->Take(token);
    if (joins && !reader->done() &&
        KindOf(reader->code()) == TokenKind::kEmoji) {
      reader->Take(token);
    }
  }
}

TextToken TakeToken(Reader* reader) {
  TextToken token;
  token.start = reader->units();
  token.kind = BeginsKeycap(reader->code(), reader->following())
                   ? TokenKind::kEmoji
                   : KindOf(reader->code());
  if (token.kind == TokenKind::kEmoji) {
    TakeEmoji(reader, &token);
    return token;
  }
  if (token.kind == TokenKind::kNumber) TakeNumber(reader, &token);
  if (token.kind == TokenKind::kWord) TakeWord(reader, &token);
  if (token.text.empty()) reader->Take(&token);
  while (!reader->done() && IsExtender(reader->code())) reader->Take(&token);
  return token;
}

}  // namespace

bool IsSpace(char32_t code) {
  return code <= 0x20 || In(code, 0x7F, 0xA0) || code == 0x1680 ||
         In(code, 0x2000, 0x200B) || code == 0x2028 || code == 0x2029 ||
         code == 0x202F || code == 0x205F || code == 0x3000 || code == 0xFEFF;
}

const char* NameOf(TokenKind kind) {
  static constexpr const char* kNames[] = {"word",        "number", "han",
                                           "punctuation", "emoji",  "other"};
  return kNames[static_cast<int>(kind)];
}

TextTokens SplitWords(std::string_view text, size_t limit) {
  TextTokens split;
  Reader reader(text);
  for (reader.SkipSpace(); !reader.done(); reader.SkipSpace()) {
    if (split.tokens.size() == limit) {
      split.truncated = true;
      return split;
    }
    split.tokens.push_back(TakeToken(&reader));
  }
  return split;
}

}  // namespace clearhead
