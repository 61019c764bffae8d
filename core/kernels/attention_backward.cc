// Backward pass. With P the weights and dP = dout·Vᵀ:
//   dV = Pᵀ·dout
//   dS = P * (dP - delta),  delta = rowsum(P * dP) = rowsum(dout * out)
//   dQ = scale * dS'·K,  dK = scale * dS'ᵀ·Q
// where dS' is dS times the slope of the soft cap, 1 - tanh². Blocks of keys
// are packed once; under each pass tiles of queries, whose P is recomputed as
// exp(score - log_sum_exp).
#include <algorithm>
#include <cstddef>

#include "core/kernels/attention.h"
#include "core/kernels/attention_inputs.h"
#include "core/kernels/attention_visible.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/attention_backward.cc"
#include "hwy/foreach_target.h"
// clang-format off: per-target headers come after foreach_target.h
#include "core/kernels/attention-inl.h"
#include "hwy/highway.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {
namespace {

// The tiles of P and dP, kTileQueries x kTileKeys each, stay in L1.
constexpr size_t kTileKeys = 128;
constexpr size_t kTileQueries = 32;

// The workspace, in floats.
struct BackwardLayout {
  explicit BackwardLayout(AttentionShape shape)
      : keys(std::min(shape.keys, kTileKeys)),
        stride(RoundUp(keys, kPanel)),
        d_weights(kTileQueries * stride),
        delta(2 * kTileQueries * stride),
        k_columns(delta + RoundUp(shape.queries, kPanel)),
        v_columns(k_columns + shape.key_width * stride),
        k_rows(v_columns + shape.value_width * stride),
        right(k_rows + SizeOfPanels(keys, shape.key_width)),
        left(right + SizeOfPanels(kTileQueries, std::max(shape.key_width,
                                                         shape.value_width))),
        size(left + LeftSize(shape, keys)) {}

  // The left operands are Q and dout of a tile, dS' and the transposes of dS'
  // and P.
  static size_t LeftSize(AttentionShape shape, size_t keys) {
    return std::max(
        SizeOfPanels(std::max({shape.key_width, shape.value_width, keys}),
                     kTileQueries),
        SizeOfPanels(kTileQueries, keys));
  }

  size_t keys;
  size_t stride;     // of P, at 0, and of dP
  size_t d_weights;  // dP, then dS'
  size_t delta;      // [T]
  size_t k_columns;  // packed Kᵀ of the block
  size_t v_columns;  // packed Vᵀ of the block
  size_t k_rows;     // packed K of the block
  size_t right;      // packed Q or dout of the tile
  size_t left;       // the packed left operand of one product
  size_t size;
};

size_t BackwardWorkspace(AttentionShape shape) {
  return BackwardLayout(shape).size;
}

HWY_INLINE float Dot(size_t n, const float* a, const float* b) {
  const Floats d;
  FloatVec sum = hn::Zero(d);
  for (size_t i = 0; i < n; i += kLanes) {
    const size_t lanes = std::min(kLanes, n - i);
    sum = hn::MulAdd(LoadUpTo(a + i, lanes), LoadUpTo(b + i, lanes), sum);
  }
  return LaneSum(d, sum);
}

// The weights of kLanes keys from s on, from their scores; `slope` becomes the
// derivative of the soft cap where there is one.
HWY_INLINE FloatVec WeightOf(const AttentionInputs& in, size_t t, size_t s,
                             size_t lanes, float log_sum_exp,
                             const float* HWY_RESTRICT scores,
                             FloatVec* slope) {
  const Floats d;
  const FloatVec shift = hn::Set(d, log_sum_exp == kHidden ? 0 : log_sum_exp);
  FloatVec score = hn::LoadU(d, scores);
  if (in.softcap > 0) {
    const FloatVec cap = hn::Set(d, in.softcap);
    const FloatVec tanh = FastTanh(d, hn::Div(score, cap));
    score = hn::Mul(cap, tanh);
    *slope = hn::NegMulAdd(tanh, tanh, *slope);
  }
  score = BiasAndMask(in.mask, score, t, s, lanes);
  return FastExp(d, hn::Sub(score, shift));
}

// Σ P·dP of one query that sees all its keys in one block. It equals dout·out,
// but cancels against the terms of dS exactly as they were rounded, which
// matters where one weight is almost 1.
HWY_INLINE float DeltaOf(const AttentionInputs& in, size_t t, size_t n,
                         float log_sum_exp, const float* HWY_RESTRICT scores,
                         const float* HWY_RESTRICT d_weights) {
  const Floats d;
  FloatVec slope = hn::Zero(d);
  double sum = 0;
  for (size_t i = 0; i < n; i += kLanes) {
    const size_t lanes = std::min(kLanes, n - i);
    const FloatVec weight =
        WeightOf(in, t, i, lanes, log_sum_exp, scores + i, &slope);
    const FloatVec terms = hn::Mul(weight, hn::LoadU(d, d_weights + i));
    // What lies behind the last key may be anything, NaN too.
    sum += LaneSum(d, hn::IfThenElseZero(hn::FirstN(d, lanes), terms));
  }
  return static_cast<float>(sum);
}

// One query under n keys from s on: scores to P, dP to dS' (both in place, the
// last vector padded with hidden keys), dS added to dbias unless null.
HWY_INLINE void GradientRow(const AttentionInputs& in, size_t t, size_t s,
                            size_t n, float log_sum_exp, float delta,
                            float* HWY_RESTRICT scores,
                            float* HWY_RESTRICT d_weights,
                            float* HWY_RESTRICT dbias) {
  const Floats d;
  const FloatVec delta_lanes = hn::Set(d, delta);
  for (size_t i = 0; i < n; i += kLanes) {
    const size_t lanes = std::min(kLanes, n - i);
    FloatVec slope = hn::Set(d, 1.0f);
    const FloatVec weight =
        WeightOf(in, t, s + i, lanes, log_sum_exp, scores + i, &slope);
    const FloatVec d_weight = hn::LoadU(d, d_weights + i);
    const FloatVec d_score = hn::Mul(weight, hn::Sub(d_weight, delta_lanes));
    hn::StoreU(weight, d, scores + i);
    hn::StoreU(hn::Mul(d_score, slope), d, d_weights + i);
    if (dbias == nullptr) continue;
    const FloatVec sum = hn::Add(LoadUpTo(dbias + i, lanes), d_score);
    if (lanes == kLanes) {
      hn::StoreU(sum, d, dbias + i);
    } else {
      StorePartial(sum, d, dbias + i, lanes);
    }
  }
}

// C[m, n] (+)= alpha * op(A)·B with B packed; packs A [m, k], or Aᵀ [k, m].
void Product(bool transposed, size_t m, size_t n, size_t k, Matrix a, Panels b,
             MutableMatrix c, float alpha, bool accumulate, float* left) {
  PackPanels(!transposed, m, k, a, left);
  Block(m, n, k, left, b, c, alpha, accumulate);
}

// Scores and dP of `rows` queries, in place to P and dS'.
HWY_INLINE void GradientRows(const AttentionInputs& in,
                             const AttentionGradients& to, const float* delta,
                             size_t s, size_t count, size_t seen, size_t t,
                             size_t rows, MutableMatrix weights,
                             MutableMatrix d_weights) {
  for (size_t i = 0; i < rows; ++i) {
    float* p = RowsFrom(weights, i).data;
    float* dp = RowsFrom(d_weights, i).data;
    const size_t own = in.SeenKeys(t + i, s, count);
    float* dbias =
        to.dbias.data == nullptr ? nullptr : RowsFrom(to.dbias, t + i).data + s;
    const float log_sum_exp = to.log_sum_exp[t + i];
    const float own_delta = in.shape.keys <= kTileKeys
                                ? DeltaOf(in, t + i, own, log_sum_exp, p, dp)
                                : delta[t + i];
    GradientRow(in, t + i, s, own, log_sum_exp, own_delta, p, dp, dbias);
    const size_t written = RoundUp(own, kLanes);
    if (written >= seen) continue;
    std::fill(p + written, p + seen, 0.0f);
    std::fill(dp + written, dp + seen, 0.0f);
  }
}

// Queries [t, t + rows) under `count` keys from s on.
HWY_INLINE void GradientTile(const AttentionInputs& in,
                             const AttentionGradients& to,
                             const BackwardLayout& layout, size_t s,
                             size_t count, size_t t, size_t rows,
                             float* workspace) {
  const size_t width = in.shape.key_width;
  const size_t value_width = in.shape.value_width;
  const size_t seen = in.SeenKeys(t + rows - 1, s, count);
  const size_t columns = std::min(count, RoundUp(seen, kPanel));
  const auto stride = static_cast<ptrdiff_t>(layout.stride);
  const MutableMatrix p = {workspace, stride};
  const MutableMatrix dp = {workspace + layout.d_weights, stride};
  const Matrix q = RowsFrom(in.q, t);
  const Matrix dout = RowsFrom(to.dout, t);
  const Panels k_columns =
      PackedView(workspace + layout.k_columns, count, width, 0);
  const Panels v_columns =
      PackedView(workspace + layout.v_columns, count, value_width, 0);
  const Panels k_rows = PackedView(workspace + layout.k_rows, width, count, 0);
  float* left = workspace + layout.left;
  float* right = workspace + layout.right;

  Product(false, rows, columns, width, q, k_columns, p, in.scale, false, left);
  Product(false, rows, columns, value_width, dout, v_columns, dp, 1, false,
          left);
  GradientRows(in, to, workspace + layout.delta, s, count, seen, t, rows, p,
               dp);
  const Matrix weights = {p.data, stride};
  const Matrix d_scores = {dp.data, stride};
  Product(false, rows, width, seen, d_scores, k_rows, RowsFrom(to.dq, t),
          in.scale, true, left);
  Product(true, seen, width, rows, d_scores,
          RightView(true, width, rows, q, right), RowsFrom(to.dk, s), in.scale,
          true, left);
  Product(true, seen, value_width, rows, weights,
          RightView(true, value_width, rows, dout, right), RowsFrom(to.dv, s),
          1, true, left);
}

void Backward(const AttentionInputs& in, Matrix out,
              const AttentionGradients& to, float* workspace) {
  const AttentionShape& shape = in.shape;
  const BackwardLayout layout(shape);
  for (size_t t = 0; t < shape.queries; ++t) {
    workspace[layout.delta + t] = Dot(
        shape.value_width, RowsFrom(to.dout, t).data, RowsFrom(out, t).data);
  }
  for (size_t s = 0; s < shape.keys; s += kTileKeys) {
    const size_t count = std::min(kTileKeys, shape.keys - s);
    size_t t = in.FirstQuery(s);
    if (t >= shape.queries) break;
    const Matrix k = RowsFrom(in.k, s);
    PackPanels(true, count, shape.key_width, k, workspace + layout.k_columns);
    PackPanels(true, count, shape.value_width, RowsFrom(in.v, s),
               workspace + layout.v_columns);
    PackPanels(false, shape.key_width, count, k, workspace + layout.k_rows);
    for (; t < shape.queries; t += kTileQueries) {
      GradientTile(in, to, layout, s, count, t,
                   std::min(kTileQueries, shape.queries - t), workspace);
    }
  }
}

}  // namespace
}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(BackwardWorkspace);
HWY_EXPORT(Backward);

size_t AttentionBackwardWorkspace(AttentionShape shape) {
  return HWY_DYNAMIC_DISPATCH(BackwardWorkspace)(shape);
}

void AttentionBackward(AttentionShape shape, Matrix q, Matrix k, Matrix v,
                       AttentionMask mask, float scale, float softcap,
                       Matrix out, const float* log_sum_exp, Matrix dout,
                       MutableMatrix dq, MutableMatrix dk, MutableMatrix dv,
                       MutableMatrix dbias, float* workspace) {
  const AttentionInputs in = {shape, q, k, v, mask, scale, softcap};
  const AttentionGradients to = {log_sum_exp, dout, dq, dk, dv, dbias};
  if (!Finite(in, to)) return VisibleBackward(in, to);
  HWY_DYNAMIC_DISPATCH(Backward)(in, out, to, workspace);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
