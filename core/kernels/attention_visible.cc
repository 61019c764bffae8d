#include "core/kernels/attention_visible.h"

#include <cfloat>
#include <cmath>

#include "core/base/function_ref.h"
#include "core/base/math.h"
#include "core/kernels/absorb.h"
#include "core/kernels/elementwise.h"
#include "core/kernels/reduce.h"

namespace clearhead::kernels {
namespace {

const float* RowOf(Matrix matrix, size_t row) {
  return matrix.data + static_cast<ptrdiff_t>(row) * matrix.stride;
}
float* RowOf(MutableMatrix matrix, size_t row) {
  return matrix.data + static_cast<ptrdiff_t>(row) * matrix.stride;
}

// The weight of a key, and the derivative of its score by q·k.
struct Weight {
  double value;
  double slope;
};

// Calls visit(s, weight) for every key that query t sees and weighs. As in the
// vector code, a weight that is not a normal float32 is 0; −∞ has none beside
// NaN either.
void ForEachVisible(const AttentionInputs& in, size_t t, float log_sum_exp,
                    FunctionRef<void(size_t s, Weight weight)> visit) {
  const AttentionMask& mask = in.mask;
  const auto row = static_cast<ptrdiff_t>(t);
  const size_t seen = in.SeenKeys(t, 0, in.shape.keys);
  for (size_t s = 0; s < seen; ++s) {
    if (mask.visible != nullptr && mask.visible[row * mask.stride + s] == 0) {
      continue;
    }
    double slope = in.scale;
    double score =
        slope * Dot(in.shape.key_width, RowOf(in.q, t), RowOf(in.k, s));
    if (in.softcap > 0) {
      const double tanh = Tanh(score / in.softcap);
      score = in.softcap * tanh;
      slope *= 1 - tanh * tanh;
    }
    if (mask.bias != nullptr) score += mask.bias[row * mask.bias_stride + s];
    if (score == -HUGE_VAL) continue;
    const double weight = Exp(score - log_sum_exp);
    if (!(weight < FLT_MIN)) visit(s, {weight, slope});
  }
}

}  // namespace

// out_t = Σ_s w_ts v_s
void MixVisible(const AttentionInputs& in, const float* log_sum_exp,
                MutableMatrix out) {
  const size_t width = in.shape.value_width;
  for (size_t t = 0; t < in.shape.queries; ++t) {
    float* row = RowOf(out, t);
    if (Finite(1, width, {row, 0})) continue;
    Fill(width, 0, row);
    ForEachVisible(in, t, log_sum_exp[t], [&](size_t s, Weight weight) {
      MultiplyAdd(width, static_cast<float>(weight.value), RowOf(in.v, s), row);
    });
  }
}

bool Finite(const AttentionInputs& in, const AttentionGradients& to) {
  const AttentionShape& shape = in.shape;
  bool whole = Finite(shape.queries, shape.key_width, in.q) &&
               Finite(shape.keys, shape.key_width, in.k) &&
               Finite(shape.keys, shape.value_width, in.v) &&
               Finite(shape.queries, shape.value_width, to.dout);
  for (size_t t = 0; t < shape.queries; ++t) {
    whole &= to.log_sum_exp[t] < HUGE_VALF;  // not by a bias either
  }
  return whole;
}

// With dw_ts = dout_t·v_s and ds_ts = w_ts (dw_ts − Σ_s w_ts dw_ts):
//   dv_s += w_ts dout_t,  dq_t += ds'_ts k_s,  dk_s += ds'_ts q_t
// where ds' is ds times the slope of the score.
void VisibleBackward(const AttentionInputs& in, const AttentionGradients& to) {
  const AttentionShape& shape = in.shape;
  const size_t width = shape.value_width;
  for (size_t t = 0; t < shape.queries; ++t) {
    const float log_sum_exp = to.log_sum_exp[t];
    if (log_sum_exp == -HUGE_VALF) continue;  // no weights
    const float* dout = RowOf(to.dout, t);
    double mean = 0;
    ForEachVisible(in, t, log_sum_exp, [&](size_t s, Weight weight) {
      mean += weight.value * Dot(width, dout, RowOf(in.v, s));
    });
    ForEachVisible(in, t, log_sum_exp, [&](size_t s, Weight weight) {
      const double d_score =
          weight.value * (Dot(width, dout, RowOf(in.v, s)) - mean);
      const auto slope = static_cast<float>(d_score * weight.slope);
      MultiplyAdd(width, static_cast<float>(weight.value), dout,
                  RowOf(to.dv, s));
      AddUnlessZero(shape.key_width, slope, RowOf(in.k, s), RowOf(to.dq, t));
      AddUnlessZero(shape.key_width, slope, RowOf(in.q, t), RowOf(to.dk, s));
      if (to.dbias.data == nullptr) return;
      RowOf(to.dbias, t)[s] += static_cast<float>(d_score);
    });
  }
}

}  // namespace clearhead::kernels
