#include "core/kernels/svd.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/guarded.h"

namespace clearhead::kernels {
namespace {

using test::RandomValues;

struct Matrix {
  size_t m, n;
  std::vector<double> cells;
  double At(size_t i, size_t j) const { return cells[i * n + j]; }
};

Matrix RandomMatrix(size_t m, size_t n, uint64_t seed) {
  return {m, n, RandomValues(m * n, -2, 2, seed)};
}

// The sum of `rank` outer products.
Matrix OfRank(size_t m, size_t n, size_t rank) {
  Matrix sum{m, n, std::vector<double>(m * n, 0)};
  for (size_t k = 0; k < rank; ++k) {
    const std::vector<double> u = RandomValues(m, -1, 1, 2 * k + 1);
    const std::vector<double> v = RandomValues(n, -1, 1, 2 * k + 2);
    for (size_t i = 0; i < m * n; ++i) sum.cells[i] += u[i / n] * v[i % n];
  }
  return sum;
}

struct Held {
  std::vector<double> scratch;
  Svd svd;
};

Held Decomposed(const Matrix& a) {
  Held held{std::vector<double>(SvdScratch(a.m, a.n)), {}};
  const auto cell = [&](size_t i, size_t j) { return a.At(i, j); };
  held.svd = Decompose(a.m, a.n, cell, held.scratch.data());
  return held;
}

double Product(size_t n, const double* a, const double* b) {
  double sum = 0;
  for (size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

// A = U·diag(σ)·Vᵀ, σ descends and is not negative, vectors are orthonormal but
// for those of σ = 0 on the longer side.
void CheckInvariants(const Matrix& a) {
  INFO(a.m << " × " << a.n);
  const Held held = Decomposed(a);
  const Svd& svd = held.svd;
  REQUIRE(svd.count == std::min(a.m, a.n));
  const double scale = svd.count == 0 ? 0 : svd.values[0];
  for (size_t i = 0; i < a.m; ++i) {
    for (size_t j = 0; j < a.n; ++j) {
      double sum = 0;
      for (size_t k = 0; k < svd.count; ++k) {
        sum += svd.values[k] * svd.left[k * a.m + i] * svd.right[k * a.n + j];
      }
      CHECK(std::abs(sum - a.At(i, j)) <= 1e-13 * scale);
    }
  }
  for (size_t k = 0; k < svd.count; ++k) {
    CHECK(svd.values[k] >= 0);
    if (k > 0) CHECK(svd.values[k] <= svd.values[k - 1]);
    for (size_t l = 0; l <= k; ++l) {
      const double left = Product(a.m, svd.left + k * a.m, svd.left + l * a.m);
      const double right =
          Product(a.n, svd.right + k * a.n, svd.right + l * a.n);
      const bool zero = svd.values[k] == 0;
      const bool tall = a.m >= a.n;
      CHECK(std::abs(left - (k == l && !(zero && tall))) < 1e-12);
      CHECK(std::abs(right - (k == l && !(zero && !tall))) < 1e-12);
    }
  }
}

TEST_CASE("singular values of every shape", "[svd]") {
  for (const size_t m : {1, 2, 3, 5, 8, 17, 40}) {
    for (const size_t n : {1, 2, 4, 7, 33})
      CheckInvariants(RandomMatrix(m, n, m + n));
  }
  CheckInvariants({0, 4, {}});
  CheckInvariants({4, 0, {}});
}

TEST_CASE("singular values of deficient, repeated and graded matrices",
          "[svd]") {
  for (const size_t rank : {0, 1, 3, 9}) {
    for (const size_t n : {10, 30}) {
      const Matrix a = OfRank(20, n, rank);
      CheckInvariants(a);
      const Held held = Decomposed(a);
      for (size_t k = 0; k < held.svd.count; ++k) {
        CHECK((held.svd.values[k] > 1e-12) == (k < rank));
      }
    }
  }
  Matrix identity{6, 6, std::vector<double>(36, 0)};
  for (size_t i = 0; i < 6; ++i) identity.cells[7 * i] = i % 2 == 0 ? 3 : -3;
  CheckInvariants(identity);
  CHECK(Decomposed(identity).svd.values[5] == 3);
  // Columns of very different sizes keep the digits of the small ones.
  Matrix graded = RandomMatrix(12, 6, 4);
  for (size_t i = 0; i < graded.cells.size(); ++i) {
    graded.cells[i] *= std::pow(10, -2.0 * static_cast<double>(i % 6));
  }
  CheckInvariants(graded);
  for (const double scale : {1e-60, 1e60}) {
    Matrix scaled = RandomMatrix(7, 5, 5);
    for (double& cell : scaled.cells) cell *= scale;
    CheckInvariants(scaled);
  }
}

TEST_CASE("known singular values", "[svd]") {
  // Of the Hilbert matrix of order 3 (Golub and Van Loan 2013).
  Matrix hilbert{3, 3, {}};
  for (double i = 1; i <= 3; ++i) {
    for (double j = 1; j <= 3; ++j) hilbert.cells.push_back(1 / (i + j - 1));
  }
  const Held held = Decomposed(hilbert);
  CHECK(held.svd.values[0] == Approx(1.4083189271236537).epsilon(1e-14));
  CHECK(held.svd.values[1] == Approx(0.1223270658539059).epsilon(1e-13));
  CHECK(held.svd.values[2] == Approx(0.0026873403557735).epsilon(1e-12));
}

TEST_CASE("what is not finite makes all NaN, at once", "[svd]") {
  for (const double value :
       {std::nan(""), -std::numeric_limits<double>::infinity()}) {
    Matrix a = RandomMatrix(5, 9, 1);
    a.cells[13] = value;
    const Held held = Decomposed(a);
    for (const double x : held.scratch) CHECK(std::isnan(x));
  }
}

}  // namespace
}  // namespace clearhead::kernels
