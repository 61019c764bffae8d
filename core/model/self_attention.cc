#include "core/model/self_attention.h"

#include <algorithm>
#include <limits>

#include "core/attention/fused.h"
#include "core/attention/heads.h"
#include "core/attention/scaled_dot_product.h"
#include "core/base/text.h"
#include "core/model/constructed.h"
#include "core/ops/ops.h"
#include "core/positions/sinusoidal.h"

namespace clearhead {
namespace {

constexpr int64_t kMaxWidth = 256;
constexpr int64_t kMaxHeads = 16;

Status CheckRange(const char* field, int64_t value, int64_t least,
                  int64_t most) {
  if (value >= least && value <= most) return {};
  return Fail(ErrorCode::kRange, "% is %; it may be from % to %", field, value,
              least, most);
}

Tensor TokenIds(Graph& graph, const std::vector<std::string>& tokens,
                const std::vector<std::string>& vocabulary) {
  const auto count = static_cast<int64_t>(tokens.size());
  return graph.Input(
      "tokens", DataType::kInt32, {1, count},
      {AxisRole::kBatch, AxisRole::kQuery}, [&](const TensorView& ids) {
        for (size_t t = 0; t < tokens.size(); ++t) {
          const auto word =
              std::find(vocabulary.begin(), vocabulary.end(), tokens[t]);
          ids.as<int32_t>()[t] =
              static_cast<int32_t>(word - vocabulary.begin());
        }
      });
}

Tensor EmbeddingTable(Graph& graph, const SelfAttentionConfig& config,
                      const std::vector<std::string>& vocabulary) {
  const auto words = static_cast<int64_t>(vocabulary.size());
  return graph.Input(
      "embedding.table", DataType::kFloat32, {words, config.d_model},
      {AxisRole::kVocabulary, AxisRole::kModel}, [&](const TensorView& table) {
        for (int64_t word = 0; word < words; ++word) {
          FillEmbedding(config, vocabulary[word],
                        table.floats() + word * config.d_model);
        }
      });
}

// x: embeddings plus positions, or the embeddings under another name.
Tensor Input(Graph& graph, const SelfAttentionConfig& config,
             const std::vector<std::string>& tokens) {
  const std::vector<std::string> vocabulary = Vocabulary(tokens);
  const Tensor ids = TokenIds(graph, tokens, vocabulary);
  const Tensor table = EmbeddingTable(graph, config, vocabulary);
  const Tensor embeddings = Embedding(graph, table, ids, "embeddings");
  if (config.positions) {
    const Tensor positions =
        Sinusoidal(graph, static_cast<int64_t>(tokens.size()), config.d_model,
                   "positions");
    return Add(graph, embeddings, positions, "x");
  }
  if (!embeddings.valid()) return {};
  const TensorView cells = graph.Cells(embeddings);
  return graph.View(embeddings, "x", cells.shape, cells.strides, 0,
                    graph.value(embeddings).roles);
}

// x·W, split into heads.
Tensor Project(Graph& graph, const SelfAttentionConfig& config, Tensor x,
               Projection projection, int64_t width, const std::string& name) {
  const Tensor weight = graph.Input(name + ".weight", DataType::kFloat32,
                                    {config.d_model, config.heads * width},
                                    {AxisRole::kModel, AxisRole::kFeature},
                                    [&](const TensorView& cells) {
                                      FillProjection(config, projection, cells);
                                    });
  const Tensor projected = Linear(graph, x, weight, {}, name);
  return SplitHeads(
      graph, projected, config.heads,
      projection == Projection::kQuery ? AxisRole::kQuery : AxisRole::kKey,
      "heads." + name);
}

// The mask of the sentence, [T, T], seen by every head.
Tensor SentenceMask(Graph& graph, const SelfAttentionConfig& config,
                    int64_t tokens) {
  return MakeMask(
      graph, {config.mask, tokens, tokens, std::min(config.length, tokens)},
      "mask");
}

}  // namespace

const char* NameOf(WeightKind kind) {
  static constexpr const char* kNames[] = {
      "random", "identity", "previous-token", "same-word", "exact"};
  return kNames[static_cast<int>(kind)];
}

Status Validate(const SelfAttentionConfig& config) {
  CH_RETURN_IF_ERROR(CheckRange("d_model", config.d_model, 1, kMaxWidth));
  CH_RETURN_IF_ERROR(CheckRange("d_k", config.d_k, 1, kMaxWidth));
  CH_RETURN_IF_ERROR(CheckRange("heads", config.heads, 1, kMaxHeads));
  CH_RETURN_IF_ERROR(CheckRange("length", config.length, 0,
                                std::numeric_limits<int32_t>::max()));
  const bool exact = config.weights == WeightKind::kExact;
  if (exact && (config.d_model != 4 || config.d_k != 4 || config.heads != 1)) {
    return Fail(
        ErrorCode::kArgument,
        "weights is 'exact' with d_model %, d_k %, heads %; the exact example "
        "has d_model 4, d_k 4, heads 1: choose other weights or these sizes",
        config.d_model, config.d_k, config.heads);
  }
  if (config.weights == WeightKind::kPreviousToken &&
      (config.d_model < 4 || config.d_k < 2)) {
    return Fail(ErrorCode::kArgument,
                "weights is 'previous-token' with d_model % and d_k %; the "
                "head needs d_model ≥ 4 and d_k ≥ 2",
                config.d_model, config.d_k);
  }
  return {};
}

int64_t ValueWidth(const SelfAttentionConfig& config) {
  return config.weights == WeightKind::kExact ? 2 : config.d_k;
}

void SelfAttention(Graph& graph, const SelfAttentionConfig& config,
                   const std::vector<std::string>& tokens) {
  const Tensor x = Input(graph, config, tokens);
  const Tensor q =
      Project(graph, config, x, Projection::kQuery, config.d_k, "query");
  const Tensor k =
      Project(graph, config, x, Projection::kKey, config.d_k, "key");
  const Tensor v = Project(graph, config, x, Projection::kValue,
                           ValueWidth(config), "value");
  const Tensor mask =
      SentenceMask(graph, config, static_cast<int64_t>(tokens.size()));
  const double scale =
      config.scaling ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  const Tensor heads =
      ScaledDotProductAttention(graph, {q, k, v, mask, {}},
                                NumbersOf({scale, 0, 0}), {"", "head_outputs"});
  JoinHeads(graph, heads, "output");
}

std::vector<std::string> Vocabulary(const std::vector<std::string>& tokens) {
  std::vector<std::string> words;
  for (const std::string& token : tokens) {
    if (std::find(words.begin(), words.end(), token) == words.end()) {
      words.push_back(token);
    }
  }
  return words;
}

int64_t InspectBytes(const SelfAttentionConfig& config, int64_t tokens) {
  constexpr int64_t kBlock = 64 << 10;     // of the arena, in bytes
  constexpr int64_t kScratch = 512 << 10;  // of the matrix products
  const int64_t stream = tokens * config.d_model;
  const int64_t keys = config.heads * config.d_k;
  const int64_t values = config.heads * ValueWidth(config);
  const int64_t scores = config.heads * tokens * tokens;
  int64_t bytes = kBlock + kScratch;
  for (const int64_t cells :
       {tokens, stream, stream, stream, stream,  // ids, table … x
        config.d_model * keys, config.d_model * keys, config.d_model * values,
        tokens * keys, tokens * keys, tokens * values, tokens * values,
        tokens * tokens, scores, scores, scores, scores}) {
    const int64_t size = static_cast<int64_t>(sizeof(float)) * cells +
                         static_cast<int64_t>(kBufferAlignment);
    // A tensor that does not fit into the arena's block leaves its rest empty.
    bytes += size + std::min(size, kBlock);
  }
  return bytes;
}

}  // namespace clearhead
