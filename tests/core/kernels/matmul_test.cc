// Matrix products against sums in double, on every vector target.
#include "core/kernels/matmul.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/close.h"
#include "tests/support/each_target.h"
#include "tests/support/guarded.h"

namespace clearhead::kernels {
namespace {

using test::EachTarget;
using test::Guarded;
using test::RandomValues;

constexpr MatMulForm kForms[] = {MatMulForm::kAB, MatMulForm::kABt,
                                 MatMulForm::kAtB};

struct Product {
  MatMulForm form;
  size_t m, n, k;
  float alpha = 1;
  bool accumulate = false;
  size_t extra = 0;     // floats between the end of a row and the next row
  size_t misalign = 0;  // floats

  bool a_transposed() const { return form == MatMulForm::kAtB; }
  bool b_transposed() const { return form == MatMulForm::kABt; }
  size_t a_rows() const { return a_transposed() ? k : m; }
  size_t b_rows() const { return b_transposed() ? n : k; }
  size_t a_stride() const { return (a_transposed() ? m : k) + extra; }
  size_t b_stride() const { return (b_transposed() ? k : n) + extra; }
  size_t c_stride() const { return n + extra; }
};

// Floats of `rows` rows: nothing is reserved after the last row's end, so that
// reading a whole vector there is found.
size_t Extent(size_t rows, size_t stride, size_t extra) {
  return rows == 0 || stride == 0 ? 0 : rows * stride - extra;
}

std::string Describe(const Product& p) {
  return "form " + std::to_string(static_cast<int>(p.form)) + " m " +
         std::to_string(p.m) + " n " + std::to_string(p.n) + " k " +
         std::to_string(p.k) + " accumulate " + std::to_string(p.accumulate);
}

// Checks every element of C [m, n], and that the floats between its rows keep
// `old`, against the sum in double. The error of a float sum of k terms is
// bounded through the sum of their absolute values.
std::string Mismatch(const Product& p, const float* a, const float* b,
                     const float* c, const std::vector<double>& old) {
  for (size_t i = 0; i < p.m; ++i) {
    for (size_t j = 0; j < p.c_stride(); ++j) {
      const size_t at = i * p.c_stride() + j;
      if (at >= old.size()) continue;
      double sum = 0, size = 0;
      for (size_t l = 0; j < p.n && l < p.k; ++l) {
        const double term =
            static_cast<double>(p.a_transposed() ? a[l * p.a_stride() + i]
                                                 : a[i * p.a_stride() + l]) *
            (p.b_transposed() ? b[j * p.b_stride() + l]
                              : b[l * p.b_stride() + j]);
        sum += term;
        size += std::abs(term);
      }
      const bool keeps = p.accumulate || j >= p.n;
      const double expected = (keeps ? old[at] : 0) + p.alpha * sum;
      const double bound =
          j >= p.n ? 0 : 1e-6 + 2e-6 * std::abs(p.alpha) * size;
      if (std::abs(c[at] - expected) <= bound) continue;
      return Describe(p) + ": [" + std::to_string(i) + ", " +
             std::to_string(j) + "] is " + std::to_string(c[at]) +
             ", expected " + std::to_string(expected);
    }
  }
  return "";
}

float* Aligned(std::vector<float>& storage, size_t floats) {
  storage.assign(floats + 32, std::nanf(""));
  const auto address = reinterpret_cast<uintptr_t>(storage.data());
  return storage.data() + (-address & 63) / sizeof(float);
}

// One product; "" when it is right and wrote nothing else.
std::string Failure(const Product& p) {
  Guarded a(RandomValues(Extent(p.a_rows(), p.a_stride(), p.extra), -1, 1, 1),
            p.misalign);
  Guarded b(RandomValues(Extent(p.b_rows(), p.b_stride(), p.extra), -1, 1, 2),
            p.misalign);
  const auto old = RandomValues(Extent(p.m, p.c_stride(), p.extra), -1, 1, 3);
  Guarded c(old, p.misalign);
  if (!p.accumulate) {  // not initialised by the caller
    for (size_t i = 0; i < c.size(); ++i) {
      if (i % p.c_stride() < p.n) c[i] = std::nanf("");
    }
  }
  std::vector<float> storage;
  const size_t floats = MatMulWorkspace(p.form, p.m, p.n, p.k);
  float* workspace = Aligned(storage, floats);
  workspace[floats] = 12345;
  MatMul(p.form, p.m, p.n, p.k,
         {a.data(), static_cast<ptrdiff_t>(p.a_stride())},
         {b.data(), static_cast<ptrdiff_t>(p.b_stride())},
         {c.data(), static_cast<ptrdiff_t>(p.c_stride())}, p.alpha,
         p.accumulate, workspace);
  if (!c.Intact()) return Describe(p) + ": wrote outside of C";
  if (workspace[floats] != 12345) return Describe(p) + ": workspace too small";
  return Mismatch(p, a.data(), b.data(), c.data(), old);
}

// Around the tile and vector sizes of every target: 0…2N+1 and multiples.
const size_t kSmall[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 12,
                         13, 15, 16, 17, 18, 24, 25, 31, 32, 33};

TEST_CASE("MatMul of all small sizes in all forms", "[kernels][matmul]") {
  EachTarget([] {
    for (const MatMulForm form : kForms) {
      for (const size_t m : kSmall) {
        for (const size_t n : kSmall) {
          for (const size_t k : kSmall) {
            const bool accumulate = (m + n + k) % 2 == 1;
            const std::string failure =
                Failure({form, m, n, k, accumulate ? -0.5f : 1.0f, accumulate,
                         k % 3, (m + n) % 4});
            if (failure != "") FAIL_CHECK(failure);
          }
        }
      }
    }
    SUCCEED("compared");
  });
}

TEST_CASE("MatMul beyond one cache block", "[kernels][matmul]") {
  EachTarget([] {
    const size_t sizes[][3] = {{129, 65, 257},  {130, 300, 33}, {7, 515, 513},
                               {259, 67, 300},  {64, 64, 64},   {1, 300, 600},
                               {300, 1, 300},   {5, 70, 1030},  {257, 257, 17},
                               {128, 256, 256}, {40, 130, 1}};
    for (const auto& [m, n, k] : sizes) {
      for (const MatMulForm form : kForms) {
        for (const bool accumulate : {false, true}) {
          CHECK(Failure({form, m, n, k, 0.75f, accumulate, 3, 1}) == "");
        }
      }
    }
  });
}

TEST_CASE("MatMul without inner size clears or keeps C", "[kernels][matmul]") {
  EachTarget([] {
    for (const MatMulForm form : kForms) {
      CHECK(Failure({form, 5, 7, 0, 1, false, 2, 1}) == "");
      CHECK(Failure({form, 5, 7, 0, 1, true, 2, 1}) == "");
    }
  });
}

TEST_CASE("MatMul lets NaN and infinity through", "[kernels][matmul]") {
  EachTarget([] {
    std::vector<float> a(9, 1), b(9, 1), c(9), storage;
    a[4] = std::nanf("");
    b[2] = INFINITY;
    float* workspace = Aligned(storage, MatMulWorkspace({}, 3, 3, 3));
    MatMul(MatMulForm::kAB, 3, 3, 3, {a.data(), 3}, {b.data(), 3},
           {c.data(), 3}, 1, false, workspace);
    CHECK(c[0] == 3);
    CHECK(c[2] == INFINITY);
    for (size_t j = 3; j < 6; ++j) CHECK(std::isnan(c[j]));
  });
}

TEST_CASE("MatMulPacked equals the product", "[kernels][matmul]") {
  EachTarget([] {
    for (const size_t m : {0, 1, 4, 9, 130}) {
      for (const size_t n : {0, 1, 5, 8, 16, 31, 37, 70, 300}) {
        for (const size_t k : {0, 1, 6, 33, 300}) {
          for (const MatMulForm form : {MatMulForm::kAB, MatMulForm::kABt}) {
            const Product p{form, m, n, k, 1.5f, k % 2 == 0, 1, 1};
            Guarded a(RandomValues(Extent(m, p.a_stride(), 1), -1, 1, 1), 1);
            Guarded b(
                RandomValues(Extent(p.b_rows(), p.b_stride(), 1), -1, 1, 2), 1);
            Guarded packed(PackedSize(k, n), 0, std::nanf(""));
            Pack(form, n, k, {b.data(), static_cast<ptrdiff_t>(p.b_stride())},
                 packed.data());
            const auto old = RandomValues(Extent(m, p.c_stride(), 1), -1, 1, 3);
            Guarded c(old, 1);
            Guarded workspace(MatMulWorkspace(MatMulForm::kAB, m, n, k), 0,
                              std::nanf(""));
            MatMulPacked(
                m, n, k, {a.data(), static_cast<ptrdiff_t>(p.a_stride())},
                packed.data(), {c.data(), static_cast<ptrdiff_t>(p.c_stride())},
                p.alpha, p.accumulate, workspace.data());
            REQUIRE(workspace.Intact());
            REQUIRE(packed.Intact());
            REQUIRE(c.Intact());
            REQUIRE(Mismatch(p, a.data(), b.data(), c.data(), old) == "");
          }
        }
      }
    }
  });
}

// A batch of `count` products; strides 0 share an operand or sum into one C.
void CheckBatch(const Product& p, size_t count, BatchStride stride) {
  const auto extent = [&](size_t matrix, ptrdiff_t step) {
    return matrix + (count - 1) * static_cast<size_t>(step);
  };
  Guarded a(RandomValues(extent(p.a_rows() * p.a_stride(), stride.a), -1, 1, 1),
            1);
  Guarded b(RandomValues(extent(p.b_rows() * p.b_stride(), stride.b), -1, 1, 2),
            2);
  const auto old = RandomValues(extent(p.m * p.c_stride(), stride.c), -1, 1, 3);
  Guarded c(old, 3), one(old, 3);
  std::vector<float> storage;
  float* workspace = Aligned(storage, MatMulWorkspace(p.form, p.m, p.n, p.k));
  const auto a_row = static_cast<ptrdiff_t>(p.a_stride());
  const auto b_row = static_cast<ptrdiff_t>(p.b_stride());
  const auto c_row = static_cast<ptrdiff_t>(p.c_stride());
  MatMulBatch(p.form, count, stride, p.m, p.n, p.k, {a.data(), a_row},
              {b.data(), b_row}, {c.data(), c_row}, p.alpha, p.accumulate,
              workspace);
  for (size_t i = 0; i < count; ++i) {
    const auto at = static_cast<ptrdiff_t>(i);
    MatMul(p.form, p.m, p.n, p.k, {a.data() + at * stride.a, a_row},
           {b.data() + at * stride.b, b_row},
           {one.data() + at * stride.c, c_row}, p.alpha, p.accumulate,
           workspace);
  }
  CAPTURE(Describe(p), count, stride.a, stride.b, stride.c);
  CHECK(c.Intact());
  CHECK(test::Difference(c.span(), one.doubles()) == "");
}

TEST_CASE("MatMulBatch equals its single products", "[kernels][matmul]") {
  EachTarget([] {
    for (const MatMulForm form : kForms) {
      const Product p{form, 6, 10, 17, 0.5f, true, 2, 0};
      const auto a = static_cast<ptrdiff_t>(p.a_rows() * p.a_stride());
      const auto b = static_cast<ptrdiff_t>(p.b_rows() * p.b_stride());
      const auto c = static_cast<ptrdiff_t>(p.m * p.c_stride());
      CheckBatch(p, 5, {a, b, c});
      CheckBatch(p, 5, {a + 7, b + 1, c + 3});
      CheckBatch(p, 5, {a, 0, c});  // shared weights: one tall product
      CheckBatch(p, 5, {0, b, c});
      CheckBatch(p, 5, {a, b, 0});  // summed: a weight's gradient
      CheckBatch(p, 5, {a + 7, b, 0});
      CheckBatch(p, 1, {0, 0, 0});
      Product fresh = p;
      fresh.accumulate = false;
      CheckBatch(fresh, 5, {a, b, c});
      CheckBatch(fresh, 5, {a, 0, c});
    }
  });
}

}  // namespace
}  // namespace clearhead::kernels
