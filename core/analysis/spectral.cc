#include "core/analysis/spectral.h"

#include <cmath>

#include "core/base/order.h"
#include "core/ops/loops.h"
#include "core/ops/patterns.h"

namespace clearhead {

Status CheckCells(const char* operation, const Shape& shape) {
  constexpr int64_t kMostCells = 1 << 18;
  if (shape.FromBack(0) * shape.FromBack(1) <= kMostCells) return {};
  return Fail(ErrorCode::kShape,
              "% takes matrices of at most % cells; a has the shape %",
              operation, kMostCells, shape);
}

void ForEachSvd(
    const Call& call,
    FunctionRef<void(size_t m, size_t n, const kernels::Svd&)> visit) {
  const TensorView& a = call.inputs[0];
  const auto m = static_cast<size_t>(a.shape.FromBack(1));
  const auto n = static_cast<size_t>(a.shape.back());
  ForEach(Lead(a.shape, 2), {&a}, [&](Offsets at) {
    const float* cells = a.floats() + at[0];
    const int64_t stride = a.strides.FromBack(1);
    const auto cell = [&](size_t i, size_t j) -> double {
      return cells[static_cast<int64_t>(i) * stride + static_cast<int64_t>(j)];
    };
    visit(m, n,
          kernels::Decompose(m, n, cell,
                             reinterpret_cast<double*>(call.workspace)));
  });
}

size_t SvdWorkspace(const std::vector<TensorView>& inputs, const Attributes&) {
  const Shape& shape = inputs[0].shape;
  return 2 * kernels::SvdScratch(static_cast<size_t>(shape.FromBack(1)),
                                 static_cast<size_t>(shape.back()));
}

int SumWithRest(const std::vector<int>& terms, int64_t count, double rest,
                Expression* expression) {
  const int sum = expression->Sum(terms, "Σ");
  const auto omitted = count - static_cast<int64_t>(terms.size());
  if (omitted > 0) {
    Term& total = expression->terms()[sum];
    total.value += rest;
    total.omitted_count = omitted;
    total.omitted_value = rest;
  }
  return sum;
}

void ExplainBilinear(const Call& call, const Index& lead, Strided u, Strided v,
                     Expression* expression) {
  const TensorView& a = call.inputs[0];
  const int64_t columns = a.shape.back();
  const auto count = static_cast<int>(a.shape.FromBack(1) * columns);
  Index cell = lead;
  cell.push_back(0);
  cell.push_back(0);
  const auto move = [&](int flat) {
    cell[lead.size()] = flat / columns;
    cell.back() = flat % columns;
  };
  const auto weight = [&](int flat) {
    return u[flat / columns] * v[flat % columns];
  };
  const auto term = [&](int flat) {
    move(flat);
    return weight(flat) * a.At(cell);
  };
  const bool all = expression->follows() || count <= kMostTerms;
  const std::vector<int> order = OrderOf(count, [&](int p, int q) {
    return !all && std::abs(term(p)) > std::abs(term(q));
  });
  const int most = all ? count : kMostTerms;
  std::vector<int> products;
  for (int i = 0; i < most; ++i) {
    move(order[i]);
    const int operand = OperandAt(call, 0, cell, expression);
    products.push_back(expression->Product(
        expression->Constant(weight(order[i]), "u·v"), operand));
  }
  double rest = 0;
  for (int i = most; i < count; ++i) rest += term(order[i]);
  SumWithRest(products, count, rest, expression);
}

}  // namespace clearhead
