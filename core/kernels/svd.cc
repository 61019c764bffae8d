#include "core/kernels/svd.h"

#include <cmath>
#include <limits>
#include <utility>

namespace clearhead::kernels {
namespace {

constexpr double kNegligible = 1e-30;  // 1e-15 of the largest, squared
constexpr double kOrthogonal = 1e-28;  // cosine² of two columns
constexpr int kSweeps = 60;            // about ten are needed

double DotOf(size_t n, const double* a, const double* b) {
  double sum[4] = {};
  size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (size_t lane = 0; lane < 4; ++lane) {
      sum[lane] += a[i + lane] * b[i + lane];
    }
  }
  for (; i < n; ++i) sum[0] += a[i] * b[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// (a, b) = (c·a − s·b, s·a + c·b)
void Turn(size_t n, double c, double s, double* __restrict a,
          double* __restrict b) {
  for (size_t i = 0; i < n; ++i) {
    const double x = a[i], y = b[i];
    a[i] = c * x - s * y;
    b[i] = s * x + c * y;
  }
}

// Columns and the rotations that made them orthogonal, as rows.
struct Columns {
  size_t count, length;
  double* cells;    // [count, length]
  double* turns;    // [count, count]
  double* squares;  // [count]

  double Measure() {
    double largest = 0;
    for (size_t k = 0; k < count; ++k) {
      const double* column = cells + k * length;
      squares[k] = DotOf(length, column, column);
      largest = std::max(largest, squares[k]);
    }
    return largest;
  }

  // Turns columns p and q so that they are orthogonal; false if they were.
  bool Rotate(size_t p, size_t q, double least) {
    const double a = squares[p], b = squares[q];
    if (std::min(a, b) <= least) return false;
    double* first = cells + p * length;
    double* second = cells + q * length;
    const double dot = DotOf(length, first, second);
    if (dot * dot <= kOrthogonal * a * b) return false;
    const double zeta = (b - a) / (2 * dot);
    const double tangent = std::copysign(1.0, zeta) /
                           (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
    const double c = 1 / std::sqrt(1 + tangent * tangent);
    Turn(length, c, c * tangent, first, second);
    Turn(count, c, c * tangent, turns + p * count, turns + q * count);
    squares[p] = a - tangent * dot;
    squares[q] = b + tangent * dot;
    return true;
  }

  void Swap(size_t p, size_t q) {
    std::swap(squares[p], squares[q]);
    std::swap_ranges(cells + p * length, cells + (p + 1) * length,
                     cells + q * length);
    std::swap_ranges(turns + p * count, turns + (p + 1) * count,
                     turns + q * count);
  }
};

void Orthogonalise(Columns* columns) {
  bool turned = true;
  for (int sweep = 0; turned && sweep < kSweeps; ++sweep) {
    const double least = kNegligible * columns->Measure();
    turned = false;
    for (size_t p = 0; p < columns->count; ++p) {
      for (size_t q = p + 1; q < columns->count; ++q) {
        turned |= columns->Rotate(p, q, least);
      }
    }
  }
}

}  // namespace

Svd Decompose(size_t m, size_t n, FunctionRef<double(size_t, size_t)> cell,
              double* scratch) {
  const bool tall = m >= n;
  const size_t count = std::min(m, n), length = std::max(m, n);
  double* turns = scratch + count * length;
  Columns columns{count, length, scratch, turns, turns + count * count};
  double sum = 0;
  for (size_t k = 0; k < count; ++k) {
    for (size_t i = 0; i < length; ++i) {
      const double x = tall ? cell(i, k) : cell(k, i);
      scratch[k * length + i] = x;
      sum += x * 0;
    }
    for (size_t i = 0; i < count; ++i) turns[k * count + i] = i == k;
  }
  const Svd svd{count, columns.squares, tall ? scratch : turns,
                tall ? turns : scratch};
  if (std::isnan(sum)) {
    std::fill_n(scratch, SvdScratch(m, n),
                std::numeric_limits<double>::quiet_NaN());
    return svd;
  }
  Orthogonalise(&columns);
  const double least = kNegligible * columns.Measure();
  for (size_t p = 0; p < count; ++p) {
    size_t largest = p;
    for (size_t q = p + 1; q < count; ++q) {
      if (svd.values[q] > svd.values[largest]) largest = q;
    }
    if (largest != p) columns.Swap(p, largest);
    double& value = svd.values[p];
    value = value <= least ? 0 : std::sqrt(value);
    for (size_t i = 0; i < length; ++i) {
      double& x = scratch[p * length + i];
      x = value == 0 ? 0 : x / value;
    }
  }
  return svd;
}

}  // namespace clearhead::kernels
