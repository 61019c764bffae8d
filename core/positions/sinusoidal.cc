#include "core/positions/sinusoidal.h"

#include <cmath>
#include <utility>

#include "core/base/math.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kLength, kWidth, kBase, kStart };

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>&,
                                      const Attributes& attributes) {
  return OneOutput(
      {attributes[kLength].integer(), attributes[kWidth].integer()});
}

// The exponent 2i/C of feature c, i = ⌊c/2⌋.
double Exponent(int64_t feature, int64_t width) {
  return static_cast<double>(feature / 2 * 2) / static_cast<double>(width);
}

// Angles are below 2^21, in the range of Sin, since the base is at least 1.
void Forward(const Call& call) {
  const TensorView& out = call.outputs[0];
  const int64_t width = out.shape[1];
  const int64_t start = call.attributes[kStart].integer();
  float* cells = out.floats();
  for (int64_t feature = 0; feature < width; ++feature) {
    const double divisor =
        Pow(call.attributes[kBase].number, Exponent(feature, width));
    for (int64_t position = 0; position < out.shape[0]; ++position) {
      const double angle = static_cast<double>(start + position) / divisor;
      const double value = feature % 2 == 0 ? Sin(angle) : Cos(angle);
      cells[position * width + feature] = static_cast<float>(value);
    }
  }
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  const int64_t start = call.attributes[kStart].integer();
  const int position =
      expression->Constant(static_cast<double>(start + index[0]), "pos");
  const int base = expression->Constant(call.attributes[kBase].number, "base");
  const int exponent = expression->Constant(
      Exponent(index[1], call.outputs[0].shape[1]), "2i/d_model");
  const int angle = expression->Quotient(
      position, expression->Power(base, exponent), "angle");
  expression->Apply(index[1] % 2 == 0 ? TermKind::kSine : TermKind::kCosine,
                    angle);
}

}  // namespace

const Operation& SinusoidalOperation() {
  static constexpr Operation operation{
      .schema = {.name = "sinusoidal",
                 .summary = "Sinusoidal positions p = start, start + 1 …: "
                            "out[p−start,2i] = sin(p/base^(2i/C)), "
                            "out[p−start,2i+1] = cos(p/base^(2i/C)).",
                 .source = "Vaswani et al. 2017, section 3.5",
                 .inputs = {},
                 .attributes = {{.name = "length",
                                 .type = AttributeType::kInteger,
                                 .summary = "P, how many positions.",
                                 .fallback = 0,
                                 .required = true,
                                 .minimum = 0,
                                 .maximum = 1048576},
                                {.name = "width",
                                 .type = AttributeType::kInteger,
                                 .summary = "C, features of a position.",
                                 .fallback = 0,
                                 .required = true,
                                 .minimum = 1,
                                 .maximum = 65536},
                                {.name = "base",
                                 .type = AttributeType::kNumber,
                                 .summary = "The longest wavelength is 2π "
                                            "times almost this.",
                                 .fallback = 10000.0,
                                 .required = false,
                                 .minimum = 1,
                                 .maximum = 1e12},
                                {.name = "start",
                                 .type = AttributeType::kInteger,
                                 .summary = "The first position.",
                                 .fallback = 0,
                                 .required = false,
                                 .minimum = 0,
                                 .maximum = 1048576}},
                 .outputs = {{.name = "output", .axes = "P C"}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = NoReach};
  return operation;
}

Tensor Sinusoidal(Graph& graph, int64_t length, int64_t width,
                  std::string_view name, int64_t start) {
  return graph.Apply(SinusoidalOperation(), {},
                     {static_cast<double>(length), static_cast<double>(width),
                      10000.0, static_cast<double>(start)},
                     name);
}

}  // namespace clearhead
