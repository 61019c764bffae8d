#include "core/decode/generation.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "tests/support/text_scorer.h"

namespace clearhead::test {
namespace {

using Kind = ProcessorKind;

constexpr int64_t kVocabulary = 6;

struct Generated {
  Text tokens;
  double log_probability = 0;
  std::string error;
};

Generated Generate(TextScorer scorer, GenerationOptions options) {
  if (options.decode.prompt.empty()) options.decode.prompt = {1};
  Generation generation;
  Status status = generation.Start(std::make_shared<Budget>(), scorer, options);
  while (status && !generation.done()) status = generation.Step();
  CHECK(generation.done());
  if (!status) return {{}, 0, status.error().message};
  return {generation.tokens(), generation.log_probability(), ""};
}

GenerationOptions Options(DecodeOptions decode) {
  return {.decode = std::move(decode)};
}

GenerationOptions Drawn(uint64_t seed, std::vector<Processor> processors = {}) {
  GenerationOptions options;
  options.decode.processors = std::move(processors);
  options.decode.max_length = 20;
  options.sample = true;
  options.seed = seed;
  return options;
}

TextScorer AnyScorer() { return TextScorer(kVocabulary, DrawnRule(3)); }

// Every token leads to the next, with 0 after the last.
TextScorer CycleScorer() {
  return TextScorer(4, [](const Text& text, std::span<float> logits) {
    for (float& logit : logits) logit = 0;
    logits[(static_cast<size_t>(text.back()) + 1) % 4] = 2;
  });
}

TEST_CASE("greedy decoding follows the highest scores", "[decode]") {
  DecodeOptions decode{.prompt = {0}, .max_length = 5};
  Generated out = Generate(CycleScorer(), Options(decode));
  CHECK(out.tokens == Text{1, 2, 3, 0, 1});
  const double log_p = 2 - std::log(std::exp(2.0) + 3);
  CHECK(out.log_probability == Approx(5 * log_p).epsilon(1e-14));
  SECTION("until an end token, which counts") {
    decode.end_tokens = {3, 2};
    out = Generate(CycleScorer(), Options(decode));
    CHECK(out.tokens == Text{1, 2});
    CHECK(out.log_probability == Approx(2 * log_p).epsilon(1e-14));
  }
  SECTION("which may be the first") {
    decode.end_tokens = {1};
    CHECK(Generate(CycleScorer(), Options(decode)).tokens == Text{1});
  }
  SECTION("processors change the choice, not log p") {
    decode.processors = {{.kind = Kind::kRepetitionPenalty, .value = 100}};
    decode.max_length = 4;
    out = Generate(CycleScorer(), Options(decode));
    // 0 stands in the prompt; its 2 becomes 0.02.
    CHECK(out.tokens == Text{1, 2, 3, 0});
    CHECK(out.log_probability == Approx(4 * log_p).epsilon(1e-14));
  }
}

TEST_CASE("a forced prefix is continued", "[decode]") {
  DecodeOptions decode{.prompt = {0}, .forced = {3, 3}, .max_length = 4};
  const Generated out = Generate(CycleScorer(), Options(decode));
  CHECK(out.tokens == Text{3, 3, 0, 1});
  const double all = std::log(std::exp(2.0) + 3);
  CHECK(out.log_probability == Approx(2 * 2 - 4 * all).epsilon(1e-14));

  Generation generation;
  TextScorer scorer = CycleScorer();
  REQUIRE(
      generation.Start(std::make_shared<Budget>(), scorer, Options(decode)));
  REQUIRE(generation.Step());
  CHECK(generation.distribution().removed_by ==
        Text{kForced, kForced, kForced, kKept});
  CHECK(scorer.calls() == 1);
}

TEST_CASE("the scorer's word on a forced token is final", "[decode]") {
  TextScorer scorer(3, [](const Text&, std::span<float> logits) {
    logits[0] = logits[1] = 1;
    logits[2] = -HUGE_VALF;
  });
  DecodeOptions decode{.prompt = {0}, .forced = {2}};
  CHECK(Generate(scorer, Options(decode)).error ==
        "step 1: the forced token 2 has probability 0; force another");
  // No processor removes it, on the other hand.
  decode.forced = {1};
  decode.max_length = 1;
  decode.processors = {{.kind = Kind::kBadWords, .phrases = {{.tokens = {1}}}}};
  CHECK(Generate(scorer, Options(decode)).tokens == Text{1});
}

TEST_CASE("a seed repeats its draws", "[decode]") {
  const Generated once = Generate(AnyScorer(), Drawn(1));
  CHECK(Generate(AnyScorer(), Drawn(1)).tokens == once.tokens);
  CHECK(Generate(AnyScorer(), Drawn(2)).tokens != once.tokens);
  SECTION("also behind what it drew, forced") {
    GenerationOptions options = Drawn(1);
    options.decode.forced = Text(once.tokens.begin(), once.tokens.begin() + 9);
    CHECK(Generate(AnyScorer(), options).tokens == once.tokens);
  }
  SECTION("top-p 1 draws as without") {
    CHECK(Generate(AnyScorer(), Drawn(1, {{.kind = Kind::kTopP, .value = 1}}))
              .tokens == once.tokens);
  }
}

TEST_CASE("sampling from one token is greedy decoding", "[decode]") {
  GenerationOptions greedy = Drawn(1);
  greedy.sample = false;
  const Generated expected = Generate(AnyScorer(), greedy);
  for (const Processor& one :
       {Processor{.kind = Kind::kTopK, .value = 1},
        Processor{.kind = Kind::kTopP, .value = 0},
        Processor{.kind = Kind::kTemperature, .value = 1e-4}}) {
    const Generated out = Generate(AnyScorer(), Drawn(7, {one}));
    CHECK(out.tokens == expected.tokens);
    CHECK(out.log_probability == expected.log_probability);
  }
}

TEST_CASE("nothing left to choose is an error with its reason", "[decode]") {
  std::vector<Phrase> all;
  for (int32_t v = 0; v < kVocabulary; ++v) all.push_back({.tokens = {v}});
  const std::string expected =
      "step 1: all 6 tokens are removed, the last by processor 1 (bad_words); "
      "make it remove fewer";
  GenerationOptions options =
      Drawn(1, {{.kind = Kind::kTopK, .value = 2},
                {.kind = Kind::kBadWords, .phrases = all}});
  CHECK(Generate(AnyScorer(), options).error == expected);
  options.sample = false;
  CHECK(Generate(AnyScorer(), options).error == expected);
}

TEST_CASE("what is no logit is named by step and token", "[decode]") {
  for (const float wrong : {NAN, HUGE_VALF}) {
    TextScorer scorer(4, [=](const Text& text, std::span<float> logits) {
      for (float& logit : logits) logit = 0;
      if (text.size() == 3) logits[2] = wrong;
    });
    const std::string error = Generate(scorer, Options({.prompt = {0}})).error;
    CHECK(error.find("step 3: the logit of token 2 is ") == 0);
  }
  TextScorer nothing(2, [](const Text&, std::span<float> logits) {
    for (float& logit : logits) logit = -HUGE_VALF;
  });
  CHECK(Generate(nothing, Options({.prompt = {0}}))
            .error.find("step 1: the logits of all tokens are −∞") == 0);
}

TEST_CASE("options out of range are refused", "[decode]") {
  const auto message = [](const DecodeOptions& decode, int64_t vocabulary = 4) {
    const Status status = CheckOptions(decode, vocabulary);
    return status ? "" : status.error().message;
  };
  CHECK(message({.prompt = {0}}) == "");
  CHECK(message({.prompt = {0}}, 0) ==
        "the vocabulary has 0 tokens; decoding needs at least 1");
  CHECK(message({}) == "the prompt is empty; give a begin token or a text");
  CHECK(message({.prompt = {1, 4}}) ==
        "prompt token 1 is 4, which is not in the vocabulary, 0 to 3");
  CHECK(message({.prompt = {0}, .forced = {-1}}) ==
        "forced token 0 is -1, which is not in the vocabulary, 0 to 3");
  CHECK(message({.prompt = {0}, .end_tokens = {7}}) ==
        "end token 0 is 7, which is not in the vocabulary, 0 to 3");
  CHECK(message({.prompt = {0}, .max_length = 0}) ==
        "the longest output has 0 tokens; allowed are 1 to 4096");
  CHECK(message({.prompt = {0}, .max_length = 4097}) != "");
  CHECK(message({.prompt = {0}, .forced = {1, 2}, .max_length = 1}) ==
        "2 tokens are forced and the longest output has 1; force fewer or "
        "allow more");
  CHECK(message({.prompt = {0}, .forced = {1, 2}, .end_tokens = {1}}) ==
        "forced token 0 is the end token 1, and others follow it; only the "
        "last may end the output");
  CHECK(message({.prompt = {0}, .end_tokens = Text(9, 1)}) ==
        "there are 9 end tokens; at most 8 may be");
  CHECK(message({.prompt = {0}, .processors = std::vector<Processor>(64)}) ==
        "");
  CHECK(message({.prompt = {0}, .processors = std::vector<Processor>(65)}) ==
        "there are 65 processors; at most 64 may be");
  CHECK(message({.prompt = {0},
                 .processors = {{}, {.kind = Kind::kTopK, .value = 0}}})
            .find("processor 1 (top_k)") == 0);
}

TEST_CASE("the logits count in the budget", "[decode]") {
  TextScorer scorer = AnyScorer();
  Generation generation;
  const Status status = generation.Start(std::make_shared<Budget>(8), scorer,
                                         Options({.prompt = {0}}));
  REQUIRE(!status);
  CHECK(status.error().code == ErrorCode::kMemory);
}

}  // namespace
}  // namespace clearhead::test
