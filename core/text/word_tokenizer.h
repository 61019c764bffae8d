// The rule that splits what a reader types: one token a Chinese character,
// words and punctuation elsewhere, one token an emoji, never bytes.
// Deterministic and the same everywhere, unlike browsers' Intl.Segmenter.
#ifndef CLEARHEAD_CORE_TEXT_WORD_TOKENIZER_H_
#define CLEARHEAD_CORE_TEXT_WORD_TOKENIZER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clearhead {

enum class TokenKind : uint8_t {
  kWord,
  kNumber,
  kHan,
  kPunctuation,
  kEmoji,
  kOther
};

// "word", "number", "han", "punctuation", "emoji", "other".
const char* NameOf(TokenKind kind);

struct TextToken {
  std::string text;  // UTF-8
  size_t start = 0;  // UTF-16 units from the start of the text …
  size_t end = 0;    // … past the last one
  TokenKind kind = TokenKind::kOther;
};

struct TextTokens {
  std::vector<TextToken> tokens;
  bool truncated = false;  // the text had more than `limit` tokens
};

// Unicode White_Space, control characters and spaces without width.
bool IsSpace(char32_t code);

// White space separates and is dropped. Bytes that are no UTF-8 become U+FFFD.
TextTokens SplitWords(std::string_view text, size_t limit);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TEXT_WORD_TOKENIZER_H_
