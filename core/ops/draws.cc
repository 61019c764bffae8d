// Draws numbers from a seed: the same bits natively and in WebAssembly.
#include "core/base/random.h"
#include "core/ops/ops.h"
#include "core/ops/patterns.h"

namespace clearhead {
namespace {

enum AttributeNumber { kShape, kSeed, kStream, kDeviation };
enum UniformAttribute { kLow = kDeviation, kHigh };

Result<std::vector<OutputSpec>> InferAs(const char* operation,
                                        const Attributes& attributes) {
  const std::vector<int64_t>& sizes = attributes[kShape].integers;
  if (sizes.size() > kMaxRank) {
    return Fail(ErrorCode::kShape,
                "%: shape has % axes; at most % are "
                "allowed",
                operation, sizes.size(), kMaxRank);
  }
  Shape shape;
  for (const int64_t size : sizes) shape.push_back(size);
  return OneOutput(shape);
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>&,
                                      const Attributes& attributes) {
  return InferAs("normal", attributes);
}

Result<std::vector<OutputSpec>> InferUniform(const std::vector<TensorView>&,
                                             const Attributes& attributes) {
  const double low = attributes[kLow].number, high = attributes[kHigh].number;
  if (low > high) {
    return Fail(ErrorCode::kRange,
                "uniform: low is % and high %; give a high that is not less",
                low, high);
  }
  return InferAs("uniform", attributes);
}

// The draw of one cell.
using Draw = double (*)(Random* random);
double Normal(Random* random) { return random->Normal(); }
// In [0, 1), a multiple of 2^−24, so that rounding to float32 makes no 1 of it.
double UniformFloat(Random* random) { return (random->Next() >> 8) * 0x1p-24; }

// Calls visit(draw) for `count` cells in row-major order.
void ForEachDraw(const Call& call, int64_t count, Draw draw,
                 FunctionRef<void(double)> visit) {
  Random random(static_cast<uint64_t>(call.attributes[kSeed].integer()),
                static_cast<uint64_t>(call.attributes[kStream].integer()));
  for (; count > 0; --count) visit(draw(&random));
}

// out = start + factor·draw
void Fill(const Call& call, Draw draw, double start, double factor) {
  float* cells = call.outputs[0].floats();
  ForEachDraw(call, CountOf(call.outputs[0].shape), draw, [&](double x) {
    *cells++ = static_cast<float>(start + factor * x);
  });
}

// The term of factor·draw at `index`.
int ExplainDraw(const Call& call, const Index& index, Draw draw,
                const char* name, int factor, Expression* expression) {
  double last = 0;
  ForEachDraw(call, FlatOf(call.outputs[0].shape, index) + 1, draw,
              [&](double x) { last = x; });
  return expression->Product(factor, expression->Constant(last, name));
}

double DeviationOf(const Call& call) {
  return static_cast<float>(call.attributes[kDeviation].number);
}

// out = σ·z
void Forward(const Call& call) { Fill(call, Normal, 0, DeviationOf(call)); }

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  ExplainDraw(call, index, Normal, "z",
              expression->Constant(DeviationOf(call), "σ"), expression);
}

// out = low + (high − low)·u
void ForwardUniform(const Call& call) {
  const double low = call.attributes[kLow].number;
  Fill(call, UniformFloat, low, call.attributes[kHigh].number - low);
}

void ExplainUniform(const Call& call, int, const Index& index,
                    Expression* expression) {
  const int low = expression->Constant(call.attributes[kLow].number, "low");
  const int high = expression->Constant(call.attributes[kHigh].number, "high");
  const int part = ExplainDraw(call, index, UniformFloat, "u",
                               expression->Difference(high, low), expression);
  expression->Sum({low, part});
}

constexpr AttributeSchema kShapeAttribute = {.name = "shape",
                                             .type = AttributeType::kIntegers,
                                             .summary = "Sizes of the output.",
                                             .required = true,
                                             .minimum = 0,
                                             .maximum = 1048576};
}  // namespace

const Operation& NormalOperation() {
  static constexpr Operation operation{
      .schema = {.name = "normal",
                 .summary = "Numbers drawn from a seed, normally distributed "
                            "about 0: out = σ·z.",
                 .source = "O'Neill 2014 (PCG32); Box and Muller 1958",
                 .inputs = {},
                 .attributes = {kShapeAttribute,
                                kSeedAttribute,
                                kStreamAttribute,
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

const Operation& UniformOperation() {
  static constexpr Operation operation{
      .schema = {.name = "uniform",
                 .summary = "Numbers drawn from a seed, all of an interval "
                            "equally likely: out = low + (high − low)·u, u in "
                            "[0, 1).",
                 .source = "O'Neill 2014 (PCG32)",
                 .inputs = {},
                 .attributes = {kShapeAttribute,
                                kSeedAttribute,
                                kStreamAttribute,
                                {.name = "low",
                                 .summary = "The least that may come.",
                                 .fallback = 0,
                                 .minimum = -1e6,
                                 .maximum = 1e6},
                                {.name = "high",
                                 .summary = "What all are below, but for "
                                            "rounding to float32.",
                                 .fallback = 1,
                                 .minimum = -1e6,
                                 .maximum = 1e6}},
                 .outputs = {{.name = "output", .axes = "..."}}},
      .infer = InferUniform,
      .forward = ForwardUniform,
      .backward = NoBackward,
      .explain = ExplainUniform,
      .reach = NoReach};
  return operation;
}

}  // namespace clearhead
