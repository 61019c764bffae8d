// The register-tiled product that MatMul and Attention are built from.
//
// A tile of C, kTileRows x (kTileVecs vectors), stays in registers while one
// column of A (broadcast) and one row of B (loaded) after the other is
// multiplied and added. B comes in panels as wide as the tile, either in place
// or packed so that a panel is read front to back.
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
// AVX-512, 16 elsewhere; without FMA the product needs one more. In V8 twelve
// accumulators spill.
#if HWY_TARGET <= HWY_AVX3
inline constexpr size_t kTileRows = 8;
#elif HWY_TARGET == HWY_AVX2
inline constexpr size_t kTileRows = 6;
#else
inline constexpr size_t kTileRows = 4;
#endif
inline constexpr size_t kTileVecs = 2;
inline constexpr size_t kPanel = kTileVecs * kLanes;  // columns

// The left operand: element (i, p) is data[i * row_step + p * k_step].
struct LeftView {
  const float* data;
  ptrdiff_t row_step;
  ptrdiff_t k_step;

  LeftView At(size_t i, size_t p) const {
    return {data + static_cast<ptrdiff_t>(i) * row_step +
                static_cast<ptrdiff_t>(p) * k_step,
            row_step, k_step};
  }
};

// How the left operand lies: its elements along k contiguous (kRows), those
// along its rows (kColumns), or packed as tiles [k, kTileRows], which are only
// multiplied by a packed B; all steps are then constants.
enum class Left { kRows, kColumns, kTiles };

// The right operand as panels of kPanel columns; panel j starts at
// data + j * panel_step and its rows are row_step floats apart. The last panel,
// if narrower, is at `tail`, its rows tail_step apart and whole vectors wide.
struct RightPanels {
  const float* data;
  ptrdiff_t panel_step;
  ptrdiff_t row_step;
  const float* tail;
  ptrdiff_t tail_step;
};

HWY_INLINE size_t RoundUpToLanes(size_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

// C[kRows, columns] (+)= alpha * A·B, columns in ((kVecs - 1) N, kVecs N].
template <size_t kRows, size_t kVecs, Left kLeft>
HWY_NOINLINE void Tile(size_t k, LeftView a, const float* HWY_RESTRICT b,
                       ptrdiff_t b_step, float* HWY_RESTRICT c,
                       ptrdiff_t c_stride, size_t columns, float alpha,
                       bool accumulate) {
  const Floats d;
  FloatVec sum[kRows][kVecs];
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    HWY_UNROLL(16)
    for (size_t v = 0; v < kVecs; ++v) sum[i][v] = hn::Zero(d);
  }
  const float* HWY_RESTRICT row = a.data;
  const auto step = [&]() HWY_ATTR {
    FloatVec right[kVecs];
    HWY_UNROLL(16)
    for (size_t v = 0; v < kVecs; ++v) right[v] = hn::LoadU(d, b + v * kLanes);
    HWY_UNROLL(16)
    for (size_t i = 0; i < kRows; ++i) {
      const FloatVec left = hn::Set(
          d, kLeft == Left::kRows ? row[static_cast<ptrdiff_t>(i) * a.row_step]
                                  : row[i]);
      HWY_UNROLL(16)
      for (size_t v = 0; v < kVecs; ++v) {
        sum[i][v] = hn::MulAdd(left, right[v], sum[i][v]);
      }
    }
    if constexpr (kLeft == Left::kTiles) {
      row += kTileRows;
      b += kVecs * kLanes;
    } else {
      row += kLeft == Left::kRows ? 1 : a.k_step;
      b += b_step;
    }
  };
  if constexpr (kLeft == Left::kTiles) {
    HWY_UNROLL(2)  // more steps at once make V8 spill
    for (size_t p = 0; p < k; ++p) step();
  } else {
    HWY_UNROLL(1)  // where the steps vary, even two do
    for (size_t p = 0; p < k; ++p) step();
  }

  const FloatVec scale = hn::Set(d, alpha);
  const size_t last = columns - (kVecs - 1) * kLanes;
  HWY_UNROLL(16)
  for (size_t i = 0; i < kRows; ++i) {
    float* HWY_RESTRICT to = c + static_cast<ptrdiff_t>(i) * c_stride;
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

// The Tile for `rows` in [1, kRows].
template <size_t kRows, size_t kVecs, Left kLeft>
HWY_INLINE void TileOfRows(size_t rows, size_t k, LeftView a, const float* b,
                           ptrdiff_t b_step, float* c, ptrdiff_t c_stride,
                           size_t columns, float alpha, bool accumulate) {
  if (rows == kRows) {
    Tile<kRows, kVecs, kLeft>(k, a, b, b_step, c, c_stride, columns, alpha,
                              accumulate);
  } else if constexpr (kRows > 1) {
    TileOfRows<kRows - 1, kVecs, kLeft>(rows, k, a, b, b_step, c, c_stride,
                                        columns, alpha, accumulate);
  }
}

// All rows of C under one panel of B.
template <size_t kVecs, Left kLeft>
HWY_INLINE void Panel(size_t m, size_t k, LeftView a, const float* b,
                      ptrdiff_t b_step, MutableMatrix c, size_t columns,
                      float alpha, bool accumulate) {
  for (size_t i = 0; i < m; i += kTileRows) {
    TileOfRows<kTileRows, kVecs, kLeft>(
        std::min(kTileRows, m - i), k, a.At(i, 0), b, b_step,
        c.data + static_cast<ptrdiff_t>(i) * c.stride, c.stride, columns, alpha,
        accumulate);
  }
}

// C[m, n] (+)= alpha * A·B for operands that fit the caches.
template <Left kLeft>
HWY_NOINLINE void Block(size_t m, size_t n, size_t k, LeftView a, RightPanels b,
                        MutableMatrix c, float alpha, bool accumulate) {
  size_t j = 0;
  for (; j + kPanel <= n; j += kPanel, b.data += b.panel_step) {
    Panel<kTileVecs, kLeft>(m, k, a, b.data, b.row_step, {c.data + j, c.stride},
                            kPanel, alpha, accumulate);
  }
  if (j == n) return;
  static_assert(kTileVecs == 2, "a narrower panel has one vector or two");
  if (n - j > kLanes) {
    Panel<2, kLeft>(m, k, a, b.tail, b.tail_step, {c.data + j, c.stride}, n - j,
                    alpha, accumulate);
  } else {
    Panel<1, kLeft>(m, k, a, b.tail, b.tail_step, {c.data + j, c.stride}, n - j,
                    alpha, accumulate);
  }
}

// B [k, width] in place to a panel of rounded-up width, the rest 0.
HWY_INLINE void PackRows(size_t k, size_t width, Matrix b,
                         float* HWY_RESTRICT to) {
  const Floats d;
  const size_t whole = width / kLanes * kLanes;
  for (size_t p = 0; p < k; ++p, b.data += b.stride) {
    for (size_t j = 0; j < whole; j += kLanes, to += kLanes) {
      hn::StoreU(hn::LoadU(d, b.data + j), d, to);
    }
    if (whole == width) continue;
    hn::StoreU(LoadPartial(d, b.data + whole, width - whole), d, to);
    to += kLanes;
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

// Bᵀ, stored as [width, k], to a panel [k, rounded-up width], the rest 0.
HWY_INLINE void PackTransposed(size_t k, size_t width, Matrix b,
                               float* HWY_RESTRICT to) {
  const size_t step = RoundUpToLanes(width);
  size_t j = 0;
  for (; j + 4 <= width; j += 4) {
    TransposeFour(k, {b.data + static_cast<ptrdiff_t>(j) * b.stride, b.stride},
                  to + j, step);
  }
  for (; j < step; ++j) {
    const float* row = b.data + static_cast<ptrdiff_t>(j) * b.stride;
    for (size_t p = 0; p < k; ++p) to[p * step + j] = j < width ? row[p] : 0;
  }
}

// B to consecutive packed panels. Returns the floats written.
inline HWY_NOINLINE void PackPanels(bool transposed, size_t n, size_t k,
                                    Matrix b, float* to) {
  for (size_t j = 0; j < n; j += kPanel) {
    const size_t width = std::min(kPanel, n - j);
    if (transposed) {
      PackTransposed(k, width,
                     {b.data + static_cast<ptrdiff_t>(j) * b.stride, b.stride},
                     to);
    } else {
      PackRows(k, width, {b.data + j, b.stride}, to);
    }
    to += k * RoundUpToLanes(width);
  }
}

// The view of panels packed with inner size k, from row p on.
HWY_INLINE RightPanels PackedView(const float* packed, size_t n, size_t k,
                                  size_t p) {
  const size_t whole = n / kPanel * kPanel;
  const size_t tail = RoundUpToLanes(n - whole);
  return {packed + p * kPanel, static_cast<ptrdiff_t>(k * kPanel),
          static_cast<ptrdiff_t>(kPanel), packed + whole * k + p * tail,
          static_cast<ptrdiff_t>(tail)};
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // CLEARHEAD_CORE_KERNELS_MATMUL_INL_H_
