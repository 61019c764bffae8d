// Views of heads and parts copy nothing; pooled heads are means.
#include "core/attention/heads.h"

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "core/attention/multi_head.h"
#include "core/ops/ops.h"
#include "tests/support/composite_run.h"

namespace clearhead {
namespace {

using test::Array;
using test::CompositeRun;

struct Views {
  Views() : graph(std::make_shared<Budget>(), Recording::kTrain) {
    x = graph.Input("x", DataType::kFloat32, {2, 3, 8},
                    {AxisRole::kBatch, AxisRole::kKey, AxisRole::kFeature},
                    [](const TensorView& cells) {
                      for (int i = 0; i < 48; ++i) {
                        cells.floats()[i] = static_cast<float>(i);
                      }
                    });
  }
  Graph graph;
  Tensor x;
};

TEST_CASE("steps that are views copy nothing and open to what is stored",
          "[heads]") {
  Views v;
  const Tensor heads =
      v.graph.Perform(SplitHeadsOperation(), {v.x}, {4}, "heads");
  const Tensor last =
      v.graph.Perform(SliceOperation(), {heads}, {2, 1, 2}, "last");
  REQUIRE(v.graph.status());
  CHECK(v.graph.storages().size() == 1);
  CHECK(v.graph.value(heads).roles[2] == AxisRole::kKey);
  REQUIRE(v.graph.Cells(last).shape == Shape{2, 4, 2, 2});
  // x[1, 2, 3·2 + 1]
  CHECK(v.graph.Cells(last).At({1, 3, 1, 1}) == 24 + 16 + 7);
  const auto opened = Explain(v.graph, last, {1, 3, 1, 1}, 0);
  REQUIRE(opened);
  CHECK(opened->tensor.id == v.x.id);
  CHECK(opened->index == Index{1, 2, 7});
  Gradients gradients(v.graph.budget());
  REQUIRE(gradients.Compute(v.graph, {last}));
  const TensorView dx = gradients.Of(v.graph, v.x);
  CHECK(dx.At({1, 2, 7}) == 1);
  CHECK(dx.At({1, 0, 7}) == 0);
}

TEST_CASE("heads are joined without a copy where they lie side by side",
          "[heads]") {
  Views v;
  const Tensor heads =
      v.graph.Perform(SplitHeadsOperation(), {v.x}, {4}, "heads");
  const Tensor joined =
      v.graph.Perform(JoinHeadsOperation(), {heads}, {}, "joined");
  CHECK(v.graph.nodes().empty());
  CHECK(test::Read(v.graph.Cells(joined)).cells ==
        test::Read(v.graph.Cells(v.x)).cells);
  // Positions of a head side by side: they have to be copied.
  const Tensor apart =
      v.graph.Perform(ConcatenateOperation(), {heads, heads}, {-1}, "apart");
  const Tensor copied =
      v.graph.Perform(JoinHeadsOperation(), {apart}, {}, "copied");
  REQUIRE(v.graph.status());
  CHECK(v.graph.nodes().size() == 2);
  CHECK(v.graph.Cells(copied).At({1, 2, 4 + 3}) ==
        v.graph.Cells(apart).At({1, 1, 2, 3}));
  // Part of every head: the heads lie apart.
  const Tensor part =
      v.graph.Perform(SliceOperation(), {heads}, {-1, 1, 1}, "part");
  const Tensor parts =
      v.graph.Perform(JoinHeadsOperation(), {part}, {}, "parts");
  REQUIRE(v.graph.status());
  CHECK(v.graph.nodes().size() == 3);
  CHECK(v.graph.Cells(parts).At({0, 1, 2}) == 8 + 5);
}

TEST_CASE("a view outside its tensor is refused", "[heads]") {
  const auto error = [](const Operation& operation,
                        const Attributes& attributes) {
    Views v;
    v.graph.Perform(operation, {v.x}, attributes, "view");
    return v.graph.status() ? "" : v.graph.status().error().message;
  };
  CHECK(error(SplitHeadsOperation(), {3}).find("heads is 3") !=
        std::string::npos);
  CHECK(error(SliceOperation(), {1, 2, 2}).find("the axis has the size 3") !=
        std::string::npos);
  CHECK(error(SliceOperation(), {3, 0, 1}).find("axis is 3") !=
        std::string::npos);
  CHECK(error(PoolHeadsOperation(), {4, 3}).find("kv_heads 3") !=
        std::string::npos);
}

// MHA → GQA → MQA: pooled weights with G heads give what full weights give in
// which every head of a group is the group's mean.
TEST_CASE("pooled key/value heads stand for the mean of their group",
          "[heads]") {
  const int64_t H = 6, D = 3, C = 5;
  const test::OperationCase full = test::CaseOf(
      MultiHeadAttentionOperation(), {{{"x", {2, 4, C}},
                                       {"query_weight", {C, H * D}},
                                       {"key_weight", {C, H * D}},
                                       {"value_weight", {C, H * D}},
                                       {"output_weight", {H * D, C}}},
                                      {{"heads", static_cast<double>(H)}}});
  const CompositeRun mha(full, Recording::kTrain);
  for (const int64_t groups : {6, 3, 2, 1}) {
    INFO("G " << groups);
    test::OperationCase pooled = full, means = full;
    pooled.attributes[kMultiHeadKvHeads] = static_cast<double>(groups);
    for (const int slot : {kMultiHeadKeyWeight, kMultiHeadValueWeight}) {
      const Array<double>& weight = full.inputs[static_cast<size_t>(slot)];
      test::OperationCase pool{
          &PoolHeadsOperation(),
          {weight},
          {static_cast<double>(H), static_cast<double>(groups)},
          "pool"};
      const Array<double> fewer =
          CompositeRun(pool, Recording::kTrain)["output"];
      REQUIRE(fewer.shape == Shape{C, groups * D});
      pooled.inputs[static_cast<size_t>(slot)] = fewer;
      test::ForEachIndex(weight.shape, [&](const Index& index) {
        const int64_t group = index[1] / D * groups / H;
        means.inputs[static_cast<size_t>(slot)][index] =
            fewer[{index[0], group * D + index[1] % D}];
      });
    }
    const CompositeRun gqa(pooled, Recording::kTrain);
    const CompositeRun same(means, Recording::kTrain);
    CHECK(test::Difference("output", gqa["output"], same["output"]) == "");
    const bool exact =
        test::Difference("", gqa["output"], mha["output"]).empty();
    CHECK(exact == (groups == H));
  }
}

}  // namespace
}  // namespace clearhead
