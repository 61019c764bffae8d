// Texts that a session's models write: the same as decoding by itself, with
// what was chosen from.
#include "core/session/writing.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/model/model.h"
#include "tests/support/small_model.h"

namespace clearhead {
namespace {

using test::MakeSmall;
using test::SmallModel;

constexpr int32_t kBegin = 1, kEnd = 2;

SmallModel ModelOf(const char* preset) {
  return MakeSmall(preset, {{"vocabulary", 14},
                            {"d_model", 8},
                            {"d_ff", 16},
                            {"heads", 2},
                            {"encoder_layers", 1},
                            {"decoder_layers", 1},
                            {"max_length", 32}});
}

DecodeOptions Decode(std::vector<int32_t> prompt = {kBegin}) {
  DecodeOptions options;
  options.prompt = std::move(prompt);
  options.end_tokens = {kEnd};
  options.max_length = 6;
  return options;
}

std::vector<int32_t> Written(const SmallModel& model, WritingRequest request) {
  auto text = Writing::Make(model.budget, model, std::move(request));
  REQUIRE(text);
  while (!(*text)->done()) REQUIRE((*text)->Step());
  return (*text)->generation()->tokens();
}

}  // namespace

TEST_CASE("a text does not go on where its model has been trained since",
          "[session][writing]") {
  SmallModel model = ModelOf("transformer");
  auto text = Writing::Make(model.budget, model,
                            {{4, 5, 6}, GenerationOptions{Decode()}});
  REQUIRE(text);
  REQUIRE((*text)->Step());
  ++model.changes;
  const Status status = (*text)->Step();
  REQUIRE_FALSE(status);
  CHECK(status.error().message.find("trained since") != std::string::npos);
}

TEST_CASE("too long a text is refused by what was asked",
          "[session][writing]") {
  const SmallModel model = ModelOf("transformer");
  DecodeOptions options = Decode();
  options.max_length = 100'000;
  const auto text =
      Writing::Make(model.budget, model, {{4}, GenerationOptions{options}});
  REQUIRE_FALSE(text);
  CHECK(text.error().message.find("100000") != std::string::npos);
}

TEST_CASE("a text is what generation by itself writes", "[session][writing]") {
  const SmallModel model = ModelOf("transformer");
  const std::vector<int32_t> source = {4, 5, 6};
  const auto scorer = ModelScorer::Make(model.budget, model, source, 6);
  REQUIRE(scorer);
  Generation alone;
  REQUIRE(alone.Start(model.budget, **scorer, {Decode()}));
  while (!alone.done()) REQUIRE(alone.Step());
  CHECK(Written(model, {source, GenerationOptions{Decode()}}) ==
        alone.tokens());
}

TEST_CASE("without an encoder the source is read before the prompt",
          "[session][writing]") {
  for (const char* preset : {"gpt", "recurrent"}) {
    const SmallModel model = ModelOf(preset);
    CHECK(Written(model, {{4, 5}, GenerationOptions{Decode()}}) ==
          Written(model, {{}, GenerationOptions{Decode({4, 5, kBegin})}}));
  }
}

TEST_CASE("choices come from the likeliest on, with the asked one",
          "[session][writing]") {
  const SmallModel model = ModelOf("gpt");
  DecodeOptions decode = Decode();
  decode.forced = {9};
  auto text =
      Writing::Make(model.budget, model, {{}, GenerationOptions{decode}});
  REQUIRE(text);
  REQUIRE((*text)->Step());
  const auto choices = (*text)->Choices(0, 3, 9);
  REQUIRE(choices);
  CHECK(choices->size() >= 3);
  CHECK(std::is_sorted(choices->begin(), choices->begin() + 3,
                       [](const NextToken& a, const NextToken& b) {
                         return a.log_probability > b.log_probability;
                       }));
  for (const NextToken& choice : *choices) {
    CHECK(choice.removed_by == (choice.token == 9 ? kKept : kForced));
  }
  CHECK(std::any_of(choices->begin(), choices->end(),
                    [](const NextToken& choice) { return choice.token == 9; }));
  CHECK((*text)->Choices(0, 99, -1)->size() == 14);
}

TEST_CASE("beams tell the choices of every row", "[session][writing]") {
  const SmallModel model = ModelOf("transformer");
  BeamOptions options;
  options.decode = Decode();
  options.width = 3;
  auto text = Writing::Make(model.budget, model, {{4, 5}, options});
  REQUIRE(text);
  REQUIRE((*text)->Step());
  REQUIRE((*text)->Step());
  REQUIRE((*text)->beams() != nullptr);
  for (size_t row = 0; row < (*text)->beams()->continued().size(); ++row) {
    CHECK((*text)->Choices(row, 4, -1)->size() == 4);
  }
  CHECK_FALSE((*text)->Choices(99, 4, -1));
}

TEST_CASE("a text that has ended has no next step", "[session][writing]") {
  const SmallModel model = ModelOf("gpt");
  DecodeOptions decode = Decode();
  decode.max_length = 1;
  auto text =
      Writing::Make(model.budget, model, {{}, GenerationOptions{decode}});
  REQUIRE(text);
  REQUIRE((*text)->Step());
  const Status more = (*text)->Step();
  REQUIRE_FALSE(more);
  CHECK(more.error().code == ErrorCode::kArgument);
  CHECK(more.error().message.find("ended") != std::string::npos);
}

TEST_CASE("requests that cannot be written are refused", "[session][writing]") {
  const SmallModel both = ModelOf("transformer"), labels = ModelOf("bert");
  const auto refused = [](const SmallModel& model, WritingRequest request) {
    return !Writing::Make(model.budget, model, std::move(request));
  };
  DecodeOptions none = Decode(), long_ago = Decode(), strange = Decode();
  none.max_length = 0;
  long_ago.max_length = 1 << 30;
  strange.forced = {99};
  CHECK(refused(both, {{}, GenerationOptions{Decode()}}));
  CHECK(refused(both, {{4, 99}, GenerationOptions{Decode()}}));
  CHECK(refused(both, {{4, -1}, GenerationOptions{Decode()}}));
  CHECK(refused(both, {{4}, GenerationOptions{none}}));
  CHECK(refused(both, {{4}, GenerationOptions{long_ago}}));
  CHECK(refused(both, {{4}, GenerationOptions{strange}}));
  CHECK(refused(labels, {{4}, GenerationOptions{Decode()}}));
  BeamOptions beams;
  beams.decode = Decode();
  for (const int width : {0, -1, kMostBeams + 1}) {
    beams.width = width;
    CHECK(refused(both, {{4}, beams}));
  }
}

}  // namespace clearhead
