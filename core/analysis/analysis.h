// Measures of matrices and distributions, and counts of a model's sizes, as
// operations of the table: programs, the page and Node reach them one way. All
// are computed in double.
#ifndef CLEARHEAD_CORE_ANALYSIS_ANALYSIS_H_
#define CLEARHEAD_CORE_ANALYSIS_ANALYSIS_H_

#include "core/graph/operation.h"

namespace clearhead {

// A = U·diag(σ)·Vᵀ; σ, U, Vᵀ, the rank and the effective rank
const Operation& SingularValuesOperation();
// the smallest eigenvalue of (A + Aᵀ)/2, max |A − Aᵀ|
const Operation& SymmetryOperation();
// X ≈ left·right of a lower rank, and the relative error
const Operation& LowRankOperation();
// mean, variance, least and largest of every row
const Operation& StatisticsOperation();
// q·k/(‖q‖·‖k‖)
const Operation& CosineOperation();
// ‖diag(p) − p·pᵀ‖
const Operation& SoftmaxJacobianOperation();
// −Σ p·log p
const Operation& EntropyOperation();
// I(X;Y) of a joint distribution, with its entropies
const Operation& InformationOperation();
// parameters, bytes of a cache, floating-point operations
const Operation& CountOperation();

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ANALYSIS_ANALYSIS_H_
