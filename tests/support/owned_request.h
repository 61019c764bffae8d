// A request of Session::Apply that owns the tensors it refers to.
#ifndef CLEARHEAD_TESTS_SUPPORT_OWNED_REQUEST_H_
#define CLEARHEAD_TESTS_SUPPORT_OWNED_REQUEST_H_

#include <string>
#include <utility>
#include <vector>

#include "core/session/session.h"

namespace clearhead::test {

struct OwnedRequest : ApplyRequest {
  void Add(std::string name, DenseTensor tensor) {
    inputs.emplace_back(std::move(name), Keep(std::move(tensor)));
  }
  void SetOutputGradient(DenseTensor tensor) {
    output_gradient = Keep(std::move(tensor));
  }

 private:
  // Cells stay where they are when their owner is moved.
  TensorView Keep(DenseTensor tensor) {
    const TensorView view{tensor.type, tensor.shape, DenseStrides(tensor.shape),
                          tensor.cells.as<std::byte>()};
    owned_.push_back(std::move(tensor.cells));
    return view;
  }

  std::vector<Buffer> owned_;
};

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_OWNED_REQUEST_H_
