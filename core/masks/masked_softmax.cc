// What becomes of hidden scores under the policies that are in use, each step
// rounded as float32 or float16 rounds it. The engine's own attention has the
// policy `zero`; the others are here to be looked at.
#include <cmath>

#include "core/base/half.h"
#include "core/base/math.h"
#include "core/masks/bit.h"
#include "core/masks/mask.h"
#include "core/ops/loops.h"

namespace clearhead {
namespace {

enum Slot { kScores, kMask };
enum AttributeNumber { kFill, kPrecision };
enum class Fill { kZero, kInfinity, kReplace, kAdd, kMultiply };

constexpr Words kFills = {"zero", "negative-infinity", "minus-1e9",
                          "add-minus-1e9", "multiply-after-softmax"};
constexpr Words kPrecisions = {"float32", "float16"};

constexpr double kLarge = -1e9;

struct Policy {
  explicit Policy(const Attributes& attributes)
      : fill(static_cast<Fill>(WordNumber(kFills, attributes[kFill]))),
        half(WordNumber(kPrecisions, attributes[kPrecision]) != 0) {}

  double Round(double x) const {
    return half ? RoundToHalf(x) : static_cast<float>(x);
  }
  bool multiplies() const { return fill == Fill::kMultiply; }
  // Whether a score is read although its key is hidden.
  bool reads_hidden() const { return multiplies() || fill == Fill::kAdd; }
  // Whether a row without visible keys is 0 instead of 0 ÷ 0.
  bool Blank(double max) const {
    return fill == Fill::kZero && max == -HUGE_VAL;
  }
  double Masked(double score, bool visible) const {
    const double s = Round(score);
    if (visible || multiplies()) return s;
    const double large = Round(kLarge);
    if (fill == Fill::kAdd) return Round(s + large);
    return fill == Fill::kReplace ? large : -HUGE_VAL;
  }

  Fill fill;
  bool half;
};

// One row of scores with its bits, and what is worked out of it.
struct Row {
  bool visible(int64_t i) const { return bits[i * bit_stride] != 0; }
  double difference(int64_t i) const { return policy.Round(masked[i] - max); }

  const Policy& policy;
  int64_t n;
  const uint8_t* bits;
  int64_t bit_stride;
  float* masked;        // [n]
  float* exponentials;  // [n]
  double max = -HUGE_VAL;
  int64_t first = 0;  // that attains it
  double sum = 0;
};

Row Work(const Call& call, const Policy& policy, const TensorView& mask,
         Offsets at) {
  const TensorView& scores = call.inputs[kScores];
  const int64_t n = scores.shape.back();
  Row row{policy,
          n,
          mask.as<uint8_t>() + at[1],
          mask.strides.back(),
          call.workspace,
          call.workspace + n};
  for (int64_t i = 0; i < n; ++i) {
    const float score = scores.floats()[at[0] + i * scores.strides.back()];
    const double a = policy.Masked(score, row.visible(i));
    row.masked[i] = static_cast<float>(a);
    if (!(a > row.max) && !std::isnan(a)) continue;
    row.max = a;
    row.first = i;
  }
  for (int64_t i = 0; i < n; ++i) {
    const double e = policy.Round(Exp(row.difference(i)));
    row.exponentials[i] = static_cast<float>(e);
    row.sum += e;
  }
  row.sum = policy.Round(row.sum);
  return row;
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes&) {
  const Shape& shape = inputs[kScores].shape;
  CH_RETURN_IF_ERROR(
      CheckBroadcast("masked_softmax: mask", inputs[kMask].shape, shape));
  return OneOutput(shape);
}

// masked and exponentials of a row
size_t Workspace(const std::vector<TensorView>& inputs, const Attributes&) {
  return 2 * static_cast<size_t>(inputs[kScores].shape.back());
}

// a = masked scores, e = exp(a − max a), out = e / Σ e, each of them rounded
void Forward(const Call& call) {
  const Policy policy(call.attributes);
  const TensorView& scores = call.inputs[kScores];
  const TensorView mask = Broadcast(call.inputs[kMask], scores.shape);
  const TensorView& out = call.outputs[0];
  ForEach(Lead(out.shape, 1), {&scores, &mask, &out}, [&](Offsets at) {
    const Row row = Work(call, policy, mask, at);
    for (int64_t i = 0; i < row.n; ++i) {
      double weight = policy.Blank(row.max)
                          ? 0
                          : policy.Round(row.exponentials[i] / row.sum);
      if (policy.multiplies()) weight *= row.visible(i);
      out.floats()[at[2] + i * out.strides.back()] = static_cast<float>(weight);
    }
  });
}

// Rounding passes a gradient as if it were not there. With dw = dout, or
// dout·mask where the mask multiplies:
//   de = (dw − Σ dw·e / Σ) / Σ,  d(a − max) = de·exp(a − max),
//   da = d(a − max), at the largest less the sum of all
// dscores += da, but not where the score was replaced.
void Backward(const BackwardCall& call) {
  const Policy policy(call.attributes);
  const TensorView& scores = call.inputs[kScores];
  const TensorView mask = Broadcast(call.inputs[kMask], scores.shape);
  const TensorView& dscores = call.dinputs[kScores];
  const TensorView& dout = call.doutput;
  ForEach(
      Lead(dout.shape, 1), {&scores, &mask, &dscores, &dout}, [&](Offsets at) {
        const Row row = Work(call, policy, mask, at);
        if (policy.Blank(row.max)) return;
        const auto dw = [&](int64_t i) -> double {
          if (policy.multiplies() && !row.visible(i)) return 0;
          return dout.floats()[at[3] + i * dout.strides.back()];
        };
        double inner = 0;
        bool any = false;  // 0 × NaN stays 0
        for (int64_t i = 0; i < row.n; ++i) {
          inner += dw(i) * (row.exponentials[i] / row.sum);
          any |= dw(i) != 0;
        }
        if (!any) return;
        double total = 0;
        const auto add = [&](int64_t i, double da) {
          if (!row.visible(i) && !policy.reads_hidden()) return;
          dscores.floats()[at[2] + i * dscores.strides.back()] +=
              static_cast<float>(da);
        };
        for (int64_t i = 0; i < row.n; ++i) {
          const double slope = Exp(row.difference(i));
          const double da = slope == 0 ? 0 : slope * (dw(i) - inner) / row.sum;
          total += da;
          add(i, da);
        }
        add(row.first, -total);
      });
}

// The arithmetic of one row, as it was done. In float32 only the sum with −1e9
// is shown rounded: there it swallows the score.
struct Writer {
  int Rounded(int term) const {
    if (!policy.half) return term;
    return expression->Apply(TermKind::kFloat16, term);
  }
  int Large(int bit) const {
    return Rounded(expression->Constant(kLarge, "", {bit}));
  }

  int Score(const Index& cell, std::initializer_list<int> bit) const {
    const double value = call.inputs[kScores].At(cell);
    return Rounded(expression->Operand(kScores, cell, value, bit));
  }

  int Masked(const Index& cell) const {
    if (policy.multiplies()) return Score(cell, {});
    const TensorView& mask = call.inputs[kMask];
    const int bit =
        OperandAt(call, kMask, Narrow(mask.shape, cell), expression);
    if (expression->value(bit) != 0) return Score(cell, {bit});
    switch (policy.fill) {
      case Fill::kReplace:
        return Large(bit);
      case Fill::kAdd:
        return expression->Apply(
            policy.half ? TermKind::kFloat16 : TermKind::kFloat32,
            expression->Sum({Score(cell, {bit}), Large(bit)}));
      default:
        return expression->Constant(-HUGE_VAL, "−∞", {bit});
    }
  }

  const Call& call;
  const Policy& policy;
  Expression* expression;
};

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const Policy policy(call.attributes);
  const Writer write{call, policy, expression};
  std::vector<int> terms;
  Index cell = index;
  for (cell.back() = 0; cell.back() < call.inputs[kScores].shape.back();
       ++cell.back()) {
    terms.push_back(write.Masked(cell));
  }
  const int max = expression->Maximum(terms, "max");
  if (policy.Blank(expression->value(max))) {
    expression->Constant(0, "Σ = 0", {max});
    return;
  }
  for (int& term : terms) {
    const int difference = write.Rounded(expression->Difference(term, max));
    term = write.Rounded(expression->Apply(TermKind::kExponential, difference));
  }
  const int sum = write.Rounded(expression->Sum(terms, "Σ"));
  const int weight =
      write.Rounded(expression->Quotient(terms[index.back()], sum));
  if (!policy.multiplies()) return;
  const Index bit = Narrow(call.inputs[kMask].shape, index);
  expression->Product(weight, BitAt(call, kMask, bit, expression));
}

std::vector<Index> Reach(const Call& call, int, const Index& index) {
  const TensorView& mask = call.inputs[kMask];
  const bool hidden = mask.At(Narrow(mask.shape, index)) == 0;
  if (hidden && !Policy(call.attributes).reads_hidden()) return {};
  return Line(call.outputs[0].shape, index, index.size() - 1);
}

}  // namespace

const Operation& MaskedSoftmaxOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "masked_softmax",
           .summary =
               "Weights of masked scores under the policies in use: "
               "out = exp(a − max a) / Σ exp(a − max a) of the scores a after "
               "masking, every step rounded. A row without a visible key is "
               "all 0 (zero, multiply-after-softmax), NaN (negative-infinity) "
               "or uniform (minus-1e9, add-minus-1e9; in float16 −1e9 is −∞ "
               "and the row NaN). Gradients pass rounding as if it were not "
               "there and stop where a score was replaced; what passes through "
               "a NaN row is NaN.",
           .source = "Vaswani et al. 2017, section 3.2.3; IEEE 754-2008, "
                     "section 3.4",
           .inputs = {{.name = "scores", .axes = "... T S"},
                      {.name = "mask",
                       .axes = "... T S",
                       .type = DataType::kUint8,
                       .differentiable = false,
                       .broadcast = true}},
           .attributes =
               {{.name = "fill",
                 .type = AttributeType::kString,
                 .summary = "What a hidden score becomes: zero gives it no "
                            "part, as this engine does; negative-infinity and "
                            "minus-1e9 replace it; add-minus-1e9 adds to it; "
                            "multiply-after-softmax takes its weight away "
                            "afterwards, so that the row sums to less than 1.",
                 .fallback_word = "zero",
                 .words = kFills},
                {.name = "precision",
                 .type = AttributeType::kString,
                 .summary = "What every step is rounded to; the sum is taken "
                            "exactly and rounded once.",
                 .fallback_word = "float32",
                 .words = kPrecisions}},
           .outputs = {{.name = "output", .axes = "... T S"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach,
      .workspace = Workspace};
  return operation;
}

}  // namespace clearhead
