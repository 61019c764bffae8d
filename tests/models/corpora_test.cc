// The parallel corpora: size, length, one translation, the split.
#include "scripts/models/corpora.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <string>

#include "core/base/hash.h"
#include "tests/models/cached_corpora.h"

namespace clearhead::models {
namespace {

using Counts = std::map<std::string, int>;

Counts CountWords(const std::vector<SentencePair>& pairs, bool source) {
  Counts counts;
  for (const SentencePair& pair : pairs) {
    for (const std::string& word :
         source ? pair.source_words : pair.target_words) {
      ++counts[word];
    }
  }
  return counts;
}

TEST_CASE("corpora are large and their vocabularies wide", "[corpora]") {
  for (const Pair pair : kPairs) {
    const auto& pairs = CachedCorpus(pair);
    INFO("pair " << static_cast<int>(pair));
    CHECK(pairs.size() == kCorpusSize);
    std::set<std::string> sources;
    for (const SentencePair& one : pairs) sources.insert(one.source);
    CHECK(sources.size() >= 20000);
    CHECK(CountWords(pairs, true).size() >= 600);
    CHECK(CountWords(pairs, false).size() >= 600);
  }
}

TEST_CASE("sentences have 3 to 14 tokens", "[corpora]") {
  for (const Pair pair : kPairs) {
    size_t outside = 0;
    for (const SentencePair& one : CachedCorpus(pair)) {
      const size_t sizes[] = {TokensOf(one.source, SourceOf(pair)).size(),
                              TokensOf(one.target, TargetOf(pair)).size()};
      for (const size_t size : sizes) {
        outside += size < kLeastTokens || size > kMostTokens;
      }
    }
    CHECK(outside == 0);
  }
}

// Words are as in the dictionary, tokens as written: only the first may differ,
// by its capital.
TEST_CASE("the tokens of a text are its words", "[corpora]") {
  for (const Pair pair : {Pair::kFrenchEnglish, Pair::kEnglishGerman}) {
    size_t different = 0;
    for (const SentencePair& one : CachedCorpus(pair)) {
      const auto compare = [&](const std::string& text,
                               const std::vector<std::string>& words,
                               Language language) {
        const std::vector<std::string> tokens = TokensOf(text, language);
        different +=
            tokens.size() != words.size() ||
            !std::equal(tokens.begin() + 1, tokens.end(), words.begin() + 1);
      };
      compare(one.source, one.source_words, SourceOf(pair));
      compare(one.target, one.target_words, TargetOf(pair));
    }
    CHECK(different == 0);
  }
}

// Corpus() stops the program where a source would get a second translation;
// here two corpora are compared.
TEST_CASE("a source has one translation", "[corpora]") {
  for (const Pair pair : kPairs) {
    std::map<std::string, std::string> targets;
    for (const SentencePair& one : CachedCorpus(pair)) {
      targets[one.source] = one.target;
    }
    size_t again = 0, different = 0;
    for (const SentencePair& one : Corpus(pair, 101, 12000)) {
      const auto found = targets.find(one.source);
      if (found == targets.end()) continue;
      ++again;
      different += found->second != one.target;
    }
    CHECK(again > 100);
    CHECK(different == 0);
  }
}

TEST_CASE("held-out combinations never occur in training", "[corpora][split]") {
  for (const Pair pair : kPairs) {
    const auto& pairs = CachedCorpus(pair);
    std::set<std::string> seen, sentences;
    size_t held_out = 0;
    for (const SentencePair& one : pairs) {
      held_out += one.held_out;
      if (one.held_out) continue;
      seen.insert(one.combinations.begin(), one.combinations.end());
      sentences.insert(one.source);
    }
    size_t seen_wholly = 0, shared = 0;
    for (const SentencePair& one : pairs) {
      if (!one.held_out) continue;
      shared += sentences.contains(one.source);
      seen_wholly += std::all_of(
          one.combinations.begin(), one.combinations.end(),
          [&](const std::string& name) { return seen.contains(name); });
    }
    INFO("pair " << static_cast<int>(pair) << ", held out " << held_out);
    CHECK(held_out >= 1000);
    CHECK(shared == 0);
    CHECK(seen_wholly == 0);
  }
}

TEST_CASE("every held-out word occurs in training", "[corpora][split]") {
  for (const Pair pair : kPairs) {
    std::vector<SentencePair> training, held;
    Halves(pair, &training, &held);
    for (const bool source : {true, false}) {
      const Counts known = CountWords(training, source);
      for (const auto& [word, count] : CountWords(held, source)) {
        CAPTURE(word);
        CHECK(known.contains(word));
      }
    }
  }
}

TEST_CASE("the same seed gives the same corpus", "[corpora]") {
  const auto hash = [](uint64_t seed) {
    std::string all;
    for (const SentencePair& one : Corpus(Pair::kFrenchEnglish, seed, 1000)) {
      all += one.source + "\t" + one.target + "\n";
    }
    return Hash(all);
  };
  // The same with every compiler; it changes with the grammars.
  CHECK(hash(5) == 0x6568f6c02c170a30u);
  CHECK(hash(5) == hash(5));
  CHECK(hash(5) != hash(6));
}

}  // namespace
}  // namespace clearhead::models
