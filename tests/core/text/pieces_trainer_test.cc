#include "scripts/models/pieces/pieces_trainer.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/text/pieces.h"

namespace clearhead {
namespace {

using Sentences = std::vector<std::string>;

Pieces Train(const Sentences& sentences, size_t size,
             const Sentences& whole = {}) {
  const auto vocabulary = TrainPieces(sentences, whole, size);
  if (!vocabulary) FAIL(vocabulary.error().message);
  auto pieces = Pieces::Parse(*vocabulary);
  if (!pieces) FAIL(pieces.error().message);
  CHECK(static_cast<size_t>(pieces->size()) <= size);
  return *std::move(pieces);
}

std::string Encoded(const Pieces& pieces, std::string_view text) {
  std::string names;
  for (const PieceToken& token : pieces.Encode(text, 1000).tokens) {
    if (!names.empty()) names += '|';
    names += pieces.Name(token.id);
  }
  return names;
}

const Sentences& Corpus() {
  static const Sentences corpus = {
      "Je t'aime.",      "I love you.",     "Tu l’aimes !", "我爱你。",
      "Nous l'aimons.",  "you love me",     "他爱我们。",   "Vous aimez Paris.",
      "Das Haus ist da", "The house is it", "Je parle.",    "Tu parles.",
      "Nous parlons.",   "Vous parlez.",    "Ils parlent.", "Ils chantent."};
  return corpus;
}

TEST_CASE("with room for all words each is one piece", "[pieces]") {
  const Pieces pieces = Train(Corpus(), 200);
  CHECK(Encoded(pieces, "Je t'aime.") == "▁Je|▁t'|aime|.");
  CHECK(Encoded(pieces, "Nous parlons 你们") == "▁Nous|▁parlons|▁|你|们");
  // No other pieces: neither letters nor parts.
  CHECK(Encoded(pieces, "parl") == "[UNK]");
  CHECK(pieces.size() < 60);
}

TEST_CASE("with less room words are split into shared parts", "[pieces]") {
  Sentences sentences;
  for (const char* stem : {"parl", "chant", "dans", "march", "jou", "regard"}) {
    for (const char* end : {"e", "es", "ons", "ez", "ent", "ait"}) {
      sentences.push_back(std::string(stem) + end);
    }
  }
  const Pieces all = Train(sentences, 100);
  CHECK(all.size() == 6 + 36);
  // Six stems and six ends; five special pieces and ▁.
  const Pieces parts = Train(sentences, 6 + 12);
  CHECK(Encoded(parts, "parlons") == "▁parl|ons");
  CHECK(Encoded(parts, "regardait") == "▁regard|ait");
  // The parts would do, but no sentence had it.
  CHECK(Encoded(parts, "regards") == "[UNK]");
  for (const std::string& sentence : sentences) {
    const PieceTokens encoded = parts.Encode(sentence, 20);
    CHECK(encoded.tokens.size() <= 3);
    CHECK(encoded.tokens.size() >= 2);
    for (const PieceToken& token : encoded.tokens) {
      CHECK(token.id != kUnknownPiece);
    }
  }
}

TEST_CASE("elisions and what is asked for stay whole", "[pieces]") {
  const Sentences whole = {"Vous parlez", "zèbre"};
  const Pieces pieces = Train(Corpus(), 57, whole);
  CHECK(Encoded(pieces, "Vous parlez zèbre") == "▁Vous|▁parlez|▁zèbre");
  for (const char* text : {"t'aime", "l’aimons", "l'aimes"}) {
    CHECK(Encoded(pieces, text).find("'|") == 4);
  }
}

TEST_CASE("every sentence is known and comes back", "[pieces]") {
  for (const size_t size : {50u, 55u, 60u, 100u}) {
    const Pieces pieces = Train(Corpus(), size);
    for (const std::string& sentence : Corpus()) {
      const PieceTokens encoded = pieces.Encode(sentence, 100);
      std::vector<int32_t> ids;
      for (const PieceToken& token : encoded.tokens) ids.push_back(token.id);
      CHECK(std::count(ids.begin(), ids.end(), kUnknownPiece) == 0);
      CHECK(Join(encoded.tokens) == sentence);
      const auto decoded = pieces.Decode(ids);
      REQUIRE(decoded);
      if (sentence.find("’") == std::string::npos) CHECK(*decoded == sentence);
    }
  }
}

TEST_CASE("training does not depend on order or run", "[pieces]") {
  Sentences reversed(Corpus().rbegin(), Corpus().rend());
  for (const size_t size : {50u, 200u}) {
    const auto vocabulary = TrainPieces(Corpus(), {}, size);
    REQUIRE(vocabulary);
    CHECK(*TrainPieces(Corpus(), {}, size) == *vocabulary);
    CHECK(*TrainPieces(reversed, {}, size) == *vocabulary);
  }
}

TEST_CASE("too few pieces are refused with the number needed", "[pieces]") {
  const auto refused = TrainPieces(Corpus(), {}, 20);
  REQUIRE(!refused);
  INFO(refused.error().message);
  CHECK(refused.error().message.find("what stays whole of them needs ") !=
        std::string::npos);
  CHECK(!TrainPieces(Corpus(), {}, 5));
  CHECK(!TrainPieces(Corpus(), {}, kMaxPieces + 1));
  CHECK(TrainPieces({}, {}, 6));
}

TEST_CASE("a hundred thousand sentences take seconds", "[pieces]") {
  // Words of one to four syllables, the early ones much more often.
  static constexpr const char* kSyllables[] = {"la", "mi", "on", "tre", "es",
                                               "ba", "ku", "ni", "or",  "pe"};
  Random random(3);
  Sentences sentences(100000);
  for (std::string& sentence : sentences) {
    for (int word = 0; word < 8; ++word) {
      if (word > 0) sentence += ' ';
      const double place = random.Uniform();
      auto number = static_cast<uint32_t>(place * place * place * 9999);
      do {
        sentence += kSyllables[number % 10];
        number /= 10;
      } while (number > 0);
    }
  }
  const Pieces pieces = Train(sentences, 2000);
  CHECK(pieces.size() > 1900);
}

}  // namespace
}  // namespace clearhead
