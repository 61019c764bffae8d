// Opening a gradient cell is quick, however many cells read it.
#include "core/graph/explain.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "core/graph/gradients.h"
#include "core/model/self_attention.h"
#include "tests/support/evaluate.h"

namespace clearhead {
namespace {

struct Layer {
  Layer(Recording recording, int64_t d_model, int64_t d_k, int64_t heads,
        size_t tokens)
      : graph(std::make_shared<Budget>(), recording),
        gradients(graph.budget()) {
    std::vector<std::string> words;
    for (size_t i = 0; i < tokens; ++i) words.push_back(std::to_string(i));
    SelfAttentionConfig config;
    config.weights = WeightKind::kRandom;
    config.d_model = d_model;
    config.d_k = d_k;
    config.heads = heads;
    SelfAttention(graph, config, words);
    REQUIRE(graph.status());
    REQUIRE(gradients.Compute(graph, {graph.Find("output")}));
  }

  Explanation Open(const char* name, size_t limit) {
    Result<Explanation> opened =
        ExplainGradient(graph, gradients, graph.Find(name), {0, 1, 0}, limit);
    REQUIRE(opened);
    return *std::move(opened);
  }

  Graph graph;
  Gradients gradients;
};

// Seconds of the processor that `work` takes at best.
template <typename Work>
double Seconds(const Work& work) {
  double best = HUGE_VAL;
  for (int round = 0; round < 7; ++round) {
    const std::clock_t start = std::clock();
    work();
    best = std::min(best, static_cast<double>(std::clock() - start));
  }
  return best / CLOCKS_PER_SEC;
}

TEST_CASE("a gradient cell with 64 of its readers is still its value",
          "[explain]") {
  for (const Recording recording : {Recording::kInspect, Recording::kTrain}) {
    Layer layer(recording, 16, 16, 4, 12);
    for (const char* name : {"x", "query", "key", "value"}) {
      INFO(name);
      const Explanation opened = layer.Open(name, 64);
      CHECK(test::Agrees(opened.value,
                         test::Evaluate(opened.expression.terms())));
      CHECK(opened.expression.terms().back().children.size() <= 64);
    }
    CHECK(layer.Open("x", 64).expression.terms().back().omitted_count ==
          3 * 64 - 64);
  }
}

// Writing out the terms of every reader, as opening the readers one by one
// does, takes several times as long.
TEST_CASE("a gradient cell opens faster than its readers", "[explain]") {
  Layer layer(Recording::kInspect, 256, 32, 8, 8);
  const double one = Seconds([&] {
    for (int64_t i = 0; i < 64; ++i) {
      REQUIRE(Explain(layer.graph, layer.graph.Find("query"), {0, 1, i}, 0));
    }
  });
  const double readers = 3 * 8 * 32;
  const double opened = Seconds([&] { layer.Open("x", 64); });
  CHECK(opened < one / 64 * readers / 2);
}

// In the fused twin every feature of a query's output reads a key: the row of
// weights that they share is worked out once. Sixteen times the width takes
// some 45 times as long, as it leaves the caches; a row for every feature would
// take sixteen times that. The wide layer comes first, so that both find warm
// memory.
TEST_CASE("a key of the fused twin opens without a row for every feature",
          "[explain]") {
  Layer wide(Recording::kTrain, 8, 256, 1, 32);
  const double many = Seconds([&] { wide.Open("key", 64); });
  Layer narrow(Recording::kTrain, 8, 16, 1, 32);
  const double few = Seconds([&] { narrow.Open("key", 64); });
  CHECK(many < 96 * few);
}

}  // namespace
}  // namespace clearhead
