// Runs operations through the session on vectors of doubles.
#ifndef CLEARHEAD_TESTS_SUPPORT_SESSION_CALLS_H_
#define CLEARHEAD_TESTS_SUPPORT_SESSION_CALLS_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/session/session.h"
#include "tests/support/owned_request.h"
#include "tests/support/vectors.h"

namespace clearhead::test {

using Tensors = std::map<std::string, VectorTensor>;
using Settings = std::vector<std::pair<std::string, Attribute>>;

inline DenseTensor ToDense(const Session& session, const VectorTensor& tensor) {
  const bool bits = tensor.dtype == "bool" || tensor.dtype == "u8";
  const bool ids = tensor.dtype == "i32";
  DenseTensor dense = *session.NewTensor(bits  ? DataType::kUint8
                                         : ids ? DataType::kInt32
                                               : DataType::kFloat32,
                                         tensor.shape);
  for (size_t i = 0; i < tensor.values.size(); ++i) {
    if (bits) {
      dense.cells.as<uint8_t>()[i] = tensor.values[i] != 0;
    } else if (ids) {
      dense.cells.as<int32_t>()[i] = static_cast<int32_t>(tensor.values[i]);
    } else {
      dense.cells.as<float>()[i] = static_cast<float>(tensor.values[i]);
    }
  }
  return dense;
}

inline VectorTensor FromDense(const DenseTensor& dense) {
  VectorTensor tensor{"f32", dense.shape, {}};
  for (int64_t i = 0; i < dense.count(); ++i) {
    if (dense.type == DataType::kUint8) {
      tensor.values.push_back(dense.cells.as<uint8_t>()[i]);
    } else if (dense.type == DataType::kInt32) {
      tensor.values.push_back(dense.cells.as<int32_t>()[i]);
    } else {
      tensor.values.push_back(dense.cells.as<float>()[i]);
    }
  }
  return tensor;
}

struct Applied {
  std::string error;  // "" when it ran
  Tensors tensors, gradients;
};

struct Call {
  std::string operation;
  Tensors inputs;
  Settings attributes;
  bool stages = false;
  const VectorTensor* output_gradient = nullptr;
};

inline Applied Run(const Session& session, const Call& call) {
  OwnedRequest request;
  request.operation = call.operation;
  request.attributes = call.attributes;
  request.stages = call.stages;
  for (const auto& [name, tensor] : call.inputs) {
    request.Add(name, ToDense(session, tensor));
  }
  if (call.output_gradient != nullptr) {
    request.SetOutputGradient(ToDense(session, *call.output_gradient));
  }
  Applied applied;
  const Result<ApplyResult> result = session.Apply(request);
  if (!result) {
    applied.error = result.error().message;
    return applied;
  }
  for (const auto& [name, tensor] : result->tensors) {
    applied.tensors[name] = FromDense(tensor);
  }
  for (const auto& [name, tensor] : result->gradients) {
    applied.gradients[name] = FromDense(tensor);
  }
  return applied;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_SESSION_CALLS_H_
