// Cross entropy, token by token and in total: what training makes small.
//
//   logits [..., V], labels [...], weight [V] → losses [...] → loss []
//
// For each: the entry of the table, and of the whole the call that a model
// writes.
#ifndef CLEARHEAD_CORE_OPS_LOSSES_H_
#define CLEARHEAD_CORE_OPS_LOSSES_H_

#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

// out = Σ_c q_c·(ln Σ exp(a) − a_c) of every token
const Operation& TokenLossesOperation();

// out = Σ losses, or Σ losses / Σ weights
const Operation& TotalLossOperation();

// The two one after the other
const Operation& CrossEntropyOperation();

inline constexpr int32_t kIgnoreLabel = -100;  // as PyTorch

// The mean loss over the tokens of logits [..., V] whose label (labels [...],
// 0 … V − 1) is not kIgnoreLabel; 0 where all are ignored. label_smoothing: ε,
// 0 … 1. The losses of the tokens are "losses" in the scope of `name`.
Tensor CrossEntropy(Graph& graph, Tensor logits, Tensor labels,
                    double label_smoothing, std::string_view name);

// What both have in common.
inline constexpr List<InputSchema> kLossInputs = {
    {.name = "logits", .axes = "... V"},
    {.name = "labels",
     .axes = "...",
     .type = DataType::kInt32,
     .differentiable = false},
    {.name = "weight", .axes = "V", .differentiable = false, .optional = true}};
inline constexpr AttributeSchema kSmoothingAttribute = {
    .name = "label_smoothing",
    .type = AttributeType::kNumber,
    .summary = "ε, the share of the target that all classes have alike.",
    .fallback = 0,
    .minimum = 0,
    .maximum = 1};
inline constexpr AttributeSchema kIgnoreAttribute = {
    .name = "ignore",
    .type = AttributeType::kInteger,
    .summary = "The label of tokens that count for nothing, such as padding.",
    .fallback = kIgnoreLabel,
    .minimum = -2147483648.0,
    .maximum = 2147483647.0};
inline constexpr AttributeSchema kLogProbabilitiesAttribute = {
    .name = "log_probabilities",
    .type = AttributeType::kBoolean,
    .summary =
        "Whether logits holds log-probabilities already; otherwise their "
        "log-softmax is taken here."};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_OPS_LOSSES_H_
