// Sentences written by hand are reported apart from the held-out ones; each of
// their words is known.
#include "tests/models/handwritten.h"

#include <catch2/catch.hpp>
#include <set>
#include <string>

#include "tests/models/cached_corpora.h"

namespace clearhead::models {
namespace {

// Tokens as texts write them, so that a capital counts where it stands.
std::set<std::string> TokensOfTraining(Pair pair, bool source) {
  std::set<std::string> tokens;
  for (const SentencePair& one : CachedCorpus(pair)) {
    if (one.held_out) continue;
    for (const std::string& token :
         source ? TokensOf(one.source, SourceOf(pair))
                : TokensOf(one.target, TargetOf(pair))) {
      tokens.insert(token);
    }
    const auto& words = source ? one.source_words : one.target_words;
    tokens.insert(words.begin(), words.end());
  }
  // Any word may begin a sentence.
  std::set<std::string> capitals;
  for (const std::string& word : tokens) {
    capitals.insert(TextOf({word}, source ? SourceOf(pair) : TargetOf(pair)));
  }
  tokens.insert(capitals.begin(), capitals.end());
  return tokens;
}

TEST_CASE("handwritten sentences are 200", "[handwritten]") {
  int counts[3] = {0, 0, 0};
  for (const Handwritten& one : ReadHandwritten()) {
    ++counts[static_cast<size_t>(one.pair)];
  }
  CHECK(counts[0] == 90);
  CHECK(counts[1] == 90);
  CHECK(counts[2] == 20);
}

TEST_CASE("every word of a handwritten sentence is known", "[handwritten]") {
  for (const Pair pair : kPairs) {
    const auto sources = TokensOfTraining(pair, true);
    const auto targets = TokensOfTraining(pair, false);
    for (const Handwritten& one : ReadHandwritten()) {
      if (one.pair != pair) continue;
      CAPTURE(one.source);
      for (const auto& token : TokensOf(one.source, SourceOf(pair))) {
        CAPTURE(token);
        CHECK(sources.contains(token));
      }
      for (const auto& token : TokensOf(one.target, TargetOf(pair))) {
        CAPTURE(token);
        CHECK(targets.contains(token));
      }
    }
  }
}

TEST_CASE("where grammar and hand say the same, so do they mean",
          "[handwritten]") {
  size_t generated = 0;
  for (const Pair pair : kPairs) {
    for (const Handwritten& one : ReadHandwritten()) {
      if (one.pair != pair) continue;
      for (const SentencePair& made : CachedCorpus(pair)) {
        if (made.source != one.source) continue;
        ++generated;
        CHECK(made.target == one.target);
      }
    }
  }
  CHECK(generated < 60);  // most are not in the corpora
}

}  // namespace
}  // namespace clearhead::models
