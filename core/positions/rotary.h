// Rotary positions (Su et al. 2021): pair i of a head's features turns by the
// angle position·θ_i, so that a score depends on the distance of query and key
// alone. Three entries of the table: the speeds θ_i, which alone know how a
// model is stretched beyond the length it was trained at; cos and sin of every
// angle; the turning of queries and keys.
#ifndef CLEARHEAD_CORE_POSITIONS_ROTARY_H_
#define CLEARHEAD_CORE_POSITIONS_ROTARY_H_

#include <limits>
#include <string_view>

#include "core/graph/graph.h"

namespace clearhead {

// Attributes of "rotary_frequencies". NaN: not given; the schema says which
// scaling needs which.
struct RotaryConfig {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  int64_t width = 0;  // d, features that turn: even
  double base = 10000;
  // none, linear, ntk, dynamic, yarn, llama3 or longrope
  const char* scaling = "none";
  double factor = kNone;             // s
  double trained_length = kNone;     // L₀
  double length = kNone;             // L
  double low = kNone, high = kNone;  // turns within L₀ between which to ramp
  const char* ramp = "rounded";      // rounded, pairs or turns
  double attention_factor = kNone;
};

// θ [F], F = width/2. Outputs 1 and 2 are what float32 loses of θ, and the
// factor of cos and sin. `factors` [F] divide θ: longrope alone has them.
const Operation& RotaryFrequenciesOperation();
Tensor RotaryFrequencies(Graph& graph, const RotaryConfig& config,
                         Tensor factors, std::string_view name);

// cos [..., F] of positions [...], which may be fractions; sin is output 1.
const Operation& RotaryTableOperation();
Tensor RotaryTable(Graph& graph, Tensor positions, Tensor frequencies,
                   Tensor remainder, Tensor attention_factor,
                   std::string_view name);

enum class RotaryLayout : uint8_t { kHalf, kInterleaved };
inline constexpr Words kRotaryLayouts = {"half", "interleaved"};

// x [B, H, T, D] turned by cos and sin [T, F] or [B, T, F]. Pair i is (i, i +
// F) in the layout half and (2i, 2i + 1) in the layout interleaved; features
// from 2F on pass through.
const Operation& RotaryOperation();
Tensor Rotary(Graph& graph, Tensor x, Tensor cos, Tensor sin,
              RotaryLayout layout, std::string_view name);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_POSITIONS_ROTARY_H_
