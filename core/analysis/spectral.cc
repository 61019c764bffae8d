#include "core/analysis/spectral.h"

#include <cmath>

#include "core/base/order.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

constexpr int kMostTerms = 4096;  // written out

}  // namespace

Status CheckCells(const char* operation, const Shape& shape) {
  constexpr int64_t kMostCells = 1 << 18;
  if (shape.FromBack(0) * shape.FromBack(1) <= kMostCells) return {};
  return Fail(ErrorCode::kShape,
              "% takes matrices of at most % cells; a has the shape %",
              operation, kMostCells, shape);
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
  const int sum = expression->Sum(products, "Σ");
  if (all) return;
  double rest = 0;
  for (int i = most; i < count; ++i) rest += term(order[i]);
  Term& total = expression->terms()[sum];
  total.value += rest;
  total.omitted_count = count - most;
  total.omitted_value = rest;
}

}  // namespace clearhead
