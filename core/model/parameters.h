// The numbers that a model learns, one after another in memory, so that an
// optimiser and a checkpoint walk over them once.
#ifndef CLEARHEAD_CORE_MODEL_PARAMETERS_H_
#define CLEARHEAD_CORE_MODEL_PARAMETERS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/graph/schema.h"

namespace clearhead {

// How the cells of a parameter begin.
//   normal      drawn with the standard deviation `size`
//   orthogonal  `size` times an orthogonal matrix
enum class Initial : uint8_t { kZeros, kOnes, kNormal, kOrthogonal };

struct Parameter {
  std::string name;  // "decoder.0.cross_attention.query.weight"
  Shape shape;
  std::vector<AxisRole> roles;
  Initial initial = Initial::kZeros;
  double size = 0;
  int64_t offset = 0;  // in floats

  int64_t count() const { return CountOf(shape); }
  // Whether an optimiser's weight decay draws it towards zero: matrices, but
  // not biases and the weights of norms.
  bool decays() const { return shape.size() > 1; }
};

class Parameters {
 public:
  Parameters() = default;
  // Memory for all of them, zeroed; offsets are given here. Fails with kMemory.
  static Result<Parameters> Make(const std::shared_ptr<Budget>& budget,
                                 std::vector<Parameter> list);

  // Draws every parameter from the seed and its own name, so that a model with
  // one layer more draws the same in all the others (up to their size). Fails
  // with kMemory where an orthogonal n×n matrix finds no room for n² doubles.
  Status Draw(const std::shared_ptr<Budget>& budget, uint32_t seed);

  const std::vector<Parameter>& list() const { return list_; }
  // How many numbers the model learns.
  int64_t count() const;
  // All cells; between parameters there are zeros that belong to none.
  int64_t extent() const { return extent_; }
  float* data() { return cells_.as<float>(); }
  const float* data() const { return cells_.as<float>(); }

  // The number of the parameter of that name, or -1.
  int Find(std::string_view name) const;
  TensorView Cells(int number) const;

 private:
  std::vector<Parameter> list_;
  Buffer cells_;
  int64_t extent_ = 0;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_MODEL_PARAMETERS_H_
