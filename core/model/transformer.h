// The encoder and the decoder, written once: what is drawn, trained and decoded
// is this. Source: Vaswani et al. 2017, figure 1 and section 3.1; pre-norm of
// Xiong et al. 2020, figure 1b.
#ifndef CLEARHEAD_CORE_MODEL_TRANSFORMER_H_
#define CLEARHEAD_CORE_MODEL_TRANSFORMER_H_

#include <memory>
#include <string>
#include <vector>

#include "core/base/function_ref.h"
#include "core/graph/graph.h"
#include "core/model/config.h"
#include "core/model/decoder_cache.h"
#include "core/model/parameters.h"

namespace clearhead {

// Says of a parameter why a model cannot have it.
using AcceptParameter = FunctionRef<Status(const Parameter&)>;

// What a model declares when it is written down for one token: the list of its
// parameters. Fails with the first error of `accept`, which is asked before
// memory is taken for a parameter, and with kMemory where they do not fit into
// the budget.
Result<std::vector<Parameter>> ParametersOf(
    const ModelConfig& config, const std::shared_ptr<Budget>& budget,
    AcceptParameter accept);

// Records a model into a graph. Tensors are called by their place, as
// decoder.1.cross_attention.weights; so are parameters, as
// decoder.1.cross_attention.query.weight. Errors go to the graph's status.
class Transformer {
 public:
  // Graph, config, parameters and cache outlive it; one graph, one model.
  Transformer(Graph& graph, const ModelConfig& config,
              const Parameters& parameters)
      : graph_(graph), config_(config), parameters_(&parameters) {}

  // While training: what dropout draws from.
  void TrainWith(uint64_t dropout_seed);
  // Continues after the tokens whose keys and values the cache keeps; what is
  // new is for DecoderCache::Keep.
  void ContinueFrom(const DecoderCache& cache) { cache_ = &cache; }

  // Ids [B, S] as the encoder's result [B, S, C]. `visible` [B, 1, 1, S] tells
  // padding from tokens; none: all are tokens.
  Tensor Encode(Tensor source, Tensor visible);
  // Ids [B, T] as the decoder's result [B, T, C]; with an encoder also its
  // result and which of its positions are tokens.
  Tensor Decode(Tensor target, Tensor visible, Tensor memory,
                Tensor memory_visible);
  // Scores of the vocabulary, or of the classes, at every position.
  Tensor Logits(Tensor x);

  // By number, those that were asked for so far.
  const std::vector<Tensor>& parameters() const { return given_; }

  // The stacks alone, on streams [B, T, C].
  Tensor EncoderStack(Tensor x, Tensor visible);
  Tensor DecoderStack(Tensor x, Tensor visible, Tensor memory,
                      Tensor memory_visible);

 private:
  friend Result<std::vector<Parameter>> ParametersOf(
      const ModelConfig& config, const std::shared_ptr<Budget>& budget,
      AcceptParameter accept);
  struct Declaration {
    AcceptParameter accept;
    std::vector<Parameter> list = {};
  };
  Transformer(Graph& graph, const ModelConfig& config, Declaration* declared)
      : graph_(graph), config_(config), declared_(declared) {}

  // What the attention of a stack knows of positions.
  struct Positions {
    Tensor cos, sin, bias;
  };

  Tensor Declare(Parameter parameter);
  Tensor Given(Parameter parameter);
  Tensor Weight(const std::string& name, int64_t rows, int64_t columns,
                double size);
  Tensor Bias(const std::string& name, int64_t width);
  Tensor Table(const std::string& name, int64_t rows, int64_t columns,
               AxisRole row);

  Tensor Embed(const std::string& stack, Tensor ids);
  Tensor AddPositions(const std::string& stack, Tensor x);
  Positions PositionsOf(const std::string& stack, Tensor x);
  Tensor MaskOf(const std::string& stack, MaskKind kind, Tensor x,
                Tensor visible);

  Tensor EncoderLayer(const std::string& scope, Tensor x, Tensor mask,
                      const Positions& positions);
  Tensor DecoderLayer(int layer, Tensor x, Tensor mask,
                      const Positions& positions, Tensor memory,
                      Tensor memory_visible);
  Tensor RecurrentLayer(int layer, Tensor x);

  Tensor Residual(const std::string& name, Tensor x,
                  FunctionRef<Tensor(Tensor)> sublayer);
  Tensor SelfAttention(const std::string& scope, Tensor x, Tensor mask,
                       bool causal, const Positions& positions,
                       const KvCache* cache);
  Tensor CrossAttention(const std::string& scope, Tensor x, Tensor memory,
                        Tensor memory_visible, int layer);
  Tensor MultiHead(const std::string& scope, Tensor x, Tensor context,
                   Tensor mask, bool causal, const Positions& positions,
                   const KvCache* cache);
  Tensor Latent(const std::string& scope, Tensor x, Tensor mask, bool causal,
                const Positions& positions, const KvCache* cache);
  Tensor OneGroup(const RowCache& rows, const std::string& name);
  double ScoreSize() const;
  Tensor FeedForward(const std::string& scope, Tensor x);
  Tensor Norm(const std::string& name, Tensor x);
  Tensor DropOut(Tensor x, const std::string& name);

  int64_t Past() const { return cache_ == nullptr ? 0 : cache_->length(); }
  // Of the matrices of `scope` that write to the stream: smaller the more of
  // them add up (Radford et al. 2019, section 2.3).
  double OutputSize(const std::string& scope, int64_t inputs) const;

  Graph& graph_;
  const ModelConfig& config_;
  const Parameters* parameters_ = nullptr;
  Declaration* declared_ = nullptr;
  std::vector<Tensor> given_;  // by number of the parameter
  const DecoderCache* cache_ = nullptr;
  bool trains_ = false;
  uint64_t dropout_seed_ = 0;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_TRANSFORMER_H_
