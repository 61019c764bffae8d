// The chapter's self-attention over a sentence: tokens → embeddings
// (+ positions) → Q, K, V → QKᵀ → ÷√d_k → mask → softmax → ·V → output.
// Source: Vaswani et al. 2017, sections 3.2.1, 3.2.2, 3.4 and 3.5, without W_O.
#ifndef CLEARHEAD_CORE_MODEL_SELF_ATTENTION_H_
#define CLEARHEAD_CORE_MODEL_SELF_ATTENTION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/masks/mask.h"

namespace clearhead {

inline constexpr int64_t kMaxTokens = 64;

// How W_Q, W_K and W_V come about.
//   random         drawn from the seed, variance 1/C
//   identity       ones on the diagonal
//   previous-token constructed: head h attends to the token h + 1 places back
//   same-word      constructed: a word attends to its own occurrences, all
//                  alike unless positions are added
//   exact          the example worked by hand; C 4, D 4, one head
enum class WeightKind : uint8_t {
  kRandom,
  kIdentity,
  kPreviousToken,
  kSameWord,
  kExact
};

const char* NameOf(WeightKind kind);

struct SelfAttentionConfig {
  int64_t d_model = 4;  // C, 1…256
  int64_t d_k = 4;      // D, 1…256
  int64_t heads = 1;    // H, 1…16
  uint32_t seed = 1;
  WeightKind weights = WeightKind::kExact;
  MaskKind mask = MaskKind::kNone;  // a scalar kind
  // Visible keys of padding and combined masks; the prefix; the window.
  int64_t length = 0;
  bool scaling = true;
  bool positions = false;
};

// Ranges, and what `exact` fixes; the message names the field.
Status Validate(const SelfAttentionConfig& config);

// Width of a head's values: d_k, but 2 in the exact example.
int64_t ValueWidth(const SelfAttentionConfig& config);

// Builds the graph. Names: tokens, embedding.table, embeddings, positions, x,
// query.weight, key.weight, value.weight, query, key, value, heads.query,
// heads.key, heads.value, scores, scaled, mask, masked, weights, head_outputs,
// output. Errors go to the graph's status.
void SelfAttention(Graph& graph, const SelfAttentionConfig& config,
                   const std::vector<std::string>& tokens);

// The distinct words of the sentence in order of appearance: the rows of
// embedding.table.
std::vector<std::string> Vocabulary(const std::vector<std::string>& tokens);

// Bytes that a run at level inspect takes at most, without its gradients.
int64_t InspectBytes(const SelfAttentionConfig& config, int64_t tokens);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_SELF_ATTENTION_H_
