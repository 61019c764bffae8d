// Rows of text that a model continues together. Keys and values of the tokens
// so far and the encoder's result are kept, so that a step computes one token a
// row.
#ifndef CLEARHEAD_CORE_DECODE_CACHED_DECODER_H_
#define CLEARHEAD_CORE_DECODE_CACHED_DECODER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/model/decoder_cache.h"
#include "core/model/model.h"
#include "core/model/token_rows.h"

namespace clearhead {

class CachedDecoder {
 public:
  // The model outlives it. `sources`: what an encoder reads, at least 1 token
  // for each row that Start begins; none for a decoder alone. `capacity`:
  // tokens of a row at most, but for the last, which is not read again.
  // Fails with kArgument for a model that does not write, that has fewer
  // outputs than tokens, or whose attention sees later ones, and with kRange
  // and kMemory.
  static Result<std::unique_ptr<CachedDecoder>> Make(
      std::shared_ptr<Budget> budget, const Model& model,
      const TokenRows& sources, int64_t capacity);

  int64_t vocabulary() const { return model_.config.outputs; }
  int64_t capacity() const { return capacity_; }

  // Forgets all rows and begins new ones with prompts of one length, [rows, T].
  Status Start(int64_t rows, std::span<const int32_t> prompts);
  // Row i becomes row parents[i] of the last call, continued by tokens[i].
  Status Advance(std::span<const int32_t> parents,
                 std::span<const int32_t> tokens);
  // Of the token after a row, [V]; until the next call that changes rows.
  std::span<const float> Logits(int64_t row) const;

 private:
  CachedDecoder(std::shared_ptr<Budget> budget, const Model& model,
                int64_t capacity)
      : budget_(budget),
        model_(model),
        capacity_(capacity),
        graph_(std::move(budget), Recording::kNone) {}

  Status Encode(const TokenRows& sources);
  Status Select(std::span<const int32_t> parents);
  // Every row's new tokens, [B, T].
  Status Run(std::span<const int32_t> tokens);

  std::shared_ptr<Budget> budget_;
  const Model& model_;
  int64_t capacity_;
  Graph graph_;
  int64_t source_width_ = 0;             // S
  std::vector<int32_t> source_lengths_;  // as they were given
  Buffer memory_;                        // of them, [sources, S, C]
  std::vector<int32_t> lengths_;         // of the sources of the rows, [B]
  DecoderCache cache_;
  TensorView logits_;  // [B, T, V]
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_CACHED_DECODER_H_
