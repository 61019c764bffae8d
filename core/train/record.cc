#include "core/train/record.h"

#include <algorithm>

#include "core/model/transformer.h"
#include "core/ops/losses.h"

namespace clearhead {
namespace {

Status CheckForm(const ModelConfig& config, const Batch& batch) {
  const bool reads = !batch.source.empty(), writes = !batch.input.empty();
  if (config.crosses() && !(reads && writes)) {
    return Fail(ErrorCode::kArgument,
                "an encoder with a decoder needs a source and a target; this "
                "task has one of them: choose kind 'encoder' for labels, "
                "'decoder' for a text, or another task");
  }
  if (config.kind == ModelKind::kEncoder && (writes || !reads)) {
    return Fail(ErrorCode::kArgument,
                "an encoder alone labels its source and writes nothing; choose "
                "a kind with a decoder, or a task that asks for labels");
  }
  return {};
}

// Ids that a model of this size does not know are named before they are looked
// up.
Status CheckIds(const ModelConfig& config, const Batch& batch) {
  const auto check = [](const char* what, const std::vector<int32_t>& ids,
                        int64_t bound, int32_t exempt) -> Status {
    for (const int32_t id : ids) {
      if (id == exempt || (id >= 0 && id < bound)) continue;
      return Fail(ErrorCode::kRange,
                  "the batch has % % and the model knows % of them; make a "
                  "model for the vocabulary of the task",
                  what, id, bound);
    }
    return {};
  };
  CH_RETURN_IF_ERROR(check("the token", batch.source, config.vocabulary, 0));
  CH_RETURN_IF_ERROR(check("the token", batch.input, config.vocabulary, 0));
  return check("the label", batch.labels, config.outputs, kIgnoreLabel);
}

// The decoder over what it reads. A mask that looks ahead would see padding.
Tensor Decode(Graph& graph, Transformer& transformer, const ModelConfig& config,
              const Batch& batch, Tensor memory, Tensor memory_visible) {
  const bool labels = batch.input.empty();
  const int64_t width = labels ? batch.source_width : batch.target_width;
  Tensor visible;
  if (LooksAhead(config.mask)) {
    visible =
        VisibleInput(graph, "target_visible", width,
                     labels ? batch.source_lengths : batch.target_lengths);
  }
  return transformer.Decode(IdsInput(graph, "target", batch.rows, width,
                                     labels ? batch.source : batch.input),
                            visible, memory, memory_visible);
}

}  // namespace

Batch AsText(const Batch& batch) {
  Batch text;
  text.rows = batch.rows;
  text.supervised = batch.supervised;
  for (int64_t row = 0; row < batch.rows; ++row) {
    const int32_t length =
        batch.source_lengths[row] + batch.target_lengths[row];
    text.target_lengths.push_back(length);
    text.target_width = std::max<int64_t>(text.target_width, length);
  }
  const auto cells = static_cast<size_t>(text.rows * text.target_width);
  text.input.assign(cells, kPadToken);
  text.labels.assign(cells, kIgnoreLabel);
  for (int64_t row = 0; row < batch.rows; ++row) {
    const int32_t source = batch.source_lengths[row];
    const int64_t to = row * text.target_width;
    std::copy_n(&batch.source[row * batch.source_width], source,
                &text.input[to]);
    const int64_t from = row * batch.target_width;
    std::copy_n(&batch.input[from], batch.target_lengths[row],
                &text.input[to + source]);
    std::copy_n(&batch.labels[from], batch.target_lengths[row],
                &text.labels[to + source]);
  }
  return text;
}

Result<Recorded> Record(Graph& graph, const Model& model, const Batch& batch,
                        const RecordOptions& options) {
  const ModelConfig& config = model.config;
  CH_RETURN_IF_ERROR(CheckForm(config, batch));
  const bool joins =
      !config.crosses() && !batch.source.empty() && !batch.input.empty();
  if (joins) return Record(graph, model, AsText(batch), options);
  CH_RETURN_IF_ERROR(CheckIds(config, batch));

  Transformer transformer(graph, config, model.parameters);
  if (options.dropout) transformer.TrainWith(*options.dropout);
  Tensor x, visible;
  if (config.encodes()) {
    visible = VisibleInput(graph, "source_visible", batch.source_width,
                           batch.source_lengths);
    x = transformer.Encode(
        IdsInput(graph, "source", batch.rows, batch.source_width, batch.source),
        visible);
  }
  if (config.decodes())
    x = Decode(graph, transformer, config, batch, x, visible);
  Recorded recorded;
  recorded.logits = transformer.Logits(x);
  recorded.labels =
      IdsInput(graph, "labels", batch.rows, batch.target_width, batch.labels);
  recorded.loss = CrossEntropy(graph, recorded.logits, recorded.labels,
                               options.label_smoothing, "loss");
  recorded.parameters = transformer.parameters();
  CH_RETURN_IF_ERROR(graph.status());
  return recorded;
}

}  // namespace clearhead
