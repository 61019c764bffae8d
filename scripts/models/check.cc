#include "scripts/models/check.h"

#include <algorithm>
#include <utility>

#include "core/text/pieces.h"
#include "core/train/trainer.h"

namespace clearhead::models {
namespace {

constexpr size_t kRowsAtOnce = 128;
constexpr int64_t kMostWritten = 32;  // pieces of a translation

Result<double> ExactShare(const std::shared_ptr<Budget>& budget,
                          const Model& model,
                          std::span<const Example> examples) {
  CH_ASSIGN_OR_RETURN(const TokenRows& written,
                      Translate(budget, model, examples));
  size_t right = 0;
  for (size_t i = 0; i < examples.size(); ++i) {
    right += written[i] == examples[i].target;
  }
  return static_cast<double>(right) / static_cast<double>(examples.size());
}

}  // namespace

std::vector<Example> Sample(std::span<const Example> examples, size_t count) {
  count = std::min(count, examples.size());
  std::vector<Example> sample;
  for (size_t i = 0; i < count; ++i) {
    sample.push_back(examples[i * examples.size() / count]);
  }
  return sample;
}

Result<TokenRows> Translate(const std::shared_ptr<Budget>& budget,
                            const Model& model,
                            std::span<const Example> examples) {
  TokenRows all;
  for (size_t first = 0; first < examples.size(); first += kRowsAtOnce) {
    const size_t rows = std::min(kRowsAtOnce, examples.size() - first);
    WriteRequest request;
    request.end_token = kEndPiece;
    request.max_length = kMostWritten;
    for (const Example& example : examples.subspan(first, rows)) {
      request.sources.push_back(example.source);
      request.prompts.push_back({kBeginPiece});
    }
    CH_ASSIGN_OR_RETURN(TokenRows written, WriteRows(budget, model, request));
    for (auto& row : written) all.push_back(std::move(row));
  }
  return all;
}

Result<double> ShareRight(const std::shared_ptr<Budget>& budget,
                          const Model& model, TaskForm form,
                          std::span<const Example> examples) {
  if (form == TaskForm::kSequence) return ExactShare(budget, model, examples);
  double right = 0, asked = 0;
  for (size_t first = 0; first < examples.size(); first += kRowsAtOnce) {
    const size_t rows = std::min(kRowsAtOnce, examples.size() - first);
    CH_ASSIGN_OR_RETURN(const Batch& batch,
                        MakeBatch(form, examples.subspan(first, rows)));
    CH_ASSIGN_OR_RETURN(const Score score, Evaluate(budget, model, batch));
    right += score.accuracy * static_cast<double>(score.labels);
    asked += static_cast<double>(score.labels);
  }
  return right / asked;
}

}  // namespace clearhead::models
