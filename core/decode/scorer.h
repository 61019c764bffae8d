// Where decoding gets its numbers: something that says how likely every token
// is to come next. A model with its caches is one, a table of logits another.
#ifndef CLEARHEAD_CORE_DECODE_SCORER_H_
#define CLEARHEAD_CORE_DECODE_SCORER_H_

#include <cstdint>
#include <limits>
#include <span>

#include "core/base/status.h"

namespace clearhead {

// Keeps rows, each a text so far. What all rows share, such as the output of an
// encoder, it computes once and keeps over every Start.
class Scorer {
 public:
  virtual ~Scorer() = default;

  // V, the number of tokens.
  virtual int64_t vocabulary() const = 0;
  // Tokens that a row can have, those of the prompt included.
  virtual int64_t room() const { return std::numeric_limits<int64_t>::max(); }
  // Forgets all rows and begins one with the tokens of `prompt`, at least 1;
  // all rows to come continue it. Writes the logits of the token after it, [V].
  virtual Status Start(std::span<const int32_t> prompt,
                       std::span<float> logits) = 0;
  // Row i becomes row parents[i] of the last call, continued by tokens[i]: a
  // cache reorders its rows. A parent may be named often or never, and there
  // may be more or fewer rows than before. Writes the logits of the token after
  // each, [rows, V].
  virtual Status Advance(std::span<const int32_t> parents,
                         std::span<const int32_t> tokens,
                         std::span<float> logits) = 0;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_SCORER_H_
