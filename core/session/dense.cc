#include "core/session/dense.h"

#include <cstring>
#include <utility>

#include "core/ops/loops.h"

namespace clearhead {

Result<DenseTensor> DenseCopy(std::shared_ptr<Budget> budget,
                              const TensorView& view) {
  const size_t size = SizeOf(view.type);
  DenseTensor copy{view.type, view.shape, {}};
  CH_ASSIGN_OR_RETURN(
      copy.cells, Buffer::Allocate(std::move(budget),
                                   static_cast<size_t>(copy.count()), size));
  auto* to = copy.cells.as<std::byte>();
  const auto* from = view.as<std::byte>();
  const size_t whole = static_cast<size_t>(copy.count()) * size;
  if (view.dense()) {
    std::memcpy(to, from, whole);
    return copy;
  }
  const bool rows = view.strides.back() == 1;
  const size_t bytes =
      rows ? static_cast<size_t>(view.shape.back()) * size : size;
  ForEach(Lead(view.shape, rows ? 1 : 0), {&view}, [&](Offsets at) {
    std::memcpy(to, from + at[0] * static_cast<int64_t>(size), bytes);
    to += bytes;
  });
  return copy;
}

Result<DenseTensor> DenseOf(std::shared_ptr<Budget> budget,
                            const TensorView& view, Buffer taken) {
  if (taken.bytes() == 0) return DenseCopy(std::move(budget), view);
  return DenseTensor{view.type, view.shape, std::move(taken)};
}

}  // namespace clearhead
