// Sentences from words and back.
#include "core/text/utf8.h"
#include "scripts/models/corpora.h"

namespace clearhead::models {

namespace {

bool Mark(std::string_view word) {
  for (const char* mark : {".", ",", "?", "!", "。", "，", "？", "！"}) {
    if (word == mark) return true;
  }
  return false;
}

// Capital of a first letter: ASCII, or U+00E0 … U+00FE.
void Capitalise(std::string* text) {
  if (text->empty()) return;
  char& first = (*text)[0];
  if (first >= 'a' && first <= 'z') first -= 'a' - 'A';
  if (first == '\xC3' && (*text)[1] >= '\xA0') (*text)[1] -= 0x20;
}

}  // namespace

std::string TextOf(const std::vector<std::string>& words, Language language) {
  std::string text;
  for (const std::string& word : words) {
    const bool french = language == Language::kFrench;
    const bool tall = word == "?" || word == "!";
    const bool joins = text.empty() || language == Language::kChinese ||
                       text.ends_with("'") || word.starts_with("'") ||
                       (Mark(word) && !(french && tall));
    if (!joins) text += ' ';
    text += word;
  }
  Capitalise(&text);
  return text;
}

std::vector<std::string> TokensOf(std::string_view text, Language language) {
  std::vector<std::string> tokens;
  std::string word;
  const auto end = [&] {
    if (!word.empty()) tokens.push_back(word);
    word.clear();
  };
  size_t at = 0;
  while (at < text.size()) {
    const size_t start = at;
    NextCodePoint(text, &at);
    const std::string sign(text.substr(start, at - start));
    if (sign == " ") {
      end();
    } else if (Mark(sign) || language == Language::kChinese) {
      end();
      tokens.push_back(sign);
    } else if (sign == "'" && language == Language::kFrench &&
               word != "aujourd" && word != "Aujourd") {
      word += sign;
      end();
    } else if (sign == "'" && language == Language::kEnglish) {
      end();
      word = sign;
    } else {
      word += sign;
    }
  }
  end();
  return tokens;
}

}  // namespace clearhead::models
