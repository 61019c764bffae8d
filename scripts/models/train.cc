// Trains the shipped translator: train_models [--NAME VALUE]…, the names those
// of kOptions.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/model_file.h"
#include "core/train/batch.h"
#include "core/train/trainer.h"
#include "scripts/models/check.h"
#include "scripts/models/options.h"
#include "scripts/models/translate.h"

namespace clearhead::models {
namespace {

// Batches put the tokens of tasks around pieces.
static_assert(kPadPiece == kPadToken && kBeginPiece == kBosToken &&
              kEndPiece == kEosToken);

constexpr auto kWhole = Option::Kind::kWhole;
constexpr auto kNumber = Option::Kind::kNumber;
constexpr Option kOptions[] = {
    {"out", "translate.safetensors", "where the model goes"},
    {"steps", "4000", "steps of training", kWhole, 1, 1e6},
    {"seed", "1", "of parameters, dropout and order", kWhole, 0, 4294967295.0},
    {"batch", "64", "sentence pairs of a step", kWhole, 1, kMaxBatch},
    {"rate", "3e-3", "the highest learning rate", kNumber, 0, 10},
    {"smoothing", "0.05", "of labels", kNumber, 0, 1},
    {"dropout", "0", "its rate", kNumber, 0, 0.9},
    {"pieces", "2000", "the most pieces", kWhole, 100, kMaxPieces},
    {"width", "80", "d_model", kWhole, 1, 4096},
    {"hidden", "192", "d_ff", kWhole, 1, 16384},
    {"layers", "2", "of each stack", kWhole, 1, 64},
    {"check", "200", "held-out pairs of a direction, now and then", kWhole, 0,
     65536}};

constexpr size_t kCounts[] = {60000, 60000, 30000};
constexpr size_t kBudget = size_t{2} << 30;
constexpr int64_t kReports = 20;
constexpr int64_t kMostWarmup = 400;

double Seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// One run of the program.
class Run {
 public:
  explicit Run(Options options) : options_(std::move(options)) {}

  Status All() {
    CH_RETURN_IF_ERROR(Prepare());
    CH_RETURN_IF_ERROR(Train());
    CH_RETURN_IF_ERROR(Write());
    return Check();
  }

 private:
  Status Prepare();
  Status Train();
  Result<Batch> BatchAt(int64_t step);
  Status Report(int64_t step, double loss, double rate) const;
  Status Write() const;
  Status Check() const;

  Options options_;
  double started_ = Seconds();
  std::shared_ptr<Budget> budget_ = std::make_shared<Budget>(kBudget);
  TranslateData data_;
  Model model_;
  BatchOrder order_;
};

// The corpus, its vocabulary and a model that knows nothing yet.
Status Run::Prepare() {
  CH_ASSIGN_OR_RETURN(data_,
                      MakeTranslateData(kCounts, options_.Whole("pieces"), 1));
  const double layers = options_.Number("layers");
  CH_ASSIGN_OR_RETURN(
      const ModelConfig config,
      MakeConfig("transformer",
                 {{"vocabulary", static_cast<double>(data_.pieces.size())},
                  {"d_model", options_.Number("width")},
                  {"d_ff", options_.Number("hidden")},
                  {"encoder_layers", layers},
                  {"decoder_layers", layers},
                  {"order", "pre"},
                  {"dropout", options_.Number("dropout")},
                  {"max_length", 64}}));
  CH_ASSIGN_OR_RETURN(model_,
                      MakeModel(budget_, config,
                                static_cast<uint32_t>(options_.Whole("seed"))));
  std::printf("%zu sentences, %d pieces, %lld parameters; %.0f s\n",
              data_.training.size(), data_.pieces.size(),
              static_cast<long long>(model_.parameters.count()),
              Seconds() - started_);
  return {};
}

Status Run::Train() {
  const auto steps = static_cast<int64_t>(options_.Whole("steps"));
  TrainingConfig training;
  training.rate = options_.Number("rate");
  training.label_smoothing = options_.Number("smoothing");
  training.schedule = {ScheduleKind::kCosine, std::min(steps / 10, kMostWarmup),
                       steps};
  training.optimizer.beta2 = 0.98;
  training.optimizer.clip = 1;
  training.seed = static_cast<uint32_t>(options_.Whole("seed"));
  CH_ASSIGN_OR_RETURN(Trainer trainer,
                      Trainer::Make(budget_, &model_, training));
  CH_ASSIGN_OR_RETURN(
      order_, BatchOrder::Create(static_cast<int64_t>(data_.training.size()),
                                 static_cast<int64_t>(options_.Whole("batch")),
                                 training.seed));
  double loss = 0;
  const int64_t shown = std::max<int64_t>(1, steps / kReports);
  for (int64_t step = 1; step <= steps; ++step) {
    CH_ASSIGN_OR_RETURN(const Batch batch, BatchAt(step - 1));
    CH_ASSIGN_OR_RETURN(const StepReport report, trainer.Step({&batch, 1}));
    loss += report.score.loss;
    if (step % shown != 0) continue;
    CH_RETURN_IF_ERROR(
        Report(step, loss / static_cast<double>(shown), report.rate));
    loss = 0;
  }
  return {};
}

Result<Batch> Run::BatchAt(int64_t step) {
  std::vector<Example> examples;
  for (const int32_t item : order_.At(step)) {
    examples.push_back(data_.training[static_cast<size_t>(item)]);
  }
  return MakeBatch(TaskForm::kSequence, examples);
}

Status Run::Report(int64_t step, double loss, double rate) const {
  std::printf("step %lld  loss %.4f  rate %.5f  %.0f s",
              static_cast<long long>(step), loss, rate, Seconds() - started_);
  for (const std::vector<Example>& held_out : data_.held_out) {
    const std::vector<Example> sample =
        Sample(held_out, options_.Whole("check"));
    if (sample.empty()) continue;
    CH_ASSIGN_OR_RETURN(const double share,
                        ExactShare(budget_, model_, sample));
    std::printf("  %.3f", share);
  }
  std::printf("\n");
  std::fflush(stdout);
  return {};
}

Status Run::Write() const {
  CH_ASSIGN_OR_RETURN(const FileBytes file,
                      WriteModel(model_, true, {},
                                 {{"vocabulary", data_.vocabulary}}, budget_));
  const std::string& name = options_.Text("out");
  std::FILE* out = std::fopen(name.c_str(), "wb");
  bool written = out != nullptr && std::fwrite(file.bytes().data(), 1,
                                               file.size, out) == file.size;
  if (out != nullptr) written = std::fclose(out) == 0 && written;
  if (!written) {
    return Fail(ErrorCode::kArgument,
                "% could not be written; give --out a file in a folder that "
                "may be written to",
                name);
  }
  std::printf("%s: %zu bytes\n", name.c_str(), file.size);
  return {};
}

// All held-out pairs of every direction, and what the page shows first.
Status Run::Check() const {
  for (const Pair pair : kTranslatePairs) {
    const std::vector<Example>& held_out =
        data_.held_out[static_cast<size_t>(pair)];
    if (held_out.empty()) continue;
    CH_ASSIGN_OR_RETURN(const double share,
                        ExactShare(budget_, model_, held_out));
    std::printf("%s%.4f of %zu held-out pairs\n", PrefixOf(pair), share,
                held_out.size());
  }
  for (const ShownPair& shown : kShownPairs) {
    CH_ASSIGN_OR_RETURN(
        const Example example,
        ExampleOf(data_.pieces, shown.pair, shown.source, shown.target));
    CH_ASSIGN_OR_RETURN(const TokenRows& written,
                        Translate(budget_, model_, {&example, 1}));
    CH_ASSIGN_OR_RETURN(const std::string said,
                        data_.pieces.Decode(written[0]));
    std::printf("%s%s → %s\n", PrefixOf(shown.pair), shown.source,
                said.c_str());
  }
  return {};
}

int Main(std::span<const char* const> arguments) {
  for (const std::string_view argument : arguments) {
    if (argument != "-h" && argument != "--help") continue;
    std::printf("train_models [--NAME VALUE]…\n%s", HelpOf(kOptions).c_str());
    return 0;
  }
  Result<Options> options = Options::Parse(kOptions, arguments);
  if (!options) {
    std::fprintf(stderr, "%s\n", options.error().message.c_str());
    return 2;
  }
  const Status status = Run(*std::move(options)).All();
  if (!status) std::fprintf(stderr, "%s\n", status.error().message.c_str());
  return status ? 0 : 1;
}

}  // namespace
}  // namespace clearhead::models

int main(int count, char** arguments) {
  const std::vector<const char*> given(arguments + 1, arguments + count);
  return clearhead::models::Main(given);
}
