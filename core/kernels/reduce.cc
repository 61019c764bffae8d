#include "core/kernels/reduce.h"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/reduce.cc"
#include "hwy/foreach_target.h"
// After foreach_target.h.
#include "core/kernels/vec-inl.h"

HWY_BEFORE_NAMESPACE();
namespace clearhead::kernels::HWY_NAMESPACE {

double SumDouble(size_t n, const float* a) { return WideSum(n, a); }

double Dot(size_t n, const float* a, const float* b) {
  return WideDot(n, a, b);
}

float Max(size_t n, const float* a) {
  const Floats d;
  const float lowest = -std::numeric_limits<float>::infinity();
  auto max = hn::Set(d, lowest);
  auto nan = hn::Zero(d);  // Or keeps the bits of every NaN seen
  const auto step = [&](auto x) HWY_ATTR {
    max = hn::Max(max, x);
    nan = hn::Or(nan, hn::IfThenElseZero(hn::IsNaN(x), x));
  };
  ForEach(n, lowest, step, a);
  if (!hn::AllFalse(d, hn::IsNaN(nan))) {
    return std::numeric_limits<float>::quiet_NaN();
  }
  return LaneMax(d, max);
}

namespace {

// Columns [0, count) of the rows: kVectors vectors at a time stay in registers.
template <size_t kVectors>
HWY_INLINE void SumColumns(size_t rows, const float* a, size_t stride,
                           float* out) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  FloatVec sums[kVectors];
  for (size_t v = 0; v < kVectors; ++v) sums[v] = hn::LoadU(d, out + v * lanes);
  for (size_t r = 0; r < rows; ++r) {
    for (size_t v = 0; v < kVectors; ++v) {
      sums[v] = hn::Add(sums[v], hn::LoadU(d, a + r * stride + v * lanes));
    }
  }
  for (size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[v], d, out + v * lanes);
}

}  // namespace

void SumRows(size_t rows, size_t columns, const float* a, size_t stride,
             float* out) {
  const Floats d;
  const size_t lanes = hn::Lanes(d);
  size_t c = 0;
  for (; c + 4 * lanes <= columns; c += 4 * lanes) {
    SumColumns<4>(rows, a + c, stride, out + c);
  }
  for (; c + lanes <= columns; c += lanes) {
    SumColumns<1>(rows, a + c, stride, out + c);
  }
  if (c == columns) return;
  auto sum = LoadPartial(d, out + c, columns - c);
  for (size_t r = 0; r < rows; ++r) {
    sum = hn::Add(sum, LoadPartial(d, a + r * stride + c, columns - c));
  }
  StorePartial(sum, d, out + c, columns - c);
}

}  // namespace clearhead::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clearhead::kernels {

HWY_EXPORT(SumDouble);
HWY_EXPORT(Dot);
HWY_EXPORT(Max);
HWY_EXPORT(SumRows);

double SumDouble(size_t n, const float* a) {
  return HWY_DYNAMIC_DISPATCH(SumDouble)(n, a);
}
float Sum(size_t n, const float* a) {
  return static_cast<float>(SumDouble(n, a));
}
double Dot(size_t n, const float* a, const float* b) {
  return HWY_DYNAMIC_DISPATCH(Dot)(n, a, b);
}
float Max(size_t n, const float* a) { return HWY_DYNAMIC_DISPATCH(Max)(n, a); }
void SumRows(size_t rows, size_t columns, const float* a, size_t stride,
             float* out) {
  HWY_DYNAMIC_DISPATCH(SumRows)(rows, columns, a, stride, out);
}

}  // namespace clearhead::kernels
#endif  // HWY_ONCE
