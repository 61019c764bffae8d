// What the operations on whole matrices have in common.
#ifndef CLEARHEAD_CORE_ANALYSIS_SPECTRAL_H_
#define CLEARHEAD_CORE_ANALYSIS_SPECTRAL_H_

#include "core/base/function_ref.h"
#include "core/graph/operation.h"
#include "core/kernels/svd.h"

namespace clearhead {

// An error where a matrix of a [..., M, N] has more than 2^18 cells: its
// decomposition would take minutes.
Status CheckCells(const char* operation, const Shape& shape);

// Calls visit(m, n, svd) with the decomposition of every matrix of the first
// input, which lies in the workspace.
void ForEachSvd(
    const Call& call,
    FunctionRef<void(size_t m, size_t n, const kernels::Svd&)> visit);
// Doubles, as floats.
size_t SvdWorkspace(const std::vector<TensorView>& inputs,
                    const Attributes& attributes);

inline constexpr int kMostTerms = 4096;  // written out

// Σ of `terms`, which stand for `count`, and of the `rest`.
int SumWithRest(const std::vector<int>& terms, int64_t count, double rest,
                Expression* expression);

// A vector that was computed with a value: x[i] at data[i * stride].
struct Strided {
  const float* data;
  int64_t stride;
  double operator[](int64_t i) const { return data[i * stride]; }
};

// uᵀ·A·v = Σ u_i·A_ij·v_j for the matrix `lead` of the first input. Where the
// value is an extremum over unit vectors u and v, its slope by A_ij is u_i·v_j:
// a change of u and v changes nothing in first order.
void ExplainBilinear(const Call& call, const Index& lead, Strided u, Strided v,
                     Expression* expression);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_ANALYSIS_SPECTRAL_H_
