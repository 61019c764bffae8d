// What changes the scores of the next token before one is chosen. A list of
// them is applied in order, and for every token that is removed, its score set
// to −∞, the first that removed it is kept.
#ifndef CLEARHEAD_CORE_DECODE_PROCESSORS_H_
#define CLEARHEAD_CORE_DECODE_PROCESSORS_H_

#include <cmath>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace clearhead {

// s are the scores, p their softmax. Definitions follow the class of the same
// name in Hugging Face transformers 4.45, generation/logits_process.py, unless
// said otherwise.
enum class ProcessorKind : uint8_t {
  // s / value. value 1e-4…1e4
  kTemperature,
  // The `value` highest scores remain, and what equals the last of them
  // (Fan et al. 2018, section 5.4).
  kTopK,
  // The smallest set of highest p that holds the mass `value`, 0…1, remains
  // (Holtzman et al. 2020, section 3.1); of equal ones those of lower id.
  kTopP,
  // What has p ≥ value·max p remains (Nguyen et al. 2024). value 0…1
  kMinP,
  // The set of mass `value`, 0…1, whose −log p is nearest to the entropy
  // remains (Meister et al. 2023).
  kTypical,
  // s / value where s > 0, else s·value, for every token that stands in prompt
  // or output (Keskar et al. 2019, section 4.1). value 0.01…100. Not the same
  // on logits as on log-probabilities.
  kRepetitionPenalty,
  // Removes what would repeat `value` tokens in a row of prompt and output
  // (Paulus et al. 2018, section 2.5).
  kNoRepeatNgram,
  // Removes the end tokens until the output has `value` others.
  kMinLength,
  // The token `value` alone, with score 0, as first token of the output …
  kForcedBegin,
  // … or as the last one that the longest output has room for.
  kForcedEnd,
  // Removes the last token of every phrase whose others the text ends with. A
  // phrase that is just an end token removes nothing.
  kBadWords,
  // Adds the bias of every phrase, −kMostBias…kMostBias or −∞, to its last
  // token where the text ends with its others; −∞ removes.
  kSequenceBias,
};

// Of a phrase, in either direction: no logit of a model stands against it, and
// no sum of biases is infinite.
inline constexpr double kMostBias = 1e6;

struct Phrase {
  std::vector<int32_t> tokens;  // at least 1
  double bias = -HUGE_VAL;      // sequence_bias
};

struct Processor {
  ProcessorKind kind = ProcessorKind::kTemperature;
  double value = 1;
  int keep = 1;  // top_p, top_k, min_p and typical leave at least so many
  std::vector<Phrase> phrases = {};  // bad_words and sequence_bias
};

// "temperature", "top_k", "top_p", "min_p", "typical", "repetition_penalty",
// "no_repeat_ngram", "min_length", "forced_begin", "forced_end", "bad_words",
// "sequence_bias".
const char* NameOf(ProcessorKind kind);
// Fails with kUnknown and lists the names.
Result<ProcessorKind> ProcessorNamed(std::string_view name);
// Fails with kRange where a value, a token or the tokens to keep are out of
// range. `number` is the processor's place in the list, for the message.
Status CheckProcessor(const Processor& processor, size_t number,
                      int64_t vocabulary);

// Where in the text the token to choose stands.
struct Place {
  std::span<const int32_t> text = {};        // prompt and output so far
  std::span<const int32_t> end_tokens = {};  // any of them ends the output
  int length = 0;                            // of the output so far
  int max_length = 0;                        // of the output
};

// Why a token cannot be chosen: the number of the processor that removed it, or
enum RemovedBy : int32_t {
  kKept = -1,        // it can
  kForced = -2,      // another one is forced
  kImpossible = -3,  // its score was −∞ from the start
};

// Applies the list, which is checked, to `scores`, [V], none of them NaN;
// writes `removed_by`, [V].
void Process(std::span<const Processor> processors, const Place& place,
             std::span<double> scores, std::span<int32_t> removed_by);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_PROCESSORS_H_
