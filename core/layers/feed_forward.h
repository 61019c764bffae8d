// The feed-forward layer, applied to every position alike.
#ifndef CLEARHEAD_CORE_LAYERS_FEED_FORWARD_H_
#define CLEARHEAD_CORE_LAYERS_FEED_FORWARD_H_

#include "core/graph/graph.h"

namespace clearhead {

// Positions of the inputs of "feed_forward".
enum FeedForwardSlot {
  kFeedForwardX,
  kFeedForwardInWeight,
  kFeedForwardOutWeight,
  kFeedForwardGateWeight,
  kFeedForwardInBias,
  kFeedForwardOutBias,
  kFeedForwardGateBias
};

// Records hidden, activated and, where a gate is given, gate and gated.
const Operation& FeedForwardOperation();

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_LAYERS_FEED_FORWARD_H_
