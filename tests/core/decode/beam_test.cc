#include "core/decode/beam.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <string>

#include "core/decode/generation.h"
#include "tests/support/text_scorer.h"

namespace clearhead::test {
namespace {

using Kind = ProcessorKind;
using Form = LengthPenalty::Form;

BeamOptions Options(int width, int max_length, Text end_tokens = {0}) {
  BeamOptions options;
  options.decode = {.prompt = {1},
                    .end_tokens = std::move(end_tokens),
                    .max_length = max_length};
  options.width = width;
  return options;
}

// The search when it is done; `error` gets the message of one that fails.
BeamSearch Search(TextScorer scorer, const BeamOptions& options,
                  std::string* error = nullptr) {
  BeamSearch search;
  Status status = search.Start(std::make_shared<Budget>(), scorer, options);
  while (status && !search.done()) status = search.Step();
  if (!status) CHECK(search.done());
  if (error != nullptr) {
    *error = status ? "" : status.error().message;
  } else if (!status) {
    FAIL(status.error().message);
  }
  return search;
}

TextScorer Drawn(int64_t vocabulary, uint64_t seed) {
  return TextScorer(vocabulary, DrawnRule(seed));
}

// p of the next token by the last one of the text.
TextScorer Chain(std::map<int32_t, std::vector<double>> p) {
  const auto count = static_cast<int64_t>(p.begin()->second.size());
  return TextScorer(count, [p](const Text& text, std::span<float> logits) {
    for (size_t v = 0; v < logits.size(); ++v) {
      logits[v] = static_cast<float>(std::log(p.at(text.back())[v]));
    }
  });
}

Text BestTokens(const BeamSearch& search) {
  return search.TokensOf(search.Best()[0].node);
}

std::vector<Fate> FatesOf(const BeamSearch& search) {
  std::vector<Fate> fates;
  for (const BeamNode& node : search.nodes()) fates.push_back(node.fate);
  return fates;
}

// Every output up to a length with its Σ log p, in plain arithmetic.
void Enumerate(const TextScorer::Rule& rule, size_t vocabulary, size_t longest,
               const Text& output, double sum,
               std::vector<std::pair<Text, double>>* all) {
  Text text = {1};
  text.insert(text.end(), output.begin(), output.end());
  std::vector<float> logits(vocabulary);
  rule(text, logits);
  double total = 0;
  for (const float logit : logits) total += std::exp(double{logit});
  for (size_t v = 0; v < vocabulary; ++v) {
    Text next = output;
    next.push_back(static_cast<int32_t>(v));
    const double score = sum + logits[v] - std::log(total);
    if (v == 0 || next.size() == longest) {
      all->push_back({next, score});
    } else {
      Enumerate(rule, vocabulary, longest, next, score, all);
    }
  }
}

TEST_CASE("a beam as wide as everything is exhaustive", "[decode]") {
  for (const uint64_t seed : {1, 2, 3, 4}) {
    std::vector<std::pair<Text, double>> all;
    Enumerate(DrawnRule(seed), 3, 4, {}, 0, &all);
    const BeamSearch search = Search(Drawn(3, seed), Options(64, 4));
    for (const LengthPenalty& penalty :
         {LengthPenalty{Form::kPower, 1}, LengthPenalty{Form::kPower, 0},
          LengthPenalty{Form::kPower, -1}, LengthPenalty{Form::kPower, 2.5},
          LengthPenalty{Form::kWu, 0.6}}) {
      const auto score = [&](const std::pair<Text, double>& output) {
        const auto length = static_cast<double>(output.first.size());
        const double base =
            penalty.form == Form::kWu ? (5 + length) / 6 : length;
        return output.second / std::pow(base, penalty.exponent);
      };
      std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
        return score(a) > score(b);
      });
      const std::vector<Hypothesis> ranked = search.Ranked(penalty);
      REQUIRE(ranked.size() == all.size());
      for (size_t i = 0; i < all.size(); ++i) {
        CHECK(search.TokensOf(ranked[i].node) == all[i].first);
        CHECK(ranked[i].score == Approx(score(all[i])).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("ranking again equals searching again", "[decode]") {
  // Wide enough that the penalty decides nothing on the way.
  for (const double exponent : {-1.0, 0.0, 0.7, 3.0}) {
    BeamOptions options = Options(64, 4);
    const BeamSearch one = Search(Drawn(3, 9), options);
    options.penalty.exponent = exponent;
    const BeamSearch other = Search(Drawn(3, 9), options);
    const auto ranked = one.Ranked(options.penalty);
    const auto best = other.Best();
    REQUIRE(best.size() == ranked.size());
    for (size_t i = 0; i < best.size(); ++i) {
      CHECK(best[i].node == ranked[i].node);
      CHECK(best[i].score == ranked[i].score);
    }
  }
}

TEST_CASE("what becomes of every candidate", "[decode]") {
  // 0 ends; 1 is the prompt.
  const TextScorer scorer = Chain({{1, {0.1, 0.2, 0.4, 0.3}},
                                   {2, {0.5, 0.3, 0.1, 0.1}},
                                   {3, {0.4, 0.1, 0.1, 0.4}}});
  BeamOptions options = Options(2, 2);
  options.stopping = EarlyStopping::kNever;
  const BeamSearch search = Search(scorer, options);
  const std::vector<BeamNode>& nodes = search.nodes();
  CHECK(FatesOf(search) ==
        std::vector<Fate>{
            // 0.4 of 2, 0.3 of 3, 0.2 of 1, 0.1 of the end
            Fate::kLive, Fate::kLive, Fate::kOutranked, Fate::kEndedLow,
            // 0.2 of 2 0, 0.12 of 3 0, 2 1 and 3 3
            Fate::kEnded, Fate::kEnded, Fate::kLongest, Fate::kLongest});
  CHECK(search.TokensOf(4) == Text{2, 0});
  CHECK(search.TokensOf(5) == Text{3, 0});
  CHECK(nodes[4].parent == 0);
  CHECK(nodes[4].length == 2);
  CHECK(nodes[0].parent == -1);
  CHECK(nodes[4].log_probability == Approx(std::log(0.5)).epsilon(1e-6));
  CHECK(nodes[4].sum == Approx(std::log(0.2)).epsilon(1e-6));
  CHECK(search.continued() == Text{0, 1});
  CHECK(search.live().empty());
  const auto best = search.Best();
  REQUIRE(best.size() == 2);
  CHECK(best[0].node == 4);
  CHECK(best[0].score == Approx(std::log(0.2) / 2).epsilon(1e-6));
  CHECK(search.Ranked({}).size() == 4);

  Distribution distribution;
  REQUIRE(search.Inspect(1, &distribution));  // after 3
  CHECK(distribution.log_probabilities[3] ==
        Approx(std::log(0.4)).epsilon(1e-6));
}

TEST_CASE("ties go to the lower token, then to the better parent", "[decode]") {
  const TextScorer even(4, [](const Text&, std::span<float> logits) {
    for (float& logit : logits) logit = 1;
  });
  const BeamSearch search = Search(even, Options(2, 2, {3}));
  Text tokens, parents;
  for (const BeamNode& node : search.nodes()) {
    tokens.push_back(node.token);
    parents.push_back(node.parent);
  }
  CHECK(tokens == Text{0, 1, 2, 3, 0, 0, 1, 1});
  CHECK(parents == Text{-1, -1, -1, -1, 0, 1, 0, 1});
  CHECK(BestTokens(search) == Text{0, 0});
}

TEST_CASE("one beam is greedy decoding", "[decode]") {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const BeamOptions options = Options(1, 12);
    TextScorer scorer = Drawn(5, seed);
    Generation generation;
    REQUIRE(generation.Start(std::make_shared<Budget>(), scorer,
                             {.decode = options.decode}));
    while (!generation.done()) REQUIRE(generation.Step());
    const BeamSearch search = Search(Drawn(5, seed), options);
    CHECK(BestTokens(search) == generation.tokens());
    CHECK(search.nodes()[search.Best()[0].node].sum ==
          generation.log_probability());
  }
}

TEST_CASE("an end token may come at step one", "[decode]") {
  const TextScorer scorer =
      Chain({{1, {0.9, 0.05, 0.05}}, {2, {0.4, 0.3, 0.3}}});
  const BeamSearch search = Search(scorer, Options(1, 9));
  CHECK(search.length() == 1);
  CHECK(BestTokens(search) == Text{0});
  CHECK(FatesOf(search) == std::vector<Fate>{Fate::kEnded, Fate::kStopped});
  CHECK(search.Ranked({}).size() == 1);
}

TEST_CASE("without an end the longest outputs finish", "[decode]") {
  const BeamSearch search = Search(Drawn(5, 1), Options(3, 6, {}));
  CHECK(search.length() == 6);
  CHECK(search.Best().size() == 3);
  for (const Hypothesis& best : search.Best()) {
    CHECK(search.TokensOf(best.node).size() == 6);
    CHECK(search.nodes()[best.node].fate == Fate::kLongest);
  }
}

TEST_CASE("any of several end tokens ends", "[decode]") {
  const TextScorer scorer =
      Chain({{1, {0.3, 0.1, 0.4, 0.2}}, {3, {0.3, 0.1, 0.2, 0.4}}});
  BeamOptions options = Options(2, 3, {0, 2});
  options.stopping = EarlyStopping::kAtOnce;
  const BeamSearch search = Search(scorer, options);
  // Three candidates a beam: both ends and 3 and 1 live on.
  CHECK(search.length() == 1);
  CHECK(FatesOf(search) == std::vector<Fate>{Fate::kEnded, Fate::kEnded,
                                             Fate::kStopped, Fate::kStopped});
}

TEST_CASE("early stopping decides when enough is finished", "[decode]") {
  // Ending is a little likelier than 2, which afterwards is nearly certain: a
  // long output wins by its mean, if it is waited for.
  const TextScorer scorer =
      Chain({{1, {0.52, 0.001, 0.479}}, {2, {0.009, 0.001, 0.99}}});
  const auto length = [&](EarlyStopping stopping, double exponent) {
    BeamOptions options = Options(1, 6);
    options.stopping = stopping;
    options.penalty.exponent = exponent;
    return BestTokens(Search(scorer, options)).size();
  };
  CHECK(length(EarlyStopping::kAtOnce, 1) == 1);
  CHECK(length(EarlyStopping::kWhenBetter, 1) == 1);
  CHECK(length(EarlyStopping::kNever, 1) == 6);
  // Where length is not rewarded nothing can get better.
  CHECK(length(EarlyStopping::kNever, 0) == 1);
  CHECK(length(EarlyStopping::kNever, -1) == 1);
}

TEST_CASE("a prefix is forced and counts as if chosen", "[decode]") {
  BeamOptions options = Options(3, 6);
  const BeamSearch free = Search(Drawn(5, 2), options);
  SECTION("what it would have chosen anyway changes nothing") {
    const Hypothesis best = free.Best()[0];
    const Text tokens = free.TokensOf(best.node);
    options.decode.forced = {tokens[0]};
    const BeamSearch forced = Search(Drawn(5, 2), options);
    CHECK(BestTokens(forced) == tokens);
    CHECK(forced.Best()[0].score == best.score);
    CHECK(forced.nodes()[0].token == tokens[0]);
    CHECK(forced.nodes()[1].parent == 0);
  }
  SECTION("another branch, which processors do not touch") {
    options.decode.forced = {4, 4};
    options.decode.processors = {
        {.kind = Kind::kBadWords, .phrases = {{.tokens = {4}}}}};
    const BeamSearch forced = Search(Drawn(5, 2), options);
    for (const Hypothesis& best : forced.Best()) {
      const Text tokens = forced.TokensOf(best.node);
      CHECK(Text(tokens.begin(), tokens.begin() + 2) == Text{4, 4});
      CHECK(std::count(tokens.begin(), tokens.end(), 4) == 2);
    }
  }
  SECTION("to the end") {
    options.decode.forced = {3, 0};
    const BeamSearch forced = Search(Drawn(5, 2), options);
    CHECK(forced.length() == 2);
    REQUIRE(forced.Best().size() == 1);
    CHECK(BestTokens(forced) == Text{3, 0});
  }
}

TEST_CASE("a beam without a choice ends, and the others go on", "[decode]") {
  // After 2 nothing but the phrases may come.
  const TextScorer scorer = Chain({{1, {0.1, 0.2, 0.4, 0.3}},
                                   {2, {0.4, 0.2, 0.2, 0.2}},
                                   {3, {0.7, 0.1, 0.1, 0.1}}});
  BeamOptions options = Options(2, 3);
  std::vector<Phrase> after_two;
  for (int32_t v = 0; v < 4; ++v) after_two.push_back({.tokens = {2, v}});
  options.decode.processors = {{.kind = Kind::kBadWords, .phrases = after_two}};
  const BeamSearch search = Search(scorer, options);
  CHECK(search.nodes()[0].token == 2);
  CHECK(search.nodes()[0].fate == Fate::kNoChoice);
  CHECK(BestTokens(search) == Text{3, 0});

  std::vector<Phrase> all;
  for (int32_t v = 0; v < 4; ++v) all.push_back({.tokens = {v}});
  options.decode.processors = {{.kind = Kind::kSequenceBias, .phrases = all}};
  std::string error;
  Search(scorer, options, &error);
  CHECK(error ==
        "step 1: all 4 tokens are removed, the last by processor 0 "
        "(sequence_bias); make it remove fewer");
}

TEST_CASE("a search repeats itself, one call of the scorer a step",
          "[decode]") {
  const BeamOptions options = Options(4, 10);
  TextScorer scorer = Drawn(7, 5);
  BeamSearch search;
  REQUIRE(search.Start(std::make_shared<Budget>(), scorer, options));
  CHECK(scorer.calls() == 0);
  while (!search.done()) {
    REQUIRE(search.Step());
    CHECK(scorer.calls() == search.length());
    CHECK(search.live().size() == (search.done() ? 0 : 4));
  }
  const BeamSearch again = Search(Drawn(7, 5), options);
  REQUIRE(again.nodes().size() == search.nodes().size());
  for (size_t i = 0; i < again.nodes().size(); ++i) {
    CHECK(again.nodes()[i].token == search.nodes()[i].token);
    CHECK(again.nodes()[i].sum == search.nodes()[i].sum);
    CHECK(again.nodes()[i].fate == search.nodes()[i].fate);
  }
  SECTION("also begun again before it is done") {
    REQUIRE(search.Start(std::make_shared<Budget>(), scorer, options));
    REQUIRE(search.Step());
    REQUIRE(search.Start(std::make_shared<Budget>(), scorer, options));
    CHECK(search.nodes().empty());
    while (!search.done()) REQUIRE(search.Step());
    CHECK(BestTokens(search) == BestTokens(again));
  }
}

TEST_CASE("a search out of range is refused", "[decode]") {
  const auto message = [](const BeamOptions& options) {
    std::string error;
    Search(Drawn(4, 1), options, &error);
    return error;
  };
  CHECK(message(Options(0, 4)) == "the width is 0; allowed are 1 to 64");
  CHECK(message(Options(65, 4)) == "the width is 65; allowed are 1 to 64");
  BeamOptions options = Options(2, 4);
  options.penalty.exponent = 11;
  CHECK(message(options) ==
        "the exponent of the length penalty is 11; allowed are -10 to 10");
  options.penalty.exponent = NAN;
  CHECK(message(options) != "");
  CHECK(message(Options(2, 0)) ==
        "the longest output has 0 tokens; allowed are 1 to 4096");

  TextScorer scorer(4, [](const Text& text, std::span<float> logits) {
    for (float& logit : logits) logit = 0;
    if (text.size() == 2) logits[3] = NAN;
  });
  std::string error;
  Search(scorer, Options(2, 4), &error);
  CHECK(error.find("step 2: the logit of token 3 is NaN") == 0);
}

TEST_CASE("a tree beyond bounds, and rows that are not there", "[decode]") {
  std::string error;
  Search(Drawn(4, 1), Options(64, 2048, {}), &error);
  CHECK(error.empty());
  Search(Drawn(4, 1), Options(64, 2049), &error);
  CHECK(error ==
        "128 candidates in each of up to 2049 steps make a tree of more than "
        "262144 nodes; take a smaller width or a shorter output");
  const BeamSearch search = Search(Drawn(5, 1), Options(3, 6, {}));
  Distribution distribution;
  CHECK(search.Inspect(2, &distribution));
  const Status status = search.Inspect(3, &distribution);
  REQUIRE(!status);
  CHECK(status.error().message ==
        "row 3 was asked for; the last step continued 3, counted from 0");
  CHECK(!BeamSearch().Inspect(0, &distribution));
  CHECK(search.TokensOf(-1).empty());
}

TEST_CASE("the divisor of a length", "[decode]") {
  CHECK(LengthPenalty{Form::kPower, 0}.Divisor(7) == 1);
  CHECK(LengthPenalty{Form::kPower, 2}.Divisor(3) == Approx(9).epsilon(1e-14));
  CHECK(LengthPenalty{Form::kPower, -1}.Divisor(4) ==
        Approx(0.25).epsilon(1e-14));
  CHECK(LengthPenalty{Form::kWu, 0.6}.Divisor(1) == 1);
  CHECK(LengthPenalty{Form::kWu, 2}.Divisor(7) == Approx(4).epsilon(1e-14));
}

}  // namespace
}  // namespace clearhead::test
