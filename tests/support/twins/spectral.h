// Twins by eigenvalues.
#ifndef CLEARHEAD_TESTS_SUPPORT_TWINS_SPECTRAL_H_
#define CLEARHEAD_TESTS_SUPPORT_TWINS_SPECTRAL_H_

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include "tests/support/twins/base.h"

namespace clearhead::test::twins {

template <typename Number>
struct Eigenpair {
  Number value;
  std::vector<double> vector;
};

// Turns rows and columns p and q of s so that s[p][q] = 0, and v with them.
inline void RotatePair(size_t p, size_t q, std::vector<std::vector<double>>& s,
                       std::vector<std::vector<double>>& v) {
  const double zeta = (s[q][q] - s[p][p]) / (2 * s[p][q]);
  const double sign = zeta < 0 ? -1 : 1;
  const double t = sign / (sign * zeta + std::sqrt(1 + zeta * zeta));
  const double c = 1 / std::sqrt(1 + t * t), d = c * t;
  const auto turn = [&](double& x, double& y) {
    const double was = x;
    x = c * was - d * y;
    y = d * was + c * y;
  };
  for (std::vector<double>& row : s) turn(row[p], row[q]);
  for (size_t k = 0; k < s.size(); ++k) turn(s[p][k], s[q][k]);
  for (std::vector<double>& row : v) turn(row[p], row[q]);
}

// Eigenvalues of a symmetric matrix with their vectors, largest first, by
// two-sided rotations (Jacobi 1846) of its real part; a complex step moves λ
// by vᵀ·Im(S)·v (first order, exact for the step), and no vector.
template <typename Number>
std::vector<Eigenpair<Number>> Eigenpairs(
    const std::vector<std::vector<Number>>& matrix) {
  const size_t n = matrix.size();
  std::vector<std::vector<double>> s(n, std::vector<double>(n)), v = s;
  double size = 1e-300;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) s[i][j] = std::real(matrix[i][j]);
    v[i][i] = 1;
    size += std::abs(s[i][i]);
  }
  for (int sweep = 0; sweep < 10; ++sweep) {
    for (size_t p = 0; p < n; ++p) {
      for (size_t q = p + 1; q < n; ++q) {
        // Below this it moves no digit of a value or of its derivative.
        if (std::abs(s[p][q]) >= 1e-13 * size) RotatePair(p, q, s, v);
      }
    }
  }
  std::vector<Eigenpair<Number>> pairs(n);
  for (size_t k = 0; k < n; ++k) {
    Number moved = 0;
    for (size_t i = 0; i < n; ++i) {
      pairs[k].vector.push_back(v[i][k]);
      for (size_t j = 0; j < n; ++j) {
        moved += v[i][k] * v[j][k] * (matrix[i][j] - std::real(matrix[i][j]));
      }
    }
    pairs[k].value = s[k][k] + moved;
  }
  std::sort(pairs.begin(), pairs.end(),
            [](const Eigenpair<Number>& a, const Eigenpair<Number>& b) {
              return std::real(a.value) > std::real(b.value);
            });
  return pairs;
}

// Roots of the eigenvalues of A·Aᵀ or Aᵀ·A, the smaller.
template <typename Number>
Array<Number> SingularValues(Call<Number> call) {
  const Array<Number>& a = call["a"];
  const int64_t m = a.shape.FromBack(1), n = a.shape.back();
  Shape shape = Leading(a, 2);
  const Shape lead = shape;
  shape.push_back(std::min(m, n));
  Array<Number> out(shape);
  ForEachIndex(lead, [&](const Index& matrix) {
    const auto gram = [&](int64_t i, int64_t j) {
      Number sum = 0;
      for (int64_t k = 0; k < std::max(m, n); ++k) {
        sum += m <= n ? a[At(matrix, i, k)] * a[At(matrix, j, k)]
                      : a[At(matrix, k, i)] * a[At(matrix, k, j)];
      }
      return sum;
    };
    Index cell = matrix;
    cell.push_back(0);
    for (const Eigenpair<Number>& pair :
         Eigenpairs(Table<Number>(shape.back(), gram))) {
      out[cell] = std::sqrt(pair.value);
      ++cell.back();
    }
  });
  return out;
}

template <typename Number>
Array<Number> Symmetry(Call<Number> call) {
  const Array<Number>& a = call["a"];
  Array<Number> out(Leading(a, 2));
  ForEachIndex(out.shape, [&](const Index& matrix) {
    const auto half = [&](int64_t i, int64_t j) {
      return 0.5 * (a[At(matrix, i, j)] + a[At(matrix, j, i)]);
    };
    out[matrix] = Eigenpairs(Table<Number>(a.shape.back(), half)).back().value;
  });
  return out;
}

// Eigenvectors of A·Aᵀ, their largest cells positive, times σ^½ = λ^¼.
template <typename Number>
Array<Number> LowRank(Call<Number> call) {
  const Array<Number>& x = call["x"];
  const int64_t m = x.shape.FromBack(1), rank = call.Get("rank").integer();
  Shape shape = Leading(x, 1);
  shape.push_back(rank);
  Array<Number> out(shape);
  ForEachIndex(Leading(x, 2), [&](const Index& matrix) {
    const auto gram = [&](int64_t i, int64_t j) {
      Number sum = 0;
      for (int64_t k = 0; k < x.shape.back(); ++k) {
        sum += x[At(matrix, i, k)] * x[At(matrix, j, k)];
      }
      return sum;
    };
    const std::vector<Eigenpair<Number>> pairs =
        Eigenpairs(Table<Number>(m, gram));
    for (int64_t k = 0; k < rank; ++k) {
      const Eigenpair<Number>& pair = pairs.at(static_cast<size_t>(k));
      const double largest = *std::max_element(
          pair.vector.begin(), pair.vector.end(),
          [](double a, double b) { return std::abs(a) < std::abs(b); });
      const double sign = largest < 0 ? -1 : 1;
      for (int64_t i = 0; i < m; ++i) {
        out[At(matrix, i, k)] = sign * std::sqrt(std::sqrt(pair.value)) *
                                pair.vector.at(static_cast<size_t>(i));
      }
    }
  });
  return out;
}

}  // namespace clearhead::test::twins

#endif  // CLEARHEAD_TESTS_SUPPORT_TWINS_SPECTRAL_H_
