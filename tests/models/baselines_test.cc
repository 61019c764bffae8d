#include "scripts/models/baselines.h"

#include <catch2/catch.hpp>

#include "tests/models/cached_corpora.h"

namespace clearhead::models {
namespace {

TEST_CASE("a nearest sentence translates few held-out pairs", "[baselines]") {
  for (const Pair pair : kPairs) {
    std::vector<SentencePair> training, held;
    Halves(pair, &training, &held);
    held.resize(300);
    const double exact = ExactShare(NearestSentence(training), held);
    CHECK(exact < 0.3);
    // It does find what it has seen.
    training.resize(100);
    CHECK(ExactShare(NearestSentence(training), training) > 0.95);
  }
}

TEST_CASE("a dictionary translates few held-out pairs", "[baselines]") {
  for (const Pair pair : kPairs) {
    std::vector<SentencePair> training, held;
    Halves(pair, &training, &held);
    CHECK(ExactShare(WordDictionary(training), held) < 0.6);
  }
}

TEST_CASE("a dictionary learns words from sentences", "[baselines]") {
  const auto pair = [](std::vector<std::string> source,
                       std::vector<std::string> target) {
    SentencePair made;
    made.source_words = std::move(source);
    made.target_words = std::move(target);
    return made;
  };
  const WordDictionary dictionary({pair({"un", "chat"}, {"a", "cat"}),
                                   pair({"un", "chien"}, {"a", "dog"}),
                                   pair({"le", "chat"}, {"the", "cat"}),
                                   pair({"le", "chien"}, {"the", "dog"})});
  CHECK(dictionary.Translate({"un", "chien"}) ==
        std::vector<std::string>{"a", "dog"});
  CHECK(dictionary.Translate({"inconnu"}).empty());
}

}  // namespace
}  // namespace clearhead::models
