// A model as what decoding asks: keys and values of the tokens so far are kept,
// so that a step computes one token a row.
#ifndef CLEARHEAD_CORE_DECODE_MODEL_SCORER_H_
#define CLEARHEAD_CORE_DECODE_MODEL_SCORER_H_

#include <memory>
#include <span>
#include <vector>

#include "core/decode/scorer.h"
#include "core/model/decoder_cache.h"
#include "core/model/model.h"

namespace clearhead {

// Whether a model can continue texts from what it keeps of them; `source` and
// `capacity` as below.
Status CheckWriter(const ModelConfig& config, std::span<const int32_t> source,
                   int64_t capacity);

class ModelScorer : public Scorer {
 public:
  // The model outlives it. `source`: what an encoder reads, at least 1 token;
  // empty for a decoder alone. `capacity`: tokens of prompt and output at most,
  // but for the last, which is not read again.
  // Fails with kArgument for a model that does not write, that has fewer
  // outputs than tokens, or whose mask lets a token see later ones, and with
  // kRange and kMemory.
  static Result<std::unique_ptr<ModelScorer>> Make(
      const std::shared_ptr<Budget>& budget, const Model& model,
      std::span<const int32_t> source, int64_t capacity);

  int64_t vocabulary() const override { return model_.config.outputs; }
  int64_t room() const override { return capacity_; }
  Status Start(std::span<const int32_t> prompt,
               std::span<float> logits) override;
  Status Advance(std::span<const int32_t> parents,
                 std::span<const int32_t> tokens,
                 std::span<float> logits) override;

 private:
  ModelScorer(std::shared_ptr<Budget> budget, const Model& model,
              int64_t capacity)
      : budget_(budget),
        model_(model),
        capacity_(capacity),
        graph_(std::move(budget), Recording::kNone) {}

  Status Encode(std::span<const int32_t> source);
  // The logits of the last of each row's tokens.
  Status Run(int64_t rows, std::span<const int32_t> tokens,
             std::span<float> logits);

  std::shared_ptr<Budget> budget_;
  const Model& model_;
  int64_t capacity_;
  Graph graph_;
  Buffer memory_;  // the encoder's result, [S, C]
  int64_t source_ = 0;
  DecoderCache cache_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_MODEL_SCORER_H_
