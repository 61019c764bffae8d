#ifndef CLEARHEAD_CORE_DECODE_OPTIONS_H_
#define CLEARHEAD_CORE_DECODE_OPTIONS_H_

#include <cstdint>
#include <vector>

#include "core/base/status.h"
#include "core/decode/processors.h"

namespace clearhead {

inline constexpr int kLongestOutput = 4096;  // tokens
inline constexpr size_t kMostEndTokens = 8;
// Each multiplies scores by 10^4 at most, so that they stay finite doubles.
inline constexpr size_t kMostProcessors = 64;

// What greedy decoding, sampling and beam search are told alike.
struct DecodeOptions {
  // Stands before the output: a begin token, or the text to continue. At least
  // 1 token; none of them counts for length or score.
  std::vector<int32_t> prompt = {};
  // The first tokens of the output: at their places nothing else can be chosen
  // and no processor applies. They count as if they had been chosen.
  std::vector<int32_t> forced = {};
  // Any of them ends the output, as its last token. At most kMostEndTokens.
  std::vector<int32_t> end_tokens = {};
  int max_length = 64;  // tokens of the output, 1…kLongestOutput
  std::vector<Processor> processors = {};  // at most kMostProcessors
};

// Fails with kRange where a length, a token, a processor or their number is out
// of range for a vocabulary of V tokens, and with kArgument for an empty one,
// an empty prompt, or an end token within the forced ones.
Status CheckOptions(const DecodeOptions& options, int64_t vocabulary);

// Whether `token` is one of the end tokens.
bool Ends(const DecodeOptions& options, int32_t token);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_OPTIONS_H_
