// Which key a query may see. 1 = visible, 0 = hidden, everywhere.
#ifndef CLEARHEAD_CORE_MASKS_MASK_H_
#define CLEARHEAD_CORE_MASKS_MASK_H_

#include <cstdint>
#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

// Query t stands at the key t + S − T: masks are aligned bottom-right, so that
// with more keys than queries (a cache) the last query sees the last key.
//   none         every key
//   causal       no key after the query
//   padding      the keys from `start` to before `length`
//   combined     causal and padding
//   prefix       the first `length` keys, and after them causal (UniLM)
//   window       the last `length` keys up to the query, itself included
//   permutation  what comes earlier in an order of factorisation (XLNet)
//   block        the keys of the query's own document
// The first kScalarKinds of them need no list as long as the sequence.
enum class MaskKind : uint8_t {
  kNone,
  kCausal,
  kPadding,
  kCombined,
  kPrefix,
  kWindow,
  kPermutation,
  kBlock
};

inline constexpr int kScalarKinds = 6;

struct Mask {
  MaskKind kind = MaskKind::kNone;
  int64_t queries = 0;  // T
  int64_t keys = 0;     // S
  int64_t length = 0;   // padding, combined, prefix and window
  int64_t start = 0;    // padding and combined: keys before it are padding
  // permutation: whether a token sees itself (the content stream)
  bool content = true;
  // [S] int32. permutation: the place of every key in the order; block: the
  // document of every key.
  TensorView list = {};
};

// Why a key is visible or not.
enum class MaskRule : uint8_t {
  kVisible,
  kFuture,
  kPadding,
  kWindow,    // too far behind the query
  kLater,     // not earlier in the order of factorisation
  kDocument,  // of another document
};

// Padding is named before the future.
MaskRule RuleOf(const Mask& mask, int64_t query, int64_t key);

// "none", "causal", "padding" …
const char* NameOf(MaskKind kind);

// The table's entry "mask": a [T, S] tensor of bits.
const Operation& MaskOperation();
// A mask of one of the scalar kinds.
Tensor MakeMask(Graph& graph, const Mask& mask, std::string_view name);

// out[..., t] = Σ_s a[..., t, s], the keys that a query may see
const Operation& VisibleOperation();

// out = a and b, a or b, not a
const Operation& CombineMasksOperation();

// The weights of masked scores, under the policies that are in use for what is
// hidden and in the precision that they meet.
const Operation& MaskedSoftmaxOperation();

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MASKS_MASK_H_
