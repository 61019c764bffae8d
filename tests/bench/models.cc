// Whole models as the bench times them: layers forward, a step of training, a
// text token by token.
#include <string>
#include <utility>
#include <vector>

#include "core/decode/generation.h"
#include "core/decode/model_scorer.h"
#include "core/model/transformer.h"
#include "core/train/trainer.h"
#include "tests/bench/work.h"

namespace clearhead {
namespace {

constexpr double kBytes = 256;                 // the vocabulary
constexpr size_t kBudget = size_t{900} << 20;  // the largest step: 0.5 GB

std::shared_ptr<Budget> NewBudget() {
  return std::make_shared<Budget>(kBudget);
}

void Must(const Status& status) {
  CH_CHECK(static_cast<bool>(status), "the work of the bench fails");
}

Model MakeSized(const std::shared_ptr<Budget>& budget, const char* preset,
                const ModelSize& size, Settings more) {
  const double layers = size.layers;
  more.insert(more.end(), {{"d_model", static_cast<double>(size.width)},
                           {"d_ff", static_cast<double>(size.hidden)},
                           {"heads", static_cast<double>(size.heads)},
                           {"encoder_layers", layers},
                           {"decoder_layers", layers},
                           {"order", "pre"}});
  return *MakeModel(budget, *MakeConfig(preset, more), 1);
}

class Encoder : public Work {
 public:
  Encoder(const ModelSize& size, int length)
      : model_(MakeSized(budget_, "", size,
                         {{"kind", "encoder"},
                          {"vocabulary", 2},
                          {"activation", "gelu"},
                          {"positions", "none"},
                          {"final_norm", "never"}})),
        stream_(*Buffer::Allocate(budget_,
                                  static_cast<size_t>(length) * size.width, 4)),
        shape_{1, length, size.width},
        graph_(budget_, Recording::kNone) {}

  void Run(int times) override {
    for (; times > 0; --times) {
      graph_.Reset();
      Transformer transformer(graph_, model_.config, model_.parameters);
      const Tensor x = graph_.Borrow(
          "x",
          {DataType::kFloat32, shape_, DenseStrides(shape_),
           stream_.as<float>()},
          {AxisRole::kBatch, AxisRole::kPosition, AxisRole::kModel});
      output_ = graph_.Cells(transformer.EncoderStack(x, {})).floats();
    }
  }
  std::span<float> input(int slot) override {
    if (slot == 0) {
      return {stream_.as<float>(), static_cast<size_t>(CountOf(shape_))};
    }
    if (slot > static_cast<int>(model_.parameters.list().size())) return {};
    const TensorView cells = model_.parameters.Cells(slot - 1);
    return {cells.floats(), static_cast<size_t>(CountOf(cells.shape))};
  }
  float* output() override { return output_; }

 private:
  std::shared_ptr<Budget> budget_ = NewBudget();
  Model model_;
  Buffer stream_;
  Shape shape_;
  Graph graph_;
  float* output_ = nullptr;
};

// What has no contestant: nothing is given or compared.
class Alone : public Work {
 public:
  std::span<float> input(int) override { return {}; }
  float* output() override { return nullptr; }
};

class Step : public Alone {
 public:
  Step(const ModelSize& size, int batch, int context)
      : model_(MakeSized(budget_, "gpt", size,
                         {{"vocabulary", kBytes},
                          {"max_length", static_cast<double>(context)}})),
        trainer_(*Trainer::Make(budget_, &model_, {})) {
    Random random(1);
    std::vector<Example> texts(static_cast<size_t>(batch));
    for (Example& text : texts) {
      for (int i = 0; i <= context; ++i) {
        text.target.push_back(static_cast<int32_t>(random.Integer(kBytes)));
      }
    }
    batch_ = *MakeBatch(TaskForm::kWindow, texts);
  }

  void Run(int times) override {
    for (; times > 0; --times) Must(trainer_.Step({&batch_, 1}).status());
  }
  double amount() const override {
    return 6.0 * static_cast<double>(model_.parameters.count()) *
           static_cast<double>(batch_.supervised);
  }

 private:
  std::shared_ptr<Budget> budget_ = NewBudget();
  Model model_;
  Trainer trainer_;
  Batch batch_;
};

class Writing : public Alone {
 public:
  Writing(const ModelSize& size, int context)
      : context_(context),
        model_(MakeSized(budget_, "gpt", size,
                         {{"vocabulary", kBytes},
                          {"max_length", static_cast<double>(context) + 1}})),
        scorer_(*ModelScorer::Make(budget_, model_, {}, context)) {}

  void Run(int times) override {
    for (; times > 0; --times) {
      Generation text;
      Must(text.Start(budget_, *scorer_,
                      {.decode = {.prompt = {1}, .max_length = context_}}));
      while (!text.done()) Must(text.Step());
    }
  }
  double amount() const override { return context_; }

 private:
  int context_;
  std::shared_ptr<Budget> budget_ = NewBudget();
  Model model_;
  std::unique_ptr<ModelScorer> scorer_;
};

}  // namespace

std::unique_ptr<Work> EncoderWork(const ModelSize& size, int length) {
  return std::make_unique<Encoder>(size, length);
}

std::unique_ptr<Work> TrainingWork(const ModelSize& size, int batch,
                                   int context) {
  return std::make_unique<Step>(size, batch, context);
}

std::unique_ptr<Work> GenerationWork(const ModelSize& size, int context) {
  return std::make_unique<Writing>(size, context);
}

}  // namespace clearhead
