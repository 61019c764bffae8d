#include "core/train/optimizer.h"

#include <cfloat>
#include <cmath>
#include <utility>

#include "core/base/math.h"
#include "core/kernels/optimizer.h"
#include "core/kernels/reduce.h"

namespace clearhead {
namespace {

constexpr const char* kAdamStates[] = {"first_moment", "second_moment",
                                       "largest_second_moment"};
constexpr const char* kSgdStates[] = {"momentum"};
constexpr int64_t kMaxCount = INT32_MAX;         // a size_t in wasm
constexpr int64_t kMaxSteps = int64_t{1} << 53;  // exact in a double

std::span<const char* const> StatesOf(const OptimizerConfig& config) {
  if (config.kind == OptimizerKind::kSgd) return kSgdStates;
  return {kAdamStates, config.amsgrad ? 3u : 2u};
}

// With cells that may be written or not, as the buffers may.
template <typename State, typename Buffers>
std::vector<State> StatesIn(const OptimizerConfig& config, Buffers& buffers,
                            int64_t count) {
  std::vector<State> states;
  for (const char* name : StatesOf(config)) {
    states.push_back({name,
                      {buffers[states.size()].template as<float>(),
                       static_cast<size_t>(count)}});
  }
  return states;
}

// 1 − βᵗ, or 1 where it is not corrected for.
double Correction(const OptimizerConfig& config, double beta, int64_t t) {
  return config.bias_correction ? 1 - Pow(beta, static_cast<double>(t)) : 1;
}

kernels::AdamStep AdamAt(const OptimizerConfig& config, int64_t t, double rate,
                         double gradient_scale, double decay) {
  const bool apart = config.kind == OptimizerKind::kAdamW;
  const double first = Correction(config, config.beta1, t);
  const double root = std::sqrt(Correction(config, config.beta2, t));
  const auto f = [](double x) { return static_cast<float>(x); };
  return {.gradient_scale = f(gradient_scale),
          .l2 = f(apart ? 0 : decay),
          .beta1 = f(config.beta1),
          .one_minus_beta1 = f(1 - config.beta1),
          .beta2 = f(config.beta2),
          .one_minus_beta2 = f(1 - config.beta2),
          .keep = f(apart ? 1 - rate * decay : 1),
          .rate = f(apart ? rate / first : rate * root / first),
          .root_scale = f(apart ? 1 / root : 1),
          .epsilon = f(config.epsilon)};
}

Status CheckRanges(const std::vector<ParameterRange>& ranges, int64_t count) {
  int64_t end = 0;
  for (const ParameterRange& range : ranges) {
    if (range.start < end || range.count < 0 || range.start > count ||
        range.count > count - range.start) {
      return Fail(ErrorCode::kRange,
                  "optimizer: % decayed parameters from % on; give ranges in "
                  "order, apart, within 0…%",
                  range.count, range.start, count);
    }
    end = range.start + range.count;
  }
  return {};
}

}  // namespace

Status Validate(const OptimizerConfig& config) {
  // The most that is allowed of a fraction below 1.
  constexpr double kBelowOne = 1 - 1e-6;
  const struct {
    const char* name;
    double value, least, most;
  } fields[] = {{"beta1", config.beta1, 0, kBelowOne},
                {"beta2", config.beta2, 0, kBelowOne},
                {"epsilon", config.epsilon, 1e-12, 1},
                {"weight_decay", config.weight_decay, 0, 1},
                {"momentum", config.momentum, 0, kBelowOne},
                {"clip", config.clip, 0, 1e9}};
  for (const auto& field : fields) {
    if (field.value >= field.least && field.value <= field.most) continue;
    return Fail(ErrorCode::kRange, "optimizer: % is %; give a number of %…%",
                field.name, field.value, field.least, field.most);
  }
  return {};
}

Result<Optimizer> Optimizer::Create(std::shared_ptr<Budget> budget,
                                    const OptimizerConfig& config,
                                    int64_t count,
                                    std::vector<ParameterRange> decayed) {
  CH_RETURN_IF_ERROR(Validate(config));
  if (count < 0 || count > kMaxCount) {
    return Fail(ErrorCode::kRange, "optimizer: % parameters; it may be 0…%",
                count, kMaxCount);
  }
  CH_RETURN_IF_ERROR(CheckRanges(decayed, count));
  Optimizer made;
  for (size_t i = 0; i < StatesOf(config).size(); ++i) {
    CH_ASSIGN_OR_RETURN(
        made.state_[i],
        Buffer::Allocate(budget, static_cast<size_t>(count), sizeof(float)));
  }
  made.config_ = config;
  made.count_ = count;
  made.decayed_ = std::move(decayed);
  return made;
}

Result<double> Optimizer::Step(double rate, std::span<float> parameters,
                               std::span<const float> gradients) {
  const auto count = static_cast<size_t>(count_);
  if (parameters.size() != count || gradients.size() != count) {
    return Fail(ErrorCode::kShape,
                "optimizer: % parameters and % gradients; it was made for %",
                parameters.size(), gradients.size(), count);
  }
  if (!(rate >= 0 && rate <= FLT_MAX)) {
    return Fail(ErrorCode::kRange,
                "optimizer: the learning rate is %; give a number that is not "
                "negative",
                rate);
  }
  const double norm =
      std::sqrt(kernels::Dot(count, gradients.data(), gradients.data()));
  if (!std::isfinite(norm)) {
    return Fail(ErrorCode::kRange,
                "optimizer: the norm of the gradients is % at step %; lower "
                "the learning rate",
                norm, steps_ + 1);
  }
  const bool clips = config_.clip > 0 && norm > config_.clip;
  const double scale = clips ? config_.clip / norm : 1;
  ++steps_;
  size_t at = 0;
  const auto move = [&](size_t end, bool decay) {
    Move(rate, scale, decay, at, end - at, parameters.data(), gradients.data());
    at = end;
  };
  for (const ParameterRange& range : decayed_) {
    move(static_cast<size_t>(range.start), false);
    move(static_cast<size_t>(range.start + range.count), true);
  }
  move(count, false);
  return norm;
}

void Optimizer::Move(double rate, double gradient_scale, bool decay,
                     size_t start, size_t count, float* parameters,
                     const float* gradients) {
  const double lambda = decay ? config_.weight_decay : 0;
  const auto state = [&](size_t i) {
    float* cells = state_[i].as<float>();
    return cells == nullptr ? nullptr : cells + start;
  };
  if (config_.kind == OptimizerKind::kSgd) {
    kernels::Sgd(count,
                 {.gradient_scale = static_cast<float>(gradient_scale),
                  .l2 = static_cast<float>(lambda),
                  .momentum = static_cast<float>(config_.momentum),
                  .rate = static_cast<float>(rate),
                  .nesterov = config_.nesterov},
                 gradients + start, parameters + start, state(0));
  } else {
    kernels::Adam(count, AdamAt(config_, steps_, rate, gradient_scale, lambda),
                  gradients + start, parameters + start, state(0), state(1),
                  state(2));
  }
}

std::vector<Optimizer::State> Optimizer::states() {
  return StatesIn<State>(config_, state_, count_);
}

std::vector<Optimizer::ConstState> Optimizer::states() const {
  return StatesIn<ConstState>(config_, state_, count_);
}

Status Optimizer::SetSteps(int64_t steps) {
  if (steps < 0 || steps > kMaxSteps) {
    return Fail(ErrorCode::kRange,
                "optimizer: % steps done; give 0 or a positive number", steps);
  }
  steps_ = steps;
  return {};
}

}  // namespace clearhead
