// Forward pass. Keys are taken in blocks that are packed once; under each block
// pass panels of queries, as many as a panel has columns. Scores stand
// transposed, [keys, kPanel]: the softmax then runs down the lanes, a query a
// lane, and its weights lie as the second product reads its left operand.
//
// A query keeps the largest score m so far, the sum l of exp(score - m) and, in
// out, the sum of exp(score - m) * v. When a block raises m, both sums are
// scaled by exp(old m - new m) (the online softmax of Milakov and Gimelshein
// 2018, as in Dao et al.'s FlashAttention 2022).
#include "core/kernels/attention.h"

#include <algorithm>
#include <cmath>

#include "core/base/math.h"
#include "core/kernels/attention_inputs.h"
#include "core/kernels/attention_visible.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/attention.cc"
#include "hwy/foreach_target.h"
// clang-format off: per-target headers come after foreach_target.h
#include "core/kernels/attention-inl.h"
#include "hwy/highway.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {
namespace {

constexpr size_t kKeyBlock = 256;
// Values are multiplied in place for this few queries.
constexpr size_t kInPlaceQueries = 64;

// The workspace, in floats. The weights, kKeyBlock x kPanel, stay in L1.
struct ForwardLayout {
  explicit ForwardLayout(AttentionShape shape)
      : keys(std::min(shape.keys, kKeyBlock)),
        max(keys * kPanel),
        sum(max + RoundUp(shape.queries, kPanel)),
        queries(sum + RoundUp(shape.queries, kPanel)),
        packed_k(queries + shape.key_width * kPanel),
        packed_v(packed_k + SizeOfPanels(shape.key_width, keys)),
        size(packed_v + SizeOfPanels(keys, shape.value_width)) {}

  size_t keys;
  size_t max;      // [T]
  size_t sum;      // [T]
  size_t queries;  // packed Qᵀ of a panel
  size_t packed_k;
  size_t packed_v;
  size_t size;
};

size_t ForwardWorkspace(AttentionShape shape) {
  return ForwardLayout(shape).size;
}

// One block of keys, as its products read it.
struct KeyBlock {
  size_t first;
  size_t count;
  const float* k;  // panels of Kᵀ [D, count]
  Panels v;        // of V [count, value_width]
};

struct Running {
  MutableMatrix out;
  float* max;  // [T] and up to a whole panel
  float* sum;  // likewise
};

HWY_INLINE FloatVec VecAt(const float* panel, size_t v) {
  return hn::LoadU(Floats(), panel + v * kLanes);
}

// The soft cap, the bias and every mask for queries [t, t + rows) and `seen`
// keys from s on.
void FinishScores(const AttentionInputs& in, size_t t, size_t rows, size_t s,
                  size_t seen, float* HWY_RESTRICT scores) {
  if (in.softcap > 0) {
    const Floats d;
    const FloatVec cap = hn::Set(d, in.softcap);
    const auto bound = [&](auto score) HWY_ATTR {
      return hn::Mul(cap, FastTanh(d, hn::Div(score, cap)));
    };
    Map(seen * kPanel, 0.0f, scores, bound, scores);
  }
  for (size_t i = 0; i < rows; ++i) {
    const auto row = static_cast<ptrdiff_t>(t + i);
    if (in.mask.bias != nullptr) {
      const float* bias = in.mask.bias + row * in.mask.bias_stride + s;
      for (size_t j = 0; j < seen; ++j) scores[j * kPanel + i] += bias[j];
    }
    if (in.mask.visible != nullptr) {
      const uint8_t* visible = in.mask.visible + row * in.mask.stride + s;
      for (size_t j = 0; j < seen; ++j) {
        if (visible[j] == 0) scores[j * kPanel + i] = kHidden;
      }
    }
    for (size_t j = in.SeenKeys(t + i, s, seen); j < seen; ++j) {
      scores[j * kPanel + i] = kHidden;
    }
  }
}

// Scores [n, kPanel] to weights relative to the largest score so far, in place;
// updates max and sum and leaves in `factor` what scales earlier sums. A query
// that still sees nothing keeps max -inf; its weights are exp(-inf - 0) = 0.
HWY_INLINE void Weigh(size_t n, float* HWY_RESTRICT scores,
                      float* HWY_RESTRICT max, float* HWY_RESTRICT sum,
                      float* HWY_RESTRICT factor) {
  const Floats d;
  const FloatVec log2e = hn::Set(d, kLog2E);
  FloatVec max0 = VecAt(max, 0), max1 = VecAt(max, 1);
  for (size_t j = 0; j < n; ++j) {
    max0 = hn::Max(max0, VecAt(scores + j * kPanel, 0));
    max1 = hn::Max(max1, VecAt(scores + j * kPanel, 1));
  }
  const FloatVec hidden = hn::Set(d, kHidden);
  const FloatVec shift0 = hn::IfThenZeroElse(hn::Eq(max0, hidden), max0);
  const FloatVec shift1 = hn::IfThenZeroElse(hn::Eq(max1, hidden), max1);
  const auto power = [&](FloatVec score, FloatVec shift) HWY_ATTR {
    return FastExp2(hn::Mul(hn::Sub(score, shift), log2e));
  };
  FloatVec sum0 = hn::Zero(d), sum1 = hn::Zero(d);
  for (size_t j = 0; j < n; ++j, scores += kPanel) {
    const FloatVec weight0 = power(VecAt(scores, 0), shift0);
    const FloatVec weight1 = power(VecAt(scores, 1), shift1);
    hn::StoreU(weight0, d, scores);
    hn::StoreU(weight1, d, scores + kLanes);
    sum0 = hn::Add(sum0, weight0);
    sum1 = hn::Add(sum1, weight1);
  }
  const FloatVec factor0 = power(VecAt(max, 0), shift0);
  const FloatVec factor1 = power(VecAt(max, 1), shift1);
  hn::StoreU(factor0, d, factor);
  hn::StoreU(factor1, d, factor + kLanes);
  hn::StoreU(max0, d, max);
  hn::StoreU(max1, d, max + kLanes);
  hn::StoreU(hn::MulAdd(VecAt(sum, 0), factor0, sum0), d, sum);
  hn::StoreU(hn::MulAdd(VecAt(sum, 1), factor1, sum1), d, sum + kLanes);
}

HWY_INLINE void ScaleRow(size_t n, float factor, float* HWY_RESTRICT row) {
  const FloatVec lanes = hn::Set(Floats(), factor);
  Map(
      n, 0.0f, row, [&](auto x) HWY_ATTR { return hn::Mul(x, lanes); }, row);
}

// Queries [t, t + rows), a panel or its beginning, under one block of keys.
HWY_INLINE void QueryPanel(const AttentionInputs& in, const KeyBlock& block,
                           const Running& running, size_t t, size_t rows,
                           float* queries, float* weights) {
  const AttentionShape& shape = in.shape;
  const size_t seen = in.SeenKeys(t + rows - 1, block.first, block.count);
  PackPanels(true, rows, shape.key_width, RowsFrom(in.q, t), queries);
  Block(seen, kPanel, shape.key_width, block.k,
        PackedView(queries, kPanel, shape.key_width, 0), {weights, kPanel},
        in.scale, false);
  FinishScores(in, t, rows, block.first, seen, weights);
  HWY_ALIGN float factor[kPanel];
  Weigh(seen, weights, running.max + t, running.sum + t, factor);
  const MutableMatrix out = RowsFrom(running.out, t);
  for (size_t i = 0; block.first > 0 && i < rows; ++i) {
    if (factor[i] == 1) continue;
    ScaleRow(shape.value_width, factor[i], RowsFrom(out, i).data);
  }
  Block(rows, shape.value_width, seen, weights, block.v, out, 1,
        block.first > 0);
}

// Divides by the denominators; rows that saw nothing become 0.
HWY_INLINE void Normalise(const AttentionInputs& in, const Running& running,
                          float* log_sum_exp) {
  const size_t width = in.shape.value_width;
  for (size_t t = 0; t < in.shape.queries; ++t) {
    float* row = RowsFrom(running.out, t).data;
    if (running.sum[t] == 0) {
      std::fill_n(row, width, 0.0f);
      log_sum_exp[t] = kHidden;
    } else {
      ScaleRow(width, 1 / running.sum[t], row);
      log_sum_exp[t] =
          static_cast<float>(running.max[t] + Log(double{running.sum[t]}));
    }
  }
}

void Forward(const AttentionInputs& in, MutableMatrix out, float* log_sum_exp,
             float* workspace) {
  const AttentionShape& shape = in.shape;
  const ForwardLayout layout(shape);
  const Running running = {out, workspace + layout.max, workspace + layout.sum};
  std::fill(running.max, running.sum, kHidden);
  std::fill(running.sum, workspace + layout.queries, 0.0f);
  float* packed_k = workspace + layout.packed_k;
  float* packed_v = workspace + layout.packed_v;
  for (size_t s = 0; s < shape.keys; s += kKeyBlock) {
    const size_t count = std::min(kKeyBlock, shape.keys - s);
    size_t t = in.FirstQuery(s);
    if (t >= shape.queries) break;
    PackPanels(true, count, shape.key_width, RowsFrom(in.k, s), packed_k);
    const KeyBlock block = {
        s, count, packed_k,
        RightView(shape.queries > kInPlaceQueries, shape.value_width, count,
                  RowsFrom(in.v, s), packed_v)};
    for (; t < shape.queries; t += kPanel) {
      QueryPanel(in, block, running, t, std::min(kPanel, shape.queries - t),
                 workspace + layout.queries, workspace);
    }
  }
  Normalise(in, running, log_sum_exp);
}

}  // namespace
}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(ForwardWorkspace);
HWY_EXPORT(Forward);

size_t AttentionWorkspace(AttentionShape shape) {
  return std::max(HWY_DYNAMIC_DISPATCH(ForwardWorkspace)(shape),
                  AttentionBackwardWorkspace(shape));
}

void Attention(AttentionShape shape, Matrix q, Matrix k, Matrix v,
               AttentionMask mask, float scale, float softcap,
               MutableMatrix out, float* log_sum_exp, float* workspace) {
  const AttentionInputs in = {shape, q, k, v, mask, scale, softcap};
  HWY_DYNAMIC_DISPATCH(Forward)(in, out, log_sum_exp, workspace);
  MixVisible(in, log_sum_exp, out);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
