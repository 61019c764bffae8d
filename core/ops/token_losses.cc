// The loss of every token: how unlikely a row of scores holds the class that is
// right. A class whose target is exactly 0 contributes nothing, whatever its
// logit, so that hidden classes (−∞) may stand beside the right one.
#include <cmath>

#include "core/base/text.h"
#include "core/kernels/elementwise.h"
#include "core/kernels/reduce.h"
#include "core/kernels/softmax.h"
#include "core/ops/loops.h"
#include "core/ops/losses.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum Slot { kLogits, kLabels, kWeight };
enum AttributeNumber { kSmoothing, kIgnore, kLogProbabilities };
enum Output { kLoss, kLogSumExp, kWeights };

// What every row is measured against: q_c = (1 − ε)·w_y·[c = y] + ε/V·w_c.
struct Target {
  explicit Target(const Call& call)
      : classes(static_cast<size_t>(call.inputs[kLogits].shape.back())),
        weight(call.inputs[kWeight].floats()),
        ignore(call.attributes[kIgnore].integer()),
        normalises(!call.attributes[kLogProbabilities].flag()),
        smoothing(call.attributes[kSmoothing].number),
        each(smoothing / static_cast<double>(classes)) {
    if (smoothing == 0) return;
    spread = each * (weight == nullptr ? static_cast<double>(classes)
                                       : kernels::SumDouble(classes, weight));
  }

  double WeightOf(int64_t label) const {
    return weight == nullptr ? 1 : weight[label];
  }
  double Own(int64_t label) const { return (1 - smoothing) * WeightOf(label); }
  // Σ_c w_c·a_c, where a weight of exactly 0 absorbs its −∞.
  double Weighted(const float* a) const {
    if (weight == nullptr) return kernels::SumDouble(classes, a);
    double sum = kernels::Dot(classes, weight, a);
    if (!std::isnan(sum)) return sum;
    sum = 0;
    for (size_t c = 0; c < classes; ++c) {
      if (weight[c] != 0) sum += double{weight[c]} * a[c];
    }
    return sum;
  }

  size_t classes;       // V
  const float* weight;  // w, or null: all 1
  int64_t ignore;
  bool normalises;    // whether log-softmax is taken here
  double smoothing;   // ε
  double each;        // ε/V
  double spread = 0;  // ε/V·Σ_c w_c
};

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const TensorView& labels = inputs[kLabels];
  const Shape lead = Lead(inputs[kLogits].shape, 1);
  if (!(labels.shape == lead)) {
    return Fail(ErrorCode::kShape,
                "token_losses: labels has the shape %, logits %; give one "
                "label a row, of the shape %",
                labels.shape, inputs[kLogits].shape, lead);
  }
  const int64_t classes = inputs[kLogits].shape.back();
  const int64_t ignore = attributes[kIgnore].integer();
  int64_t flat = 0, wrong = -1;
  ForEach(lead, {&labels}, [&](Offsets at) {
    const int64_t label = labels.as<int32_t>()[at[0]];
    const bool known = (label >= 0 && label < classes) || label == ignore;
    if (!known && wrong < 0) wrong = flat;
    ++flat;
  });
  if (wrong < 0) return Outputs({lead, lead, lead});
  const Index index = IndexAt(lead, wrong);
  return Fail(ErrorCode::kRange,
              "token_losses: the label at % is %; there are % classes, give 0 "
              "to %, or % for a token to ignore",
              index, static_cast<int64_t>(labels.At(index)), classes,
              classes - 1, ignore);
}

// out = Σ_c q_c·(L − a_c) with L = ln Σ_c exp(a_c), or 0 of log-probabilities
double LossOf(const Target& target, const float* a, int64_t label, double sum) {
  if (sum == -HUGE_VAL) return HUGE_VAL;  // nothing visible
  const double own = target.Own(label);
  const double loss = own == 0 ? 0 : own * (sum - a[label]);
  if (target.smoothing == 0) return loss;
  return loss + sum * target.spread - target.each * target.Weighted(a);
}

void Forward(const Call& call) {
  const Target target(call);
  const TensorView& logits = call.inputs[kLogits];
  const TensorView& labels = call.inputs[kLabels];
  int64_t token = 0;
  ForEach(labels.shape, {&labels, &logits}, [&](Offsets at) {
    const int64_t label = labels.as<int32_t>()[at[0]];
    const int64_t out = token++;
    if (label == target.ignore) return;  // all stay 0
    const float* a = logits.floats() + at[1];
    const double sum =
        target.normalises ? kernels::LogSumExpRow(target.classes, a) : 0;
    call.outputs[kLoss].floats()[out] =
        static_cast<float>(LossOf(target, a, label, sum));
    call.outputs[kLogSumExp].floats()[out] = static_cast<float>(sum);
    call.outputs[kWeights].floats()[out] =
        static_cast<float>(target.WeightOf(label));
  });
}

// da_c += dout·(Σ q·exp(a_c − L) − q_c), without the first term where a are
// log-probabilities
void AddGradient(const Target& target, const float* a, int64_t label, float sum,
                 double dout, float* da) {
  const double own = target.Own(label);
  const auto each = static_cast<float>(-dout * target.each);
  const bool even = target.weight == nullptr;
  if (target.normalises) {
    const double factor = dout * (own + target.spread);
    kernels::AddSoftmaxRow(target.classes, a, sum, static_cast<float>(factor),
                           even ? each : 0, da);
  } else if (even && each != 0) {
    for (size_t c = 0; c < target.classes; ++c) da[c] += each;
  }
  if (!even && each != 0) {
    kernels::MultiplyAdd(target.classes, each, target.weight, da);
  }
  da[label] -= static_cast<float>(dout * own);
}

void Backward(const BackwardCall& call) {
  const Target target(call);
  const TensorView& a = call.inputs[kLogits];
  const TensorView& da = call.dinputs[kLogits];
  const TensorView& labels = call.inputs[kLabels];
  const TensorView& sums = call.outputs[kLogSumExp];
  ForEach(labels.shape, {&labels, &a, &da, &sums, &call.doutput},
          [&](Offsets at) {
            const int64_t label = labels.as<int32_t>()[at[0]];
            const float sum = sums.floats()[at[3]];
            if (label == target.ignore || sum == -HUGE_VALF) return;
            AddGradient(target, a.floats() + at[1], label, sum,
                        call.doutput.floats()[at[4]], da.floats() + at[2]);
          });
}

Index ClassAt(Index token, int64_t c) {
  token.push_back(c);
  return token;
}

std::vector<int> ScoresOf(const Call& call, const Index& token,
                          Expression* expression) {
  std::vector<int> scores;
  for (int64_t c = 0; c < call.inputs[kLogits].shape.back(); ++c) {
    scores.push_back(OperandAt(call, kLogits, ClassAt(token, c), expression));
  }
  return scores;
}

// The term of ln Σ exp(a), or of −∞.
int ExplainLogSumExp(const std::vector<int>& scores, Expression* expression) {
  const int max = expression->Maximum(scores, "max");
  if (expression->value(max) == -HUGE_VAL) {
    return expression->Constant(-HUGE_VAL, "Σ = 0", {max});
  }
  std::vector<int> exponentials;
  for (const int score : scores) {
    exponentials.push_back(expression->Apply(
        TermKind::kExponential, expression->Difference(score, max)));
  }
  const int sum = expression->Sum(exponentials, "Σ");
  return expression->Sum({max, expression->Apply(TermKind::kLogarithm, sum)},
                         "ln Σ");
}

// w_c times a term, which a weight of 0 absorbs; without weights the term.
int Weighted(const Call& call, int64_t c, int term,
             std::initializer_list<int> label, Expression* expression) {
  const TensorView& weight = call.inputs[kWeight];
  if (!weight.present()) return term;
  const int w = expression->Operand(kWeight, {c}, weight.At({c}), label);
  return expression->Weigh(w, term, w);
}

// (1 − ε)·w_y·(L − a_y) + ε/V·Σ_c w_c·(L − a_c)
void ExplainLoss(const Call& call, const Index& token, int label,
                 Expression* expression) {
  const Target target(call);
  const auto y = static_cast<int64_t>(expression->value(label));
  std::vector<int> terms;
  if (target.normalises || target.smoothing != 0) {
    terms = ScoresOf(call, token, expression);
  }
  const int sum = target.normalises ? ExplainLogSumExp(terms, expression) : -1;
  if (sum >= 0 && expression->value(sum) == -HUGE_VAL) {
    expression->Constant(HUGE_VAL, "Σ = 0", {sum});
    return;
  }
  const auto surprise = [&](int score) {
    return sum < 0 ? expression->Apply(TermKind::kNegative, score)
                   : expression->Difference(sum, score);
  };
  const Index cell = ClassAt(token, y);
  const double a = call.inputs[kLogits].At(cell);
  int loss = surprise(expression->Operand(kLogits, cell, a, {label}));
  loss = Weighted(call, y, loss, {label}, expression);
  if (target.smoothing == 0) return;
  const int own = expression->Constant(1 - target.smoothing, "1 − ε");
  loss = expression->Weigh(own, loss, own);
  int64_t c = 0;
  for (int& term : terms) {
    term = Weighted(call, c++, surprise(term), {}, expression);
  }
  const int spread = expression->Sum(terms);
  const int each = expression->Constant(target.each, "ε/V");
  expression->Sum({loss, expression->Product(each, spread)});
}

void Explain(const Call& call, int output, const Index& token,
             Expression* expression) {
  const int label = OperandAt(call, kLabels, token, expression);
  const auto y = static_cast<int64_t>(expression->value(label));
  if (y == call.attributes[kIgnore].integer()) {
    expression->Constant(0, Text("y = %", y).c_str(), {label});
  } else if (output == kLoss) {
    ExplainLoss(call, token, label, expression);
  } else if (output == kWeights) {
    const int one = expression->Constant(1, "", {label});
    Weighted(call, y, one, {label}, expression);
  } else if (call.attributes[kLogProbabilities].flag()) {
    expression->Constant(0);
  } else {
    ExplainLogSumExp(ScoresOf(call, token, expression), expression);
  }
}

// Every class stands in L and in a smoothed target; without them, the label's.
std::vector<Index> Reach(const Call& call, int slot, const Index& index) {
  const std::vector<Index> token = ReachRow(call, slot, index);
  const Target target(call);
  const auto y = static_cast<int64_t>(call.inputs[kLabels].At(token.front()));
  const bool stands =
      target.normalises || target.smoothing != 0 || y == index.back();
  return y != target.ignore && stands ? token : std::vector<Index>();
}

}  // namespace

const Operation& TokenLossesOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "token_losses",
           .summary =
               "The loss of every token: out = Σ_c q_c·(ln Σ exp(a) − a_c) "
               "against the target q_c = (1 − ε)·w_y·[c = y] + ε/V·w_c of its "
               "label y; 0 of an ignored token. A class of target 0 has no "
               "part in it, hidden (−∞) or not; where one has a target and "
               "is hidden, or the whole row is, the loss is ∞. weights holds "
               "w_y, 0 of an ignored token.",
           .source = "Goodfellow et al. 2016, section 6.2.2.3; smoothing: "
                     "Szegedy et al. 2016, section 7",
           .inputs = kLossInputs,
           .attributes = {kSmoothingAttribute, kIgnoreAttribute,
                          kLogProbabilitiesAttribute},
           .outputs = {{.name = "output", .axes = "..."},
                       {.name = "log_sum_exp", .axes = "..."},
                       {.name = "weights", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = Backward,
      .explain = Explain,
      .reach = Reach};
  return operation;
}

}  // namespace clearhead
