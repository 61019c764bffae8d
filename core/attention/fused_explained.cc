#include "core/attention/fused_explained.h"

#include <cfloat>
#include <cmath>

#include "core/attention/fused.h"
#include "core/ops/heads_of.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

bool IsVisible(const Call& call, const Index& row, int64_t key) {
  const Shape& q = call.inputs[kAttentionQ].shape;
  const int64_t last = row[2] + call.inputs[kAttentionK].shape[2] - q[2];
  if (call.attributes[kAttentionCausal].flag() && key > last) return false;
  const TensorView& mask = call.inputs[kAttentionMask];
  if (!mask.present()) return true;
  const Index cell = {row[0], row[1], row[2], key};
  return mask.At(Narrow(mask.shape, cell)) != 0;
}

// scale·q·k, soft-capped, plus bias, of one visible key.
int ExplainScore(const Call& call, const Index& row, int64_t key,
                 Expression* expression) {
  const TensorView& q = call.inputs[kAttentionQ];
  const TensorView& k = call.inputs[kAttentionK];
  const TensorView& bias = call.inputs[kAttentionBias];
  const int64_t group = GroupOf(row[1], q.shape[1], k.shape[1]);
  std::vector<int> terms;
  for (int64_t d = 0; d < q.shape[3]; ++d) {
    const Index a = {row[0], row[1], row[2], d};
    const Index b = {row[0], group, key, d};
    const int left = expression->Operand(kAttentionQ, a, q.At(a));
    const int right = expression->Operand(kAttentionK, b, k.At(b));
    terms.push_back(expression->Product(left, right));
  }
  int score = expression->Product(
      expression->Sum(terms, "q·k"),
      expression->Constant(AttentionScale(call.attributes, q.shape[3]),
                           "scale"));
  if (const double cap = call.attributes[kAttentionSoftCap].number; cap > 0) {
    const int bound = expression->Constant(cap, "cap");
    score = expression->Product(
        bound, expression->Apply(TermKind::kHyperbolicTangent,
                                 expression->Quotient(score, bound)));
  }
  if (bias.present()) {
    const Index cell = Narrow(bias.shape, {row[0], row[1], row[2], key});
    score = expression->Sum(
        {score, expression->Operand(kAttentionBias, cell, bias.At(cell))});
  }
  return score;
}

// What the features of one query's output share: the exponential of every
// visible key in order, their sum and the maximum. Only the maximum where all
// scores are −∞, nothing where no key is visible.
std::vector<int> ExplainRow(const Call& call, const Index& row,
                            Expression* expression) {
  std::vector<int> terms;
  for (int64_t key = 0; key < call.inputs[kAttentionK].shape[2]; ++key) {
    if (!IsVisible(call, row, key)) continue;
    terms.push_back(ExplainScore(call, row, key, expression));
  }
  if (terms.empty()) return {};
  const int max = expression->Maximum(terms, "max");
  if (expression->value(max) == -HUGE_VAL) return {max};
  for (int& term : terms) {
    term = expression->Apply(TermKind::kExponential,
                             expression->Difference(term, max));
  }
  const int sum = expression->Sum(terms, "Σ");
  terms.push_back(sum);
  terms.push_back(max);
  return terms;
}

// Adds the outputs of query `t` of head `h`: feature `d`, or all for −1.
void AddRow(const Shape& out, int64_t b, int64_t h, int64_t t, int64_t d,
            std::vector<Index>* cells) {
  for (int64_t i = 0; i < out[3]; ++i) {
    if (d < 0 || i == d) cells->push_back({b, h, t, i});
  }
}

}  // namespace

void ExplainAttention(const Call& call, int output, const Index& index,
                      Expression* expression) {
  const Index row = {index[0], index[1], index[2]};
  const std::vector<int>* kept = expression->KeptFor(row);
  if (kept == nullptr) {
    kept = &expression->Keep(row, ExplainRow(call, row, expression));
  }
  if (kept->size() < 2) {
    const double blind = output == kAttentionOut ? 0 : -HUGE_VAL;
    if (kept->empty()) {
      expression->Constant(blind, "Σ = 0");
    } else {
      expression->Constant(blind, "Σ = 0", {kept->front()});
    }
    return;
  }
  const int sum = (*kept)[kept->size() - 2];
  if (output == kAttentionLogSumExp) {
    expression->Sum(
        {kept->back(), expression->Apply(TermKind::kLogarithm, sum)});
    return;
  }
  const TensorView& v = call.inputs[kAttentionV];
  const int64_t group =
      GroupOf(index[1], call.inputs[kAttentionQ].shape[1], v.shape[1]);
  std::vector<int> terms;
  size_t seen = 0;
  for (int64_t key = 0; key < v.shape[2]; ++key) {
    if (!IsVisible(call, row, key)) continue;
    const Index value = {index[0], group, key, index[3]};
    const int operand = expression->Operand(kAttentionV, value, v.At(value));
    const int weight = expression->Quotient((*kept)[seen++], sum);
    // What float32 does not hold is 0 and takes nothing of the value.
    if (expression->value(weight) < FLT_MIN) continue;
    terms.push_back(expression->Product(weight, operand));
  }
  expression->Sum(terms);
}

std::vector<Index> ReachAttention(const Call& call, int slot,
                                  const Index& index) {
  const Shape& out = call.outputs[kAttentionOut].shape;
  std::vector<Index> cells;
  const int64_t keys = call.inputs[kAttentionK].shape[2];
  if (slot == kAttentionQ) {
    bool sees = false;
    for (int64_t key = 0; key < keys; ++key)
      sees |= IsVisible(call, index, key);
    if (sees) AddRow(out, index[0], index[1], index[2], -1, &cells);
  } else if (slot == kAttentionBias) {
    Shape scores = out;
    scores.back() = keys;
    for (const Index& cell : Widen(call.inputs[slot].shape, index, scores)) {
      if (!IsVisible(call, cell, cell[3])) continue;
      AddRow(out, cell[0], cell[1], cell[2], -1, &cells);
    }
  } else {
    const int64_t feature = slot == kAttentionV ? index[3] : -1;
    ForEachQueryHead(index[1], out[1], call.inputs[slot].shape[1],
                     [&](int64_t head) {
                       for (int64_t query = 0; query < out[2]; ++query) {
                         const Index row = {index[0], head, query};
                         if (!IsVisible(call, row, index[2])) continue;
                         AddRow(out, index[0], head, query, feature, &cells);
                       }
                     });
  }
  return cells;
}

}  // namespace clearhead
