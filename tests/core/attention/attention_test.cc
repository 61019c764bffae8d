// The stages of scaled dot-product attention and their fused twin give the same
// numbers, forward and backward, over everything that can hide a score.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/fused.h"
#include "core/attention/heads.h"
#include "core/attention/scaled_dot_product.h"
#include "core/base/random.h"
#include "core/graph/gradients.h"
#include "core/masks/mask.h"
#include "tests/support/array.h"
#include "tests/support/each_target.h"
#include "tests/support/operation_run.h"

namespace clearhead {
namespace {

using test::Array;
using test::EachTarget;
using test::Read;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Setting {
  int64_t b = 2, h = 4, g = 2, t = 3, s = 5, d = 7, e = 6;
  bool mask = false, bias = false, causal = false;
  double scale = kNaN, softcap = 0;
};

std::string Describe(const Setting& c) {
  return "H " + std::to_string(c.h) + " G " + std::to_string(c.g) + " T " +
         std::to_string(c.t) + " S " + std::to_string(c.s) + " D " +
         std::to_string(c.d) + " mask " + std::to_string(c.mask) + " bias " +
         std::to_string(c.bias) + " causal " + std::to_string(c.causal) +
         " scale " + std::to_string(c.scale) + " softcap " +
         std::to_string(c.softcap);
}

Tensor Floats(Graph& graph, const char* name, const Shape& shape) {
  return graph.Input(name, DataType::kFloat32, shape,
                     std::vector<AxisRole>(shape.size(), AxisRole::kFeature),
                     [&](const TensorView& cells) {
                       Random random(3, static_cast<uint64_t>(name[0]));
                       for (int64_t i = 0; i < CountOf(shape); ++i) {
                         cells.floats()[i] = random.Normal();
                       }
                     });
}

// Ragged padding by batch, and the second query sees nothing.
Tensor Bits(Graph& graph, const Setting& c) {
  return graph.Input(
      "mask", DataType::kUint8, {c.b, 1, c.t, c.s},
      std::vector<AxisRole>(4, AxisRole::kFeature),
      [&](const TensorView& bits) {
        test::ForEachIndex(bits.shape, [&](const Index& index) {
          const bool hidden = index[3] >= c.s - index[0] || index[2] == 1;
          bits.as<uint8_t>()[bits.Offset(index)] = hidden ? 0 : 1;
        });
      });
}

struct Attended {
  Attended(const Setting& c, Recording recording)
      : graph(std::make_shared<Budget>(), recording),
        gradients(graph.budget()) {
    inputs.q = Floats(graph, "q", {c.b, c.h, c.t, c.d});
    inputs.k = Floats(graph, "k", {c.b, c.g, c.s, c.d});
    inputs.v = Floats(graph, "v", {c.b, c.g, c.s, c.e});
    if (c.mask) inputs.mask = Bits(graph, c);
    if (c.bias) inputs.bias = Floats(graph, "bias", {c.h, c.t, c.s});
    output = ScaledDotProductAttention(
        graph, inputs, {c.scale, c.softcap, c.causal}, {"", "output"});
    if (!graph.status()) return;
    seed.resize(static_cast<size_t>(CountOf(graph.Cells(output).shape)));
    Random random(9);
    for (float& weight : seed) weight = random.Normal();
    REQUIRE(gradients.Compute(graph, test::Weighted(graph, output, seed)));
  }
  Array<double> Gradient(Tensor tensor) const {
    return Read(gradients.Of(graph, tensor));
  }

  std::vector<float> seed;
  Graph graph;
  Gradients gradients;
  AttentionInputs inputs;
  Tensor output;
};

std::string Difference(const Array<double>& a, const Array<double>& b) {
  if (!(a.shape == b.shape)) return ToString(a.shape) + ToString(b.shape);
  for (int64_t i = 0; i < a.count(); ++i) {
    const double distance = std::abs(a.cells[i] - b.cells[i]);
    if (!(distance <= 2e-6 + 1e-5 * std::abs(b.cells[i]))) {
      return "cell " + std::to_string(i) + ": " + std::to_string(a.cells[i]) +
             " and " + std::to_string(b.cells[i]);
    }
  }
  return "";
}

void CheckTwins(const Setting& setting) {
  INFO(Describe(setting));
  const Attended stages(setting, Recording::kInspect);
  const Attended fused(setting, Recording::kTrain);
  REQUIRE(stages.graph.status());
  REQUIRE(fused.graph.status());
  REQUIRE(fused.graph.nodes().size() == 1);
  REQUIRE(stages.graph.nodes().size() > 3);
  CHECK(Difference(Read(fused.graph.Cells(fused.output)),
                   Read(stages.graph.Cells(stages.output))) == "");
  for (const auto input : {&AttentionInputs::q, &AttentionInputs::k,
                           &AttentionInputs::v, &AttentionInputs::bias}) {
    if (!(stages.inputs.*input).valid()) continue;
    CHECK(Difference(fused.Gradient(fused.inputs.*input),
                     stages.Gradient(stages.inputs.*input)) == "");
  }
}

TEST_CASE("stages equal the fused twin", "[attention]") {
  EachTarget([] {
    for (int bits = 0; bits < 32; ++bits) {
      Setting setting;
      setting.mask = bits & 1;
      setting.bias = bits & 2;
      setting.causal = bits & 4;
      setting.softcap = bits & 8 ? 1.5 : 0;
      setting.scale = bits & 16 ? 0.9 : kNaN;
      CheckTwins(setting);
    }
  });
}

TEST_CASE("stages equal the fused twin at every size", "[attention]") {
  EachTarget([] {
    for (const auto& [t, s] : {std::pair{1, 1},
                               {1, 9},
                               {9, 1},
                               {17, 5},
                               {5, 33},
                               {16, 16},
                               {0, 3},
                               {3, 0},
                               {0, 0}}) {
      for (const auto& [d, e] :
           {std::pair{1, 1}, {3, 8}, {16, 5}, {33, 17}, {4, 0}}) {
        for (const bool causal : {false, true}) {
          Setting setting;
          setting.t = t;
          setting.s = s;
          setting.d = d;
          setting.e = e;
          setting.causal = causal;
          setting.mask = (t + s + d) % 2 == 0;
          CheckTwins(setting);
        }
      }
    }
    for (const auto& [h, g] :
         {std::pair{1, 1}, {6, 1}, {6, 2}, {6, 3}, {6, 6}, {0, 1}}) {
      Setting setting;
      setting.h = h;
      setting.g = g;
      setting.bias = true;
      CheckTwins(setting);
      setting.b = 0;
      CheckTwins(setting);
    }
  });
}

TEST_CASE("a query that sees nothing gives 0 and has gradient 0",
          "[attention]") {
  EachTarget([] {
    for (const Recording recording : {Recording::kInspect, Recording::kTrain}) {
      for (const bool causal : {false, true}) {
        Setting setting;
        setting.mask = true;
        setting.bias = true;
        setting.causal = causal;
        setting.t = 7;  // with causality the first two queries see nothing
        const Attended run(setting, recording);
        REQUIRE(run.graph.status());
        const Array<double> output = Read(run.graph.Cells(run.output));
        const Array<double> dq = run.Gradient(run.inputs.q);
        const Array<double> dbias = run.Gradient(run.inputs.bias);
        const auto blind = [&](int64_t query) {
          return query == 1 || (causal && query < 2);
        };
        test::ForEachIndex(output.shape, [&](const Index& index) {
          if (std::isnan(output[index])) FAIL("NaN");
          if (blind(index[2]) && output[index] != 0) FAIL("output is not 0");
        });
        test::ForEachIndex(dq.shape, [&](const Index& index) {
          if (std::isnan(dq[index])) FAIL("NaN");
          if (blind(index[2]) && dq[index] != 0) FAIL("dq is not 0");
        });
        test::ForEachIndex(dbias.shape, [&](const Index& index) {
          if (std::isnan(dbias[index])) FAIL("NaN");
          if (blind(index[1]) && dbias[index] != 0) FAIL("dbias is not 0");
        });
        for (const Tensor input : {run.inputs.k, run.inputs.v}) {
          for (const double cell : run.Gradient(input).cells) {
            if (!std::isfinite(cell)) FAIL("not finite");
          }
        }
      }
    }
  });
}

TEST_CASE("what softmax reads is called masked where anything is hidden",
          "[attention]") {
  for (int bits = 0; bits < 4; ++bits) {
    Setting setting;
    setting.mask = bits & 1;
    setting.causal = bits & 2;
    const Attended run(setting, Recording::kInspect);
    const Graph& graph = run.graph;
    const auto has = [&](const char* name) { return graph.Find(name).valid(); };
    CHECK(has("scores"));
    CHECK(has("scaled"));
    CHECK(has("weights"));
    CHECK(has("masked") == (bits != 0));
    CHECK(has("causal_mask") == setting.causal);
    CHECK(has("causal") == (bits == 3));
    const int storage = graph.value(graph.Find("weights")).storage;
    const Node& softmax = graph.nodes()[graph.storages()[storage].node];
    CHECK(graph.values()[softmax.inputs[0]].name ==
          (bits != 0 ? "masked" : "scaled"));
  }
}

TEST_CASE("an intervention on a stage is seen at every level", "[attention]") {
  for (const char* stage : {"scores", "scaled", "capped", "biased",
                            "causal_mask", "masked", "weights"}) {
    for (const Recording recording : {Recording::kNone, Recording::kTrain}) {
      INFO(stage);
      Graph graph(std::make_shared<Budget>(), recording);
      graph.SetInterventions({{stage, Intervention::Action::kSet, {0}, {0}}});
      const AttentionInputs inputs = {Floats(graph, "q", {1, 1, 2, 3}),
                                      Floats(graph, "k", {1, 1, 2, 3}),
                                      Floats(graph, "v", {1, 1, 2, 3}),
                                      {},
                                      Floats(graph, "bias", {2, 2})};
      ScaledDotProductAttention(graph, inputs, {kNaN, 2.0, true},
                                {"", "output"});
      CHECK(graph.status());
      CHECK(graph.CheckInterventions());
    }
  }
}

TEST_CASE("an error of an input passes through attention", "[attention]") {
  for (const Recording recording : {Recording::kInspect, Recording::kTrain}) {
    Graph graph(std::make_shared<Budget>(), recording);
    const Tensor q = Floats(graph, "q", {1, 2, 2, 3});
    const Tensor k = Floats(graph, "k", {1, 2, 2, 4});
    ScaledDotProductAttention(graph, {q, k, k, {}, {}}, {kNaN, 0.0, false},
                              {"", "output"});
    REQUIRE(!graph.status());
    CHECK(graph.status().error().code == ErrorCode::kShape);
  }
}

TEST_CASE("heads split and join without a copy", "[attention]") {
  Graph graph(std::make_shared<Budget>(), Recording::kTrain);
  const Tensor x = Floats(graph, "x", {2, 3, 8});
  const Tensor heads = SplitHeads(graph, x, 4, AxisRole::kQuery, "heads");
  const TensorView whole = graph.Cells(x);
  const TensorView split = graph.Cells(heads);
  REQUIRE(split.shape == Shape{2, 4, 3, 2});
  test::ForEachIndex(split.shape, [&](const Index& i) {
    CHECK(split.At(i) == whole.At({i[0], i[2], i[1] * 2 + i[3]}));
  });
  const Tensor joined = JoinHeads(graph, heads, "joined");
  CHECK(Read(graph.Cells(joined)).cells == Read(whole).cells);
  CHECK(graph.Cells(joined).data == whole.data);
  CHECK(!SplitHeads(graph, {}, 4, AxisRole::kQuery, "none").valid());
  CHECK(!JoinHeads(graph, {}, "none").valid());
}

}  // namespace
}  // namespace clearhead
