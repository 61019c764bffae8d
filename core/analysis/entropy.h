// Entropies of distributions: −Σ p·log p, where 0·log 0 = 0.
#ifndef CLEARHEAD_CORE_ANALYSIS_ENTROPY_H_
#define CLEARHEAD_CORE_ANALYSIS_ENTROPY_H_

#include <vector>

#include "core/graph/operation.h"

namespace clearhead {

// x·ln x, and its slope ln x + 1; both 0 at 0, NaN below.
double XLogX(double x);
double XLogXSlope(double x);

// −Σ p·ln p of terms, over ln 2 where in bits.
int ExplainEntropy(const std::vector<int>& p, bool bits, const char* name,
                   Expression* expression);

inline constexpr Words kUnits = {"bits", "nats"};
inline constexpr AttributeSchema kUnitAttribute = {
    .name = "unit",
    .type = AttributeType::kString,
    .summary = "Base 2 or e of the logarithm.",
    .fallback_word = "bits",
    .words = kUnits};
// Whether the unit, attribute 0, is bits; and the nats of one unit.
bool InBits(const Attributes& attributes);
double NatsPerUnit(const Attributes& attributes);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ANALYSIS_ENTROPY_H_
