#include "core/text/piece_units.h"

#include "core/text/utf8.h"
#include "core/text/word_tokenizer.h"

namespace clearhead {
namespace {

constexpr std::string_view kApostrophe = "'";
constexpr std::string_view kCurlyApostrophe = "\xE2\x80\x99";  // ’
constexpr std::string_view kNoText = "\xEF\xBF\xBD";           // U+FFFD

// Words that lose their vowel before another: c', d', j', l', m', n', s', t',
// and qu', lorsqu', jusqu' …
bool IsElided(std::string_view word) {
  if (word.size() == 1) {
    return std::string_view("cdjlmnstCDJLMNST").find(word[0]) !=
           std::string_view::npos;
  }
  if (word.size() < 2) return false;
  const std::string_view end = word.substr(word.size() - 2);
  return end == "qu" || end == "Qu" || end == "QU";
}

// Past the apostrophe of the elision that `word` begins with; its whole length
// where there is none.
size_t EndOfElision(std::string_view word) {
  for (const std::string_view apostrophe : {kApostrophe, kCurlyApostrophe}) {
    const size_t at = word.find(apostrophe);
    if (at != std::string_view::npos && IsElided(word.substr(0, at))) {
      return at + apostrophe.size();
    }
  }
  return word.size();
}

std::string KeyOf(bool marked, std::string_view text) {
  for (const std::string_view never : {kSpaceMark, kNoText}) {
    if (text.find(never) != std::string_view::npos) return "";
  }
  std::string key(marked ? kSpaceMark : "");
  for (size_t at = 0; at < text.size();) {
    const bool curly =
        text.substr(at, kCurlyApostrophe.size()) == kCurlyApostrophe;
    key += curly ? '\'' : text[at];
    at += curly ? kCurlyApostrophe.size() : 1;
  }
  return key;
}

class Splitter {
 public:
  Splitter(std::string_view text, size_t limit) : text_(text), limit_(limit) {}

  // False when there is no room for more.
  bool Take(const TextToken& token) {
    const size_t gap = at_;
    while (code_units_ < token.start) {
      if (!TakeSpace()) return false;
    }
    const bool takes_space =
        token.kind == TokenKind::kWord || token.kind == TokenKind::kNumber;
    const bool marked = takes_space && (at_ > gap || at_start_);
    PieceUnit unit = {"", at_, at_, at_};
    if (marked && !at_start_) {
      unit.begin = split_.units.back().begin;
      split_.units.pop_back();
    }
    at_start_ = false;
    while (code_units_ < token.end) Step();
    return AddWord(token, marked, unit);
  }

  void TakeTrailingSpace() {
    while (at_ < text_.size() && TakeSpace()) {
    }
  }

  PieceUnits split_;

 private:
  void Step() { code_units_ += Utf16Units(NextCodePoint(text_, &at_)); }

  bool Add(PieceUnit unit) {
    if (split_.units.size() == limit_) {
      split_.truncated = true;
      return false;
    }
    split_.units.push_back(std::move(unit));
    return true;
  }

  bool TakeSpace() {
    PieceUnit unit = {std::string(kSpaceMark), at_, at_, at_};
    Step();
    unit.word = unit.end = at_;
    return Add(std::move(unit));
  }

  // The token in one unit, or one for each elision and one for the rest.
  bool AddWord(const TextToken& token, bool marked, PieceUnit unit) {
    std::string_view rest = token.text;
    if (token.kind == TokenKind::kWord) {
      // Word characters are the same bytes in the text and in the token.
      for (size_t length = EndOfElision(rest); length < rest.size();
           length = EndOfElision(rest)) {
        unit.key = KeyOf(marked, rest.substr(0, length));
        unit.end = unit.word + length;
        if (!Add(unit)) return false;
        unit.begin = unit.word = unit.end;
        marked = false;
        rest.remove_prefix(length);
      }
    }
    unit.key = KeyOf(marked, rest);
    unit.end = at_;
    return Add(std::move(unit));
  }

  std::string_view text_;
  size_t limit_;
  size_t at_ = 0;          // bytes …
  size_t code_units_ = 0;  // … and UTF-16 units, in which tokens count
  bool at_start_ = true;   // only white space so far
};

}  // namespace

PieceUnits SplitUnits(std::string_view text, size_t limit) {
  const TextTokens words = SplitWords(text, limit);
  Splitter splitter(text, limit);
  for (const TextToken& token : words.tokens) {
    if (!splitter.Take(token)) return std::move(splitter.split_);
  }
  if (words.truncated) {
    splitter.split_.truncated = true;
  } else {
    splitter.TakeTrailingSpace();
  }
  return std::move(splitter.split_);
}

}  // namespace clearhead
