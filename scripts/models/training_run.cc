#include "scripts/models/training_run.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <span>
#include <utility>
#include <vector>

#include "core/io/model_file.h"
#include "core/train/trainer.h"
#include "scripts/models/check.h"

namespace clearhead::models {
namespace {

// Batches put the tokens of tasks around pieces.
static_assert(kPadPiece == kPadToken && kBeginPiece == kBosToken &&
              kEndPiece == kEosToken);

constexpr size_t kBudget = size_t{2} << 30;
constexpr int64_t kReports = 20;
constexpr int64_t kMostWarmup = 400;

// Of the processor since the program began: on a busy machine, too, what a
// quiet one takes.
double Seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace

TrainingRun::TrainingRun(const Recipe& recipe, Options options)
    : recipe_(recipe),
      options_(std::move(options)),
      budget_(std::make_shared<Budget>(kBudget)) {}

Status TrainingRun::All() {
  CH_RETURN_IF_ERROR(Prepare());
  CH_RETURN_IF_ERROR(Train());
  CH_RETURN_IF_ERROR(Write());
  return Check();
}

// The examples, their vocabulary and a model that knows nothing yet.
Status TrainingRun::Prepare() {
  CH_ASSIGN_OR_RETURN(data_, recipe_.make_data(options_.Whole("pieces")));
  CH_ASSIGN_OR_RETURN(
      const ModelConfig config,
      MakeConfig(recipe_.preset, SettingsOf(recipe_, options_, data_)));
  const auto seed = static_cast<uint32_t>(options_.Whole("seed"));
  CH_ASSIGN_OR_RETURN(model_, MakeModel(budget_, config, seed));
  CH_ASSIGN_OR_RETURN(
      batches_,
      LengthBatches::Create(
          data_.training, static_cast<int64_t>(options_.Whole("batch")), seed));
  std::printf("%s: %zu sentences, %d pieces, %lld parameters; %.0f s\n",
              recipe_.name, data_.training.size(), data_.pieces.size(),
              static_cast<long long>(model_.parameters.count()), Seconds());
  return {};
}

Status TrainingRun::Train() {
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
  double loss = 0;
  const int64_t shown = std::max<int64_t>(1, steps / kReports);
  for (int64_t step = 1; step <= steps; ++step) {
    CH_ASSIGN_OR_RETURN(const Batch batch,
                        MakeBatch(recipe_.form, batches_.At(step - 1)));
    CH_ASSIGN_OR_RETURN(const StepReport report, trainer.Step({&batch, 1}));
    loss += report.score.loss;
    if (step % shown != 0) continue;
    CH_RETURN_IF_ERROR(
        Report(step, loss / static_cast<double>(shown), report.rate));
    loss = 0;
  }
  return {};
}

Status TrainingRun::Report(int64_t step, double loss, double rate) const {
  std::printf("step %lld  loss %.4f  rate %.5f  %.0f s",
              static_cast<long long>(step), loss, rate, Seconds());
  for (const auto& [name, examples] : data_.held_out) {
    const std::vector<Example> sample =
        Sample(examples, options_.Whole("check"));
    if (sample.empty()) continue;
    CH_ASSIGN_OR_RETURN(const double share,
                        ShareRight(budget_, model_, recipe_.asked, sample));
    std::printf("  %.3f", share);
  }
  std::printf("\n");
  std::fflush(stdout);
  return {};
}

Status TrainingRun::Write() {
  CH_ASSIGN_OR_RETURN(const FileBytes file,
                      WriteModel(model_, true, {},
                                 {{"vocabulary", data_.vocabulary}}, budget_));
  const std::string name =
      options_.Text("out") + "/" + recipe_.name + ".safetensors";
  std::FILE* out = std::fopen(name.c_str(), "wb");
  bool written = out != nullptr && std::fwrite(file.bytes().data(), 1,
                                               file.size, out) == file.size;
  if (out != nullptr) written = std::fclose(out) == 0 && written;
  if (!written) {
    return Fail(ErrorCode::kArgument,
                "% could not be written; give --out a folder that may be "
                "written to",
                name);
  }
  std::printf("%s: %zu bytes\n", name.c_str(), file.size);
  // What ships is what is checked.
  CH_ASSIGN_OR_RETURN(const Safetensors& rounded,
                      Safetensors::Open(file.bytes()));
  CH_ASSIGN_OR_RETURN(model_, ReadModel(rounded, budget_));
  return {};
}

// Of all that is held out.
Status TrainingRun::Check() const {
  for (const auto& [name, examples] : data_.held_out) {
    CH_ASSIGN_OR_RETURN(const double share,
                        ShareRight(budget_, model_, recipe_.asked, examples));
    std::printf("%s %.4f of %zu held out\n", name.c_str(), share,
                examples.size());
  }
  return {};
}

}  // namespace clearhead::models
