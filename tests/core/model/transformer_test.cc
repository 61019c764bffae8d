#include "core/model/transformer.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/graph/explain.h"
#include "core/graph/gradients.h"
#include "tests/support/array.h"
#include "tests/support/small_model.h"

namespace clearhead {
namespace {

using test::DrawIds;
using test::IdsIn;
using test::MakeSmall;
using test::SmallModel;

// Every kind of stack, position, mask and head, small.
struct Kind {
  const char* preset;
  Settings settings;
};

std::vector<Kind> Kinds() {
  return {{"transformer", {}},
          {"transformer", {{"order", "pre"}, {"positions", "learned"}}},
          {"bert", {}},
          {"bert", {{"positions", "alibi"}, {"outputs", 3}}},
          {"bert", {{"encoder_mask", "window"}, {"mask_length", 2}}},
          {"gpt", {}},
          {"gpt", {{"positions", "alibi"}, {"kv_heads", 1}}},
          {"gpt", {{"mask", "window"}, {"mask_length", 3}}},
          {"gpt", {{"mask", "prefix"}, {"mask_length", 2}}},
          {"gpt", {{"mask", "none"}, {"residual", false}}},
          {"gpt", {{"share", "key_value"}, {"softcap", 2.0}}},
          {"gpt", {{"share", "query_key"}, {"scale", 0.7}}},
          {"gpt", {{"share", "all"}, {"final_norm", "never"}}},
          {"gpt", {{"share", "input"}, {"positions", "none"}}},
          {"t5", {}},
          {"llama", {{"kv_heads", 2}}},
          {"llama", {{"rotary_layout", "interleaved"}, {"rotary_width", 2}}},
          {"deepseek", {}},
          {"deepseek", {{"query_latent", 6}}},
          {"recurrent", {}}};
}

SmallModel Make(Kind kind) {
  kind.settings.push_back({"vocabulary", 11});
  kind.settings.push_back({"d_model", 16});
  kind.settings.push_back({"d_ff", 20});
  kind.settings.push_back({"max_length", 12});
  kind.settings.push_back({"buckets", 8});
  return MakeSmall(kind.preset, kind.settings);
}

std::string NameOf(const Kind& kind) {
  std::string name = kind.preset;
  for (const auto& [setting, value] : kind.settings) {
    name += " " + setting + " " + value.text + std::to_string(value.number);
  }
  return name;
}

constexpr int64_t kBatch = 2, kSource = 5, kTarget = 7;

// Bits [B, 1, 1, S]: the second row has a token less.
Tensor Visible(Graph& graph) {
  return VisibleInput(graph, "source_visible", kSource,
                      std::vector<int32_t>{kSource, kSource - 1});
}

Tensor Logits(Graph& graph, const SmallModel& small) {
  Transformer model(graph, small.config, small.parameters);
  Tensor x, visible;
  if (small.config.encodes()) {
    visible = Visible(graph);
    x = model.Encode(
        IdsIn(graph, "source", kBatch, DrawIds(kBatch * kSource, 11, 1)),
        visible);
  }
  if (small.config.decodes()) {
    x = model.Decode(
        IdsIn(graph, "target", kBatch, DrawIds(kBatch * kTarget, 11, 2)), {}, x,
        visible);
  }
  return model.Logits(x);
}

}  // namespace

TEST_CASE("every kind of model runs, fused as by stages", "[model]") {
  for (const Kind& kind : Kinds()) {
    INFO(NameOf(kind));
    const SmallModel small = Make(kind);
    Graph fused(small.budget, Recording::kTrain);
    Graph stages(small.budget, Recording::kInspect);
    const Tensor a = Logits(fused, small), b = Logits(stages, small);
    REQUIRE(fused.status());
    REQUIRE(stages.status());
    const test::Array<double> left = test::Read(fused.Cells(a));
    const test::Array<double> right = test::Read(stages.Cells(b));
    REQUIRE(left.shape == right.shape);
    CHECK(left.shape.back() == small.config.outputs);
    double size = 0;
    for (size_t i = 0; i < left.cells.size(); ++i) {
      CHECK(left.cells[i] == Approx(right.cells[i]).margin(2e-5));
      size += left.cells[i] * left.cells[i];
    }
    // Scores of about 1, so that training begins at about ln V.
    CHECK(std::sqrt(size / static_cast<double>(left.count())) < 4);
  }
}

TEST_CASE("token after token with a cache gives the logits of all at once",
          "[model]") {
  for (const Kind& kind : Kinds()) {
    const SmallModel small = Make(kind);
    const bool causal = small.config.mask == MaskKind::kCausal ||
                        small.config.mask == MaskKind::kWindow;
    if (!small.config.decodes() || !causal) continue;
    INFO(NameOf(kind));
    Graph whole(small.budget, Recording::kNone);
    const test::Array<double> wanted =
        test::Read(whole.Cells(Logits(whole, small)));
    DecoderCache cache = *DecoderCache::Make(small.config, small.budget, kBatch,
                                             kTarget, kSource);
    const std::vector<int32_t> target = DrawIds(kBatch * kTarget, 11, 2);
    int64_t done = 0;
    for (const int64_t count : {3, 1, 1, 2}) {
      Graph graph(small.budget, Recording::kNone);
      Transformer model(graph, small.config, small.parameters);
      model.ContinueFrom(cache);
      Tensor memory, visible;
      if (small.config.crosses()) {
        visible = Visible(graph);
        if (done == 0) {
          memory = model.Encode(
              IdsIn(graph, "source", kBatch, DrawIds(kBatch * kSource, 11, 1)),
              visible);
        }
      }
      std::vector<int32_t> ids;
      for (int64_t row = 0; row < kBatch; ++row) {
        for (int64_t t = done; t < done + count; ++t) {
          ids.push_back(target[static_cast<size_t>(row * kTarget + t)]);
        }
      }
      const Tensor logits = model.Logits(model.Decode(
          IdsIn(graph, "target", kBatch, ids), {}, memory, visible));
      REQUIRE(graph.status());
      test::ForEachIndex({kBatch, count, 11}, [&](const Index& index) {
        CHECK(
            graph.Cells(logits).At(index) ==
            Approx(wanted[{index[0], done + index[1], index[2]}]).margin(2e-5));
      });
      REQUIRE(cache.Keep(graph));
      done += count;
      CHECK(cache.length() == done);
    }
  }
}

TEST_CASE("rows of a cache are copied and left out", "[model]") {
  const SmallModel small = Make({"transformer", {}});
  DecoderCache cache =
      *DecoderCache::Make(small.config, small.budget, kBatch, kTarget, kSource);
  const auto step = [&](const std::vector<int32_t>& ids, int64_t rows,
                        bool first) {
    Graph graph(small.budget, Recording::kNone);
    Transformer model(graph, small.config, small.parameters);
    model.ContinueFrom(cache);
    Tensor memory;
    if (first) {
      memory = model.Encode(
          IdsIn(graph, "source", kBatch, DrawIds(kBatch * kSource, 11, 1)), {});
    }
    const Tensor logits = model.Logits(
        model.Decode(IdsIn(graph, "target", rows, ids), {}, memory, {}));
    REQUIRE(graph.status());
    const test::Array<double> cells = test::Read(graph.Cells(logits));
    REQUIRE(cache.Keep(graph));
    return cells;
  };
  step({3, 4}, 2, true);
  // Row 1 twice, then row 0: different sentences, the same next token.
  REQUIRE(cache.Select(std::vector<int32_t>{1, 1, 0}));
  CHECK(cache.batch() == 3);
  const test::Array<double> next = step({7, 7, 7}, 3, false);
  test::ForEachIndex({1, 11}, [&](const Index& index) {
    CHECK(next[{0, 0, index[1]}] == next[{1, 0, index[1]}]);
  });
  CHECK(next[{0, 0, 2}] != next[{2, 0, 2}]);
}

TEST_CASE("gradients of every parameter are those of finite differences",
          "[model]") {
  for (const Kind& kind : Kinds()) {
    INFO(NameOf(kind));
    SmallModel small = Make(kind);
    // Another loss for every cell, so that none cancels.
    const auto weigh = [](const test::Array<double>& logits) {
      double loss = 0;
      for (size_t i = 0; i < logits.cells.size(); ++i) {
        loss += std::sin(1.7 * static_cast<double>(i)) * logits.cells[i];
      }
      return loss;
    };
    Graph graph(small.budget, Recording::kTrain);
    const Tensor logits = Logits(graph, small);
    REQUIRE(graph.status());
    std::vector<float> weights;
    for (int64_t i = 0; i < CountOf(graph.Cells(logits).shape); ++i) {
      weights.push_back(
          static_cast<float>(std::sin(1.7 * static_cast<double>(i))));
    }
    Gradients gradients(small.budget);
    REQUIRE(gradients.Compute(
        graph, {.tensor = logits,
                .cell = {},
                .weights = {DataType::kFloat32, graph.Cells(logits).shape,
                            DenseStrides(graph.Cells(logits).shape),
                            weights.data()}}));
    for (size_t p = 0; p < small.parameters.list().size(); ++p) {
      const Parameter& parameter = small.parameters.list()[p];
      const TensorView cells = small.parameters.Cells(static_cast<int>(p));
      const TensorView gradient =
          gradients.Of(graph, graph.Find(parameter.name));
      // Where it matters most.
      int64_t at = 0;
      for (int64_t i = 1; i < parameter.count(); ++i) {
        if (std::abs(gradient.floats()[i]) > std::abs(gradient.floats()[at])) {
          at = i;
        }
      }
      const float was = cells.floats()[at];
      double sums[2];
      const float step = 2e-3f;
      for (const int side : {0, 1}) {
        cells.floats()[at] = side == 0 ? was - step : was + step;
        Graph moved(small.budget, Recording::kNone);
        sums[side] = weigh(test::Read(moved.Cells(Logits(moved, small))));
      }
      cells.floats()[at] = was;
      const double slope = (sums[1] - sums[0]) / (2 * step);
      INFO(parameter.name);
      CHECK(gradient.floats()[at] == Approx(slope).epsilon(0.03).margin(5e-3));
    }
  }
}

TEST_CASE("parameters are as many as the chapter counts", "[model]") {
  const auto count = [](const char* kind, double layers) {
    const SmallModel small = MakeSmall(
        "", {{"kind", kind},
             {"vocabulary", 1},
             {"d_model", 512},
             {"heads", 8},
             {"d_ff", 2048},
             {"encoder_layers", layers},
             {"decoder_layers", std::string(kind) == "encoder" ? 1.0 : layers},
             {"positions", "none"},
             {"final_norm", "never"}});
    return small.parameters.count() - 512;
  };
  CHECK(count("encoder", 1) == 3152384);
  CHECK(count("encoder_decoder", 1) == 3152384 + 4204032);
}

TEST_CASE("parameters are drawn by their names", "[model]") {
  const SmallModel one = Make({"gpt", {{"decoder_layers", 1}}});
  const SmallModel two = Make({"gpt", {{"decoder_layers", 2}}});
  const int a = one.parameters.Find("decoder.0.feed_forward.in.weight");
  const int b = two.parameters.Find("decoder.0.feed_forward.in.weight");
  REQUIRE(a >= 0);
  REQUIRE(b >= 0);
  CHECK(test::Read(one.parameters.Cells(a)).cells ==
        test::Read(two.parameters.Cells(b)).cells);
  CHECK(one.parameters.Find("decoder.1.feed_forward.in.weight") == -1);
}

TEST_CASE("a recurrent layer begins with ρ times an orthogonal matrix",
          "[model]") {
  const SmallModel small = Make({"recurrent", {{"recurrent_radius", 0.5}}});
  const TensorView state = small.parameters.Cells(
      small.parameters.Find("decoder.0.recurrent.state.weight"));
  test::ForEachIndex({16, 16}, [&](const Index& index) {
    double dot = 0;
    for (int64_t c = 0; c < 16; ++c) {
      dot += state.At({index[0], c}) * state.At({index[1], c});
    }
    CHECK(dot == Approx(index[0] == index[1] ? 0.25 : 0).margin(1e-6));
  });
}

TEST_CASE("numbers open through the whole model", "[model]") {
  const SmallModel small = Make({"transformer", {}});
  Graph graph(small.budget, Recording::kInspect);
  Logits(graph, small);
  REQUIRE(graph.status());
  for (const char* name :
       {"encoder.0.self_attention.weights", "encoder.1.feed_forward_norm",
        "decoder.1.cross_attention.weights", "decoder.1.feed_forward.hidden",
        "decoder.1.feed_forward_sum", "logits"}) {
    INFO(name);
    const Tensor tensor = graph.Find(name);
    REQUIRE(tensor.valid());
    const Shape& shape = graph.Cells(tensor).shape;
    const Index last = IndexAt(shape, CountOf(shape) - 1);
    const Result<Explanation> opened = Explain(graph, tensor, last, 0);
    REQUIRE(opened);
    const auto& terms = opened->expression.terms();
    REQUIRE_FALSE(terms.empty());
    CHECK(terms.back().value == Approx(opened->value).margin(1e-5));
  }
}

TEST_CASE("a sequence longer than positions go is refused", "[model]") {
  const SmallModel small =
      MakeSmall("gpt", {{"vocabulary", 11}, {"max_length", 4}});
  Graph graph(small.budget, Recording::kNone);
  Transformer model(graph, small.config, small.parameters);
  model.Decode(IdsIn(graph, "target", 1, DrawIds(5, 11, 1)), {}, {}, {});
  REQUIRE_FALSE(graph.status());
  CHECK(graph.status().error().message ==
        "model: the sequence has 5 tokens and max_length is 4; give fewer "
        "tokens, or a model with more");
}

}  // namespace clearhead
