// The tokenizer of trained models: words and parts of words, with a vocabulary
// learnt from their corpora (scripts/models/pieces).
//
// A unigram model (Kudo 2018, "Subword Regularization", section 3.2): each
// piece has a probability, and a unit of text (piece_units.h) is the likeliest
// of its shortest sequences of pieces (segmenter.h). Byte-pair encoding
// (Sennrich, Haddow, Birch 2016, "Neural Machine Translation of Rare Words with
// Subword Units") was not taken: its vocabulary must hold every step on the way
// to a word (▁m, ▁ma, ▁mai …), which two thousand words have no use for and a
// small model no room for.
//
// The vocabulary is closed. It also lists the words that training split into
// several pieces, and whatever else is typed is one unknown piece that keeps
// its text: letters would spell any word, but a model of few words says nothing
// sensible about one that it never saw, and a message should name it instead.
//
// A task prefix ("translate French to English: Je t'aime") is ordinary text, as
// in T5 (Raffel et al. 2020, section 2.1), and ▁ shows a space: ▁translate
// ▁French ▁to ▁English : ▁Je ▁t' aime.
#ifndef CLEARHEAD_CORE_TEXT_PIECES_H_
#define CLEARHEAD_CORE_TEXT_PIECES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/text/segmenter.h"

namespace clearhead {

// The first ids of every vocabulary. No typed text becomes one of them, save
// the unknown; "[BOS]" typed is a bracket, a word and a bracket.
enum SpecialPiece : int32_t {
  kPadPiece,
  kBeginPiece,
  kEndPiece,
  kUnknownPiece,
  kMaskPiece,
  kSpecialPieces  // how many
};

inline constexpr std::string_view kPiecesTitle = "clearhead pieces 1";
inline constexpr size_t kMaxPieces = 1 << 16;     // special ones included
inline constexpr size_t kMaxPieceBytes = 64;      // UTF-8
inline constexpr int32_t kMaxPieceCost = 100000;  // p = e^−100

struct PieceToken {
  int32_t id = kUnknownPiece;
  // As typed, with the white space before it where the piece shows ▁.
  std::string text;
  // Bytes of the source: `text` from `begin`, and behind that white space from
  // `word`, to before `end`.
  size_t begin = 0, word = 0, end = 0;
};

struct PieceTokens {
  std::vector<PieceToken> tokens;
  bool truncated = false;  // the text had more than `limit` tokens
};

class Pieces {
 public:
  // Reads a vocabulary: the line kPiecesTitle, then one line "COST PIECE" for
  // each piece, numbered from kSpecialPieces on, COST −1000·ln p, then one line
  // "+ WORD" for each word of several pieces. ▁ is a piece and stands only
  // first in others; none has white space or the name of a special piece. At
  // most kMaxPieces lines. Fails with kArgument, naming the line, where it is
  // none.
  static Result<Pieces> Parse(std::string_view vocabulary);

  // How many, special ones included.
  int32_t size() const { return size_; }
  // "▁Je", "[BOS]". `id` from 0 to before size().
  std::string_view Name(int32_t id) const;

  // At most `limit` tokens. Their texts, one after another, are the text,
  // whatever it holds (Join). A unit that is neither a piece nor a word of
  // the vocabulary is one kUnknownPiece.
  PieceTokens Encode(std::string_view text, size_t limit) const;

  // What the pieces of a model say. [PAD], [BOS] and [EOS] say nothing; [UNK]
  // and [MASK] are shown. Of a text without unknown pieces, with no white space
  // but spaces and no apostrophe but ', gives that text back. Fails with kRange
  // where an id is not in the vocabulary.
  Result<std::string> Decode(std::span<const int32_t> ids) const;

 private:
  // The pieces, then the words at a cost that takes them nowhere.
  Segmenter segmenter_;
  int32_t size_ = kSpecialPieces;
};

// The text that `tokens` were made from.
std::string Join(std::span<const PieceToken> tokens);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TEXT_PIECES_H_
