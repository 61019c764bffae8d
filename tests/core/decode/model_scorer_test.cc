#include "core/decode/model_scorer.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/decode/beam.h"
#include "core/decode/generation.h"
#include "core/model/transformer.h"
#include "tests/support/array.h"
#include "tests/support/small_model.h"

namespace clearhead {
namespace {

using test::MakeSmall;
using test::SmallModel;

SmallModel Writer(const char* preset) {
  return MakeSmall(preset, {{"vocabulary", 9},
                            {"d_model", 16},
                            {"d_ff", 20},
                            {"max_length", 16},
                            {"buckets", 8}});
}

std::vector<int32_t> SourceOf(const SmallModel& small) {
  if (!small.config.encodes()) return {};
  return {3, 1, 4, 1, 5};
}

// The logits after the last of `tokens`, from a whole pass without a cache.
std::vector<float> WholePass(const SmallModel& small,
                             const std::vector<int32_t>& tokens) {
  Graph graph(small.budget, Recording::kNone);
  Transformer model(graph, small.config, small.parameters);
  Tensor memory;
  if (small.config.encodes()) {
    memory = model.Encode(test::IdsIn(graph, "source", 1, SourceOf(small)), {});
  }
  const Tensor logits = model.Logits(
      model.Decode(test::IdsIn(graph, "target", 1, tokens), {}, memory, {}));
  REQUIRE(graph.status());
  std::vector<float> last;
  for (int64_t token = 0; token < 9; ++token) {
    last.push_back(static_cast<float>(graph.Cells(logits).At(
        {0, static_cast<int64_t>(tokens.size()) - 1, token})));
  }
  return last;
}

void CheckRow(const std::vector<float>& logits, size_t row,
              const std::vector<float>& wanted) {
  for (size_t token = 0; token < 9; ++token) {
    CHECK(logits[row * 9 + token] == Approx(wanted[token]).margin(2e-5));
  }
}

std::string ErrorOf(const Model& model, const std::vector<int32_t>& source,
                    int64_t capacity) {
  const auto scorer =
      ModelScorer::Make(std::make_shared<Budget>(), model, source, capacity);
  return scorer ? "" : scorer.error().message;
}

}  // namespace

TEST_CASE("rows of a scorer are those of whole passes", "[decode]") {
  for (const char* preset :
       {"transformer", "gpt", "t5", "llama", "deepseek", "recurrent"}) {
    INFO(preset);
    const SmallModel small = Writer(preset);
    const auto made =
        ModelScorer::Make(small.budget, small, SourceOf(small), 8);
    REQUIRE(made);
    Scorer& scorer = *made.value();
    std::vector<float> logits(3 * 9);
    // Twice: what is kept of the encoder serves again.
    for (int pass = 0; pass < 2; ++pass) {
      const std::vector<int32_t> prompt = {1, 7};
      REQUIRE(scorer.Start(prompt, std::span(logits).first(9)));
      CheckRow(logits, 0, WholePass(small, {1, 7}));
      REQUIRE(scorer.Advance(std::vector<int32_t>{0, 0, 0},
                             std::vector<int32_t>{2, 5, 6}, logits));
      CheckRow(logits, 1, WholePass(small, {1, 7, 5}));
      REQUIRE(scorer.Advance(std::vector<int32_t>{2, 0},
                             std::vector<int32_t>{8, 3},
                             std::span(logits).first(18)));
      CheckRow(logits, 0, WholePass(small, {1, 7, 6, 8}));
      CheckRow(logits, 1, WholePass(small, {1, 7, 2, 3}));
    }
  }
}

// A recurrent layer reads from left to right alone.
TEST_CASE("the mask of a recurrent model does not matter", "[decode]") {
  for (const char* mask : {"causal", "none"}) {
    const SmallModel small = MakeSmall(
        "recurrent", {{"vocabulary", 9}, {"d_model", 16}, {"mask", mask}});
    const auto made = ModelScorer::Make(small.budget, small, {}, 8);
    REQUIRE(made);
    std::vector<float> logits(9);
    REQUIRE(made.value()->Start(std::vector<int32_t>{1, 7}, logits));
    REQUIRE(made.value()->Advance(std::vector<int32_t>{0},
                                  std::vector<int32_t>{4}, logits));
    CheckRow(logits, 0, WholePass(small, {1, 7, 4}));
  }
}

TEST_CASE("a model writes greedily and by beams", "[decode]") {
  const SmallModel small = Writer("transformer");
  const auto made = ModelScorer::Make(small.budget, small, SourceOf(small), 12);
  REQUIRE(made);
  DecodeOptions decode;
  decode.prompt = {1};
  decode.end_tokens = {2};
  decode.max_length = 8;

  Generation greedy;
  REQUIRE(greedy.Start(small.budget, *made.value(), {decode}));
  while (!greedy.done()) REQUIRE(greedy.Step());
  // Each token is the best of a whole pass over those before.
  std::vector<int32_t> text = {1};
  for (const int32_t token : greedy.tokens()) {
    const std::vector<float> logits = WholePass(small, text);
    CHECK(std::max_element(logits.begin(), logits.end()) - logits.begin() ==
          token);
    text.push_back(token);
  }

  BeamSearch beams;
  BeamOptions options;
  options.decode = decode;
  REQUIRE(beams.Start(small.budget, *made.value(), options));
  while (!beams.done()) REQUIRE(beams.Step());
  REQUIRE_FALSE(beams.Best().empty());
  const LengthPenalty sums{LengthPenalty::Form::kPower, 0};
  CHECK(beams.Ranked(sums).front().score >= greedy.log_probability() - 1e-4);
}

// Each step's keys and values are one row longer: what the steps before had
// is used again. The cache and the rows that a step joins to it are of one
// size.
TEST_CASE("decoding holds the cache and one step", "[decode]") {
  const SmallModel small = MakeSmall(
      "gpt", {{"vocabulary", 9}, {"d_model", 64}, {"max_length", 512}});
  const size_t before = small.budget->used();
  const size_t cache =
      static_cast<size_t>(small.config.decoder_layers * 2 * 501 * 64) * 4;
  const auto made = ModelScorer::Make(small.budget, small, {}, 501);
  REQUIRE(made);
  Scorer& scorer = *made.value();
  std::vector<float> logits(9);
  REQUIRE(scorer.Start(std::vector<int32_t>{1}, logits));
  for (int step = 0; step < 500; ++step) {
    REQUIRE(scorer.Advance(std::vector<int32_t>{0},
                           std::vector<int32_t>{step % 9}, logits));
  }
  CHECK(small.budget->used() - before < 2 * cache + (size_t{2} << 20));
}

TEST_CASE("more than a scorer has room for is refused before it begins",
          "[decode]") {
  for (const char* preset : {"gpt", "recurrent"}) {
    const SmallModel small = Writer(preset);
    const auto made = ModelScorer::Make(small.budget, small, {}, 8);
    REQUIRE(made);
    CHECK(made.value()->room() == 8);
    GenerationOptions options;
    options.decode.prompt = {1, 3};
    options.decode.max_length = 7;
    Generation generation;
    REQUIRE(generation.Start(small.budget, *made.value(), options));
    while (!generation.done()) REQUIRE(generation.Step());
    CHECK(generation.tokens().size() == 7);
    options.decode.max_length = 8;
    const Status status =
        generation.Start(small.budget, *made.value(), options);
    REQUIRE(!status);
    CHECK(status.error().code == ErrorCode::kRange);
    CHECK(status.error().message.find(
              "a prompt of 2 tokens and an output of up to 8 are asked for; "
              "the scorer has room for 8 tokens") == 0);
    // Who asks it himself is refused, too.
    std::vector<float> logits(9);
    REQUIRE(made.value()->Start(std::vector<int32_t>(8, 1), logits));
    const Status full = made.value()->Advance(std::vector<int32_t>{0},
                                              std::vector<int32_t>{1}, logits);
    REQUIRE(!full);
    CHECK(full.error().message.find(
              "the decoder keeps 8 tokens of at most 8") == 0);
  }
}

TEST_CASE("what cannot write says why", "[decode]") {
  const SmallModel encoder = Writer("bert");
  CHECK(ErrorOf(encoder, {1}, 4).find("an encoder alone does not write") == 0);
  const SmallModel both = Writer("transformer");
  CHECK(ErrorOf(both, {}, 4).find("a source is empty") == 0);
  CHECK(ErrorOf(both, {1}, 17).find("17 tokens of prompt and output") == 0);
  CHECK(ErrorOf(both, {1}, 0).find("0 tokens of prompt and output") == 0);
  const SmallModel alone = Writer("gpt");
  CHECK(ErrorOf(alone, {1, 2}, 4).find("a source of 2 tokens") == 0);
  const SmallModel classes = MakeSmall("gpt", {{"outputs", 4}});
  CHECK(ErrorOf(classes, {}, 4).find("the model has 4 outputs") == 0);
  const SmallModel seeing = MakeSmall("gpt", {{"mask", "none"}});
  CHECK(ErrorOf(seeing, {}, 4).find("mask is 'none'") == 0);
}

}  // namespace clearhead
