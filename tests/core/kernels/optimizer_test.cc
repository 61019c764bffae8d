#include "core/kernels/optimizer.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/close.h"
#include "tests/support/each_target.h"
#include "tests/support/guarded.h"

namespace clearhead::kernels {
namespace {

using namespace clearhead::test;

constexpr Tolerance kRounding{2e-6, 2e-6};

AdamStep SomeAdam() {
  return {.gradient_scale = 0.5f,
          .l2 = 0.25f,
          .beta1 = 0.75f,
          .one_minus_beta1 = 0.25f,
          .beta2 = 0.875f,
          .one_minus_beta2 = 0.125f,
          .keep = 0.9375f,
          .rate = 0.125f,
          .root_scale = 1.5f,
          .epsilon = 0.0625f};
}

struct AdamCells {
  std::vector<double> p, m, v, largest;
};

// The equations of the header, cell by cell in double.
void AdamReference(const AdamStep& step, const std::vector<double>& gradient,
                   bool amsgrad, AdamCells* cells) {
  for (size_t i = 0; i < gradient.size(); ++i) {
    double& p = cells->p[i];
    double& m = cells->m[i];
    double& v = cells->v[i];
    double& largest = cells->largest[i];
    const double g = step.gradient_scale * gradient[i] + step.l2 * p;
    m = step.beta1 * m + step.one_minus_beta1 * g;
    v = step.beta2 * v + step.one_minus_beta2 * g * g;
    largest = std::max(largest, v);
    const double root = std::sqrt(amsgrad ? largest : v);
    p = step.keep * p - step.rate * m / (step.root_scale * root + step.epsilon);
  }
}

TEST_CASE("Adam at every size and alignment", "[optimizer]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      for (size_t misalign = 0; misalign < 4; ++misalign) {
        for (const bool amsgrad : {false, true}) {
          const AdamStep step = SomeAdam();
          AdamCells cells{RandomValues(n, -3, 3, 2), RandomValues(n, -3, 3, 3),
                          RandomValues(n, 0, 3, 4), RandomValues(n, 0, 3, 5)};
          Guarded gradient(RandomValues(n, -3, 3, 1), misalign);
          Guarded p(cells.p, (misalign + 1) % 4);
          Guarded m(cells.m, (misalign + 2) % 4);
          Guarded v(cells.v, (misalign + 3) % 4);
          Guarded largest(cells.largest, misalign);
          INFO("n " << n << ", misaligned by " << misalign << ", amsgrad "
                    << amsgrad);
          Adam(n, step, gradient.data(), p.data(), m.data(), v.data(),
               amsgrad ? largest.data() : nullptr);
          if (!amsgrad) {
            CHECK(Difference(largest.span(), cells.largest, {0, 0}) == "");
          }
          AdamReference(step, gradient.doubles(), amsgrad, &cells);
          CHECK(Difference(p.span(), cells.p, kRounding) == "");
          CHECK(Difference(m.span(), cells.m, kRounding) == "");
          CHECK(Difference(v.span(), cells.v, kRounding) == "");
          if (amsgrad) {
            CHECK(Difference(largest.span(), cells.largest, kRounding) == "");
          }
          CHECK((p.Intact() && m.Intact() && v.Intact() && largest.Intact()));
        }
      }
    }
  });
}

TEST_CASE("SGD at every size and alignment", "[optimizer]") {
  EachTarget([] {
    for (const size_t n : Sizes()) {
      for (const bool nesterov : {false, true}) {
        const SgdStep step{0.5f, 0.25f, 0.75f, 0.125f, nesterov};
        Guarded gradient(RandomValues(n, -3, 3, 1), 1);
        Guarded p(RandomValues(n, -3, 3, 2), 2);
        Guarded m(RandomValues(n, -3, 3, 3), 3);
        std::vector<double> moved = p.doubles(), momentum = m.doubles();
        for (size_t i = 0; i < n; ++i) {
          const double g =
              step.gradient_scale * gradient[i] + step.l2 * moved[i];
          momentum[i] = step.momentum * momentum[i] + g;
          moved[i] -= step.rate * (nesterov ? g + step.momentum * momentum[i]
                                            : momentum[i]);
        }
        INFO("n " << n << ", nesterov " << nesterov);
        Sgd(n, step, gradient.data(), p.data(), m.data());
        CHECK(Difference(p.span(), moved, kRounding) == "");
        CHECK(Difference(m.span(), momentum, kRounding) == "");
        CHECK((p.Intact() && m.Intact()));
      }
    }
  });
}

TEST_CASE("a gradient of 0 leaves a fresh parameter, NaN reaches only its own",
          "[optimizer]") {
  EachTarget([] {
    for (const size_t n : {1, 5, 16, 35}) {
      AdamStep step = SomeAdam();
      step.l2 = 0;
      step.keep = 1;
      std::vector<float> gradient(n, 0), p(n, 2), m(n, 0), v(n, 0);
      Adam(n, step, gradient.data(), p.data(), m.data(), v.data(), nullptr);
      CHECK(Difference(p, std::vector<double>(n, 2), {0, 0}) == "");
      gradient[n - 1] = std::nanf("");
      Adam(n, step, gradient.data(), p.data(), m.data(), v.data(), nullptr);
      std::vector<double> expected(n, 2);
      expected[n - 1] = NAN;
      CHECK(Difference(p, expected, {0, 0}) == "");
    }
  });
}

}  // namespace
}  // namespace clearhead::kernels
