// A simple recurrent layer, what the chapter compares attention with: every
// state is made of the one before it, so that T positions are T steps.
#ifndef CLEARHEAD_CORE_LAYERS_RECURRENT_H_
#define CLEARHEAD_CORE_LAYERS_RECURRENT_H_

#include "core/graph/graph.h"

namespace clearhead {

// Positions of the inputs of "recurrent".
enum RecurrentSlot {
  kRecurrentX,
  kRecurrentInputWeight,
  kRecurrentStateWeight,
  kRecurrentBias,
  kRecurrentStart
};

// Records projected, and for every step t state_t; joined they are the result.
const Operation& RecurrentOperation();

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_LAYERS_RECURRENT_H_
