// What scripts/bench measures of ours: the operations of the table on tensors
// that stay in memory, without the cost of getting them there. Natively a
// program that times itself; as wasm a module whose exports the bench calls.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/check.h"
#include "core/session/table.h"

#ifndef __EMSCRIPTEN__
#include <chrono>

#include "hwy/targets.h"
#endif

namespace clearhead {
namespace {

// One call of one operation, with all that it reads and writes.
class Problem {
 public:
  using Settings = std::vector<std::pair<std::string, Attribute>>;

  Problem(const char* name, const std::vector<Shape>& shapes,
          const Settings& settings)
      : operation_(FindOperation(name)) {
    attributes_ = *CheckAttributes(operation_->schema, settings);
    for (const Shape& shape : shapes) {
      inputs_.push_back(Make(shape, DenseStrides(shape)));
    }
    inputs_.resize(operation_->schema.inputs.size());
    const auto specs = operation_->infer(inputs_, attributes_);
    for (const OutputSpec& spec : *specs) {
      outputs_.push_back(Make(spec.shape, StridesOf(spec)));
    }
    if (operation_->workspace == nullptr) return;
    const size_t floats = operation_->workspace(inputs_, attributes_);
    workspace_ = Make({static_cast<int64_t>(floats)}, {1});
  }

  void Run(int times) const {
    for (; times > 0; --times) {
      operation_->forward(
          {inputs_, outputs_, attributes_, workspace_.floats()});
    }
  }
  float* input(int slot) const { return inputs_[slot].floats(); }
  float* output() const { return outputs_[0].floats(); }
  const std::vector<TensorView>& inputs() const { return inputs_; }

 private:
  TensorView Make(const Shape& shape, const Strides& strides) {
    buffers_.push_back(
        *Buffer::Allocate(budget_, static_cast<size_t>(CountOf(shape)), 4));
    return {DataType::kFloat32, shape, strides, buffers_.back().as<void>()};
  }
  static Strides StridesOf(const OutputSpec& spec) {
    if (spec.order.empty()) return DenseStrides(spec.shape);
    Strides strides = spec.shape;
    int64_t step = 1;
    for (size_t i = spec.order.size(); i > 0; --i) {
      const auto axis = static_cast<size_t>(spec.order[i - 1]);
      strides[axis] = step;
      step *= spec.shape[axis];
    }
    return strides;
  }

  const Operation* operation_;
  Attributes attributes_;
  std::shared_ptr<Budget> budget_ = std::make_shared<Budget>();
  std::vector<Buffer> buffers_;
  std::vector<TensorView> inputs_, outputs_;
  TensorView workspace_;
};

// C = A·B, both n x n.
Problem* MatMulProblem(int n) {
  return new Problem("matmul", {{n, n}, {n, n}}, {});
}

// One sentence of `length` tokens, heads 64 wide.
Problem* AttentionProblem(int heads, int length, bool causal) {
  const Shape shape = {1, heads, length, 64};
  return new Problem("attention", {shape, shape, shape}, {{"causal", causal}});
}

// A chain of dependent additions: the same work on every machine and build, by
// which times of different runs can be brought to one scale.
double Spin(int steps) {
  double sum = 0;
  for (int i = 0; i < steps; ++i) sum = sum * 0.999 + 1;
  return sum;
}

}  // namespace
}  // namespace clearhead

#ifdef __EMSCRIPTEN__

#include <emscripten/emscripten.h>

namespace {
std::unique_ptr<clearhead::Problem> problem;
}

extern "C" {
EMSCRIPTEN_KEEPALIVE void bench_matmul(int n) {
  problem.reset();
  problem.reset(clearhead::MatMulProblem(n));
}
EMSCRIPTEN_KEEPALIVE void bench_attention(int heads, int length, int causal) {
  problem.reset();
  problem.reset(clearhead::AttentionProblem(heads, length, causal != 0));
}
EMSCRIPTEN_KEEPALIVE float* bench_input(int slot) {
  return problem->input(slot);
}
EMSCRIPTEN_KEEPALIVE float* bench_output() { return problem->output(); }
EMSCRIPTEN_KEEPALIVE void bench_run(int times) { problem->Run(times); }
EMSCRIPTEN_KEEPALIVE double bench_spin(int steps) {
  return clearhead::Spin(steps);
}
}

#else

namespace clearhead {
namespace {

double Seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// Milliseconds of one call: the best of blocks of some milliseconds.
template <typename Work>
double Best(const Work& work, double seconds) {
  double start = Seconds();
  work(1);
  const double once = Seconds() - start;
  const int count = once > 4e-3 ? 1 : static_cast<int>(4e-3 / once) + 1;
  const double end = Seconds() + seconds;
  double best = once;
  do {
    start = Seconds();
    work(count);
    best = std::min(best, (Seconds() - start) / count);
  } while (Seconds() < end);
  return best * 1e3;
}

void Fill(const Problem& problem) {
  uint32_t state = 1;
  for (const TensorView& input : problem.inputs()) {
    for (int64_t i = 0; input.present() && i < CountOf(input.shape); ++i) {
      state = state * 1664525 + 1013904223;
      input.floats()[i] = static_cast<float>(state >> 8) / (1 << 23) - 1;
    }
  }
}

// "matmul N" or "attention HEADS LENGTH CAUSAL": one line with its time.
bool Measure(char** word, int words, double seconds) {
  std::unique_ptr<Problem> problem;
  if (words == 2 && std::strcmp(word[0], "matmul") == 0) {
    problem.reset(MatMulProblem(std::atoi(word[1])));
  } else if (words == 4 && std::strcmp(word[0], "attention") == 0) {
    problem.reset(AttentionProblem(std::atoi(word[1]), std::atoi(word[2]),
                                   std::atoi(word[3]) != 0));
  } else {
    return false;
  }
  Fill(*problem);
  const double best = Best([&](int n) { problem->Run(n); }, seconds);
  for (int i = 0; i < words; ++i) std::printf("%s ", word[i]);
  std::printf("%.9g\n", best);
  return true;
}

int Main(int count, char** words) {
  const double seconds = count > 1 ? std::atof(words[1]) : 0;
  if (seconds <= 0) {
    std::fprintf(stderr,
                 "usage: bench SECONDS [matmul N | attention HEADS LENGTH "
                 "CAUSAL]… with every row after a comma\n");
    return 2;
  }
  const int64_t targets = hwy::SupportedTargets();
  std::printf("target %s\n", hwy::TargetName(targets & -targets));
  std::printf("spin %.9g\n", Best(
                                 [](int n) {
                                   volatile double sum = Spin(n * 100000);
                                   (void)sum;
                                 },
                                 seconds));
  for (int from = 2, at = 2; at <= count; ++at) {
    if (at < count && std::strcmp(words[at], ",") != 0) continue;
    if (at > from && !Measure(words + from, at - from, seconds)) return 2;
    from = at + 1;
  }
  return 0;
}

}  // namespace
}  // namespace clearhead

int main(int count, char** words) { return clearhead::Main(count, words); }

#endif
