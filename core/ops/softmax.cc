// Turns a line of scores into weights that are positive and sum to 1, or into
// their logarithms. Hidden scores (−∞) get exactly 0; a line with nothing
// visible is all 0, never NaN.
#include "core/kernels/softmax.h"

#include <cmath>
#include <utility>

#include "core/base/math.h"
#include "core/ops/loops.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

Result<std::vector<OutputSpec>> InferAs(const char* operation,
                                        const Shape& shape,
                                        const Attributes& attributes) {
  CH_RETURN_IF_ERROR(CheckAxis(operation, shape, attributes[0]));
  return OneOutput(shape);
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  return InferAs("softmax", inputs[0].shape, attributes);
}

Result<std::vector<OutputSpec>> InferLog(const std::vector<TensorView>& inputs,
                                         const Attributes& attributes) {
  return InferAs("log_softmax", inputs[0].shape, attributes);
}

// The axis moved to the end, so that a line is a row.
TensorView Lines(TensorView view, size_t axis) {
  for (size_t i = axis; i + 1 < view.shape.size(); ++i) {
    std::swap(view.shape[i], view.shape[i + 1]);
    std::swap(view.strides[i], view.strides[i + 1]);
  }
  return view;
}

// Three lines of scratch, for axes whose cells do not lie side by side.
size_t Workspace(const std::vector<TensorView>& inputs,
                 const Attributes& attributes) {
  const Shape& shape = inputs[0].shape;
  return 3 * static_cast<size_t>(shape[AxisOf(shape, attributes[0])]);
}

void Gather(size_t n, const float* line, int64_t stride, float* out) {
  for (size_t i = 0; i < n; ++i)
    out[i] = line[static_cast<int64_t>(i) * stride];
}

// The weights of one line. NaN or ∞ makes them NaN, but not those of hidden
// scores.
void Weigh(size_t n, const float* line, float* weights) {
  kernels::SoftmaxRow(n, line, weights);
  if (n == 0 || !std::isnan(weights[0])) return;
  for (size_t i = 0; i < n; ++i) {
    if (line[i] == -HUGE_VALF) weights[i] = 0;
  }
}

// out = exp(a − max a) / Σ exp(a − max a)
void Forward(const Call& call) {
  const size_t axis = AxisOf(call.inputs[0].shape, call.attributes[0]);
  const TensorView a = Lines(call.inputs[0], axis);
  const TensorView out = Lines(call.outputs[0], axis);
  const auto n = static_cast<size_t>(a.shape.back());
  ForEach(Lead(a.shape, 1), {&a, &out}, [&](Offsets at) {
    const float* line = a.floats() + at[0];
    float* weights = out.floats() + at[1];
    if (a.strides.back() == 1 && out.strides.back() == 1) {
      Weigh(n, line, weights);
      return;
    }
    Gather(n, line, a.strides.back(), call.workspace);
    Weigh(n, call.workspace, call.workspace + n);
    for (size_t i = 0; i < n; ++i) {
      weights[static_cast<int64_t>(i) * out.strides.back()] =
          call.workspace[n + i];
    }
  });
}

// da += out·(dout − Σ dout·out), where an out of exactly 0 absorbs its dout
void Backward(const BackwardCall& call) {
  const size_t axis = AxisOf(call.inputs[0].shape, call.attributes[0]);
  const TensorView da = Lines(call.dinputs[0], axis);
  const TensorView out = Lines(call.outputs[0], axis);
  const TensorView dout = Lines(call.doutput, axis);
  const auto n = static_cast<size_t>(da.shape.back());
  ForEach(Lead(da.shape, 1), {&da, &out, &dout}, [&](Offsets at) {
    float* line = da.floats() + at[0];
    if (da.strides.back() == 1 && out.strides.back() == 1) {
      kernels::SoftmaxBackwardRow(n, out.floats() + at[1],
                                  dout.floats() + at[2], line);
      return;
    }
    float* weights = call.workspace;
    float* dweights = weights + n;
    float* sum = dweights + n;
    Gather(n, out.floats() + at[1], out.strides.back(), weights);
    Gather(n, dout.floats() + at[2], dout.strides.back(), dweights);
    Gather(n, line, da.strides.back(), sum);
    kernels::SoftmaxBackwardRow(n, weights, dweights, sum);
    for (size_t i = 0; i < n; ++i) {
      line[static_cast<int64_t>(i) * da.strides.back()] = sum[i];
    }
  });
}

// out = a − ln Σ exp(a), the sum as a double, so that large scores keep their
// digits
void ForwardLog(const Call& call) {
  const size_t axis = AxisOf(call.inputs[0].shape, call.attributes[0]);
  const TensorView a = Lines(call.inputs[0], axis);
  const TensorView out = Lines(call.outputs[0], axis);
  const auto n = static_cast<size_t>(a.shape.back());
  ForEach(Lead(a.shape, 1), {&a, &out}, [&](Offsets at) {
    float* row = call.workspace;
    Gather(n, a.floats() + at[0], a.strides.back(), row);
    const double sum = kernels::LogSumExpRow(n, row);
    float* logs = out.floats() + at[1];
    for (size_t i = 0; i < n; ++i, logs += out.strides.back()) {
      *logs = static_cast<float>(sum == -HUGE_VAL ? sum : row[i] - sum);
    }
  });
}

// da += dout − exp(out)·Σ dout
void BackwardLog(const BackwardCall& call) {
  const size_t axis = AxisOf(call.inputs[0].shape, call.attributes[0]);
  const TensorView da = Lines(call.dinputs[0], axis);
  const TensorView out = Lines(call.outputs[0], axis);
  const TensorView dout = Lines(call.doutput, axis);
  const int64_t n = da.shape.back();
  ForEach(Lead(da.shape, 1), {&da, &out, &dout}, [&](Offsets at) {
    const auto cell = [&](const TensorView& view, int which, int64_t i) {
      return view.floats() + at[which] + i * view.strides.back();
    };
    double sum = 0;
    bool visible = false;
    for (int64_t i = 0; i < n; ++i) {
      sum += *cell(dout, 2, i);
      visible |= *cell(out, 1, i) != -HUGE_VALF;
    }
    for (int64_t i = 0; visible && i < n; ++i) {
      *cell(da, 0, i) +=
          static_cast<float>(*cell(dout, 2, i) - Exp(*cell(out, 1, i)) * sum);
    }
  });
}

// Writes out − of softmax or its logarithm − for one cell.
void ExplainAs(bool logarithm, const Call& call, const Index& index,
               Expression* expression) {
  const TensorView& a = call.inputs[0];
  const size_t axis = AxisOf(a.shape, call.attributes[0]);
  std::vector<int> scores;
  Index cell = index;
  for (cell[axis] = 0; cell[axis] < a.shape[axis]; ++cell[axis]) {
    scores.push_back(OperandAt(call, 0, cell, expression));
  }
  const int max = expression->Maximum(scores, "max");
  if (expression->value(max) == -HUGE_VAL) {
    expression->Constant(logarithm ? -HUGE_VAL : 0, "Σ = 0", {max});
    return;
  }
  // Beside NaN and ∞ a hidden score still has no part: e^(−∞) is 0.
  const bool spoiled = !(expression->value(max) < HUGE_VAL);
  const auto apart = [&](int score) {
    return spoiled && expression->value(score) == -HUGE_VAL;
  };
  std::vector<int> exponentials;
  for (const int score : scores) {
    exponentials.push_back(
        apart(score) ? expression->Constant(0, "", {score})
                     : expression->Apply(TermKind::kExponential,
                                         expression->Difference(score, max)));
  }
  const int own = scores[index[axis]];
  const int sum = expression->Sum(exponentials, "Σ");
  if (logarithm) {
    const int score = expression->Difference(own, max);
    const int log = expression->Apply(TermKind::kLogarithm, sum);
    expression->Difference(score, log);
  } else if (apart(own)) {
    expression->Constant(0, "", {own});
  } else {
    expression->Quotient(exponentials[index[axis]], sum);
  }
}
void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  ExplainAs(false, call, index, expression);
}
void ExplainLog(const Call& call, int, const Index& index,
                Expression* expression) {
  ExplainAs(true, call, index, expression);
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  const Shape& shape = call.outputs[0].shape;
  return Line(shape, index, AxisOf(shape, call.attributes[0]));
}

}  // namespace

const Operation& SoftmaxOperation() {
  static constexpr Operation operation{
      .schema = {.name = "softmax",
                 .summary = "Normalises along an axis: "
                            "out = exp(a − max a) / Σ exp(a − max a).",
                 .source = "Bridle 1990; Vaswani et al. 2017, equation 1",
                 .inputs = {{.name = "a",
                             .axes = "...",
                             .absorbs = Absorbs::kWeight}},
                 .attributes = {kAxisAttribute},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach,
      .workspace = Workspace};
  return operation;
}

const Operation& LogSoftmaxOperation() {
  static constexpr Operation operation{
      .schema = {.name = "log_softmax",
                 .summary = "The logarithm of softmax along an axis, without "
                            "its rounding to 0: out = a − max a − "
                            "ln Σ exp(a − max a).",
                 .source = "Goodfellow et al. 2016, section 6.2.2.3",
                 .inputs = {{.name = "a", .axes = "..."}},
                 .attributes = {kAxisAttribute},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = InferLog,
      .forward = ForwardLog,
      .backward = BackwardLog,
      .explain = ExplainLog,
      .reach = Reach,
      .workspace = Workspace};
  return operation;
}

Tensor Softmax(Graph& graph, Tensor a, std::string_view name) {
  return graph.Apply(SoftmaxOperation(), {a}, {-1}, name);
}

}  // namespace clearhead
