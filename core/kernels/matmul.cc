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

// Cache blocking: a panel of B (kBlockK x kPanel) stays in L1 while the panels
// of a block of A (kBlockM x kBlockK, in L2) pass under it; kBlockN columns of
// B are packed at a time.
constexpr size_t kBlockK = 256;
constexpr size_t kBlockN = 256;
constexpr size_t kBlockM = 128;
static_assert(kBlockM % kPanel == 0, "blocks of A are whole panels");
// B is multiplied in place when it is this small or used by one row of tiles.
constexpr size_t kInPlaceFloats = 4096;

HWY_INLINE bool PacksB(MatMulForm form, size_t m, size_t n, size_t k) {
  if (form == MatMulForm::kABt) return true;
  return m > kTileRows && n * k > kInPlaceFloats;
}

// Packed columns of B, then a packed block of A. Enough for any number of rows
// of A·B and A·Bᵀ: a batch with a shared B may run as one product
// (MatMulBatch).
size_t WorkspaceOf(MatMulForm form, size_t m, size_t n, size_t k) {
  const size_t inner = std::min(k, kBlockK);
  const size_t rows = form == MatMulForm::kAtB ? std::min(m, kBlockM) : kBlockM;
  return SizeOfPanels(inner, std::min(n, kBlockN)) + SizeOfPanels(inner, rows);
}

// C[m, n] (+)= alpha * op(A)·B for one block of B and all rows of A.
void LeftBlocks(MatMulForm form, size_t m, size_t n, size_t k, Matrix a,
                Panels b, MutableMatrix c, float alpha, bool accumulate,
                float* workspace) {
  const bool by_rows = form != MatMulForm::kAtB;
  for (size_t i = 0; i < m; i += kBlockM) {
    const size_t rows = std::min(kBlockM, m - i);
    PackPanels(by_rows, rows, k, a, workspace);
    Block(rows, n, k, workspace, b, c, alpha, accumulate);
    a.data += static_cast<ptrdiff_t>(kBlockM) * (by_rows ? a.stride : 1);
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

HWY_INLINE Panels RightBlock(MatMulForm form, bool pack, size_t n, size_t k,
                             Matrix b, float* workspace) {
  if (form != MatMulForm::kABt) return RightView(pack, n, k, b, workspace);
  PackPanels(true, n, k, b, workspace);
  return PackedView(workspace, n, k, 0);
}

void Run(MatMulForm form, size_t m, size_t n, size_t k, Matrix a, Matrix b,
         MutableMatrix c, float alpha, bool accumulate, float* workspace) {
  if (m == 0 || n == 0) return;
  if (k == 0 && !accumulate) Clear(m, n, c);
  const bool pack = PacksB(form, m, n, k);
  const size_t block_n = pack ? kBlockN : n;
  for (size_t j = 0; j < n; j += block_n) {
    const size_t columns = std::min(block_n, n - j);
    for (size_t p = 0; p < k; p += kBlockK) {
      const size_t inner = std::min(kBlockK, k - p);
      const Panels right = RightBlock(form, pack, columns, inner,
                                      RightAt(form, b, p, j), workspace);
      LeftBlocks(form, m, columns, inner, LeftAt(form, a, p), right,
                 {c.data + j, c.stride}, alpha, accumulate || p > 0,
                 workspace + SizeOfPanels(inner, std::min(n, kBlockN)));
    }
  }
}

void PackAll(MatMulForm form, size_t n, size_t k, Matrix b, float* packed) {
  PackPanels(form == MatMulForm::kABt, n, k, b, packed);
}

void RunPacked(size_t m, size_t n, size_t k, Matrix a, const float* packed,
               MutableMatrix c, float alpha, bool accumulate,
               float* workspace) {
  if (k == 0 && !accumulate) Clear(m, n, c);
  for (size_t p = 0; p < k; p += kBlockK) {
    LeftBlocks(MatMulForm::kAB, m, n, std::min(kBlockK, k - p),
               {a.data + p, a.stride}, PackedView(packed, n, k, p), c, alpha,
               accumulate || p > 0, workspace);
  }
}

}  // namespace
}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(WorkspaceOf);
HWY_EXPORT(Run);
HWY_EXPORT(SizeOfPanels);
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
  return HWY_DYNAMIC_DISPATCH(SizeOfPanels)(k, n);
}

void Pack(MatMulForm form, size_t n, size_t k, Matrix b, float* packed) {
  HWY_DYNAMIC_DISPATCH(PackAll)(form, n, k, b, packed);
}

void MatMulPacked(size_t m, size_t n, size_t k, Matrix a, const float* packed,
                  MutableMatrix c, float alpha, bool accumulate,
                  float* workspace) {
  HWY_DYNAMIC_DISPATCH(RunPacked)
  (m, n, k, a, packed, c, alpha, accumulate, workspace);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
