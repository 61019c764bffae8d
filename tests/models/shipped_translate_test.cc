// What the shipped translator can do. Its corpora are larger than these; what
// these hold out, those do, too.
#include <catch2/catch.hpp>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "core/decode/beam.h"
#include "core/decode/model_scorer.h"
#include "scripts/models/check.h"
#include "scripts/models/translate.h"
#include "tests/models/cached_corpora.h"
#include "tests/models/handwritten.h"
#include "tests/models/shipped.h"

namespace clearhead::models {
namespace {

constexpr int kMostWritten = 32;  // pieces

const Shipped& Translator() { return TheShipped("translate"); }

Example Question(Pair pair, const std::string& source,
                 const std::string& target) {
  const auto example = ExampleOf(Translator().pieces, pair, source, target);
  REQUIRE(example);
  return *example;
}

std::vector<Example> HeldOut(Pair pair) {
  std::vector<Example> examples;
  for (const SentencePair& one : CachedCorpus(pair)) {
    if (!one.held_out) continue;
    examples.push_back(Question(pair, one.source, one.target));
  }
  return examples;
}

double Exact(const std::vector<Example>& examples) {
  const auto share = ShareRight(Translator().budget, Translator().model,
                                TaskForm::kSequence, examples);
  REQUIRE(share);
  return *share;
}

std::string Said(std::vector<int32_t> ids) {
  if (!ids.empty() && ids.back() == kEndPiece) ids.pop_back();
  const auto text = Translator().pieces.Decode(ids);
  REQUIRE(text);
  return *text;
}

std::string Greedy(const Example& example) {
  const auto written =
      Translate(Translator().budget, Translator().model, {&example, 1});
  REQUIRE(written);
  return Said(written->at(0));
}

std::string WithBeams(const Example& example) {
  const auto& budget = Translator().budget;
  auto scorer = ModelScorer::Make(budget, Translator().model, example.source,
                                  kMostWritten + 1);
  REQUIRE(scorer);
  BeamOptions options;
  options.decode.prompt = {kBeginPiece};
  options.decode.end_tokens = {kEndPiece};
  options.decode.max_length = kMostWritten;
  options.width = 4;
  BeamSearch search;
  REQUIRE(search.Start(budget, **scorer, options));
  while (!search.done()) REQUIRE(search.Step());
  return Said(search.TokensOf(search.Best().at(0).node));
}

TEST_CASE("the translator is at most a megabyte", "[shipped]") {
  CHECK(Translator().bytes <= 1000000);
}

TEST_CASE("held-out combinations are translated", "[shipped]") {
  CHECK(Exact(HeldOut(Pair::kFrenchEnglish)) >= 0.97);
  CHECK(Exact(HeldOut(Pair::kChineseEnglish)) >= 0.97);
  CHECK(Exact(HeldOut(Pair::kEnglishGerman)) >= 0.9);
}

TEST_CASE("the sentences shown first are right", "[shipped]") {
  for (const ShownPair& shown : kShownPairs) {
    const Example example = Question(shown.pair, shown.source, shown.target);
    CHECK(Greedy(example) == shown.target);
    CHECK(WithBeams(example) == shown.target);
  }
}

TEST_CASE("beams translate as well as greedily", "[shipped]") {
  for (const Pair pair : kPairs) {
    const std::vector<Example> sample = Sample(HeldOut(pair), 100);
    double right = 0;
    for (const Example& example : sample) {
      right += WithBeams(example) == Said(example.target);
    }
    CHECK(right / 100 >= Exact(sample) - 0.02);
  }
}

TEST_CASE("sentences written by hand are reported", "[shipped]") {
  constexpr const char* kNames[] = {"French", "Chinese", "German"};
  for (const Pair pair : kPairs) {
    int right = 0, all = 0;
    for (const Handwritten& one : ReadHandwritten()) {
      if (one.pair != pair) continue;
      ++all;
      right += Greedy(Question(pair, one.source, one.target)) == one.target;
    }
    std::printf("handwritten %s: %d of %d\n", kNames[static_cast<size_t>(pair)],
                right, all);
    CHECK(right * 2 > all);
  }
}

TEST_CASE("a word outside the vocabulary is named", "[shipped]") {
  for (const auto& [source, unknown] :
       {std::pair("Je mange un xylophone.", " xylophone"),
        std::pair("我爱你龘。", "龘")}) {
    std::string found;
    for (const PieceToken& token :
         Translator().pieces.Encode(source, 64).tokens) {
      if (token.id == kUnknownPiece) found += token.text;
    }
    CHECK(found == unknown);
  }
}

}  // namespace
}  // namespace clearhead::models
