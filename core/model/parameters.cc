#include "core/model/parameters.h"

#include <algorithm>
#include <cmath>

#include "core/base/hash.h"
#include "core/base/random.h"

namespace clearhead {
namespace {

constexpr int64_t kAlignment = 16;  // floats: one cache line

void DrawNormal(double deviation, Random* random, const TensorView& cells) {
  const auto size = static_cast<float>(deviation);
  for (int64_t i = 0; i < CountOf(cells.shape); ++i) {
    cells.floats()[i] = random->Normal() * size;
  }
}

// Rows of normal numbers made orthogonal one after another (Gram and Schmidt),
// which is a uniformly distributed orthogonal matrix; n³ multiplications, in
// doubles, since rounding errors grow from row to row.
Status DrawOrthogonal(const std::shared_ptr<Budget>& budget, double size,
                      Random* random, const TensorView& cells) {
  const int64_t n = cells.shape[0];
  CH_ASSIGN_OR_RETURN(
      Buffer scratch,
      Buffer::Allocate(budget, static_cast<size_t>(n * n), sizeof(double)));
  auto* rows = scratch.as<double>();
  for (int64_t i = 0; i < n; ++i) {
    double* row = rows + i * n;
    for (int64_t c = 0; c < n; ++c) row[c] = random->Normal();
    const auto dot = [n](const double* a, const double* b) {
      double sum = 0;
      for (int64_t c = 0; c < n; ++c) sum += a[c] * b[c];
      return sum;
    };
    for (int64_t j = 0; j < i; ++j) {
      const double* other = rows + j * n;
      const double along = dot(row, other);
      for (int64_t c = 0; c < n; ++c) row[c] -= along * other[c];
    }
    const double length = std::sqrt(dot(row, row));
    for (int64_t c = 0; c < n; ++c) row[c] /= length;
  }
  for (int64_t i = 0; i < n * n; ++i) {
    cells.floats()[i] = static_cast<float>(size * rows[i]);
  }
  return {};
}

}  // namespace

Result<Parameters> Parameters::Make(const std::shared_ptr<Budget>& budget,
                                    std::vector<Parameter> list) {
  Parameters parameters;
  int64_t end = 0;
  for (Parameter& parameter : list) {
    parameter.offset = end;
    end += (parameter.count() + kAlignment - 1) / kAlignment * kAlignment;
  }
  CH_ASSIGN_OR_RETURN(
      parameters.cells_,
      Buffer::Allocate(budget, static_cast<size_t>(end), sizeof(float)));
  parameters.list_ = std::move(list);
  parameters.extent_ = end;
  return parameters;
}

Status Parameters::Draw(const std::shared_ptr<Budget>& budget, uint32_t seed) {
  for (size_t i = 0; i < list_.size(); ++i) {
    const Parameter& parameter = list_[i];
    const TensorView cells = Cells(static_cast<int>(i));
    Random random(seed, Hash(parameter.name));
    switch (parameter.initial) {
      case Initial::kZeros:
      case Initial::kOnes:
        std::fill_n(cells.floats(), parameter.count(),
                    parameter.initial == Initial::kOnes ? 1.f : 0.f);
        break;
      case Initial::kNormal:
        DrawNormal(parameter.size, &random, cells);
        break;
      case Initial::kOrthogonal:
        CH_RETURN_IF_ERROR(
            DrawOrthogonal(budget, parameter.size, &random, cells));
        break;
    }
  }
  return {};
}

int64_t Parameters::count() const {
  int64_t count = 0;
  for (const Parameter& parameter : list_) count += parameter.count();
  return count;
}

int Parameters::Find(std::string_view name) const {
  for (size_t i = 0; i < list_.size(); ++i) {
    if (list_[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

TensorView Parameters::Cells(int number) const {
  const Parameter& parameter = list_[static_cast<size_t>(number)];
  // Views do not own and do not say const.
  auto* cells = const_cast<float*>(data()) + parameter.offset;
  return {DataType::kFloat32, parameter.shape, DenseStrides(parameter.shape),
          cells};
}

}  // namespace clearhead
