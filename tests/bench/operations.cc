// Operations of the table on tensors that stay in memory, without the cost of
// getting them there.
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/session/table.h"
#include "tests/bench/work.h"

namespace clearhead {
namespace {

constexpr int kHeadWidth = 64;

// One call of one operation.
class OperationWork : public Work {
 public:
  using Settings = std::vector<std::pair<std::string, Attribute>>;

  OperationWork(const char* name, const std::vector<Shape>& shapes,
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

  void Run(int times) override {
    for (; times > 0; --times) {
      operation_->forward(
          {inputs_, outputs_, attributes_, workspace_.floats()});
    }
  }
  std::span<float> input(int slot) override {
    if (slot >= static_cast<int>(inputs_.size()) || !inputs_[slot].present()) {
      return {};
    }
    return {inputs_[slot].floats(),
            static_cast<size_t>(CountOf(inputs_[slot].shape))};
  }
  float* output() override { return outputs_[0].floats(); }

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

}  // namespace

std::unique_ptr<Work> MatMulWork(int n) {
  return std::make_unique<OperationWork>(
      "matmul", std::vector<Shape>{{n, n}, {n, n}}, OperationWork::Settings());
}

std::unique_ptr<Work> AttentionWork(int heads, int length, bool causal) {
  const Shape shape = {1, heads, length, kHeadWidth};
  return std::make_unique<OperationWork>(
      "attention", std::vector<Shape>{shape, shape, shape},
      OperationWork::Settings{{"causal", causal}});
}

std::unique_ptr<Work> WorkOf(std::string_view kind, std::span<const int> n) {
  if (kind == "matmul" && n.size() == 1) return MatMulWork(n[0]);
  if (kind == "attention" && n.size() == 3) {
    return AttentionWork(n[0], n[1], n[2] != 0);
  }
  if (kind == "encoder" && n.size() == 5) {
    return EncoderWork({n[0], n[1], n[2], n[3]}, n[4]);
  }
  if (kind == "training" && n.size() == 5) {
    return TrainingWork({n[0], n[1], n[2], 4 * n[1]}, n[3], n[4]);
  }
  if (kind == "generation" && n.size() == 4) {
    return GenerationWork({n[0], n[1], n[2], 4 * n[1]}, n[3]);
  }
  return nullptr;
}

}  // namespace clearhead
