#include "core/text/pieces.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/text/piece_units.h"
#include "core/text/utf8.h"
#include "core/text/word_tokenizer.h"

namespace clearhead {
namespace {

constexpr std::string_view kSpecialNames[] = {"[PAD]", "[BOS]", "[EOS]",
                                              "[UNK]", "[MASK]"};
constexpr char32_t kMark = 0x2581;             // ▁
constexpr char32_t kCurlyApostrophe = 0x2019;  // looked up as '

// Takes the text up to the next line break, and the break.
std::string_view TakeLine(std::string_view* text) {
  const size_t end = text->find('\n');
  const std::string_view line = text->substr(0, end);
  text->remove_prefix(end == std::string_view::npos ? text->size() : end + 1);
  return line;
}

// Not below 0; −1 where `digits` is no cost.
int32_t CostOf(std::string_view digits) {
  int32_t cost = 0;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return -1;
    cost = cost * 10 + (digit - '0');
    if (cost > kMaxPieceCost) return -1;
  }
  return digits.empty() ? -1 : cost;
}

bool IsPiece(std::string_view text) {
  if (text.empty() || text.size() > kMaxPieceBytes) return false;
  for (size_t at = 0; at < text.size();) {
    const bool first = at == 0;
    const char32_t code = NextCodePoint(text, &at);
    const bool never = IsSpace(code) || code == kReplacement ||
                       code == kCurlyApostrophe || (code == kMark && !first);
    if (never) return false;
  }
  return true;
}

bool IsSpecial(std::string_view piece) {
  const auto* end = std::end(kSpecialNames);
  return std::find(std::begin(kSpecialNames), end, piece) != end;
}

bool IsMarked(std::string_view piece) {
  return piece.substr(0, kSpaceMark.size()) == kSpaceMark;
}

// The bytes of `text` from `at` on that `piece` stands for: as many code
// points, and for its ▁ those up to `word`.
size_t EndOf(std::string_view piece, std::string_view text, size_t at,
             size_t word) {
  size_t in_piece = 0;
  if (IsMarked(piece)) {
    in_piece = kSpaceMark.size();
    at = word;
  }
  while (in_piece < piece.size()) {
    NextCodePoint(piece, &in_piece);
    NextCodePoint(text, &at);
  }
  return at;
}

// What no line shows by itself.
Status CheckTogether(const Segmenter& segmenter) {
  const std::string_view twice = segmenter.Twice();
  if (!twice.empty()) {
    return Fail(ErrorCode::kArgument,
                "the vocabulary has % twice; every piece or word comes once",
                twice);
  }
  if (segmenter.Best(kSpaceMark).pieces.empty()) {
    return Fail(ErrorCode::kArgument,
                "the vocabulary has no piece ▁; every one needs it for spaces");
  }
  for (const ScoredPiece& piece : segmenter.pieces()) {
    if (piece.cost == Segmenter::kNever &&
        segmenter.Best(piece.text).pieces.empty()) {
      return Fail(ErrorCode::kArgument,
                  "no pieces of the vocabulary make up its word %", piece.text);
    }
  }
  return Status();
}

}  // namespace

Result<Pieces> Pieces::Parse(std::string_view vocabulary) {
  if (TakeLine(&vocabulary) != kPiecesTitle) {
    return Fail(ErrorCode::kArgument,
                "a vocabulary begins with the line \"%\"; this one does not",
                kPiecesTitle);
  }
  std::vector<ScoredPiece> pieces;
  size_t words = 0;
  for (size_t number = 2; !vocabulary.empty(); ++number) {
    const std::string_view line = TakeLine(&vocabulary);
    const size_t space = std::min(line.find(' '), line.size());
    const std::string_view text = line.substr(std::min(space + 1, line.size()));
    const bool word = line.substr(0, space) == "+";
    const int32_t cost =
        word ? Segmenter::kNever : CostOf(line.substr(0, space));
    if (cost < 0 || !IsPiece(text) || (!word && words > 0)) {
      return Fail(ErrorCode::kArgument,
                  "line % of the vocabulary is neither a piece behind its cost "
                  "from 0 to % nor, after all pieces, a word behind +; both "
                  "have 1 to % bytes of UTF-8 without white space, and ▁ only "
                  "first",
                  number, kMaxPieceCost, kMaxPieceBytes);
    }
    if (IsSpecial(text)) {
      return Fail(ErrorCode::kArgument,
                  "line % of the vocabulary has %, which every vocabulary has "
                  "by itself; leave it out",
                  number, text);
    }
    if (pieces.size() + kSpecialPieces == kMaxPieces) {
      return Fail(ErrorCode::kArgument,
                  "the vocabulary has more than % pieces and words",
                  kMaxPieces);
    }
    words += word ? 1 : 0;
    pieces.push_back({std::string(text), cost});
  }
  Pieces read;
  read.size_ += static_cast<int32_t>(pieces.size() - words);
  read.segmenter_ = Segmenter(std::move(pieces));
  CH_RETURN_IF_ERROR(CheckTogether(read.segmenter_));
  return read;
}

std::string_view Pieces::Name(int32_t id) const {
  return id < kSpecialPieces ? kSpecialNames[id]
                             : segmenter_.pieces()[id - kSpecialPieces].text;
}

PieceTokens Pieces::Encode(std::string_view text, size_t limit) const {
  const PieceUnits split = SplitUnits(text, limit);
  PieceTokens encoded;
  encoded.truncated = split.truncated;
  const auto add = [&](int32_t id, size_t begin, size_t word, size_t end) {
    if (encoded.tokens.size() == limit) encoded.truncated = true;
    if (encoded.tokens.size() >= limit) return;
    encoded.tokens.push_back(
        {id, std::string(text.substr(begin, end - begin)), begin, word, end});
  };
  for (const PieceUnit& unit : split.units) {
    if (segmenter_.Find(unit.key) < 0) {
      add(kUnknownPiece, unit.begin, unit.word, unit.end);
      continue;
    }
    const Segmentation best = segmenter_.Best(unit.key);
    size_t begin = unit.begin;
    size_t word = unit.word;
    for (const int32_t piece : best.pieces) {
      const int32_t id = piece + kSpecialPieces;
      const size_t end = EndOf(Name(id), text, begin, word);
      add(id, begin, word, end);
      begin = word = end;
    }
  }
  return encoded;
}

Result<std::string> Pieces::Decode(std::span<const int32_t> ids) const {
  std::string text;
  // The ▁ of a first word stands for no space (piece_units.h).
  bool at_start = true;
  for (const int32_t id : ids) {
    if (id < 0 || id >= size()) {
      return Fail(ErrorCode::kRange,
                  "% is no piece; this vocabulary has 0 to %", id, size() - 1);
    }
    if (id < kUnknownPiece) continue;
    std::string_view piece = Name(id);
    const bool special = id < kSpecialPieces;
    const bool marked = !special && IsMarked(piece);
    const bool alone = piece == kSpaceMark;
    if (alone || (!at_start && (marked || special))) text += ' ';
    if (marked) piece.remove_prefix(kSpaceMark.size());
    text += piece;
    at_start = at_start && alone;
  }
  return text;
}

std::string Join(std::span<const PieceToken> tokens) {
  std::string text;
  for (const PieceToken& token : tokens) text += token.text;
  return text;
}

}  // namespace clearhead
