// How gradients move parameters: AdamW, Adam and SGD over one contiguous array
// of parameters, with clipping by the global norm. The step count and the
// state are all that a checkpoint needs.
#ifndef CLEARHEAD_CORE_TRAIN_OPTIMIZER_H_
#define CLEARHEAD_CORE_TRAIN_OPTIMIZER_H_

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/status.h"

namespace clearhead {

//   adamw  Loshchilov and Hutter 2019, algorithm 2: decay apart from the
//          gradient, p −= lr·λ·p; ε beside the corrected root, as in PyTorch
//   adam   Kingma and Ba 2015, the form at the end of section 2: corrections in
//          the rate, ε̂ beside the uncorrected root; λ·p joins the gradient
//   sgd    m = μ·m + g + λ·p; p −= lr·m, or lr·(g + λ·p + μ·m) with nesterov
//          (Sutskever et al. 2013, as in PyTorch)
enum class OptimizerKind : uint8_t { kAdamW, kAdam, kSgd };

struct OptimizerConfig {
  OptimizerKind kind = OptimizerKind::kAdamW;
  double beta1 = 0.9;          // [0, 1)
  double beta2 = 0.999;        // [0, 1)
  double epsilon = 1e-8;       // 1e-12…1
  double weight_decay = 0.01;  // λ, 0…1
  // The largest v so far in v's place (Reddi et al. 2018); adamw and adam.
  bool amsgrad = false;
  // Divide m and v by 1 − βᵗ. Without: BERT's Adam, and ONNX's first step.
  bool bias_correction = true;
  double momentum = 0.9;  // μ of sgd, [0, 1)
  bool nesterov = false;  // of sgd
  // Gradients longer than this are shortened to it; 0: never.
  double clip = 0;  // 0…1e9
};

// The message names the field.
Status Validate(const OptimizerConfig& config);

// Parameters start … start + count − 1.
struct ParameterRange {
  int64_t start = 0;
  int64_t count = 0;
};

class Optimizer {
 public:
  // One array of the state, a number a parameter.
  struct State {
    std::string_view name;
    std::span<float> cells;
  };
  struct ConstState {
    std::string_view name;
    std::span<const float> cells;
  };

  Optimizer() = default;
  // For `count` parameters, of which those in `decayed`, in order and apart,
  // take weight decay: matrices, not biases nor weights of norms.
  static Result<Optimizer> Create(std::shared_ptr<Budget> budget,
                                  const OptimizerConfig& config, int64_t count,
                                  std::vector<ParameterRange> decayed);

  // Moves the parameters by the gradients with learning rate `rate`, 0 or
  // more. Returns √Σ gradient² before clipping, in double. Gradients that hold
  // NaN or infinity are refused and nothing changes.
  Result<double> Step(double rate, std::span<float> parameters,
                      std::span<const float> gradients);

  // Steps done: t of the bias correction.
  int64_t steps() const { return steps_; }
  // adamw, adam: first_moment, second_moment and with amsgrad
  // largest_second_moment; sgd: momentum.
  std::vector<State> states();
  std::vector<ConstState> states() const;
  // As a checkpoint says, after the cells of states() were written.
  Status SetSteps(int64_t steps);

 private:
  void Move(double rate, double gradient_scale, bool decay, size_t start,
            size_t count, float* parameters, const float* gradients);

  OptimizerConfig config_;
  int64_t count_ = 0;
  int64_t steps_ = 0;
  std::vector<ParameterRange> decayed_;
  std::array<Buffer, 3> state_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_TRAIN_OPTIMIZER_H_
