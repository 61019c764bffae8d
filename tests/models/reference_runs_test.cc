// The experiments behind the chapter's claims (its audit, "reference runs"),
// run here; what is asserted is what the audit asserts, not its digits.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/attention/multi_head.h"
#include "core/graph/gradients.h"
#include "core/kernels/svd.h"
#include "core/model/transformer.h"
#include "core/ops/losses.h"
#include "core/ops/ops.h"
#include "core/session/training.h"
#include "core/train/tasks/relations.h"
#include "tests/support/small_model.h"

namespace clearhead {
namespace {

// Weights that are learnt outside of any model: one array, read by name.
class Weights {
 public:
  explicit Weights(uint64_t seed) : random_(seed) {}

  // An input of the graph that holds the next `shape` numbers; drawn with the
  // deviation when it is asked for the first time.
  Tensor In(Graph& graph, const std::string& name, const Shape& shape,
            float deviation) {
    const size_t first = next_;
    next_ += static_cast<size_t>(CountOf(shape));
    while (cells_.size() < next_) {
      cells_.push_back(random_.Normal() * deviation);
    }
    tensors_.push_back(graph.Input(
        name, DataType::kFloat32, shape,
        std::vector<AxisRole>(shape.size(), AxisRole::kFeature),
        [&](const TensorView& view) {
          std::copy_n(&cells_[first], CountOf(shape), view.floats());
        }));
    return tensors_.back();
  }
  void Begin() {
    next_ = 0;
    tensors_.clear();
  }
  std::vector<float>& cells() { return cells_; }
  std::vector<float> GradientsOf(const Graph& graph,
                                 const Gradients& gradients) const {
    std::vector<float> all;
    for (const Tensor tensor : tensors_) {
      const TensorView view = gradients.Of(graph, tensor);
      all.insert(all.end(), view.floats(), view.floats() + CountOf(view.shape));
    }
    return all;
  }

 private:
  Random random_;
  std::vector<float> cells_;
  std::vector<Tensor> tensors_;
  size_t next_ = 0;
};

// Adam on the sum of what `record` gives; the value of the last step.
double Minimise(Weights& weights, int steps, double rate,
                const std::function<Tensor(Graph&, Weights&)>& record) {
  const auto budget = std::make_shared<Budget>();
  Graph graph(budget, Recording::kTrain);
  Gradients gradients(budget);
  Optimizer optimizer;
  for (int step = 0; step < steps; ++step) {
    graph.Reset();
    weights.Begin();
    const Tensor loss = record(graph, weights);
    REQUIRE(graph.status());
    REQUIRE(gradients.Compute(graph, {.tensor = loss}));
    if (step == 0) {
      optimizer =
          *Optimizer::Create(budget, {.weight_decay = 0},
                             static_cast<int64_t>(weights.cells().size()), {});
    }
    REQUIRE(optimizer.Step(rate, weights.cells(),
                           weights.GradientsOf(graph, gradients)));
  }
  return gradients.value();
}

Tensor Floats(Graph& graph, const char* name, const Shape& shape,
              const std::function<float(int64_t)>& cell) {
  return graph.Input(name, DataType::kFloat32, shape,
                     std::vector<AxisRole>(shape.size(), AxisRole::kFeature),
                     [&](const TensorView& view) {
                       for (int64_t i = 0; i < CountOf(shape); ++i) {
                         view.floats()[i] = cell(i);
                       }
                     });
}

// Score cross entropy of "query i attends to place i − 1 of 8"; the scores are
// xW_Q(xW_K)ᵀ of one-hot places.
struct Cyclic {
  double loss = 0;
  int right = 0;  // of 8
};

Cyclic LearnCyclic(uint64_t seed, int64_t width, bool shared) {
  Weights weights(seed);
  Cyclic result;
  const auto record = [&](Graph& graph, Weights& w) {
    const Tensor x = Floats(graph, "x", {8, 8},
                            [](int64_t i) { return i % 9 == 0 ? 1.f : 0.f; });
    const Tensor q =
        Linear(graph, x, w.In(graph, "query", {8, width}, 0.5f), {}, "q");
    const Tensor k =
        shared
            ? q
            : Linear(graph, x, w.In(graph, "key", {8, width}, 0.5f), {}, "k");
    const Tensor scores = MatMul(graph, q, k, true, "scores");
    std::vector<int32_t> labels;
    for (int32_t i = 0; i < 8; ++i) labels.push_back((i + 7) % 8);
    const TensorView cells = graph.Cells(scores);
    result.right = 0;
    for (int64_t i = 0; i < 8; ++i) {
      int64_t best = 0;
      for (int64_t j = 1; j < 8; ++j) {
        if (cells.At({i, j}) > cells.At({i, best})) best = j;
      }
      result.right += best == labels[static_cast<size_t>(i)];
    }
    const Tensor rows = IdsInput(graph, "labels", 1, 8, labels);
    return CrossEntropy(
        graph, scores,
        graph.View(rows, "label", {8}, {1}, 0, {AxisRole::kPosition}), 0,
        "loss");
  };
  result.loss = Minimise(weights, 1500, 0.05, record);
  return result;
}

// Perplexity of held-out windows, fed whole, and of every prefix by itself.
struct Perplexities {
  double whole = 0, prefixes = 0;
};

Perplexities LearnMarkov(const char* mask) {
  test::SmallModel small = test::MakeSmall("gpt", {{"vocabulary", 12},
                                                   {"d_model", 32},
                                                   {"d_ff", 64},
                                                   {"heads", 2},
                                                   {"decoder_layers", 1},
                                                   {"mask", mask},
                                                   {"max_length", 16}});
  Training training = *Training::Make(
      small.budget, &small,
      {"markov", {}, {{"batch", 64}, {"steps", 400}, {"rate", 5e-3}}});
  for (int step = 0; step < 400; ++step) REQUIRE(training.Step());
  Perplexities result;
  result.whole = std::exp(training.HeldOut(0, 200)->loss);
  const std::vector<Example> windows =
      *DrawExamples(training.task(), Side::kHeldOut, 77, 100);
  double loss = 0;
  int count = 0;
  for (size_t length = 1; length <= 16; ++length) {
    std::vector<Example> prefixes = windows;
    for (Example& one : prefixes) one.target.resize(length + 1);
    Batch batch = *MakeBatch(TaskForm::kWindow, prefixes);
    for (int64_t row = 0; row < batch.rows; ++row) {
      for (size_t t = 0; t + 1 < length; ++t) {
        batch.labels[row * batch.target_width + t] = kIgnoreLabel;
      }
    }
    Trainer judge = *Trainer::Make(small.budget, &small, {});
    loss += judge.Evaluate(batch)->loss;
    ++count;
  }
  result.prefixes = std::exp(loss / count);
  return result;
}

}  // namespace

TEST_CASE("separate queries and keys find the place before, shared do not",
          "[reference]") {
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    INFO(seed);
    const Cyclic separate = LearnCyclic(seed, 2, false);
    CHECK(separate.right == 8);
    CHECK(separate.loss < 0.05);
    CHECK(LearnCyclic(seed, 8, true).right < 8);
  }
}

TEST_CASE("one head is stuck where two relations are asked", "[reference]") {
  const auto learn = [](int64_t heads) {
    Weights weights(3);
    Random random(5);
    double last = 0;
    const auto record = [&](Graph& graph, Weights& w) {
      const Neighbours drawn = *DrawNeighbours(32, 8, 4, &random);
      const Tensor x = Floats(graph, "x", {32, 8, 4}, [&](int64_t i) {
        return drawn.x[static_cast<size_t>(i)];
      });
      const Tensor y = Floats(graph, "y", {32, 8, 8}, [&](int64_t i) {
        return drawn.y[static_cast<size_t>(i)];
      });
      Tensor sum;
      for (int64_t head = 0; head < heads; ++head) {
        const std::string name = "head_" + std::to_string(head);
        const Tensor scores = w.In(graph, name + ".scores", {8, 8}, 1);
        const Tensor weighted = Softmax(graph, scores, name + ".weights");
        const TensorView cells = graph.Cells(weighted);
        const Tensor all = graph.View(
            weighted, name + ".all", {32, 8, 8}, {0, cells.strides[0], 1}, 0,
            {AxisRole::kBatch, AxisRole::kQuery, AxisRole::kKey});
        const Tensor mixed = MatMul(graph, all, x, false, name + ".mixed");
        const Tensor out =
            Linear(graph, mixed, w.In(graph, name + ".out", {4, 8}, 0.5f), {},
                   name + ".output");
        sum = sum.valid() ? Add(graph, sum, out, name + ".sum") : out;
      }
      const Tensor d =
          graph.Apply(DifferenceOperation(), {sum, y}, {}, "difference");
      return graph.Apply(MultiplyOperation(), {d, d}, {}, "squares");
    };
    last = Minimise(weights, 1200, 0.03, record);
    return last / (32 * 8 * 8);
  };
  CHECK(learn(1) > 0.4);
  CHECK(learn(2) < 1e-3);
}

TEST_CASE("a decoder that sees what it is asked leaks", "[reference]") {
  // ln 2.4546: what is left when the chain itself is known.
  const Perplexities causal = LearnMarkov("causal");
  CHECK(causal.whole == Approx(2.4546).epsilon(0.05));
  CHECK(causal.prefixes == Approx(2.4546).epsilon(0.08));
  const Perplexities seeing = LearnMarkov("none");
  CHECK(seeing.whole < 1.2);
  CHECK(seeing.prefixes > 8);
}

TEST_CASE("attention alone makes all rows alike, a residual keeps them apart",
          "[reference]") {
  const auto spread = [](const TensorView& x) {
    double apart = 0, size = 0;
    for (int64_t c = 0; c < 32; ++c) {
      double mean = 0;
      for (int64_t t = 0; t < 16; ++t) mean += x.At({0, t, c}) / 16;
      for (int64_t t = 0; t < 16; ++t) {
        const double cell = x.At({0, t, c});
        apart += (cell - mean) * (cell - mean);
        size += cell * cell;
      }
    }
    return std::sqrt(apart / size);
  };
  const auto run = [&](uint64_t seed, bool residual, int layers) {
    Random random(seed);
    Graph graph(std::make_shared<Budget>(), Recording::kNone);
    Tensor x = Floats(graph, "x", {1, 16, 32},
                      [&](int64_t) { return random.Normal(); });
    for (int layer = 0; layer < layers; ++layer) {
      std::vector<Tensor> inputs(kMultiHeadSin + 1);
      inputs[kMultiHeadX] = x;
      const std::string scope = "layer_" + std::to_string(layer) + ".";
      for (const int slot : {kMultiHeadQueryWeight, kMultiHeadKeyWeight,
                             kMultiHeadValueWeight}) {
        inputs[slot] =
            Floats(graph, (scope + std::to_string(slot)).c_str(), {32, 32},
                   [&](int64_t) { return random.Normal() / std::sqrt(32.f); });
      }
      const Tensor y =
          graph.Perform(MultiHeadAttentionOperation(), inputs,
                        *CheckAttributes(MultiHeadAttentionOperation().schema,
                                         Settings{{"heads", 1}}),
                        scope + "output");
      x = residual ? Add(graph, x, y, scope + "sum") : y;
      REQUIRE(graph.status());
    }
    return spread(graph.Cells(x));
  };
  double alone = 0, kept = 0;
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    alone += run(seed, false, 3) / 20;
    kept += run(seed, true, 12) / 20;
  }
  CHECK(alone < 1e-4);
  CHECK(kept > 0.2);
}

TEST_CASE("the gradient of a recurrent layer fades with distance and ρ",
          "[reference]") {
  // ‖∂h_T/∂h_(T−k)‖: the largest singular value, the mean of 20 seeds.
  const auto norm = [](uint64_t seed, double radius, int64_t distance) {
    constexpr int64_t kSteps = 30, kWidth = 32;
    const test::SmallModel small =
        test::MakeSmall("recurrent",
                        {{"d_model", static_cast<double>(kWidth)},
                         {"decoder_layers", 1},
                         {"recurrent_radius", radius}},
                        static_cast<uint32_t>(seed));
    Random random(seed);
    std::vector<float> inputs;
    for (int64_t i = 0; i < kSteps * kWidth; ++i) {
      inputs.push_back(random.Normal());
    }
    // The same sequence for every feature of the last state.
    Graph graph(small.budget, Recording::kTrain);
    Transformer model(graph, small.config, small.parameters);
    const Tensor x =
        Floats(graph, "x", {kWidth, kSteps, kWidth}, [&](int64_t i) {
          return inputs[static_cast<size_t>(i % (kSteps * kWidth))];
        });
    const Tensor y = model.DecoderStack(x, {}, {}, {});
    REQUIRE(graph.status());
    std::vector<float> seeds(static_cast<size_t>(kWidth * kSteps * kWidth));
    for (int64_t b = 0; b < kWidth; ++b) {
      seeds[static_cast<size_t>((b * kSteps + kSteps - 1) * kWidth + b)] = 1;
    }
    Gradients gradients(small.budget);
    const Shape shape = {kWidth, kSteps, kWidth};
    REQUIRE(gradients.Compute(
        graph, {.tensor = y,
                .cell = {},
                .weights = {DataType::kFloat32, shape, DenseStrides(shape),
                            seeds.data()}}));
    const TensorView rows =
        gradients.Of(graph, graph.Find("decoder.0.recurrent.state_" +
                                       std::to_string(kSteps - 1 - distance)));
    REQUIRE(rows.present());
    std::vector<double> scratch(kernels::SvdScratch(kWidth, kWidth));
    return kernels::Decompose(
               kWidth, kWidth,
               [&](size_t i, size_t j) {
                 return rows.At(
                     {static_cast<int64_t>(i), 0, static_cast<int64_t>(j)});
               },
               scratch.data())
        .values[0];
  };
  const auto mean = [&](double radius, int64_t distance) {
    double sum = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
      sum += norm(seed, radius, distance) / 20;
    }
    return sum;
  };
  const double near = mean(0.9, 1), far = mean(0.9, 10);
  CHECK(near == Approx(0.899).epsilon(0.05));
  CHECK(far < near / 10);
  CHECK(mean(0.5, 10) < far / 10);
  CHECK(mean(1.0, 10) > far);
  CHECK(mean(0.9, 29) < 1e-4);
}

}  // namespace clearhead
