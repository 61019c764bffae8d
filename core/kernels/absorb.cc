#include "core/kernels/absorb.h"

#include <cmath>

#include "core/kernels/elementwise.h"
#include "core/kernels/reduce.h"

namespace clearhead::kernels {

bool Finite(size_t rows, size_t n, Matrix matrix) {
  bool finite = true;
  for (; rows > 0; --rows, matrix.data += matrix.stride) {
    finite &=
        std::isfinite(static_cast<float>(Dot(n, matrix.data, matrix.data)));
  }
  return finite;
}

void AddUnlessZero(size_t n, float factor, const float* a, float* out) {
  if (factor != 0) MultiplyAdd(n, factor, a, out);
}

// c_i = Σ_l a_il b_l over the a_il that are not 0
void MatMulAbsorbing(MatMulForm form, size_t m, size_t n, size_t k, Matrix a,
                     Matrix b, MutableMatrix c, float alpha, bool accumulate,
                     float* workspace) {
  if (Finite(k, n, b)) {
    return MatMul(form, m, n, k, a, b, c, alpha, accumulate, workspace);
  }
  const bool columns = form == MatMulForm::kAtB;
  const ptrdiff_t down = columns ? 1 : a.stride;
  const ptrdiff_t along = columns ? a.stride : 1;
  for (; m > 0; --m, a.data += down, c.data += c.stride) {
    if (!accumulate) Fill(n, 0, c.data);
    for (size_t l = 0; l < k; ++l) {
      const auto row = static_cast<ptrdiff_t>(l);
      AddUnlessZero(n, alpha * a.data[row * along], b.data + row * b.stride,
                    c.data);
    }
  }
}

}  // namespace clearhead::kernels
