// Forward pass. Keys are taken in blocks that are packed once; under each block
// pass tiles of queries. A query keeps the largest score m so far, the sum l of
// exp(score - m) and, in out, the sum of exp(score - m) * v. When a block
// raises m, both sums are scaled by exp(old m - new m) (the online softmax of
// Milakov and Gimelshein 2018, as in Dao et al.'s FlashAttention 2022). Every
// exp is a power of 2; where nothing comes between the product and the softmax,
// the product brings the factor log2(e) along.
#include "core/kernels/attention.h"

#include <algorithm>
#include <cmath>

#include "core/base/math.h"
#include "core/kernels/attention_inputs.h"

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

// A tile's weights, kQueryRows x kKeyBlock floats, stay in L1.
constexpr size_t kKeyBlock = 256;
constexpr size_t kQueryRows = 4 * kTileRows;

// The workspace, in floats.
struct ForwardLayout {
  explicit ForwardLayout(AttentionShape shape)
      : keys(std::min(shape.keys, kKeyBlock)),
        weight_stride(RoundUpToLanes(keys)),
        sums(kQueryRows * weight_stride),
        packed_k(sums + RoundUpToLanes(shape.queries)),
        packed_v(packed_k + shape.key_width * weight_stride),
        size(packed_v + keys * RoundUpToLanes(shape.value_width)) {}

  size_t keys;
  size_t weight_stride;
  size_t sums;
  size_t packed_k;
  size_t packed_v;
  size_t size;
};

size_t ForwardWorkspace(AttentionShape shape) {
  return ForwardLayout(shape).size;
}

// One block of keys, packed, and where the running results are.
struct KeyBlock {
  size_t first;
  size_t count;
  const float* packed_k;  // panels of Kᵀ [D, count]
  const float* packed_v;  // panels of V [count, value_width]
};

struct Running {
  MutableMatrix out;
  float* max;  // [T], in the unit of the scores
  float* sum;  // [T]
};

// Without cap, bias and visibility the scores are kept times log2(e), and are
// exponents of 2 as they come. Else they are kept as they are and only their
// small differences from m are multiplied, which costs large scores no digits.
HWY_INLINE bool IsPlain(const AttentionInputs& in) {
  return in.softcap == 0 && in.mask.bias == nullptr &&
         in.mask.visible == nullptr;
}

// n products from s on of query t to scores, in place. Pads the last vector
// with hidden keys. Returns the largest.
HWY_INLINE float FinishScores(const AttentionInputs& in, size_t t, size_t s,
                              size_t n, float* HWY_RESTRICT scores) {
  const Floats d;
  FloatVec max = hn::Set(d, kHidden);
  size_t i = 0;
  if (IsPlain(in)) {
    FloatVec other = max;
    for (; i + 2 * kLanes <= n; i += 2 * kLanes) {
      max = hn::Max(max, hn::LoadU(d, scores + i));
      other = hn::Max(other, hn::LoadU(d, scores + i + kLanes));
    }
    max = hn::Max(max, other);
  }
  for (; i < n; i += kLanes) {
    FloatVec score = hn::LoadU(d, scores + i);
    if (in.softcap > 0) {
      const FloatVec cap = hn::Set(d, in.softcap);
      score = hn::Mul(cap, FastTanh(d, hn::Div(score, cap)));
    }
    score = BiasAndMask(in.mask, score, t, s + i, std::min(kLanes, n - i));
    hn::StoreU(score, d, scores + i);
    max = hn::Max(max, score);
  }
  return LaneMax(d, max);
}

// scores to 2^(scores - shift), or e^(scores - shift) unless kPlain, in place,
// whole vectors; returns their sum.
template <bool kPlain>
HWY_INLINE float Exponentials(size_t n, float shift,
                              float* HWY_RESTRICT scores) {
  const Floats d;
  const FloatVec shift_lanes = hn::Set(d, shift);
  const auto weigh = [&](float* at) HWY_ATTR {
    FloatVec exponent = hn::Sub(hn::LoadU(d, at), shift_lanes);
    if constexpr (!kPlain) exponent = hn::Mul(exponent, hn::Set(d, kLog2E));
    const FloatVec weight = FastExp2(exponent);
    hn::StoreU(weight, d, at);
    return weight;
  };
  FloatVec sum = hn::Zero(d);
  size_t i = 0;
  for (; i + kLanes < n; i += 2 * kLanes) {
    const FloatVec first = weigh(scores + i);
    const FloatVec second = weigh(scores + i + kLanes);
    sum = hn::Add(sum, hn::Add(first, second));
  }
  if (i < n) sum = hn::Add(sum, weigh(scores + i));
  return LaneSum(d, sum);
}

HWY_INLINE void ScaleRow(size_t n, float factor, float* HWY_RESTRICT row) {
  const Floats d;
  const FloatVec factor_lanes = hn::Set(d, factor);
  size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    hn::StoreU(hn::Mul(hn::LoadU(d, row + i), factor_lanes), d, row + i);
  }
  for (; i < n; ++i) row[i] *= factor;
}

// Turns the scores of query t into weights relative to the running maximum and
// rescales what earlier blocks left. A query that still sees nothing keeps
// maximum -inf; its weights are exp(-inf - 0) = 0.
HWY_INLINE void UpdateRow(const AttentionInputs& in, const KeyBlock& block,
                          const Running& running, size_t t, size_t seen,
                          float* scores) {
  const float old_max = running.max[t];
  const float block_max = FinishScores(in, t, block.first, seen, scores);
  const float max = block_max > old_max ? block_max : old_max;
  const float shift = max == kHidden ? 0 : max;
  const bool plain = IsPlain(in);
  const float sum = plain ? Exponentials<true>(seen, shift, scores)
                          : Exponentials<false>(seen, shift, scores);
  running.max[t] = max;
  if (block.first == 0) {
    running.sum[t] = sum;
  } else if (max == old_max) {
    running.sum[t] += sum;
  } else {
    const float step = old_max - max;
    const FloatVec lanes = hn::Set(Floats(), plain ? step : step * kLog2E);
    const float factor = hn::GetLane(FastExp2(lanes));
    running.sum[t] = running.sum[t] * factor + sum;
    ScaleRow(in.shape.value_width, factor, RowsFrom(running.out, t).data);
  }
}

// Queries [t, t + rows) under one block of keys. On the causal diagonal each
// group of kTileRows queries computes only the keys that its last one sees.
HWY_INLINE void QueryTile(const AttentionInputs& in, const KeyBlock& block,
                          const Running& running, size_t t, size_t rows,
                          MutableMatrix weights) {
  const AttentionShape& shape = in.shape;
  const size_t end = t + rows;
  const size_t group = in.SeenKeys(t, block.first, block.count) == block.count
                           ? rows
                           : kTileRows;
  for (; t < end; t += group) {
    const size_t count = std::min(group, end - t);
    const size_t seen = in.SeenKeys(t + count - 1, block.first, block.count);
    const size_t columns =
        std::min(block.count, (seen + kPanel - 1) / kPanel * kPanel);
    const Matrix q = RowsFrom(in.q, t);
    Block<Left::kRows>(
        count, columns, shape.key_width, {q.data, q.stride, 1},
        PackedView(block.packed_k, block.count, shape.key_width, 0), weights,
        IsPlain(in) ? in.scale * kLog2E : in.scale, false);
    for (size_t i = 0; i < count; ++i) {
      float* row = RowsFrom(weights, i).data;
      const size_t own = in.SeenKeys(t + i, block.first, block.count);
      UpdateRow(in, block, running, t + i, own, row);
      const size_t written = RoundUpToLanes(own);
      if (written < seen) std::fill(row + written, row + seen, 0.0f);
    }
    Block<Left::kRows>(
        count, shape.value_width, seen, {weights.data, weights.stride, 1},
        PackedView(block.packed_v, shape.value_width, block.count, 0),
        RowsFrom(running.out, t), 1, block.first > 0);
  }
}

// Divides by the denominators; rows that saw nothing become 0.
HWY_INLINE void Normalise(const AttentionInputs& in, const Running& running) {
  const size_t width = in.shape.value_width;
  const double unit = IsPlain(in) ? 0.6931471805599453 : 1;
  for (size_t t = 0; t < in.shape.queries; ++t) {
    float* row = RowsFrom(running.out, t).data;
    if (running.sum[t] == 0) {
      std::fill_n(row, width, 0.0f);
    } else {
      ScaleRow(width, 1 / running.sum[t], row);
      running.max[t] = static_cast<float>(running.max[t] * unit +
                                          Log(double{running.sum[t]}));
    }
  }
}

void Forward(const AttentionInputs& in, MutableMatrix out, float* log_sum_exp,
             float* workspace) {
  const AttentionShape& shape = in.shape;
  const ForwardLayout layout(shape);
  const Running running = {out, log_sum_exp, workspace + layout.sums};
  std::fill_n(running.max, shape.queries, kHidden);
  std::fill_n(running.sum, shape.queries, 0.0f);
  const MutableMatrix weights = {workspace,
                                 static_cast<ptrdiff_t>(layout.weight_stride)};
  float* packed_k = workspace + layout.packed_k;
  float* packed_v = workspace + layout.packed_v;
  for (size_t s = 0; s < shape.keys; s += kKeyBlock) {
    const size_t count = std::min(kKeyBlock, shape.keys - s);
    size_t t = in.FirstQuery(s);
    if (t >= shape.queries) break;
    PackPanels(true, count, shape.key_width, RowsFrom(in.k, s), packed_k);
    PackPanels(false, shape.value_width, count, RowsFrom(in.v, s), packed_v);
    const KeyBlock block = {s, count, packed_k, packed_v};
    for (; t < shape.queries; t += kQueryRows) {
      QueryTile(in, block, running, t, std::min(kQueryRows, shape.queries - t),
                weights);
    }
  }
  Normalise(in, running);
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
  HWY_DYNAMIC_DISPATCH(Forward)
  ({shape, q, k, v, mask, scale, softcap}, out, log_sum_exp, workspace);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
