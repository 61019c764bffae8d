// What each scaling of rotary positions makes of the speed θ = base^(−2i/d) of
// pair i, so that a model reads further than the length L₀ it was trained at.
#ifndef CLEARHEAD_CORE_POSITIONS_ROTARY_SCALING_H_
#define CLEARHEAD_CORE_POSITIONS_ROTARY_SCALING_H_

#include <numbers>

#include "core/graph/operation.h"

namespace clearhead {

// The attributes of "rotary_frequencies", in the order of its schema.
enum RotaryAttribute {
  kRotaryWidth,
  kRotaryBase,
  kRotaryScaling,
  kRotaryFactor,
  kRotaryTrainedLength,
  kRotaryLength,
  kRotaryLow,
  kRotaryHigh,
  kRotaryRamp,
  kRotaryAttentionFactor
};

inline constexpr Words kRotaryScalings = {
    "none", "linear", "ntk", "dynamic", "yarn", "llama3", "longrope"};
inline constexpr Words kRotaryRamps = {"rounded", "pairs", "turns"};

inline constexpr double kTurn = 2 * std::numbers::pi;

struct RotaryScaling {
  enum class Kind { kNone, kLinear, kNtk, kDynamic, kYarn, kLlama3, kLongrope };
  Kind kind;
  uint8_t needs;     // how many of factor, trained_length and length
  double low, high;  // turns within L₀ between which γ ramps

  bool ramps() const { return kind == Kind::kYarn || kind == Kind::kLlama3; }
};
RotaryScaling RotaryScalingOf(const Attributes& attributes);

// θ of a pair: the one definition, for Forward and for Explain.
int RotaryFrequency(const Call& call, int64_t pair, Expression* expression);
// What multiplies cos and sin: as given, else 1 + 0.1·ln s for yarn,
// √(1 + ln s/ln L₀) for longrope, 1 for the others.
void RotaryAttentionFactor(const Call& call, Expression* expression);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_POSITIONS_ROTARY_SCALING_H_
