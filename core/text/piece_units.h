// What pieces are looked for in: words, numbers, Chinese characters, marks and
// white space. A piece never reaches over the border of a unit.
#ifndef CLEARHEAD_CORE_TEXT_PIECE_UNITS_H_
#define CLEARHEAD_CORE_TEXT_PIECE_UNITS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace clearhead {

// U+2581, how a piece shows a space.
inline constexpr std::string_view kSpaceMark = "\xE2\x96\x81";

struct PieceUnit {
  // What is looked up, UTF-8. Empty where no piece may match.
  std::string key;
  // Bytes of the text: the space that the unit takes along, if any, from
  // `begin`, its own characters from `word` to before `end`.
  size_t begin = 0, word = 0, end = 0;
};

struct PieceUnits {
  std::vector<PieceUnit> units;
  bool truncated = false;  // the text had more than `limit` units
};

// Splits as SplitWords (word_tokenizer.h) does, and behind a French elision:
// t'aime is t' and aime, qu’il is qu’ and il. Units follow one another without
// gap, so that they hold the text to its last byte.
//
// A word or number takes the white space before it along as ▁: "la nuit" is
// ▁la and ▁nuit. So does one at the start of the text, where nothing or only
// white space stands before it, but without taking any: "la" and " la" both end
// in ▁la. All other white space stands alone, one unit ▁ each. Chinese
// characters and marks take none along, so that each has one piece wherever it
// stands.
//
// In keys white space of every sort is ▁ and ’ is '. A ▁ that was typed and
// bytes that are no UTF-8 have no key.
PieceUnits SplitUnits(std::string_view text, size_t limit);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TEXT_PIECE_UNITS_H_
