// Exact derivatives of a scalar twin by the complex step: ∂f/∂x = Im f(x +
// ih)/h without cancellation. Source: Squire and Trapp 1998, "Using Complex
// Variables to Estimate Derivatives of Real Functions".
#ifndef CLEARHEAD_TESTS_SUPPORT_GRADIENT_CHECK_H_
#define CLEARHEAD_TESTS_SUPPORT_GRADIENT_CHECK_H_

#include <complex>
#include <vector>

#include "tests/support/array.h"
#include "tests/support/reference.h"

namespace clearhead::test {

using Complex = std::complex<double>;

inline Arrays<Complex> ToComplex(const Arrays<double>& arrays) {
  Arrays<Complex> result;
  for (const Array<double>& array : arrays) {
    Array<Complex> copy;
    copy.present = array.present;
    copy.shape = array.shape;
    copy.cells.assign(array.cells.begin(), array.cells.end());
    result.push_back(std::move(copy));
  }
  return result;
}

// ∂out[o]/∂inputs[slot][i] for all: row i holds the derivatives of every output
// cell o.
struct Jacobian {
  std::vector<std::vector<double>> rows;
  double At(int64_t input, int64_t output) const {
    return rows.at(input).at(output);
  }
};

inline Jacobian ComplexStep(const Operation& operation,
                            const Arrays<double>& inputs,
                            const Attributes& attributes, size_t slot) {
  constexpr double kStep = 1e-100;
  Arrays<Complex> moved = ToComplex(inputs);
  Jacobian jacobian;
  for (int64_t i = 0; i < inputs[slot].count(); ++i) {
    moved[slot].cells[i] += Complex(0, kStep);
    std::vector<double> row;
    for (const Complex& out : RunTwin(operation, moved, attributes).cells) {
      row.push_back(out.imag() / kStep);
    }
    moved[slot].cells[i] = inputs[slot].cells[i];
    jacobian.rows.push_back(std::move(row));
  }
  return jacobian;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_GRADIENT_CHECK_H_
