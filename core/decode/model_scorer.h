// A model as what decoding asks: one text at first, then the rows that it is
// continued by.
#ifndef CLEARHEAD_CORE_DECODE_MODEL_SCORER_H_
#define CLEARHEAD_CORE_DECODE_MODEL_SCORER_H_

#include <memory>
#include <span>
#include <utility>

#include "core/decode/cached_decoder.h"
#include "core/decode/scorer.h"

namespace clearhead {

class ModelScorer : public Scorer {
 public:
  // The model outlives it. `source`: what an encoder reads, at least 1 token;
  // empty for a decoder alone. `capacity`: tokens of prompt and output at most,
  // but for the last, which is not read again. Fails as CachedDecoder does.
  static Result<std::unique_ptr<ModelScorer>> Make(
      const std::shared_ptr<Budget>& budget, const Model& model,
      std::span<const int32_t> source, int64_t capacity);

  int64_t vocabulary() const override { return decoder_->vocabulary(); }
  int64_t room() const override { return decoder_->capacity(); }
  Status Start(std::span<const int32_t> prompt,
               std::span<float> logits) override;
  Status Advance(std::span<const int32_t> parents,
                 std::span<const int32_t> tokens,
                 std::span<float> logits) override;

 private:
  explicit ModelScorer(std::unique_ptr<CachedDecoder> decoder)
      : decoder_(std::move(decoder)) {}

  std::unique_ptr<CachedDecoder> decoder_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_MODEL_SCORER_H_
