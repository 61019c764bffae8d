// The register-tiled product that MatMul and Attention are built from.
//
// A tile of C, kTileRows x (kTileVecs vectors), stays in registers while one
// column of A (broadcast) and one row of B (loaded) after the other is
// multiplied and added. Both operands come in panels that are read front to
// back: A as panels of Aᵀ, each feeding kPanel / kTileRows tiles; B as packed
// panels or, where packing would not pay, in place.
//
// Included once per SIMD target, after "hwy/foreach_target.h" in the .cc.
#if defined(CLEARHEAD_CORE_KERNELS_MATMUL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef CLEARHEAD_CORE_KERNELS_MATMUL_INL_H_
#undef CLEARHEAD_CORE_KERNELS_MATMUL_INL_H_
#else
#define CLEARHEAD_CORE_KERNELS_MATMUL_INL_H_
#endif

#include <algorithm>
#include <cstddef>

#include "core/kernels/matmul.h"
#include "core/kernels/vec-inl.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {

inline constexpr size_t kLanes = hn::MaxLanes(Floats());

// Accumulators must fit the registers with room for B and one broadcast: 32 in
// AVX-512, 16 elsewhere. In V8 twelve accumulators spill.
#if HWY_TARGET <= HWY_AVX3
inline constexpr size_t kTileRows = 8;
#elif HWY_TARGET == HWY_SCALAR
inline constexpr size_t kTileRows = 2;
#else
inline constexpr size_t kTileRows = 4;
#endif
inline constexpr size_t kTileVecs = 2;
inline constexpr size_t kPanel = kTileVecs * kLanes;  // columns
static_assert(kPanel % kTileRows == 0, "a panel of Aᵀ holds whole tiles");

// An operand as panels of kPanel columns: panel j starts at data +
// j * panel_step, its rows are row_step floats apart. The last panel, if
// narrower, is at `tail`, packed and padded to kPanel columns.
struct Panels {
  const float* data;
  ptrdiff_t panel_step;
  ptrdiff_t row_step;
  const float* tail;
};

HWY_INLINE size_t RoundUp(size_t n, size_t unit) {
  return (n + unit - 1) / unit * unit;
}

// The floats of an operand [k, n] as packed panels.
HWY_INLINE size_t SizeOfPanels(size_t k, size_t n) {
  return k * RoundUp(n, kPanel);
}

// C[rows, columns] (+)= alpha * A·B for rows in [1, kRows] and columns in
// ((kVecs - 1) N, kVecs N]. Reads kRows columns of the panel of Aᵀ.
template <size_t kRows, size_t kVecs>
HWY_NOINLINE void Tile(size_t k, const float* HWY_RESTRICT a,
                       const float* HWY_RESTRICT b, ptrdiff_t b_step,
                       MutableMatrix c, size_t rows, size_t columns,
                       float alpha, bool accumulate) {
  const Floats d;
  FloatVec sum[kRows][kVecs];
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(16)
    for (size_t v = 0; v < kVecs; ++v) sum[i][v] = hn::Zero(d);
  }
  // V8 spills as soon as two steps are unrolled, and a counter beside the two
  // addresses costs a tenth.
  const float* const end = a + k * kPanel;
  HWY_UNROLL(1)
  for (; a != end; a += kPanel, b += b_step) {
    FloatVec right[kVecs];
    HWY_UNROLL(16)
    for (size_t v = 0; v < kVecs; ++v) right[v] = hn::LoadU(d, b + v * kLanes);
    HWY_UNROLL(16)
    for (size_t i = 0; i < kRows; ++i) {
      const FloatVec left = hn::Set(d, a[i]);
      HWY_UNROLL(16)
      for (size_t v = 0; v < kVecs; ++v) {
        sum[i][v] = hn::MulAdd(left, right[v], sum[i][v]);
      }
    }
  }

  const FloatVec scale = hn::Set(d, alpha);
  const size_t last = columns - (kVecs - 1) * kLanes;
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i, c.data += c.stride) {
    if (i == rows) return;
    float* HWY_RESTRICT to = c.data;
    HWY_UNROLL(16)
    for (size_t v = 0; v + 1 < kVecs; ++v, to += kLanes) {
      const FloatVec old = accumulate ? hn::LoadU(d, to) : hn::Zero(d);
      hn::StoreU(hn::MulAdd(sum[i][v], scale, old), d, to);
    }
    FloatVec old = hn::Zero(d);
    if (last == kLanes) {
      if (accumulate) old = hn::LoadU(d, to);
      hn::StoreU(hn::MulAdd(sum[i][kVecs - 1], scale, old), d, to);
    } else {
      if (accumulate) old = LoadPartial(d, to, last);
      StorePartial(hn::MulAdd(sum[i][kVecs - 1], scale, old), d, to, last);
    }
  }
}

// C[m, columns] under one panel of B.
template <size_t kVecs>
HWY_INLINE void UnderPanel(size_t m, size_t k, const float* a, const float* b,
                           ptrdiff_t b_step, MutableMatrix c, size_t columns,
                           float alpha, bool accumulate) {
  if (m == 1) {
    return Tile<1, kVecs>(k, a, b, b_step, c, 1, columns, alpha, accumulate);
  }
  for (size_t i = 0; i < m; i += kTileRows) {
    const size_t panel = i / kPanel * kPanel;
    Tile<kTileRows, kVecs>(
        k, a + panel * k + (i - panel), b, b_step,
        {c.data + static_cast<ptrdiff_t>(i) * c.stride, c.stride},
        std::min(kTileRows, m - i), columns, alpha, accumulate);
  }
}

// C[m, n] (+)= alpha * A·B for operands that fit the caches; A is packed as
// panels of Aᵀ [k, m].
inline HWY_NOINLINE void Block(size_t m, size_t n, size_t k, const float* a,
                               Panels b, MutableMatrix c, float alpha,
                               bool accumulate) {
  for (; n >= kPanel; n -= kPanel, b.data += b.panel_step, c.data += kPanel) {
    UnderPanel<2>(m, k, a, b.data, b.row_step, c, kPanel, alpha, accumulate);
  }
  static_assert(kTileVecs == 2, "a narrower panel has one vector or two");
  if (n > kLanes) {
    UnderPanel<2>(m, k, a, b.tail, kPanel, c, n, alpha, accumulate);
  } else if (n > 0) {
    UnderPanel<1>(m, k, a, b.tail, kPanel, c, n, alpha, accumulate);
  }
}

// B [k, width] in place to a panel [k, kPanel], the rest 0.
HWY_INLINE void PackRows(size_t k, size_t width, Matrix b,
                         float* HWY_RESTRICT to) {
  const Floats d;
  for (size_t p = 0; p < k; ++p, b.data += b.stride) {
    HWY_UNROLL(16)
    for (size_t j = 0; j < kPanel; j += kLanes, to += kLanes) {
      FloatVec row = hn::Zero(d);
      if (j + kLanes <= width) {
        row = hn::LoadU(d, b.data + j);
      } else if (j < width) {
        row = LoadPartial(d, b.data + j, width - j);
      }
      hn::StoreU(row, d, to);
    }
  }
}

// Four rows of B, `k` long, to four columns `step` floats apart along k.
HWY_INLINE void TransposeFour(size_t k, Matrix b, float* HWY_RESTRICT to,
                              size_t step) {
  const float* HWY_RESTRICT row[4];
  for (ptrdiff_t i = 0; i < 4; ++i) row[i] = b.data + i * b.stride;
  size_t p = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::Full128<float> d;
  for (; p + 4 <= k; p += 4, to += 4 * step) {
    const auto r0 = hn::LoadU(d, row[0] + p), r1 = hn::LoadU(d, row[1] + p);
    const auto r2 = hn::LoadU(d, row[2] + p), r3 = hn::LoadU(d, row[3] + p);
    const auto low01 = hn::InterleaveLower(d, r0, r1);
    const auto low23 = hn::InterleaveLower(d, r2, r3);
    const auto high01 = hn::InterleaveUpper(d, r0, r1);
    const auto high23 = hn::InterleaveUpper(d, r2, r3);
    hn::StoreU(hn::ConcatLowerLower(d, low23, low01), d, to);
    hn::StoreU(hn::ConcatUpperUpper(d, low23, low01), d, to + step);
    hn::StoreU(hn::ConcatLowerLower(d, high23, high01), d, to + 2 * step);
    hn::StoreU(hn::ConcatUpperUpper(d, high23, high01), d, to + 3 * step);
  }
#endif
  for (; p < k; ++p, to += step) {
    for (size_t i = 0; i < 4; ++i) to[i] = row[i][p];
  }
}

// Bᵀ, stored as [width, k], to a panel [k, kPanel], the rest 0.
HWY_INLINE void PackTransposed(size_t k, size_t width, Matrix b,
                               float* HWY_RESTRICT to) {
  size_t j = 0;
  for (; j + 4 <= width; j += 4) {
    TransposeFour(k, {b.data + static_cast<ptrdiff_t>(j) * b.stride, b.stride},
                  to + j, kPanel);
  }
  for (; j < kPanel; ++j) {
    const float* row = b.data + static_cast<ptrdiff_t>(j) * b.stride;
    for (size_t p = 0; p < k; ++p) to[p * kPanel + j] = j < width ? row[p] : 0;
  }
}

// B [k, n], or its transpose [n, k], to consecutive packed panels.
inline HWY_NOINLINE void PackPanels(bool transposed, size_t n, size_t k,
                                    Matrix b, float* to) {
  for (size_t j = 0; j < n; j += kPanel, to += k * kPanel) {
    const size_t width = std::min(kPanel, n - j);
    const auto skipped = static_cast<ptrdiff_t>(j);
    if (transposed) {
      PackTransposed(k, width, {b.data + skipped * b.stride, b.stride}, to);
    } else {
      PackRows(k, width, {b.data + j, b.stride}, to);
    }
  }
}

// The view of panels packed with inner size k, from row p on.
HWY_INLINE Panels PackedView(const float* packed, size_t n, size_t k,
                             size_t p) {
  packed += p * kPanel;
  return {packed, static_cast<ptrdiff_t>(k * kPanel),
          static_cast<ptrdiff_t>(kPanel), packed + n / kPanel * kPanel * k};
}

// B [k, n] packed, or in place but for the last panel, whose vectors would read
// past the rows. `to` has SizeOfPanels(k, n) floats, or (k, n % kPanel).
HWY_INLINE Panels RightView(bool pack, size_t n, size_t k, Matrix b,
                            float* to) {
  const size_t in_place = pack ? 0 : n / kPanel * kPanel;
  PackPanels(false, n - in_place, k, {b.data + in_place, b.stride}, to);
  if (pack) return PackedView(to, n, k, 0);
  return {b.data, static_cast<ptrdiff_t>(kPanel), b.stride, to};
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // CLEARHEAD_CORE_KERNELS_MATMUL_INL_H_
