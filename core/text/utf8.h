// Code points of a UTF-8 text, one after another.
#ifndef CLEARHEAD_CORE_TEXT_UTF8_H_
#define CLEARHEAD_CORE_TEXT_UTF8_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace clearhead {

inline constexpr char32_t kReplacement = 0xFFFD;

// Reads the code point at `at` and moves behind it. A byte that begins no valid
// sequence (RFC 3629) gives U+FFFD and is passed over alone.
inline char32_t NextCodePoint(std::string_view text, size_t* at) {
  const auto byte = [&](size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const unsigned char lead = byte((*at)++);
  if (lead < 0x80) return lead;
  const int tail = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4) return kReplacement;
  char32_t code = lead & (0x3F >> tail);
  size_t next = *at;
  for (int i = 0; i < tail; ++i, ++next) {
    if (next >= text.size() || (byte(next) & 0xC0) != 0x80) return kReplacement;
    code = code << 6 | (byte(next) & 0x3F);
  }
  static constexpr char32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[tail] || code > 0x10FFFF || surrogate) return kReplacement;
  *at = next;
  return code;
}

inline void AppendUtf8(char32_t code, std::string* text) {
  if (code < 0x80) {
    *text += static_cast<char>(code);
    return;
  }
  const int tail = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static constexpr int kLead[] = {0, 0xC0, 0xE0, 0xF0};
  *text += static_cast<char>(kLead[tail] | code >> 6 * tail);
  for (int i = tail - 1; i >= 0; --i) {
    *text += static_cast<char>(0x80 | (code >> 6 * i & 0x3F));
  }
}

inline size_t Utf16Units(char32_t code) { return code >= 0x10000 ? 2 : 1; }

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TEXT_UTF8_H_
