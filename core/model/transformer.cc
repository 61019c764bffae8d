#include "core/model/transformer.h"

#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "core/ops/ops.h"
#include "core/positions/alibi.h"
#include "core/positions/relative_bias.h"
#include "core/positions/rotary.h"
#include "core/positions/sinusoidal.h"

namespace clearhead {
namespace {

double Root(int64_t n) { return std::sqrt(static_cast<double>(n)); }

Tensor OneToken(Graph& graph, const char* name) {
  return graph.Input(name, DataType::kInt32, {1, 1},
                     {AxisRole::kBatch, AxisRole::kPosition},
                     [](const TensorView&) {});
}

}  // namespace

Result<std::vector<Parameter>> ParametersOf(
    const ModelConfig& config, const std::shared_ptr<Budget>& budget,
    AcceptParameter accept) {
  Transformer::Declaration declared{.accept = accept};
  Graph graph(budget, Recording::kNone);
  Transformer model(graph, config, &declared);
  Tensor x;
  if (config.encodes()) x = model.Encode(OneToken(graph, "source"), {});
  if (config.decodes()) x = model.Decode(OneToken(graph, "target"), {}, x, {});
  model.Logits(x);
  CH_RETURN_IF_ERROR(graph.status());
  return std::move(declared.list);
}

void Transformer::TrainWith(uint64_t dropout_seed) {
  trains_ = true;
  dropout_seed_ = dropout_seed;
}

Tensor Transformer::Declare(Parameter parameter) {
  const Tensor known = graph_.Find(parameter.name);
  if (known.valid() || !graph_.status()) return known;
  graph_.SetError(declared_->accept(parameter));
  const Tensor zeros =
      graph_.Input(parameter.name, DataType::kFloat32, parameter.shape,
                   parameter.roles, [](const TensorView&) {});
  declared_->list.push_back(std::move(parameter));
  return zeros;
}

// A parameter the first time that it is asked for, by name after that.
Tensor Transformer::Given(Parameter parameter) {
  if (declared_ != nullptr) return Declare(std::move(parameter));
  const int number = parameters_->Find(parameter.name);
  CH_CHECK(number >= 0, "a model declares what it asks for");
  given_.resize(parameters_->list().size());
  Tensor& tensor = given_[static_cast<size_t>(number)];
  if (!tensor.valid()) {
    tensor = graph_.Borrow(parameter.name, parameters_->Cells(number),
                           std::move(parameter.roles));
  }
  return tensor;
}

Tensor Transformer::Table(const std::string& name, int64_t rows,
                          int64_t columns, AxisRole row) {
  return Given({.name = name,
                .shape = {rows, columns},
                .roles = {row, AxisRole::kModel},
                .initial = Initial::kNormal,
                .size = 1 / Root(columns)});
}

Tensor Transformer::Encode(Tensor source, Tensor visible) {
  return EncoderStack(Embed("encoder.", source), visible);
}

Tensor Transformer::Decode(Tensor target, Tensor visible, Tensor memory,
                           Tensor memory_visible) {
  return DecoderStack(Embed("decoder.", target), visible, memory,
                      memory_visible);
}

// One table for the encoder, the decoder and the logits (Press and Wolf 2017).
Tensor Transformer::Logits(Tensor x) {
  const bool tokens = config_.outputs == config_.vocabulary;
  Tensor logits;
  if (config_.tied && tokens) {
    logits = MatMul(graph_, x,
                    Table("embedding.table", config_.vocabulary,
                          config_.d_model, AxisRole::kVocabulary),
                    true, "logits");
  } else {
    const Tensor weight = Weight("output.weight", config_.d_model,
                                 config_.outputs, 1 / Root(config_.d_model));
    logits = Linear(graph_, x, weight, Bias("output.bias", config_.outputs),
                    "logits");
  }
  return graph_.WithRoles(
      logits, {AxisRole::kBatch, AxisRole::kPosition,
               tokens ? AxisRole::kVocabulary : AxisRole::kFeature});
}

Tensor Transformer::Embed(const std::string& stack, Tensor ids) {
  const Tensor table = Table("embedding.table", config_.vocabulary,
                             config_.d_model, AxisRole::kVocabulary);
  Tensor x = Embedding(graph_, table, ids, stack + "embeddings");
  if (config_.scale_embedding) {
    x = Scale(graph_, x, 1 / Root(config_.d_model), "1/√C",
              stack + "scaled_embeddings");
  }
  return DropOut(AddPositions(stack, x), stack + "x_kept");
}

Tensor Transformer::AddPositions(const std::string& stack, Tensor x) {
  if (!x.valid()) return {};
  const int64_t length = graph_.Cells(x).shape[1];
  const int64_t end = (stack == "decoder." ? Past() : 0) + length;
  if (end > config_.max_length) {
    graph_.SetError(Fail(ErrorCode::kRange,
                         "model: the sequence has % tokens and max_length is "
                         "%; give fewer tokens, or a model with more",
                         end, config_.max_length));
  }
  Tensor rows;
  if (config_.positions == PositionKind::kSinusoidal) {
    rows = Sinusoidal(graph_, length, config_.d_model, stack + "positions",
                      end - length);
  } else if (config_.positions == PositionKind::kLearned) {
    const Tensor table = Table(stack + "positions.table", config_.max_length,
                               config_.d_model, AxisRole::kPosition);
    rows = Slice(graph_, table, 0, end - length, length, stack + "positions");
  } else {
    return x;
  }
  return Add(graph_, x, rows, stack + "x");
}

// What the attention of a stack adds to its scores, or turns its heads by.
Transformer::Positions Transformer::PositionsOf(const std::string& stack,
                                                Tensor x) {
  if (!x.valid()) return {};
  const bool encoder = stack == "encoder.";
  const bool ahead = LooksAhead(encoder ? config_.encoder_mask : config_.mask);
  const int64_t length = graph_.Cells(x).shape[1];
  const int64_t past = encoder ? 0 : Past();
  Positions positions;
  if (config_.positions == PositionKind::kAlibi) {
    positions.bias = Alibi(graph_, config_.heads, length, past + length, ahead,
                           stack + "positions.bias");
  } else if (config_.positions == PositionKind::kRelative) {
    const Tensor table = Given({.name = stack + "positions.table",
                                .shape = {config_.buckets, config_.heads},
                                .roles = {AxisRole::kPosition, AxisRole::kHead},
                                .initial = Initial::kNormal,
                                .size = 0.1});
    positions.bias =
        RelativeBias(graph_, table, length, past + length, config_.max_distance,
                     ahead, stack + "positions.bias");
  } else if (config_.positions == PositionKind::kRotary) {
    const Tensor speeds = RotaryFrequencies(
        graph_, {.width = config_.rotary_width, .base = config_.rotary_base},
        {}, stack + "positions.frequencies");
    const Tensor places =
        graph_.Input(stack + "positions", DataType::kFloat32, {length},
                     {AxisRole::kPosition}, [past](const TensorView& cells) {
                       for (int64_t t = 0; t < cells.shape[0]; ++t) {
                         cells.floats()[t] = static_cast<float>(past + t);
                       }
                     });
    positions.cos =
        RotaryTable(graph_, places, speeds, graph_.OtherOutput(speeds, 1), {},
                    stack + "positions.cos");
    positions.sin = graph_.OtherOutput(positions.cos, 1);
  }
  return positions;
}

Tensor Transformer::EncoderStack(Tensor x, Tensor visible) {
  const Positions positions = PositionsOf("encoder.", x);
  const Tensor mask = MaskOf("encoder.", config_.encoder_mask, x, visible);
  for (int layer = 0; layer < config_.encoder_layers; ++layer) {
    x = EncoderLayer(Text("encoder.%.", layer), x, mask, positions);
  }
  return config_.norms_last() ? Norm("encoder.norm", x) : x;
}

Tensor Transformer::DecoderStack(Tensor x, Tensor visible, Tensor memory,
                                 Tensor memory_visible) {
  if (config_.kind == ModelKind::kRecurrent) {
    for (int layer = 0; layer < config_.decoder_layers; ++layer) {
      x = RecurrentLayer(layer, x);
    }
    return x;
  }
  const Positions positions = PositionsOf("decoder.", x);
  const Tensor mask = MaskOf("decoder.", config_.mask, x, visible);
  for (int layer = 0; layer < config_.decoder_layers; ++layer) {
    x = DecoderLayer(layer, x, mask, positions, memory, memory_visible);
  }
  return config_.norms_last() ? Norm("decoder.norm", x) : x;
}

}  // namespace clearhead
