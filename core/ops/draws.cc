// Draws numbers from a seed: the same bits natively and in WebAssembly.
#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kShape, kSeed, kStream, kDeviation };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>&,
                                      const Attributes& attributes) {
  const std::vector<int64_t>& sizes = attributes[kShape].integers;
  if (sizes.size() > kMaxRank) {
    return Fail(ErrorCode::kShape,
                "normal: shape has % axes; at most % are "
                "allowed",
                sizes.size(), kMaxRank);
  }
  Shape shape;
  for (const int64_t size : sizes) shape.push_back(size);
  return OneOutput(shape);
}

Random DrawsOf(const Attributes& attributes) {
  return Random(static_cast<uint64_t>(attributes[kSeed].integer()),
                static_cast<uint64_t>(attributes[kStream].integer()));
}

// out = σ·z, one draw z a cell in row-major order
void Forward(const Call& call) {
  const auto deviation = static_cast<float>(call.attributes[kDeviation].number);
  Random random = DrawsOf(call.attributes);
  float* cells = call.outputs[0].floats();
  for (int64_t i = 0; i < CountOf(call.outputs[0].shape); ++i) {
    cells[i] = deviation * random.Normal();
  }
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  int64_t place = 0;
  for (size_t axis = 0; axis < index.size(); ++axis) {
    place = place * call.outputs[0].shape[axis] + index[axis];
  }
  Random random = DrawsOf(call.attributes);
  float draw = 0;
  for (int64_t i = 0; i <= place; ++i) draw = random.Normal();
  const auto deviation = static_cast<float>(call.attributes[kDeviation].number);
  expression->Product(expression->Constant(deviation, "σ"),
                      expression->Constant(draw, "z"));
}

}  // namespace

const Operation& NormalOperation() {
  static constexpr Operation operation{
      .schema = {.name = "normal",
                 .summary = "Numbers drawn from a seed, normally distributed "
                            "about 0: out = σ·z.",
                 .source = "O'Neill 2014 (PCG32); Box and Muller 1958",
                 .inputs = {},
                 .attributes = {{.name = "shape",
                                 .type = AttributeType::kIntegers,
                                 .summary = "Sizes of the output.",
                                 .required = true,
                                 .minimum = 0,
                                 .maximum = 1048576},
                                {.name = "seed",
                                 .type = AttributeType::kInteger,
                                 .summary = "Equal seeds, equal numbers.",
                                 .required = true,
                                 .minimum = 0,
                                 .maximum = 4294967295},
                                {.name = "stream",
                                 .type = AttributeType::kInteger,
                                 .summary = "Independent draws of one seed.",
                                 .fallback = 0,
                                 .minimum = 0,
                                 .maximum = 4294967295},
                                {.name = "deviation",
                                 .type = AttributeType::kNumber,
                                 .summary = "σ, the standard deviation.",
                                 .fallback = 1.0,
                                 .minimum = 0,
                                 .maximum = 1e6}},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = NoReach};
  return operation;
}

}  // namespace clearhead
