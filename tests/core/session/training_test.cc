#include "core/session/training.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tests/support/small_model.h"

namespace clearhead {
namespace {

using test::MakeSmall;
using test::SmallModel;

SmallModel ModelFor(const char* preset, double vocabulary,
                    Settings settings = {}) {
  settings.insert(settings.begin(), {{"vocabulary", vocabulary},
                                     {"d_model", 32},
                                     {"d_ff", 64},
                                     {"encoder_layers", 1},
                                     {"decoder_layers", 1},
                                     {"order", "pre"},
                                     {"max_length", 32}});
  return MakeSmall(preset, settings);
}

const Settings kShort = {{"symbols", 5}, {"length_min", 2}, {"length_max", 4}};

Training Start(SmallModel& small, const TrainingRequest& request) {
  Result<Training> made = Training::Make(small.budget, &small, request);
  REQUIRE(made);
  return *std::move(made);
}

void Steps(Training& training, int count) {
  for (int i = 0; i < count; ++i) REQUIRE(training.Step());
}

double ShareRight(Training& training, int64_t count) {
  const auto answers = training.Answers(count);
  REQUIRE(answers);
  const std::vector<Answer>& all = answers.value();
  return static_cast<double>(
             std::count_if(all.begin(), all.end(),
                           [](const Answer& answer) { return answer.right; })) /
         static_cast<double>(all.size());
}

}  // namespace

TEST_CASE("an encoder with a decoder learns to reverse", "[training]") {
  SmallModel small = ModelFor("transformer", 9);
  Training training =
      Start(small, {"reverse", kShort, {{"steps", 300}, {"rate", 5e-3}}});
  CHECK(ShareRight(training, 50) < 0.2);
  Steps(training, 300);
  CHECK(training.steps() == 300);
  CHECK(training.HeldOut(100)->accuracy > 0.97);
  CHECK(ShareRight(training, 200) > 0.9);
}

TEST_CASE("a decoder alone reads the question before the answer",
          "[training]") {
  SmallModel small = ModelFor("llama", 9, {{"decoder_layers", 2}});
  Training training =
      Start(small, {"copy", kShort, {{"steps", 800}, {"rate", 5e-3}}});
  Steps(training, 800);
  CHECK(ShareRight(training, 200) > 0.8);
}

TEST_CASE("an encoder labels, a text has no one answer", "[training]") {
  SmallModel encoder = ModelFor("bert", 32);
  Training labels = Start(encoder, {"previous_token", {}, {}});
  Steps(labels, 3);
  const auto answers = labels.Answers(5);
  REQUIRE(answers);
  for (const Answer& answer : answers.value()) {
    CHECK(answer.given.size() == answer.example.target.size());
  }
  SmallModel decoder = ModelFor("gpt", 32);
  Training text = Start(decoder, {"markov", {}, {}});
  Steps(text, 3);
  CHECK(text.HeldOut(20)->labels > 0);
  CHECK(text.Answers(5).error().message.find("has no one answer") !=
        std::string::npos);
}

TEST_CASE("a saved run goes on bit by bit", "[training]") {
  const TrainingRequest request = {
      "copy", kShort, {{"steps", 40}, {"accumulation", 2}, {"batch", 8}}};
  SmallModel whole = ModelFor("transformer", 9, {{"dropout", 0.1}});
  Training through = Start(whole, request);
  Steps(through, 10);

  SmallModel first = ModelFor("transformer", 9, {{"dropout", 0.1}});
  Training before = Start(first, request);
  Steps(before, 4);
  const Result<FileBytes> saved = before.Save();
  REQUIRE(saved);
  const FileBytes& file = saved.value();
  SmallModel second = MakeSmall("transformer", SettingsOf(first.config), 99);
  Training after = Start(second, request);
  const Safetensors opened = *Safetensors::Open(file.bytes());
  const Status restored = after.Restore(opened);
  if (!restored) FAIL(restored.error().message);
  CHECK(after.steps() == 4);
  Steps(after, 6);
  for (int64_t i = 0; i < whole.parameters.extent(); ++i) {
    REQUIRE(second.parameters.data()[i] == whole.parameters.data()[i]);
  }

  SmallModel other = ModelFor("transformer", 9, {{"d_model", 16}});
  Training wrong = Start(other, request);
  const Status status = wrong.Restore(*Safetensors::Open(file.bytes()));
  REQUIRE_FALSE(status);
  CHECK(status.error().message.find("keeps no run of this model") !=
        std::string::npos);
  CHECK(wrong.steps() == 0);
}

TEST_CASE("what cannot be trained says why", "[training]") {
  SmallModel small = ModelFor("transformer", 9);
  const auto error = [&](const TrainingRequest& request) {
    const auto made = Training::Make(small.budget, &small, request);
    return made ? std::string() : made.error().message;
  };
  CHECK(error({"juggle"}).find("juggle") != std::string::npos);
  CHECK(
      error({"copy", {{"symbols", 26}}}).find("make a model with vocabulary") !=
      std::string::npos);
  CHECK(error({"copy", kShort, {{"batch", -1}}}).find("batch is -1") !=
        std::string::npos);
  Training labels = Start(small, {"previous_token", {{"symbols", 4}}});
  CHECK(labels.Step().error().message.find("needs a source and a target") !=
        std::string::npos);
}

}  // namespace clearhead
