// Which key a query may see. 1 = visible, 0 = hidden, everywhere.
#ifndef CLEARHEAD_CORE_MASKS_MASK_H_
#define CLEARHEAD_CORE_MASKS_MASK_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

enum class MaskKind : uint8_t { kNone, kCausal, kPadding, kCombined };

struct Mask {
  MaskKind kind = MaskKind::kNone;
  int64_t queries = 0;  // T
  int64_t keys = 0;     // S
  int64_t length = 0;   // padding: keys at length and after are padding
};

// Why a key is visible or not.
enum class MaskRule : uint8_t { kVisible, kFuture, kPadding };

// Causal masks are aligned bottom-right: with more keys than queries the last
// query sees the last key. Padding is named before the future.
MaskRule RuleOf(const Mask& mask, int64_t query, int64_t key);

// "none", "causal", "padding", "combined"; no other name is allowed.
const char* NameOf(MaskKind kind);
MaskKind MaskKindOf(const std::string& name);

// The table's entry "mask": a [T, S] tensor of bits from the attributes kind,
// queries, keys and length.
const Operation& MaskOperation();
// The mask of an operation's attributes, to explain its cells.
Mask MaskOf(const Attributes& attributes);
Tensor MakeMask(Graph& graph, const Mask& mask, std::string_view name);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MASKS_MASK_H_
