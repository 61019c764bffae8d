// Labels beside the source: every answer is found again in another way.
#include "core/train/tasks/relations.h"
#include "tests/support/tasks.h"

namespace clearhead {
namespace {

using namespace clearhead::test;

TEST_CASE("previous tokens, in a circle and not", "[train]") {
  for (const bool cyclic : {true, false}) {
    const Task task =
        Made(cyclic ? "cyclic_previous_token" : "previous_token",
             {{"symbols", 5}, {"length_min", 2}, {"length_max", 9}});
    for (const Example& example : Drawn(task, 300)) {
      const std::string source = TextOf(task, example.source, "");
      const std::string target = TextOf(task, example.target, "");
      REQUIRE(target == source.back() + source.substr(0, source.size() - 1));
      for (size_t i = 0; i < source.size(); ++i) {
        const bool asked = cyclic || i > 0;
        REQUIRE((example.supervised.empty() || example.supervised[i] != 0) ==
                asked);
        REQUIRE((example.reads[i] >= 0) == asked);
        if (asked) REQUIRE(source[example.reads[i]] == target[i]);
      }
    }
  }
}

TEST_CASE("the experiments of the chapter have eight places", "[train]") {
  for (const char* name :
       {"cyclic_previous_token", "previous_token", "relations"}) {
    const Task task = Made(name);
    for (const Example& example : Drawn(task, 20)) {
      CHECK(example.source.size() == 8);
    }
  }
}

TEST_CASE("relations name both neighbours", "[train]") {
  const Task task =
      Made("relations", {{"symbols", 8}, {"length_min", 3}, {"length_max", 9}});
  CHECK(task.vocabulary.size() == 4 + 8 + 64);
  for (const Example& example : Drawn(task, 300)) {
    const std::string source = TextOf(task, example.source, "");
    const std::string around = source.back() + source + source.front();
    REQUIRE(example.reads.size() == 2 * source.size());
    for (size_t i = 0; i < source.size(); ++i) {
      const std::string pair = {around[i], around[i + 2]};
      REQUIRE(task.vocabulary[example.target[i]] == pair);
      REQUIRE(source[example.reads[2 * i]] == pair[0]);
      REQUIRE(source[example.reads[2 * i + 1]] == pair[1]);
    }
  }
}

TEST_CASE("neighbours in numbers", "[train]") {
  Random random(1);
  const Result<Neighbours> drawn = DrawNeighbours(3, 8, 4, &random);
  REQUIRE(drawn);
  REQUIRE(drawn->x.size() == 3 * 8 * 4);
  REQUIRE(drawn->y.size() == 3 * 8 * 8);
  double square = 0;
  for (const float x : drawn->x) square += static_cast<double>(x) * x;
  CHECK(square / 96 == Approx(1).margin(0.5));
  for (int b = 0; b < 3; ++b) {
    for (int i = 0; i < 8; ++i) {
      for (int c = 0; c < 4; ++c) {
        const auto x = [&](int place) {
          return drawn->x[(b * 8 + place) * 4 + c];
        };
        const float* y = &drawn->y[(b * 8 + i) * 8];
        REQUIRE(y[c] == x(i == 0 ? 7 : i - 1));
        REQUIRE(y[4 + c] == x(i == 7 ? 0 : i + 1));
      }
    }
  }
  CHECK(DrawNeighbours(0, 8, 4, &random).error().message ==
        "neighbours: batch is 0; it may be 1…4096");
  CHECK(!DrawNeighbours(1, 2, 4, &random));
  CHECK(!DrawNeighbours(1, 8, INT64_MAX, &random));
  CHECK(!DrawNeighbours(-1, 8, 1, &random));
}

TEST_CASE("masks hide the share that is asked for, at least one token",
          "[train]") {
  for (const char* language : {"en", "zh"}) {
    const Task task = Made("fill_mask", {{"language", language}});
    double hidden = 0, all = 0;
    for (const Example& example : Drawn(task, 2000)) {
      int here = 0;
      for (size_t i = 0; i < example.target.size(); ++i) {
        const bool hides = example.source[i] == kMaskToken;
        REQUIRE(hides == (example.supervised[i] != 0));
        if (!hides) REQUIRE(example.source[i] == example.target[i]);
        here += hides;
      }
      REQUIRE(here >= 1);
      hidden += here;
      all += static_cast<double>(example.target.size());
    }
    // 0.15, and a little more for the sentences that had none.
    CHECK(hidden / all == Approx(0.17).margin(0.03));
  }
  for (const Example& example : Drawn(Made("fill_mask", {{"share", 0}}), 100)) {
    CHECK(std::count(example.source.begin(), example.source.end(),
                     kMaskToken) == 1);
  }
  for (const Example& example : Drawn(Made("fill_mask", {{"share", 1}}), 100)) {
    CHECK(example.source ==
          std::vector<int32_t>(example.target.size(), kMaskToken));
  }
}

}  // namespace
}  // namespace clearhead
