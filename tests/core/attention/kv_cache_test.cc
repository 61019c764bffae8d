// Decoding with a cache computes what the full pass computes, without copying
// the past.
#include "core/attention/kv_cache.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/fused.h"
#include "core/attention/latent.h"
#include "core/attention/scaled_dot_product.h"
#include "tests/support/composite_run.h"
#include "tests/support/each_target.h"

namespace clearhead {
namespace {

using test::Array;
using test::CompositeRun;
using test::OperationCase;

Tensor Give(Graph& graph, const char* name, const Array<double>& cells) {
  return test::MakeInput(graph, {.name = name, .axes = "B H T D"}, cells,
                         test::Layout::kDense);
}

// A dense view of float cells for as long as `floats` lives.
TensorView Floats(const Array<double>& array, std::vector<float>* floats) {
  floats->assign(array.cells.begin(), array.cells.end());
  return {DataType::kFloat32, array.shape, DenseStrides(array.shape),
          floats->data()};
}

TEST_CASE("decoding with a cache equals the full pass", "[kv_cache]") {
  test::EachTarget([] {
    for (const int64_t groups : {4, 2, 1}) {
      INFO("G " << groups);
      const int64_t T = 7;
      OperationCase full =
          test::CaseOf(AttentionOperation(), {{{"q", {2, 4, T, 5}},
                                               {"k", {2, groups, T, 5}},
                                               {"v", {2, groups, T, 3}}},
                                              {{"causal", true}}});
      const Array<double> whole =
          CompositeRun(full, Recording::kTrain)["output"];
      auto budget = std::make_shared<Budget>();
      Result<KvCache> made = KvCache::Make(budget, 2, groups, T, 5, 3);
      REQUIRE(made);
      KvCache cache = *std::move(made);
      const size_t held = budget->used();
      CHECK(held >= (5 + 3) * 2 * static_cast<size_t>(groups * T) * 4);
      Graph graph(budget, Recording::kNone);
      // A prompt of three tokens, then one at a time.
      for (int64_t t = 0; t < T; t += t == 0 ? 3 : 1) {
        const int64_t count = t == 0 ? 3 : 1;
        graph.Reset();
        const auto rows = [&](int slot) {
          return test::Part(full.inputs[static_cast<size_t>(slot)], 2, t,
                            count);
        };
        const Tensor q = Give(graph, "q", rows(0));
        const Tensor k = Give(graph, "k", rows(1));
        const Tensor v = Give(graph, "v", rows(2));
        REQUIRE(cache.Append(graph.Cells(k), graph.Cells(v)));
        const Tensor keys = cache.keys.In(graph, "keys");
        CHECK(graph.Cells(keys).shape == Shape{2, groups, t + count, 5});
        const Tensor out = ScaledDotProductAttention(
            graph, {q, keys, cache.values.In(graph, "values"), {}, {}},
            full.attributes, {"", "out"});
        REQUIRE(graph.status());
        CHECK(test::Difference("out", test::Read(graph.Cells(out)),
                               test::Part(whole, 2, t, count)) == "");
      }
      CHECK(cache.keys.length() == T);
    }
  });
}

// The absorbed form over the cached latents and rotated keys alone.
TEST_CASE("latents are all that latent attention has to keep", "[kv_cache]") {
  for (const OperationCase& full : test::CasesOf(LatentAttentionOperation())) {
    if (full.inputs[kLatentPastLatent].present) continue;
    INFO(full.what);
    const CompositeRun whole(full, Recording::kTrain);
    auto budget = std::make_shared<Budget>();
    Result<KvCache> made = KvCache::Make(budget, 2, 1, 3, 6, 4);
    REQUIRE(made);
    KvCache cache = *std::move(made);
    for (int64_t t = 0; t < 3; ++t) {
      OperationCase step = full;
      step.inputs[kLatentX] = test::Part(full.inputs[kLatentX], 1, t, 1);
      for (const int slot : {kLatentCos, kLatentSin}) {
        const auto angle = static_cast<size_t>(slot);
        step.inputs[angle] = test::Part(full.inputs[angle], 0, t, 1);
      }
      Graph graph(budget, Recording::kNone);
      std::vector<Tensor> inputs;
      for (size_t slot = 0; slot < step.inputs.size(); ++slot) {
        const InputSchema& input = Item(step.operation->schema.inputs, slot);
        inputs.push_back(test::MakeInput(graph, input, step.inputs[slot],
                                         test::Layout::kDense));
      }
      // [B, 1, t, ·] as [B, t, ·].
      const auto past = [&](const RowCache& rows, const char* name) {
        const Tensor kept = rows.In(graph, name);
        const TensorView cells = graph.Cells(kept);
        return graph.View(kept, std::string(name) + ".rows",
                          {cells.shape[0], cells.shape[2], cells.shape[3]},
                          {cells.strides[0], cells.strides[2], 1}, 0,
                          std::vector<AxisRole>(3, AxisRole::kFeature));
      };
      inputs[kLatentPastLatent] = past(cache.keys, "past_latent");
      inputs[kLatentPastRopeKey] = past(cache.values, "past_rope_key");
      const Tensor out = graph.Perform(LatentAttentionOperation(), inputs,
                                       step.attributes, "output");
      REQUIRE(graph.status());
      CHECK(test::Difference("output", test::Read(graph.Cells(out)),
                             test::Part(whole["output"], 1, t, 1)) == "");
      std::vector<float> latent, rope_key;
      const auto rows = [](Array<double> x) {
        x.shape = {x.shape[0], 1, x.shape[1], x.shape[2]};
        return x;
      };
      const Array<double> new_latent =
          rows(test::Read(graph.Cells(graph.Find("latent_new"))));
      const Array<double> new_key =
          rows(test::Read(graph.Cells(graph.Find("rope_key_new"))));
      REQUIRE(cache.Append(Floats(new_latent, &latent),
                           Floats(new_key, &rope_key)));
    }
  }
}

TEST_CASE("a cache is read where it lies", "[kv_cache]") {
  auto budget = std::make_shared<Budget>();
  Result<RowCache> cache = RowCache::Make(budget, 1, 2, 4, 3);
  REQUIRE(cache);
  Array<double> rows({1, 2, 2, 3});
  for (size_t i = 0; i < rows.cells.size(); ++i) {
    rows.cells[i] = static_cast<double>(i);
  }
  std::vector<float> floats;
  REQUIRE(cache->Append(Floats(rows, &floats)));
  Graph first(budget, Recording::kTrain), second(budget, Recording::kTrain);
  const size_t held = budget->used();
  const Tensor a = cache->In(first, "keys");
  REQUIRE(cache->Append(Floats(rows, &floats)));
  const Tensor b = cache->In(second, "keys");
  CHECK(first.Cells(a).data == second.Cells(b).data);
  CHECK(budget->used() == held);
  CHECK(second.Cells(b).At({0, 1, 3, 2}) == 11);
  cache->Truncate(1);
  CHECK(cache->length() == 1);
  CHECK(second.value(b).roles[2] == AxisRole::kKey);
}

TEST_CASE("items of a cache are copied as far as they have rows",
          "[kv_cache]") {
  auto budget = std::make_shared<Budget>();
  Result<RowCache> cache = RowCache::Make(budget, 2, 2, 4, 3);
  REQUIRE(cache);
  Array<double> rows({2, 2, 3, 3});
  for (size_t i = 0; i < rows.cells.size(); ++i) {
    rows.cells[i] = static_cast<double>(i);
  }
  std::vector<float> floats;
  REQUIRE(cache->Append(Floats(rows, &floats)));
  cache->Truncate(2);
  const std::vector<int32_t> parents = {1, 0, 1};
  REQUIRE(cache->Select(parents));
  CHECK(cache->length() == 2);
  Graph graph(budget, Recording::kTrain);
  const TensorView kept = graph.Cells(cache->In(graph, "keys"));
  REQUIRE(kept.shape == Shape{3, 2, 2, 3});
  test::ForEachIndex(kept.shape, [&](const Index& at) {
    CHECK(kept.At(at) ==
          rows[{parents[static_cast<size_t>(at[0])], at[1], at[2], at[3]}]);
  });
  // What was forgotten is not copied.
  CHECK(kept.floats()[2 * 3] == 0);
}

TEST_CASE("a cache that cannot take rows says so", "[kv_cache]") {
  auto budget = std::make_shared<Budget>(4096);
  const auto message = [](const auto& result) {
    return result ? std::string() : result.error().message;
  };
  CHECK(message(RowCache::Make(budget, 1, 2, 0, 4)).find("[1, 2, 0, 4]") !=
        std::string::npos);
  CHECK(!RowCache::Make(budget, int64_t{1} << 40, int64_t{1} << 40, 4, 4));
  // Its count would be cut where a size has 32 bits.
  CHECK(!RowCache::Make(budget, 1, 1, (int64_t{1} << 32) + 16, 1));
  CHECK(!RowCache::Make(budget, 1, 8, 1024, 4));
  CHECK(budget->used() == 0);
  Result<KvCache> made = KvCache::Make(budget, 1, 2, 3, 4, 4);
  REQUIRE(made);
  KvCache cache = *std::move(made);
  std::vector<float> floats, others;
  const Array<double> two({1, 2, 2, 4}), wide({1, 2, 2, 5});
  REQUIRE(cache.Append(Floats(two, &floats), Floats(two, &others)));
  const Status full = cache.Append(Floats(two, &floats), Floats(two, &others));
  REQUIRE(!full);
  CHECK(full.error().code == ErrorCode::kRange);
  CHECK(full.error().message ==
        "the cache holds 2 of 3 rows and 2 more were given; make a larger one "
        "or give at most 1");
  const Array<double> one({1, 2, 1, 4});
  const Status wrong =
      cache.Append(Floats(one, &floats), Floats(wide, &others));
  CHECK(message(wrong).find("[1, 2, 2, 5]") != std::string::npos);
  // Neither grew.
  CHECK(cache.keys.length() == 2);
  CHECK(cache.values.length() == 2);
}

}  // namespace
}  // namespace clearhead
