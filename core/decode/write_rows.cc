#include "core/decode/write_rows.h"

#include <algorithm>

#include "core/decode/model_scorer.h"
#include "core/decode/options.h"
#include "core/decode/rows.h"
#include "core/model/transformer.h"

namespace clearhead {
namespace {

Status Check(const Model& model, const WriteRequest& request) {
  if (request.max_length < 1 || request.max_length > kLongestOutput) {
    return Fail(ErrorCode::kRange,
                "max_length is %; outputs have 1 to % tokens",
                request.max_length, kLongestOutput);
  }
  const size_t rows = request.prompts.size();
  if (rows == 0 || request.prompts[0].empty() ||
      request.sources.size() != (model.config.encodes() ? rows : 0)) {
    return Fail(ErrorCode::kArgument,
                "% sources and % prompts are given; give every row a prompt of "
                "at least 1 token, and a source where there is an encoder, "
                "none where there is not",
                request.sources.size(), rows);
  }
  for (const auto& prompt : request.prompts) {
    if (prompt.size() == request.prompts[0].size()) continue;
    return Fail(ErrorCode::kArgument,
                "prompts have % and % tokens; rows that are written together "
                "have prompts of one length",
                request.prompts[0].size(), prompt.size());
  }
  for (const auto& source : request.sources) {
    if (!source.empty()) continue;
    return Fail(ErrorCode::kArgument,
                "a source is empty; give the encoder at least 1 token");
  }
  return {};
}

// The rows that are still written: `rows` of what was given, their sources and
// what their caches hold.
class Writer {
 public:
  Writer(const std::shared_ptr<Budget>& budget, const Model& model,
         const WriteRequest& request)
      : model_(model),
        request_(request),
        source_(Padded(request.sources, 0)),
        source_width_(WidthOf(request.sources)),
        source_lengths_(LengthsOf(request.sources)),
        graph_(budget, Recording::kNone) {}

  Status Start(const std::shared_ptr<Budget>& budget) {
    const int64_t width = WidthOf(request_.prompts);
    const auto rows = static_cast<int64_t>(request_.prompts.size());
    CH_ASSIGN_OR_RETURN(
        cache_,
        DecoderCache::Make(model_.config, budget, rows,
                           width + request_.max_length - 1, source_width_));
    return Run(Padded(request_.prompts, 0), width);
  }
  // One more token behind those of the last call's rows `rows`.
  Status Continue(const std::vector<int32_t>& rows,
                  const std::vector<int32_t>& tokens) {
    if (static_cast<int64_t>(rows.size()) < cache_.batch()) {
      CH_RETURN_IF_ERROR(cache_.Select(rows));
      std::vector<int32_t> lengths;
      for (const int32_t row : rows) {
        if (!source_lengths_.empty()) lengths.push_back(source_lengths_[row]);
      }
      source_lengths_ = lengths;
    }
    return Run(tokens, 1);
  }
  // The token with the highest score after each row.
  const std::vector<int32_t>& best() const { return best_; }

 private:
  Status Run(const std::vector<int32_t>& tokens, int64_t steps) {
    graph_.Reset();
    Transformer transformer(graph_, model_.config, model_.parameters);
    transformer.ContinueFrom(cache_);
    Tensor memory, visible;
    if (model_.config.encodes()) {
      visible = VisibleInput(graph_, "source_visible", source_width_,
                             source_lengths_);
      if (cache_.length() == 0) {
        memory = transformer.Encode(
            IdsInput(graph_, "source", cache_.batch(), source_width_, source_),
            visible);
      }
    }
    const Tensor logits = transformer.Logits(transformer.Decode(
        IdsInput(graph_, "target", cache_.batch(), steps, tokens), {}, memory,
        visible));
    CH_RETURN_IF_ERROR(graph_.status());
    const TensorView cells = graph_.Cells(logits);
    best_.clear();
    for (int64_t row = 0; row < cache_.batch(); ++row) {
      const std::span<const float> scores(
          cells.floats() + cells.Offset({row, steps - 1, 0}),
          static_cast<size_t>(cells.shape.back()));
      CH_RETURN_IF_ERROR(CheckLogits(scores, step_));
      const auto most = std::max_element(scores.begin(), scores.end());
      best_.push_back(static_cast<int32_t>(most - scores.begin()));
    }
    ++step_;
    return cache_.Keep(graph_);
  }

  const Model& model_;
  const WriteRequest& request_;
  std::vector<int32_t> source_;
  int64_t source_width_;
  std::vector<int32_t> source_lengths_;
  Graph graph_;
  DecoderCache cache_;
  std::vector<int32_t> best_;
  size_t step_ = 1;  // of the output
};

}  // namespace

Result<TokenRows> WriteRows(const std::shared_ptr<Budget>& budget,
                            const Model& model, const WriteRequest& request) {
  CH_RETURN_IF_ERROR(Check(model, request));
  CH_RETURN_IF_ERROR(CheckWriter(
      model.config,
      model.config.encodes() ? request.sources[0] : std::vector<int32_t>(),
      static_cast<int64_t>(request.prompts[0].size()) + request.max_length -
          1));
  TokenRows written(request.prompts.size());
  std::vector<int32_t> live;  // rows of the request
  for (size_t row = 0; row < written.size(); ++row) {
    live.push_back(static_cast<int32_t>(row));
  }
  Writer writer(budget, model, request);
  CH_RETURN_IF_ERROR(writer.Start(budget));
  for (int64_t length = 1;; ++length) {
    std::vector<int32_t> going, rows, tokens;
    for (size_t i = 0; i < live.size(); ++i) {
      const int32_t token = writer.best()[i];
      if (token == request.end_token) continue;
      written[live[i]].push_back(token);
      going.push_back(live[i]);
      rows.push_back(static_cast<int32_t>(i));
      tokens.push_back(token);
    }
    if (going.empty() || length >= request.max_length) return written;
    CH_RETURN_IF_ERROR(writer.Continue(rows, tokens));
    live = going;
  }
}

}  // namespace clearhead
