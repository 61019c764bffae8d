// Optimisers against PyTorch's trajectories and ONNX's Adam; schedules against
// transformers'.
#include <catch2/catch.hpp>

#include "core/train/optimizer.h"
#include "core/train/schedule.h"
#include "tests/support/family.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kTrajectory{2e-6, 2e-6};
constexpr Tolerance kSingle{1e-6, 1e-5};
constexpr Tolerance kSchedule{1e-10, 0};

using Floats = std::vector<float>;

// The tensors PREFIX0SUFFIX, PREFIX1SUFFIX … one after another.
std::vector<double> Joined(const std::map<std::string, VectorTensor>& tensors,
                           const std::string& prefix,
                           const std::string& suffix) {
  std::vector<double> cells;
  for (int i = 0;; ++i) {
    const auto found = tensors.find(prefix + std::to_string(i) + suffix);
    if (found == tensors.end()) return cells;
    const std::vector<double>& values = found->second.values;
    cells.insert(cells.end(), values.begin(), values.end());
  }
}

Floats Rounded(const std::vector<double>& cells) {
  return Floats(cells.begin(), cells.end());
}

Result<Optimizer> AllDecayed(const OptimizerConfig& config, size_t count) {
  const auto n = static_cast<int64_t>(count);
  return Optimizer::Create(std::make_shared<Budget>(), config, n, {{0, n}});
}

// The state of a name; empty where there is none.
std::span<float> StateOf(Optimizer* optimizer, const std::string& name) {
  for (const Optimizer::State& state : optimizer->states()) {
    if (state.name == name) return state.cells;
  }
  return {};
}

OptimizerConfig ConfigOf(const VectorCase& test) {
  const std::string& name = test.words.at("opt");
  OptimizerConfig config;
  config.kind =
      name.rfind("SGD", 0) == 0 ? OptimizerKind::kSgd : OptimizerKind::kAdamW;
  config.nesterov = name == "SGD nesterov";
  if (test.Has("betas")) {
    config.beta1 = test.inputs.at("betas").values[0];
    config.beta2 = test.inputs.at("betas").values[1];
  }
  config.epsilon = test.Number("eps", config.epsilon);
  config.weight_decay = test.Number("weight_decay", 0);
  config.amsgrad = test.Number("amsgrad", 0) != 0;
  config.momentum = test.Number("momentum", 0);
  config.clip = test.Number("clip", 0);
  return config;
}

// Our name and PyTorch's of what the optimiser keeps.
constexpr std::pair<const char*, const char*> kStates[] = {
    {"first_moment", "exp_avg"},
    {"second_moment", "exp_avg_sq"},
    {"largest_second_moment", "max_exp_avg_sq"},
    {"momentum", "momentum_buffer"}};

std::string CheckTorch(const VectorCase& test) {
  const std::string& name = test.words.at("opt");
  // Without decay Adam is AdamW; with it, ours keeps ε̂ beside the root of v.
  const bool adam = name == "Adam" && test.Number("weight_decay", 0) == 0;
  if (!adam && name != "AdamW" && name != "SGD" && name != "SGD nesterov") {
    return "n/a: there is no optimiser " + name + " with this decay";
  }
  Floats p = Rounded(Joined(test.inputs, "in.p", ".0"));
  Result<Optimizer> made = AllDecayed(ConfigOf(test), p.size());
  if (!made) return made.error().message;
  const auto& norms = test.inputs.at("norms_before_clip").values;
  for (int t = 0; t < test.Number("steps", 0); ++t) {
    const Floats g =
        Rounded(Joined(test.inputs, "in.g", "." + std::to_string(t)));
    const Result<double> norm = made->Step(test.Number("lr", 0), p, g);
    if (!norm) return norm.error().message;
    if (t < static_cast<int>(norms.size()) &&
        !Close(*norm, norms[t], {0, 1e-6})) {
      return "the norm of step " + std::to_string(t) + " is " +
             std::to_string(*norm);
    }
    const std::string step = std::to_string(t + 1);
    const std::string difference =
        Difference(p, Joined(test.inputs, "out.p", "." + step), kTrajectory);
    if (!difference.empty()) return "after step " + step + ": " + difference;
  }
  for (const auto& [ours, theirs] : kStates) {
    const auto expected =
        Joined(test.inputs, "out.state", std::string(".") + theirs);
    if (expected.empty()) continue;
    const std::string difference =
        Difference(StateOf(&*made, ours), expected, kTrajectory);
    if (!difference.empty()) return std::string(ours) + difference;
  }
  return "";
}

// One tensor's names have no number, those of several have.
std::vector<double> Named(const std::map<std::string, VectorTensor>& tensors,
                          const std::string& name, int number,
                          const std::string& suffix = "") {
  const auto alone = tensors.find(name + suffix);
  if (alone != tensors.end()) return alone->second.values;
  const auto several = tensors.find(name + std::to_string(number) + suffix);
  return several == tensors.end() ? std::vector<double>()
                                  : several->second.values;
}

// T 0 leaves out the corrections; from 1 on it is the t of β^t.
std::string CheckOnnxAdam(const VectorCase& test) {
  if (test.Number("norm_coefficient_post", 0) != 0) {
    return "n/a: no decay after the step";
  }
  const double t = test.inputs.at("T").values[0];
  const OptimizerConfig config{
      .kind = OptimizerKind::kAdam,
      .beta1 = test.Number("alpha", 0.9),
      .beta2 = test.Number("beta", 0.999),
      .epsilon = test.Number("epsilon", 1e-6),
      .weight_decay = test.Number("norm_coefficient", 0),
      .bias_correction = t > 0};
  for (int number = 1;; ++number) {
    Floats x = Rounded(Named(test.inputs, "X", number));
    if (x.empty()) return number > 1 ? "" : "no tensor X";
    const Floats g = Rounded(Named(test.inputs, "G", number));
    Result<Optimizer> made = AllDecayed(config, x.size());
    if (!made) return made.error().message;
    const std::span<float> m = StateOf(&*made, "first_moment");
    const std::span<float> v = StateOf(&*made, "second_moment");
    const Floats m0 = Rounded(Named(test.inputs, "V", number));
    const Floats v0 = Rounded(Named(test.inputs, "H", number));
    std::copy(m0.begin(), m0.end(), m.begin());
    std::copy(v0.begin(), v0.end(), v.begin());
    if (t > 0 && !made->SetSteps(static_cast<int64_t>(t) - 1)) return "T";
    const Result<double> norm = made->Step(test.inputs.at("R").values[0], x, g);
    if (!norm) return norm.error().message;
    const std::string difference =
        Difference(x, Named(test.outputs, "X", number, "_new"), kSingle) +
        Difference(m, Named(test.outputs, "V", number, "_new"), kSingle) +
        Difference(v, Named(test.outputs, "H", number, "_new"), kSingle);
    if (!difference.empty() || test.Has("X")) return difference;
  }
}

std::string CheckSchedule(const VectorCase& test) {
  static const std::map<std::string, ScheduleKind> kinds = {
      {"get_constant_schedule", ScheduleKind::kConstant},
      {"get_constant_schedule_with_warmup", ScheduleKind::kConstant},
      {"get_linear_schedule_with_warmup", ScheduleKind::kLinear},
      {"get_cosine_schedule_with_warmup", ScheduleKind::kCosine},
      {"get_inverse_sqrt_schedule", ScheduleKind::kInverseSqrt}};
  const auto kind = kinds.find(test.words.at("schedule"));
  if (kind == kinds.end()) {
    return "n/a: there is no schedule " + test.words.at("schedule");
  }
  const auto argument = [&](const char* name, double fallback) {
    return test.Number(std::string("args.") + name, fallback);
  };
  const ScheduleConfig config{
      .kind = kind->second,
      .warmup = static_cast<int64_t>(argument("num_warmup_steps", 0)),
      .steps = static_cast<int64_t>(argument("num_training_steps", 1)),
      .cycles = argument("num_cycles", 0.5)};
  const Status valid = Validate(config);
  if (!valid) return valid.error().message;
  const VectorTensor& expected = test.inputs.at("lr_multiplier_at_step_0_1_2");
  VectorTensor actual{"f64", expected.shape, {}};
  for (int64_t step = 0; step < expected.shape[0]; ++step) {
    actual.values.push_back(LearningRateAt(config, step));
  }
  return Compare("multiplier", actual, expected, kSchedule);
}

void Gate(const char* family, std::vector<VectorCase> (*read)(),
          std::string (*check)(const VectorCase&)) {
  if (VectorsFolder().empty()) return Family::Absent(family, "of vectors");
  Family report(family);
  for (const VectorCase& test : read()) {
    const std::string result = check(test);
    if (result.rfind("n/a: ", 0) == 0) {
      report.NotApplicable(test.name, result.substr(5));
    } else {
      report.Report(test.name, result);
    }
  }
  CHECK(report.Close() == "");
}

}  // namespace

TEST_CASE("PyTorch optimisers", "[vectors]") {
  Gate(
      "torch_optimizer",
      [] {
        return ReadTorch({"adam", "sgd"});
      },
      CheckTorch);
}
TEST_CASE("ONNX Adam", "[vectors]") {
  Gate(
      "onnx_adam", [] { return ReadOnnx({"adam"}); }, CheckOnnxAdam);
}
TEST_CASE("transformers schedules", "[vectors]") {
  Gate(
      "hf_lr_schedules", [] { return ReadHf("lr_schedules"); }, CheckSchedule);
}

}  // namespace clearhead::test
