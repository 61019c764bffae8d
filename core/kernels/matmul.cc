#include "core/kernels/matmul.h"

#include <algorithm>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/matmul.cc"
#include "hwy/foreach_target.h"
// clang-format off: per-target headers come after foreach_target.h
#include "core/kernels/matmul-inl.h"
#include "hwy/highway.h"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {
namespace {

// Cache blocking: a panel of B (kBlockK x kPanel) stays in L1 while the rows of
// a block of A (kBlockM x kBlockK, in L2) pass under it; kBlockN columns of B
// are packed at a time.
constexpr size_t kBlockK = 256;
constexpr size_t kBlockN = 256;
constexpr size_t kBlockM = 128;
// B is multiplied in place when it is this small or used by one row of tiles.
constexpr size_t kInPlaceFloats = 4096;

HWY_INLINE bool PacksB(MatMulForm form, size_t m, size_t n, size_t k) {
  if (form == MatMulForm::kABt) return true;
  return m > kTileRows && n * k > kInPlaceFloats;
}

// A stored transposed is packed when it is read by many panels: along k its
// elements lie a whole row apart. A stored by rows gains from constant steps
// where tiles have four rows, if many panels of a packed B share the cost.
HWY_INLINE bool PacksA(MatMulForm form, size_t n, size_t k) {
  if (form == MatMulForm::kAtB) return n > 2 * kPanel && k > 1;
  return kTileRows == 4 && n >= 4 * kPanel;
}

// Enough for any number of rows of A·B and A·Bᵀ: a batch with a shared B may
// run as one product (MatMulBatch).
size_t WorkspaceOf(MatMulForm form, size_t m, size_t n, size_t k) {
  const size_t inner = std::min(k, kBlockK);
  size_t floats = inner * RoundUpToLanes(std::min(n, kBlockN));
  if (PacksA(form, n, k)) {
    const size_t rows =
        form == MatMulForm::kAtB ? std::min(m, kBlockM) : kBlockM;
    floats += inner * (rows + kTileRows);
  }
  return floats;
}

// Where B[p.., j..] is multiplied from: in place but for the last panel, whose
// vectors would read past the rows, or packed.
RightPanels RightBlock(MatMulForm form, bool pack, size_t n, size_t k, Matrix b,
                       float* workspace) {
  if (pack) {
    PackPanels(form == MatMulForm::kABt, n, k, b, workspace);
    return PackedView(workspace, n, k, 0);
  }
  const size_t whole = n / kPanel * kPanel;
  PackPanels(false, n - whole, k, {b.data + whole, b.stride}, workspace);
  return {b.data, kPanel, b.stride, workspace,
          static_cast<ptrdiff_t>(RoundUpToLanes(n - whole))};
}

// One tile of Aᵀ, stored as [k, rows], to [k, kTileRows]. The rows past the
// last are left unwritten; no product reads them.
HWY_INLINE void PackTileOfColumns(size_t rows, size_t k, Matrix a,
                                  float* HWY_RESTRICT to) {
  for (size_t p = 0; p < k; ++p, a.data += a.stride, to += kTileRows) {
    if (rows == kTileRows) {
      std::copy_n(a.data, kTileRows, to);
    } else {
      std::copy_n(a.data, rows, to);
    }
  }
}

// One tile of A [rows, k], likewise.
HWY_INLINE void PackTileOfRows(size_t rows, size_t k, Matrix a,
                               float* HWY_RESTRICT to) {
  if (rows == 4) return TransposeFour(k, a, to, kTileRows);
  for (size_t i = 0; i < rows; ++i, a.data += a.stride) {
    for (size_t p = 0; p < k; ++p) to[p * kTileRows + i] = a.data[p];
  }
}

// op(A) [m, k] to tiles [k, kTileRows] one after the other.
LeftView PackLeft(MatMulForm form, size_t m, size_t k, Matrix a, float* to) {
  const LeftView packed = {to, static_cast<ptrdiff_t>(k), kTileRows};
  for (size_t i = 0; i < m; i += kTileRows, to += k * kTileRows) {
    const size_t rows = std::min(kTileRows, m - i);
    if (form == MatMulForm::kAtB) {
      PackTileOfColumns(rows, k, {a.data + i, a.stride}, to);
    } else {
      const auto skipped = static_cast<ptrdiff_t>(i) * a.stride;
      PackTileOfRows(rows, k, {a.data + skipped, a.stride}, to);
    }
  }
  return packed;
}

// How the product reads A: as stored, or packed beside a B that is in place
// (kColumns) or packed too.
HWY_INLINE Left LayoutOf(MatMulForm form, bool pack_a, bool pack_b) {
  if (pack_a && pack_b) return Left::kTiles;
  return form == MatMulForm::kAtB ? Left::kColumns : Left::kRows;
}

// C[m, n] (+)= alpha * op(A)·B for one block of B and all rows of A.
void LeftBlocks(MatMulForm form, Left layout, bool pack, size_t m, size_t n,
                size_t k, Matrix a, RightPanels b, MutableMatrix c, float alpha,
                bool accumulate, float* workspace) {
  const bool by_rows = form != MatMulForm::kAtB;
  const ptrdiff_t row_step = by_rows ? a.stride : 1;
  for (size_t i = 0; i < m; i += kBlockM) {
    const size_t rows = std::min(kBlockM, m - i);
    const LeftView left =
        pack ? PackLeft(form, rows, k, a, workspace)
             : LeftView{a.data, row_step, by_rows ? 1 : a.stride};
    if (layout == Left::kTiles) {
      Block<Left::kTiles>(rows, n, k, left, b, c, alpha, accumulate);
    } else if (layout == Left::kRows) {
      Block<Left::kRows>(rows, n, k, left, b, c, alpha, accumulate);
    } else {
      Block<Left::kColumns>(rows, n, k, left, b, c, alpha, accumulate);
    }
    a.data += static_cast<ptrdiff_t>(kBlockM) * row_step;
    c.data += static_cast<ptrdiff_t>(kBlockM) * c.stride;
  }
}

void Clear(size_t m, size_t n, MutableMatrix c) {
  for (size_t i = 0; i < m; ++i, c.data += c.stride) {
    std::fill_n(c.data, n, 0.0f);
  }
}

// The part of B (or A along k) that starts at inner index p, column j.
HWY_INLINE Matrix RightAt(MatMulForm form, Matrix b, size_t p, size_t j) {
  if (form == MatMulForm::kABt) std::swap(p, j);
  return {b.data + static_cast<ptrdiff_t>(p) * b.stride + j, b.stride};
}
HWY_INLINE Matrix LeftAt(MatMulForm form, Matrix a, size_t p) {
  if (form != MatMulForm::kAtB) return {a.data + p, a.stride};
  return {a.data + static_cast<ptrdiff_t>(p) * a.stride, a.stride};
}

void Run(MatMulForm form, size_t m, size_t n, size_t k, Matrix a, Matrix b,
         MutableMatrix c, float alpha, bool accumulate, float* workspace) {
  if (m == 0 || n == 0) return;
  if (k == 0) {
    if (!accumulate) Clear(m, n, c);
    return;
  }
  const bool pack_b = PacksB(form, m, n, k);
  // Rows are packed only for a B that is packed.
  const bool pack_a = PacksA(form, n, k) &&
                      (form == MatMulForm::kAtB || (pack_b && m > kTileRows));
  const Left layout = LayoutOf(form, pack_a, pack_b);
  const size_t block_n = pack_b ? kBlockN : n;
  for (size_t j = 0; j < n; j += block_n) {
    const size_t columns = std::min(block_n, n - j);
    for (size_t p = 0; p < k; p += kBlockK) {
      const size_t inner = std::min(kBlockK, k - p);
      float* const left_workspace =
          workspace + inner * RoundUpToLanes(pack_b ? columns : n % kPanel);
      const RightPanels right = RightBlock(form, pack_b, columns, inner,
                                           RightAt(form, b, p, j), workspace);
      LeftBlocks(form, layout, pack_a, m, columns, inner, LeftAt(form, a, p),
                 right, {c.data + j, c.stride}, alpha, accumulate || p > 0,
                 left_workspace);
    }
  }
}

size_t SizeOfPacked(size_t k, size_t n) { return k * RoundUpToLanes(n); }

void PackAll(MatMulForm form, size_t n, size_t k, Matrix b, float* packed) {
  PackPanels(form == MatMulForm::kABt, n, k, b, packed);
}

void RunPacked(size_t m, size_t n, size_t k, Matrix a, const float* packed,
               MutableMatrix c, float alpha, bool accumulate) {
  if (k == 0 && !accumulate) Clear(m, n, c);
  for (size_t p = 0; p < k; p += kBlockK) {
    LeftBlocks(MatMulForm::kAB, Left::kRows, false, m, n,
               std::min(kBlockK, k - p), {a.data + p, a.stride},
               PackedView(packed, n, k, p), c, alpha, accumulate || p > 0,
               nullptr);
  }
}

}  // namespace
}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(WorkspaceOf);
HWY_EXPORT(Run);
HWY_EXPORT(SizeOfPacked);
HWY_EXPORT(PackAll);
HWY_EXPORT(RunPacked);

size_t MatMulWorkspace(MatMulForm form, size_t m, size_t n, size_t k) {
  return HWY_DYNAMIC_DISPATCH(WorkspaceOf)(form, m, n, k);
}

void MatMul(MatMulForm form, size_t m, size_t n, size_t k, Matrix a, Matrix b,
            MutableMatrix c, float alpha, bool accumulate, float* workspace) {
  HWY_DYNAMIC_DISPATCH(Run)
  (form, m, n, k, a, b, c, alpha, accumulate, workspace);
}

namespace {

// Whether the rows of A and C follow each other from product to product under
// one B, which makes the batch one product with more rows.
bool SharesRight(MatMulForm form, BatchStride stride, size_t m, Matrix a,
                 MutableMatrix c) {
  const auto rows = static_cast<ptrdiff_t>(m);
  return form != MatMulForm::kAtB && stride.b == 0 &&
         stride.a == rows * a.stride && stride.c == rows * c.stride;
}

}  // namespace

void MatMulBatch(MatMulForm form, size_t count, BatchStride stride, size_t m,
                 size_t n, size_t k, Matrix a, Matrix b, MutableMatrix c,
                 float alpha, bool accumulate, float* workspace) {
  if (count > 1 && SharesRight(form, stride, m, a, c)) {
    m *= count;
    count = 1;
  }
  for (; count > 0; --count) {
    MatMul(form, m, n, k, a, b, c, alpha, accumulate, workspace);
    a.data += stride.a;
    b.data += stride.b;
    c.data += stride.c;
  }
}

size_t PackedSize(size_t k, size_t n) {
  return HWY_DYNAMIC_DISPATCH(SizeOfPacked)(k, n);
}

void Pack(MatMulForm form, size_t n, size_t k, Matrix b, float* packed) {
  HWY_DYNAMIC_DISPATCH(PackAll)(form, n, k, b, packed);
}

void MatMulPacked(size_t m, size_t n, size_t k, Matrix a, const float* packed,
                  MutableMatrix c, float alpha, bool accumulate) {
  HWY_DYNAMIC_DISPATCH(RunPacked)(m, n, k, a, packed, c, alpha, accumulate);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
