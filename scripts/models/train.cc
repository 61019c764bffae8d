// Trains the shipped translator: train_models [--NAME VALUE]…
//   --out FILE       where the model goes (default translate.safetensors)
//   --steps N        steps of training
//   --seed N         of the parameters and the order of the sentences
//   --batch N        sentence pairs of a step
//   --rate X         the highest learning rate
//   --pieces N       the most pieces of the vocabulary
//   --width N        d_model
//   --hidden N       d_ff
//   --layers N       of each stack
//   --check N        held-out sentences of each pair that are translated
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/decode/write_rows.h"
#include "core/io/model_file.h"
#include "core/train/trainer.h"
#include "scripts/models/translate.h"

namespace clearhead::models {
namespace {

using Options = std::map<std::string, std::string>;

constexpr size_t kCounts[] = {60000, 60000, 30000};
constexpr size_t kRowsAtOnce = 128;
constexpr size_t kBudget = size_t{2} << 30;

double Seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// The share of examples whose translation is the reference, piece by piece.
Result<double> ExactShareOf(const std::shared_ptr<Budget>& budget,
                            const Model& model,
                            std::span<const Example> examples) {
  size_t right = 0;
  for (size_t first = 0; first < examples.size(); first += kRowsAtOnce) {
    const auto rows =
        examples.subspan(first, std::min(kRowsAtOnce, examples.size() - first));
    WriteRequest request;
    request.end_token = kEndPiece;
    request.max_length = 32;
    for (const Example& example : rows) {
      request.sources.push_back(example.source);
      request.prompts.push_back({kBeginPiece});
    }
    CH_ASSIGN_OR_RETURN(const TokenRows& written,
                        WriteRows(budget, model, request));
    for (size_t i = 0; i < rows.size(); ++i) {
      right += written[i] == rows[i].target;
    }
  }
  return static_cast<double>(right) / static_cast<double>(examples.size());
}

Result<ModelConfig> ConfigOf(const Options& options, int64_t vocabulary) {
  const auto number = [&](const char* name) {
    return std::atof(options.at(name).c_str());
  };
  return MakeConfig("transformer",
                    {{"vocabulary", static_cast<double>(vocabulary)},
                     {"d_model", number("width")},
                     {"d_ff", number("hidden")},
                     {"encoder_layers", number("layers")},
                     {"decoder_layers", number("layers")},
                     {"order", "pre"},
                     {"dropout", number("dropout")},
                     {"max_length", 64}});
}

Status Train(const Options& options) {
  const auto number = [&](const char* name) {
    return std::atof(options.at(name).c_str());
  };
  const double started = Seconds();
  const auto budget = std::make_shared<Budget>(kBudget);
  CH_ASSIGN_OR_RETURN(
      const TranslateData& data,
      MakeTranslateData(kCounts, static_cast<size_t>(number("pieces")), 1));
  CH_ASSIGN_OR_RETURN(const ModelConfig config,
                      ConfigOf(options, data.pieces.size()));
  CH_ASSIGN_OR_RETURN(
      Model model,
      MakeModel(budget, config, static_cast<uint32_t>(number("seed"))));
  std::printf("%zu sentences, %d pieces, %lld parameters; %.0f s\n",
              data.training.size(), data.pieces.size(),
              static_cast<long long>(model.parameters.count()),
              Seconds() - started);

  const auto steps = static_cast<int64_t>(number("steps"));
  TrainingConfig training;
  training.rate = number("rate");
  training.label_smoothing = number("smoothing");
  training.schedule = {ScheduleKind::kCosine,
                       std::min<int64_t>(steps / 10, 400), steps};
  training.optimizer.beta2 = 0.98;
  training.optimizer.clip = 1;
  training.seed = static_cast<uint32_t>(number("seed"));
  CH_ASSIGN_OR_RETURN(Trainer trainer, Trainer::Make(budget, &model, training));
  CH_ASSIGN_OR_RETURN(
      BatchOrder order,
      BatchOrder::Create(static_cast<int64_t>(data.training.size()),
                         static_cast<int64_t>(number("batch")), training.seed));
  double loss = 0;
  const int64_t shown = std::max<int64_t>(1, steps / 20);
  for (int64_t step = 0; step < steps; ++step) {
    std::vector<Example> examples;
    for (const int32_t item : order.At(step)) {
      examples.push_back(data.training[static_cast<size_t>(item)]);
    }
    CH_ASSIGN_OR_RETURN(const Batch batch,
                        MakeBatch(TaskForm::kSequence, examples));
    CH_ASSIGN_OR_RETURN(const StepReport report, trainer.Step({&batch, 1}));
    loss += report.score.loss;
    if ((step + 1) % shown != 0) continue;
    std::printf("step %lld  loss %.4f  rate %.5f  %.0f s",
                static_cast<long long>(step + 1),
                loss / static_cast<double>(shown), report.rate,
                Seconds() - started);
    loss = 0;
    for (const std::vector<Example>& held : data.held_out) {
      const size_t checked =
          std::min(held.size(), static_cast<size_t>(number("check")));
      if (checked == 0) continue;
      CH_ASSIGN_OR_RETURN(
          const double share,
          ExactShareOf(budget, model, std::span(held).first(checked)));
      std::printf("  %.3f", share);
    }
    std::printf("\n");
    std::fflush(stdout);
  }
  CH_ASSIGN_OR_RETURN(
      const FileBytes file,
      WriteModel(model, true, {}, {{"vocabulary", data.vocabulary}}, budget));
  std::FILE* out = std::fopen(options.at("out").c_str(), "wb");
  const bool written =
      out != nullptr &&
      std::fwrite(file.bytes().data(), 1, file.size, out) == file.size;
  if (out != nullptr) std::fclose(out);
  if (!written) {
    return Fail(ErrorCode::kArgument, "% could not be written",
                options.at("out"));
  }
  std::printf("%s: %zu bytes\n", options.at("out").c_str(), file.size);
  return {};
}

int Run(int count, char** arguments) {
  Options options = {{"out", "translate.safetensors"},
                     {"steps", "4000"},
                     {"seed", "1"},
                     {"batch", "64"},
                     {"rate", "3e-3"},
                     {"pieces", "2000"},
                     {"width", "80"},
                     {"hidden", "192"},
                     {"layers", "2"},
                     {"dropout", "0"},
                     {"smoothing", "0.05"},
                     {"check", "200"}};
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string name = std::string(arguments[i]).substr(2);
    if (options.count(name) == 0) {
      std::fprintf(stderr, "there is no option %s\n", arguments[i]);
      return 2;
    }
    options[name] = arguments[i + 1];
  }
  const Status status = Train(options);
  if (!status) std::fprintf(stderr, "%s\n", status.error().message.c_str());
  return status ? 0 : 1;
}

}  // namespace
}  // namespace clearhead::models

int main(int count, char** arguments) {
  return clearhead::models::Run(count, arguments);
}
