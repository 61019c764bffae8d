// Cross entropy is the losses of the tokens, then their mean or sum: two steps,
// so that the loss opens into the losses, and each of those into its logits.
#include "core/ops/losses.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kSmoothing, kIgnore, kLogProbabilities, kReduction };

constexpr Words kReductions = {"mean", "sum", "none"};

Tensor Build(Graph& graph, const std::vector<Tensor>& inputs,
             const Attributes& attributes, const Names& names) {
  const std::string& reduction = attributes[kReduction].text;
  const bool none = reduction == "none", mean = reduction == "mean";
  const Tensor losses = graph.Apply(
      TokenLossesOperation(), inputs,
      NumbersOf({attributes[kSmoothing].number, attributes[kIgnore].number,
                 attributes[kLogProbabilities].number}),
      none ? names.output : names.scope + "losses");
  if (none) return losses;
  const Tensor weights = mean ? graph.OtherOutput(losses, 2) : Tensor();
  return graph.Apply(TotalLossOperation(), {losses, weights},
                     NumbersOf({static_cast<double>(mean)}), names.output);
}

}  // namespace

const Operation& CrossEntropyOperation() {
  static constexpr Operation operation{
      .schema =
          {.name = "cross_entropy",
           .summary =
               "How badly rows of scores foretell their labels: the mean "
               "(Σ losses / Σ w_y) or the sum of token_losses; without "
               "smoothing and weights each is −ln softmax(logits)[y]. Ignored "
               "tokens leave sum and divisor; where all are ignored the mean "
               "is 0 with gradient 0 (PyTorch: NaN). losses has one a token; "
               "where the reduction is none, the output itself is that.",
           .source = "Goodfellow et al. 2016, sections 6.2.1.1 and 6.2.2.3",
           .inputs = kLossInputs,
           .attributes = {kSmoothingAttribute,
                          kIgnoreAttribute,
                          kLogProbabilitiesAttribute,
                          {.name = "reduction",
                           .type = AttributeType::kString,
                           .summary = "mean, sum or none: a loss a token.",
                           .fallback_word = "mean",
                           .words = kReductions}},
           .outputs = {{.name = "output", .axes = "..."},
                       {.name = "losses", .axes = "..."}}},
      .infer = nullptr,
      .forward = nullptr,
      .backward = nullptr,
      .explain = nullptr,
      .reach = nullptr,
      .build = Build};
  return operation;
}

Tensor CrossEntropy(Graph& graph, Tensor logits, Tensor labels,
                    double label_smoothing, std::string_view name) {
  return graph.Perform(
      CrossEntropyOperation(), {logits, labels},
      {label_smoothing, static_cast<double>(kIgnoreLabel), false, "mean"},
      name);
}

}  // namespace clearhead
