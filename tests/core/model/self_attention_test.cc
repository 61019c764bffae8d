#include "core/model/self_attention.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/explain.h"
#include "core/model/constructed.h"
#include "tests/support/array.h"

namespace clearhead {
namespace {

using Words = std::vector<std::string>;

struct Sentence {
  Sentence(const SelfAttentionConfig& config, const Words& tokens,
           std::vector<Intervention> interventions = {},
           Recording recording = Recording::kInspect)
      : graph(std::make_shared<Budget>(), recording) {
    REQUIRE(Validate(config));
    graph.SetInterventions(std::move(interventions));
    SelfAttention(graph, config, tokens);
    if (!graph.status()) FAIL(graph.status().error().message);
    REQUIRE(graph.CheckInterventions());
  }
  test::Array<double> operator[](const char* name) const {
    const Tensor tensor = graph.Find(name);
    if (!tensor.valid()) FAIL("no tensor " << name);
    return test::Read(graph.Cells(tensor));
  }
  Graph graph;
};

const Words kCatSat = {"The", "cat", "sat"};

void CheckRows(const test::Array<double>& actual,
               const std::vector<double>& expected) {
  REQUIRE(actual.cells.size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    INFO("cell " << i);
    CHECK(std::abs(actual.cells[i] - expected[i]) < 1e-6);
  }
}

TEST_CASE("the example by hand comes out in fractions", "[model]") {
  const Sentence sentence({}, kCatSat);
  CheckRows(sentence["x"], {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1});
  CheckRows(sentence["query.weight"],
            {0, 1, 0, 0, 0, 1, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0});
  CheckRows(sentence["value.weight"], {7, 0, 0, 7, 7, 7, 0, 0});
  CheckRows(sentence["weights"], {1. / 4, 1. / 2, 1. / 4, 1. / 7, 2. / 7,
                                  4. / 7, 1. / 10, 8. / 10, 1. / 10});
  const test::Array<double> output = sentence["output"];
  CHECK(output.shape == Shape{1, 3, 2});
  CHECK(std::abs(output[{0, 1, 0}] - 5) < 1e-5);
  CHECK(std::abs(output[{0, 1, 1}] - 6) < 1e-5);
}

TEST_CASE("the example under a causal mask", "[model]") {
  SelfAttentionConfig config;
  config.mask = MaskKind::kCausal;
  CheckRows(Sentence(config, kCatSat)["weights"],
            {1, 0, 0, 1. / 3, 2. / 3, 0, 1. / 10, 8. / 10, 1. / 10});
}

TEST_CASE("the example without scaling", "[model]") {
  SelfAttentionConfig config;
  config.scaling = false;
  const test::Array<double> weights = Sentence(config, kCatSat)["weights"];
  CHECK(std::abs(weights[{0, 0, 1, 0}] - 1. / 21) < 1e-6);
  CHECK(std::abs(weights[{0, 0, 1, 1}] - 4. / 21) < 1e-6);
  CHECK(std::abs(weights[{0, 0, 1, 2}] - 16. / 21) < 1e-6);
}

TEST_CASE("one number of W_Q changed makes cat to sat a quarter", "[model]") {
  const Sentence sentence(
      {}, kCatSat,
      {{"query.weight", Intervention::Action::kSet, {1 * 4 + 2}, {0}}});
  CHECK(std::abs(sentence["weights"][{0, 0, 1, 2}] - 0.25) < 1e-6);
  const Result<Explanation> cell =
      Explain(sentence.graph, sentence.graph.Find("query.weight"), {1, 2}, 0);
  REQUIRE(cell);
  CHECK(cell->was == 2);
  CHECK(cell->value == 0);
}

TEST_CASE("the names are those that figures use", "[model]") {
  SelfAttentionConfig config{.d_model = 8,
                             .d_k = 3,
                             .heads = 2,
                             .seed = 1,
                             .weights = WeightKind::kRandom,
                             .mask = MaskKind::kCombined,
                             .length = 2,
                             .scaling = true,
                             .positions = true};
  const Sentence sentence(config, {"a", "b", "a"});
  const std::vector<std::pair<const char*, Shape>> expected = {
      {"tokens", {1, 3}},
      {"embedding.table", {2, 8}},
      {"embeddings", {1, 3, 8}},
      {"positions", {3, 8}},
      {"x", {1, 3, 8}},
      {"query.weight", {8, 6}},
      {"query", {1, 3, 6}},
      {"heads.query", {1, 2, 3, 3}},
      {"key.weight", {8, 6}},
      {"key", {1, 3, 6}},
      {"heads.key", {1, 2, 3, 3}},
      {"value.weight", {8, 6}},
      {"value", {1, 3, 6}},
      {"heads.value", {1, 2, 3, 3}},
      {"mask", {3, 3}},
      {"scores", {1, 2, 3, 3}},
      {"scaled", {1, 2, 3, 3}},
      {"masked", {1, 2, 3, 3}},
      {"weights", {1, 2, 3, 3}},
      {"head_outputs", {1, 2, 3, 3}},
      {"output", {1, 3, 6}}};
  const std::vector<Value>& values = sentence.graph.values();
  REQUIRE(values.size() == expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    CHECK(values[i].name == expected[i].first);
    CHECK(values[i].shape == expected[i].second);
    CHECK(values[i].roles.size() == values[i].shape.size());
  }
  const std::vector<AxisRole> scores = {AxisRole::kBatch, AxisRole::kHead,
                                        AxisRole::kQuery, AxisRole::kKey};
  for (const char* name : {"scores", "scaled", "masked", "weights"}) {
    CHECK(sentence.graph.value(sentence.graph.Find(name)).roles == scores);
  }
  CHECK(sentence["tokens"].cells == std::vector<double>{0, 1, 0});
  config.positions = false;
  const Sentence without(config, {"a"});
  CHECK(!without.graph.Find("positions").valid());
  CHECK(without["x"].cells == without["embeddings"].cells);
}

TEST_CASE("rows of the weights sum to 1 over what is visible", "[model]") {
  for (const MaskKind mask : {MaskKind::kNone, MaskKind::kCausal,
                              MaskKind::kPadding, MaskKind::kCombined}) {
    for (const int64_t length : {0, 1, 2, 9}) {
      SelfAttentionConfig config;
      config.weights = WeightKind::kRandom;
      config.mask = mask;
      config.length = length;
      const Sentence sentence(config, {"a", "b", "c", "d"});
      const auto weights = sentence["weights"];
      const auto bits = sentence["mask"];
      for (int64_t t = 0; t < 4; ++t) {
        double sum = 0;
        bool any = false;
        for (int64_t s = 0; s < 4; ++s) {
          sum += weights[{0, 0, t, s}];
          any |= bits[{t, s}] != 0;
          if (bits[{t, s}] == 0) CHECK(weights[{0, 0, t, s}] == 0);
        }
        CHECK(sum == Approx(any ? 1 : 0));
      }
    }
  }
}

TEST_CASE("a word has the same vector in every sentence", "[model]") {
  for (const WeightKind kind :
       {WeightKind::kRandom, WeightKind::kIdentity, WeightKind::kPreviousToken,
        WeightKind::kSameWord, WeightKind::kExact}) {
    SelfAttentionConfig config;
    config.weights = kind;
    if (kind != WeightKind::kExact) config.d_model = config.d_k = 8;
    const Sentence one(config, {"cat", "不"});
    const Sentence other(config, {"The", "不", "cat", "cat"});
    const auto a = one["embeddings"], b = other["embeddings"];
    for (int64_t c = 0; c < config.d_model; ++c) {
      CHECK(a[{0, 0, c}] == b[{0, 2, c}]);
      CHECK(a[{0, 0, c}] == b[{0, 3, c}]);
      CHECK(a[{0, 1, c}] == b[{0, 1, c}]);
    }
  }
}

TEST_CASE("the seed draws the numbers", "[model]") {
  SelfAttentionConfig config;
  config.weights = WeightKind::kRandom;
  const Words words = {"a", "b"};
  const auto first = Sentence(config, words)["scores"].cells;
  CHECK(Sentence(config, words)["scores"].cells == first);
  config.seed = 2;
  CHECK(Sentence(config, words)["scores"].cells != first);
}

TEST_CASE("random projections have variance 1/C", "[model]") {
  SelfAttentionConfig config;
  config.weights = WeightKind::kRandom;
  config.d_model = 128;
  config.d_k = 64;
  config.heads = 2;
  const Sentence sentence(config, {"a"});
  for (const char* name : {"query.weight", "key.weight", "value.weight"}) {
    const auto cells = sentence[name].cells;
    double sum = 0, squares = 0;
    for (const double cell : cells) {
      sum += cell;
      squares += cell * cell;
    }
    const auto n = static_cast<double>(cells.size());
    CHECK(sum / n == Approx(0).margin(0.005));
    CHECK(128 * squares / n == Approx(1).margin(0.06));
  }
}

TEST_CASE("identity projections copy the input", "[model]") {
  SelfAttentionConfig config;
  config.weights = WeightKind::kIdentity;
  config.d_model = config.d_k = 6;
  const Sentence sentence(config, {"a", "b"});
  for (const char* name : {"query", "key", "value"}) {
    CHECK(sentence[name].cells == sentence["x"].cells);
  }
}

Words DistinctWords(int64_t count, uint64_t seed) {
  Words words;
  for (int64_t i = 0; i < count; ++i) {
    words.push_back("w" + std::to_string(seed) + "." + std::to_string(i));
  }
  return words;
}

TEST_CASE("the previous-token head finds the token before", "[model]") {
  for (const auto& [d_model, d_k, heads] : {std::array<int64_t, 3>{4, 2, 1},
                                            {8, 4, 1},
                                            {16, 8, 2},
                                            {16, 16, 4},
                                            {32, 8, 4},
                                            {64, 16, 8},
                                            {64, 64, 1},
                                            {256, 32, 16},
                                            {5, 3, 1},
                                            {7, 9, 3}}) {
    for (const int64_t n : {1, 2, 3, 5, 16, 33, 64}) {
      for (const bool causal : {false, true}) {
        for (const bool scaling : {false, true}) {
          SelfAttentionConfig config;
          config.weights = WeightKind::kPreviousToken;
          config.positions = true;
          config.d_model = d_model;
          config.d_k = d_k;
          config.heads = heads;
          config.scaling = scaling;
          config.mask = causal ? MaskKind::kCausal : MaskKind::kNone;
          const Sentence sentence(config, DistinctWords(n, 1));
          const auto weights = sentence["weights"];
          double least = 1;
          for (int64_t h = 0; h < heads; ++h) {
            for (int64_t p = h + 1; p < n; ++p) {
              least = std::min(least, weights[{0, h, p, p - h - 1}]);
            }
          }
          INFO("d_model " << d_model << " d_k " << d_k << " heads " << heads
                          << " n " << n);
          CHECK(least >= 0.95);
        }
      }
    }
  }
}

TEST_CASE("the same-word head finds the word's own occurrences", "[model]") {
  for (const auto& [d_model, d_k, heads] : {std::array<int64_t, 3>{16, 16, 1},
                                            {32, 16, 2},
                                            {32, 32, 4},
                                            {64, 64, 1},
                                            {64, 16, 8},
                                            {256, 64, 4}}) {
    for (const int64_t n : {1, 4, 16, 64}) {
      for (uint32_t seed = 1; seed <= 5; ++seed) {
        SelfAttentionConfig config;
        config.weights = WeightKind::kSameWord;
        config.d_model = d_model;
        config.d_k = d_k;
        config.heads = heads;
        config.seed = seed;
        Words words = DistinctWords((n + 1) / 2, seed);
        while (static_cast<int64_t>(words.size()) < n) {
          words.push_back(words[words.size() / 2]);
        }
        const auto weights = Sentence(config, words)["weights"];
        double least = 1;
        for (int64_t h = 0; h < heads; ++h) {
          for (int64_t t = 0; t < n; ++t) {
            double own = 0;
            for (int64_t s = 0; s < n; ++s) {
              if (words[s] == words[t]) own += weights[{0, h, t, s}];
            }
            least = std::min(least, own);
          }
        }
        INFO("d_model " << d_model << " d_k " << d_k << " n " << n << " seed "
                        << seed);
        CHECK(least >= 0.95);
      }
    }
  }
}

TEST_CASE("the same-word head sees all occurrences alike, without positions",
          "[model]") {
  SelfAttentionConfig config;
  config.weights = WeightKind::kSameWord;
  config.d_model = config.d_k = 16;
  Words words = DistinctWords(8, 1);
  words.push_back(words[0]);
  for (const bool positions : {false, true}) {
    config.positions = positions;
    const auto weights = Sentence(config, words)["weights"];
    const double apart =
        std::abs(weights[{0, 0, 0, 0}] - weights[{0, 0, 0, 8}]);
    INFO("positions " << positions);
    CHECK((apart < 1e-6) == !positions);
  }
}

TEST_CASE("every level gives the same output", "[model]") {
  SelfAttentionConfig config{.d_model = 16,
                             .d_k = 5,
                             .heads = 3,
                             .seed = 4,
                             .weights = WeightKind::kRandom,
                             .mask = MaskKind::kCausal,
                             .length = 0,
                             .scaling = true,
                             .positions = true};
  const Words words = DistinctWords(19, 2);
  const auto inspect = Sentence(config, words)["output"];
  for (const Recording level : {Recording::kNone, Recording::kTrain}) {
    const auto output = Sentence(config, words, {}, level)["output"];
    for (int64_t i = 0; i < output.count(); ++i) {
      if (std::abs(output.cells[i] - inspect.cells[i]) > 2e-6) FAIL(i);
    }
  }
}

TEST_CASE("a run at level inspect takes at most the bytes it stated",
          "[model]") {
  for (const int64_t n : {1, 7, 33, 64}) {
    for (const int64_t heads : {1, 16}) {
      for (const int64_t width : {1, 64, 256}) {
        SelfAttentionConfig config{.d_model = width,
                                   .d_k = width,
                                   .heads = heads,
                                   .seed = 1,
                                   .weights = WeightKind::kRandom,
                                   .mask = MaskKind::kCausal,
                                   .length = 0,
                                   .scaling = true,
                                   .positions = true};
        const Sentence sentence(config, DistinctWords(n, 1));
        INFO("n " << n << " heads " << heads << " width " << width);
        const auto bytes = static_cast<int64_t>(sentence.graph.bytes());
        CHECK(bytes <= InspectBytes(config, n));
      }
    }
  }
}

bool Mentions(const Status& status, const std::string& word) {
  return !status && status.error().message.find(word) != std::string::npos;
}

TEST_CASE("a configuration out of range is named", "[model]") {
  const auto check = [](auto change) {
    SelfAttentionConfig config;
    config.weights = WeightKind::kRandom;
    change(&config);
    return Validate(config);
  };
  using Config = SelfAttentionConfig*;
  CHECK(check([](Config) {}));
  CHECK(Mentions(check([](Config c) { c->d_model = 0; }), "d_model is 0"));
  CHECK(Mentions(check([](Config c) { c->d_model = 257; }), "1 to 256"));
  CHECK(Mentions(check([](Config c) { c->d_k = -1; }), "d_k is -1"));
  CHECK(Mentions(check([](Config c) { c->heads = 17; }), "1 to 16"));
  CHECK(Mentions(check([](Config c) { c->length = -1; }), "length"));
  CHECK(Mentions(check([](Config c) {
                   c->weights = WeightKind::kExact;
                   c->heads = 2;
                 }),
                 "exact"));
  CHECK(Mentions(check([](Config c) {
                   c->weights = WeightKind::kPreviousToken;
                   c->d_model = 3;
                 }),
                 "d_model ≥ 4"));
}

}  // namespace
}  // namespace clearhead
