#include "core/decode/processors.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

namespace clearhead {
namespace {

using Kind = ProcessorKind;
using Tokens = std::vector<int32_t>;

struct Processed {
  std::vector<double> scores;
  std::vector<int32_t> removed_by;
  // Those that remain.
  Tokens kept() const {
    Tokens kept;
    for (size_t v = 0; v < scores.size(); ++v) {
      if (removed_by[v] == kKept) kept.push_back(static_cast<int32_t>(v));
    }
    return kept;
  }
};

Processed Apply(const std::vector<Processor>& processors,
                std::vector<double> scores, const Place& place = {}) {
  Processed result{std::move(scores), {}};
  result.removed_by.resize(result.scores.size());
  Process(processors, place, result.scores, result.removed_by);
  return result;
}

std::vector<double> LogOf(std::vector<double> p) {
  for (double& value : p) value = std::log(value);
  return p;
}

TEST_CASE("the first processor that removes a token is its reason",
          "[decode]") {
  const Processed out = Apply({{.kind = Kind::kTopK, .value = 3},
                               {.kind = Kind::kTemperature, .value = 2},
                               {.kind = Kind::kTopK, .value = 1}},
                              {4, 1, 3, -HUGE_VAL, 2});
  CHECK(out.removed_by == Tokens{kKept, 0, 2, kImpossible, 2});
  CHECK(out.scores[0] == 2);
  CHECK(out.scores[2] == -HUGE_VAL);
}

TEST_CASE("top-k keeps what equals its last token", "[decode]") {
  CHECK(Apply({{.kind = Kind::kTopK, .value = 2}}, {1, 3, 2, 2}).kept() ==
        Tokens{1, 2, 3});
  CHECK(Apply({{.kind = Kind::kTopK, .value = 9}}, {1, 3}).kept() ==
        Tokens{0, 1});
  CHECK(
      Apply({{.kind = Kind::kTopK, .value = 1, .keep = 2}}, {1, 3, 2}).kept() ==
      Tokens{1, 2});
}

TEST_CASE("top-p keeps the smallest set with the mass", "[decode]") {
  const auto kept = [](double p, int keep = 1) {
    return Apply({{.kind = Kind::kTopP, .value = p, .keep = keep}},
                 LogOf({0.1, 0.5, 0.2, 0.2}))
        .kept();
  };
  CHECK(kept(0) == Tokens{1});
  CHECK(kept(0.5) == Tokens{1});
  // Of equal ones the lower id.
  CHECK(kept(0.51) == Tokens{1, 2});
  CHECK(kept(0.7) == Tokens{1, 2});
  CHECK(kept(0.9) == Tokens{1, 2, 3});
  CHECK(kept(1) == Tokens{0, 1, 2, 3});
  CHECK(kept(0, 3) == Tokens{1, 2, 3});
  CHECK(kept(0, 9) == Tokens{0, 1, 2, 3});
}

TEST_CASE("min-p compares with the likeliest token", "[decode]") {
  const auto kept = [](double p, int keep = 1) {
    return Apply({{.kind = Kind::kMinP, .value = p, .keep = keep}},
                 LogOf({0.1, 0.5, 0.2, 0.2}))
        .kept();
  };
  CHECK(kept(0) == Tokens{0, 1, 2, 3});
  CHECK(kept(0.3) == Tokens{1, 2, 3});
  CHECK(kept(0.5) == Tokens{1});
  CHECK(kept(0.5, 2) == Tokens{1, 2});
}

TEST_CASE("typical sampling may drop the likeliest token", "[decode]") {
  const auto kept = [](double mass, int keep = 1) {
    return Apply({{.kind = Kind::kTypical, .value = mass, .keep = keep}},
                 LogOf({0.4, 0.2, 0.2, 0.2}))
        .kept();
  };
  CHECK(kept(0.5) == Tokens{1, 2, 3});
  CHECK(kept(0.7) == Tokens{0, 1, 2, 3});
  CHECK(kept(0) == Tokens{1, 2, 3});
}

TEST_CASE("a repeated token is penalised once, whatever its sign", "[decode]") {
  const Tokens text = {2, 0, 2};
  const Processed out = Apply({{.kind = Kind::kRepetitionPenalty, .value = 2}},
                              {1, 1, -1}, {.text = text});
  CHECK(out.scores == std::vector<double>{0.5, 1, -2});
}

TEST_CASE("no n-gram comes twice", "[decode]") {
  const Tokens text = {0, 1, 2, 0, 1};
  const auto kept = [&](double n) {
    return Apply({{.kind = Kind::kNoRepeatNgram, .value = n}}, {0, 0, 0, 0},
                 {.text = text})
        .kept();
  };
  CHECK(kept(1) == Tokens{3});
  CHECK(kept(2) == Tokens{0, 1, 3});
  CHECK(kept(3) == Tokens{0, 1, 3});
  CHECK(kept(4) == Tokens{0, 1, 2, 3});
  CHECK(kept(9) == Tokens{0, 1, 2, 3});
}

TEST_CASE("begin and end are forced at their places", "[decode]") {
  const Tokens ends = {0, 2};
  const auto at = [&](int length, std::vector<Processor> list) {
    return Apply(list, {1, 2, 3, 4},
                 {.end_tokens = ends, .length = length, .max_length = 5});
  };
  const Processor shortest{.kind = Kind::kMinLength, .value = 2};
  CHECK(at(1, {shortest}).kept() == Tokens{1, 3});
  CHECK(at(2, {shortest}).kept() == Tokens{0, 1, 2, 3});
  const Processor begin{.kind = Kind::kForcedBegin, .value = 3};
  CHECK(at(0, {begin}).kept() == Tokens{3});
  CHECK(at(0, {begin}).scores[3] == 0);
  CHECK(at(1, {begin}).kept() == Tokens{0, 1, 2, 3});
  const Processor end{.kind = Kind::kForcedEnd, .value = 2};
  CHECK(at(3, {end}).kept() == Tokens{0, 1, 2, 3});
  CHECK(at(4, {end}).kept() == Tokens{2});
  // Forced although it was removed.
  const Processor longer{.kind = Kind::kMinLength, .value = 9};
  CHECK(at(4, {longer, end}).kept() == Tokens{2});
}

TEST_CASE("phrases remove or move their last token", "[decode]") {
  const Tokens text = {3, 1};
  const Tokens ends = {0};
  const std::vector<Phrase> phrases = {{.tokens = {0}},
                                       {.tokens = {1}},
                                       {.tokens = {1, 2}},
                                       {.tokens = {2, 3}},
                                       {.tokens = {3, 1, 3}, .bias = 2}};
  const Place place{.text = text, .end_tokens = ends};
  // A bad word that only ends the output removes nothing.
  CHECK(Apply({{.kind = Kind::kBadWords, .phrases = phrases}}, {0, 0, 0, 0},
              place)
            .kept() == Tokens{0});
  const Processed biased = Apply(
      {{.kind = Kind::kSequenceBias, .phrases = phrases}}, {0, 0, 0, 0}, place);
  CHECK(biased.scores ==
        std::vector<double>{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, 2});
  // Longer than the text.
  CHECK(
      Apply({{.kind = Kind::kBadWords, .phrases = {{.tokens = {1, 3, 1, 2}}}}},
            {0, 0, 0, 0}, place)
          .kept()
          .size() == 4);
}

TEST_CASE("processors are found by name", "[decode]") {
  for (int kind = 0; kind <= static_cast<int>(Kind::kSequenceBias); ++kind) {
    const char* name = NameOf(static_cast<Kind>(kind));
    CHECK(static_cast<int>(*ProcessorNamed(name)) == kind);
  }
  const auto unknown = ProcessorNamed("top_q");
  REQUIRE(!unknown);
  CHECK(unknown.error().code == ErrorCode::kUnknown);
  CHECK(unknown.error().message.find("\"top_q\"; there are temperature, top_k, "
                                     "top_p") != std::string::npos);
}

TEST_CASE("processors out of range are refused", "[decode]") {
  const auto message = [](const Processor& processor) {
    const Status status = CheckProcessor(processor, 1, 5);
    return status ? "" : status.error().message;
  };
  CHECK(message({.kind = Kind::kTopP, .value = 1.5}) ==
        "processor 1 (top_p) has the value 1.5; give a number from 0 to 1");
  CHECK(message({.kind = Kind::kTopK, .value = 2.5}) ==
        "processor 1 (top_k) has the value 2.5; give a whole number from 1 to "
        "2147483647");
  CHECK(message({.kind = Kind::kTemperature, .value = 0}) != "");
  CHECK(message({.kind = Kind::kTemperature, .value = NAN}) != "");
  CHECK(message({.kind = Kind::kForcedBegin, .value = 4}) == "");
  CHECK(message({.kind = Kind::kForcedBegin, .value = 5}) ==
        "processor 1 (forced_begin) has the value 5; give a whole number from "
        "0 to 4");
  CHECK(message({.kind = Kind::kMinP, .value = 0.1, .keep = 0}) ==
        "processor 1 (min_p) is to keep 0 tokens; keep at least 1");
  CHECK(message({.kind = Kind::kBadWords, .phrases = {{.tokens = {}}}}) ==
        "processor 1 (bad_words): a phrase has no token; give at least 1");
  CHECK(message({.kind = Kind::kBadWords, .phrases = {{.tokens = {5}}}}) ==
        "processor 1 (bad_words): token 5 of a phrase is not in the "
        "vocabulary, 0 to 4");
  for (const double bias : {1e6, -1e6, -HUGE_VAL}) {
    CHECK(message({.kind = Kind::kSequenceBias,
                   .phrases = {{.tokens = {1}, .bias = bias}}}) == "");
  }
  for (const double bias : {1.1e6, -1e308, HUGE_VAL, double{NAN}}) {
    const std::string refused =
        message({.kind = Kind::kSequenceBias,
                 .phrases = {{.tokens = {1}, .bias = bias}}});
    CHECK(refused.find("processor 1 (sequence_bias): a phrase has the bias ") ==
          0);
    CHECK(refused.find("; give −∞ or a number from -1000000 to 1000000") !=
          std::string::npos);
  }
}

}  // namespace
}  // namespace clearhead
