#include "core/session/writing.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace clearhead {

Result<std::unique_ptr<Writing>> Writing::Make(
    const std::shared_ptr<Budget>& budget, const Model& model,
    WritingRequest request) {
  std::unique_ptr<Writing> made(new Writing());
  auto* drawn = std::get_if<GenerationOptions>(&request.options);
  auto* beams = std::get_if<BeamOptions>(&request.options);
  DecodeOptions& decode = drawn != nullptr ? drawn->decode : beams->decode;
  if (!model.config.encodes()) {
    decode.prompt.insert(decode.prompt.begin(), request.source.begin(),
                         request.source.end());
    request.source.clear();
  }
  CH_RETURN_IF_ERROR(CheckOptions(decode, model.config.outputs));
  // The last token is written, never read.
  const int64_t capacity =
      static_cast<int64_t>(decode.prompt.size()) + decode.max_length - 1;
  made->model_ = &model;
  made->changes_ = model.changes;
  CH_ASSIGN_OR_RETURN(
      made->scorer_,
      ModelScorer::Make(budget, model, request.source, capacity));
  if (drawn != nullptr) {
    CH_RETURN_IF_ERROR(made->writer_.emplace<Generation>().Start(
        budget, *made->scorer_, std::move(*drawn)));
  } else {
    CH_RETURN_IF_ERROR(made->writer_.emplace<BeamSearch>().Start(
        budget, *made->scorer_, std::move(*beams)));
  }
  return made;
}

Status Writing::Step() {
  if (done()) {
    return Fail(ErrorCode::kArgument,
                "the text has ended, or a step of it failed; begin another");
  }
  if (model_->changes != changes_) {
    return Fail(ErrorCode::kArgument,
                "the model has been trained since the text began; begin "
                "another");
  }
  return std::visit([](auto& writer) { return writer.Step(); }, writer_);
}

bool Writing::done() const {
  return std::visit([](const auto& writer) { return writer.done(); }, writer_);
}

Result<std::vector<NextToken>> Writing::Choices(size_t row, size_t most,
                                                int32_t token) const {
  Distribution inspected;
  const Distribution* from = &inspected;
  if (const BeamSearch* search = beams()) {
    CH_RETURN_IF_ERROR(search->Inspect(row, &inspected));
  } else {
    from = &generation()->distribution();
  }
  const std::vector<double>& log_p = from->log_probabilities;
  std::vector<int32_t> order(log_p.size());
  std::iota(order.begin(), order.end(), 0);
  most = std::min(most, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<int64_t>(most),
                    order.end(), [&](int32_t a, int32_t b) {
                      return log_p[a] != log_p[b] ? log_p[a] > log_p[b] : a < b;
                    });
  order.resize(most);
  const bool among =
      std::find(order.begin(), order.end(), token) != order.end();
  if (!among && token >= 0 && static_cast<size_t>(token) < log_p.size()) {
    order.push_back(token);
  }
  std::vector<NextToken> choices;
  for (const int32_t id : order) {
    choices.push_back({id, log_p[id], from->scores[id], from->removed_by[id]});
  }
  return choices;
}

}  // namespace clearhead
