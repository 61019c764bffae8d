// ONNX operator vectors: softmax, normalisations, triangles,
// products.
// The adapters only reshape; every number is the engine's.
#include <catch2/catch.hpp>

#include "tests/support/family.h"
#include "tests/support/session_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kSingle{1e-6, 1e-5};
constexpr Tolerance kSoftmax{2e-6, 1e-5};
constexpr Tolerance kHalf{2e-3, 2e-3};

// Of the numbers that the file holds.
Tolerance CloseTo(const VectorTensor& expected) {
  return expected.dtype == "f16" ? kHalf : kSingle;
}

using Check = std::function<std::string(const Session&, const VectorCase&)>;

void Gate(const char* family, const std::vector<std::string>& prefixes,
          const Check& check) {
  if (VectorsFolder().empty()) return Family::Absent(family, "of vectors");
  Family report(family);
  const Session session;
  for (const VectorCase& test : ReadOnnx(prefixes)) {
    report.Report(test.name, check(session, test));
  }
  CHECK(report.Close() == "");
}

size_t AxisOf(const VectorCase& test, double fallback, size_t rank) {
  const double axis = test.Number("axis", fallback);
  return static_cast<size_t>(axis < 0 ? axis + static_cast<double>(rank)
                                      : axis);
}

std::string CheckSoftmax(const Session& session, const VectorCase& test) {
  const VectorTensor& x = test.inputs.at("input");
  const Applied run = Run(
      session, {"softmax", {{"a", x}}, {{"axis", test.Number("axis", -1)}}});
  if (!run.error.empty()) return run.error;
  return Compare("output", run.tensors.at("output"), test.outputs.at("output"),
                 kSoftmax);
}

// The axes from `axis` on become one.
std::string CheckNorm(const char* operation, const Session& session,
                      const VectorCase& test) {
  VectorTensor x = test.inputs.at("X");
  const size_t axis = AxisOf(test, -1, x.shape.size());
  Shape shape;
  int64_t width = 1;
  for (size_t i = 0; i < x.shape.size(); ++i) {
    if (i < axis) shape.push_back(x.shape[i]);
    if (i >= axis) width *= x.shape[i];
  }
  shape.push_back(width);
  x.shape = shape;
  Tensors inputs{{"x", x}};
  for (const auto& [from, to] :
       {std::pair{"Scale", "weight"}, {"scale", "weight"}, {"B", "bias"}}) {
    if (!test.Has(from)) continue;
    inputs[to] = test.inputs.at(from);
    inputs[to].shape = {width};
  }
  const Applied run =
      Run(session,
          {operation, inputs, {{"epsilon", test.Number("epsilon", 1e-5)}}});
  if (!run.error.empty()) return run.error;
  VectorTensor y = run.tensors.at("output");
  y.shape = test.inputs.at("X").shape;
  const VectorTensor& expected = test.outputs.at("Y");
  std::string difference = Compare("Y", y, expected, CloseTo(expected));
  for (const auto& [ours, theirs] :
       {std::pair{"mean", "Mean"}, {"inverse_deviation", "InvStdDev"}}) {
    if (test.outputs.count(theirs) == 0) continue;
    difference +=
        Compare(theirs, run.tensors.at(ours), test.outputs.at(theirs), kSingle);
  }
  return difference;
}

std::string CheckLayerNorm(const Session& session, const VectorCase& test) {
  return CheckNorm("layer_norm", session, test);
}
std::string CheckRmsNorm(const Session& session, const VectorCase& test) {
  return CheckNorm("rms_norm", session, test);
}

std::string CheckTriangle(const Session& session, const VectorCase& test) {
  const double offset = test.Has("k") ? test.inputs.at("k").values[0] : 0;
  const Applied run =
      Run(session, {"triangle",
                    {{"a", test.inputs.at("input")}},
                    {{"upper", test.Number("upper", 1)}, {"offset", offset}}});
  if (!run.error.empty()) return run.error;
  return Compare("output", run.tensors.at("output"), test.outputs.at("output"),
                 {0, 0});
}

// A vector becomes a matrix of one row (left) or one column (right).
std::string CheckMatMul(const Session& session, const VectorCase& test) {
  VectorTensor a = test.inputs.at("a");
  VectorTensor b = test.inputs.at("b");
  if (a.shape.size() == 1) a.shape = {1, a.shape[0]};
  if (b.shape.size() == 1) b.shape = {b.shape[0], 1};
  // Leading axes of a repeat to those of b, where b has more.
  if (b.shape.size() > a.shape.size()) {
    Shape shape = b.shape;
    shape[shape.size() - 2] = a.shape.FromBack(1);
    shape.back() = a.shape.back();
    VectorTensor repeated{a.dtype, shape, {}};
    for (int64_t i = 0; i < CountOf(shape) / CountOf(a.shape); ++i) {
      repeated.values.insert(repeated.values.end(), a.values.begin(),
                             a.values.end());
    }
    a = repeated;
  }
  const Applied run = Run(session, {"matmul", {{"a", a}, {"b", b}}, {}});
  if (!run.error.empty()) return run.error;
  return Compare("c", run.tensors.at("output"), test.outputs.at("c"), kSingle);
}

VectorTensor Transposed(const VectorTensor& a) {
  VectorTensor t{a.dtype, {a.shape[1], a.shape[0]}, {}};
  for (int64_t column = 0; column < a.shape[1]; ++column) {
    for (int64_t row = 0; row < a.shape[0]; ++row) {
      t.values.push_back(a.values[row * a.shape[1] + column]);
    }
  }
  return t;
}

// y = alpha·op(a)·op(b) + beta·c, from matmul, scale and add.
std::string CheckGemm(const Session& session, const VectorCase& test) {
  VectorTensor b = test.inputs.at("b");
  const bool a_turned = test.Number("transA", 0) != 0;
  const bool b_turned = test.Number("transB", 0) != 0;
  const bool both = a_turned && b_turned;
  if (both) b = Transposed(b);
  Applied run =
      Run(session,
          {"matmul",
           {{"a", test.inputs.at("a")}, {"b", b}},
           {{"transpose_a", a_turned}, {"transpose_b", b_turned && !both}}});
  if (!run.error.empty()) return run.error;
  run = Run(session, {"scale",
                      {{"a", run.tensors.at("output")}},
                      {{"divisor", 1 / test.Number("alpha", 1)}}});
  if (run.error.empty() && test.Has("c")) {
    const Applied c = Run(session, {"scale",
                                    {{"a", test.inputs.at("c")}},
                                    {{"divisor", 1 / test.Number("beta", 1)}}});
    run = Run(session,
              {"add",
               {{"a", run.tensors.at("output")}, {"b", c.tensors.at("output")}},
               {}});
  }
  if (!run.error.empty()) return run.error;
  return Compare("y", run.tensors.at("output"), test.outputs.at("y"), kSingle);
}

}  // namespace

TEST_CASE("ONNX softmax", "[vectors]") {
  Gate("onnx_softmax", {"softmax_"}, CheckSoftmax);
}
TEST_CASE("ONNX layer normalisation", "[vectors]") {
  Gate("onnx_layer_normalization", {"layer_normalization_"}, CheckLayerNorm);
}
TEST_CASE("ONNX RMS normalisation", "[vectors]") {
  Gate("onnx_rms_normalization", {"rms_normalization_"}, CheckRmsNorm);
}
TEST_CASE("ONNX triangles", "[vectors]") {
  Gate("onnx_trilu", {"tril", "triu"}, CheckTriangle);
}
TEST_CASE("ONNX matrix products", "[vectors]") {
  Gate("onnx_matmul", {"matmul_"}, CheckMatMul);
}
TEST_CASE("ONNX general matrix products", "[vectors]") {
  Gate("onnx_gemm", {"gemm_"}, CheckGemm);
}

}  // namespace clearhead::test
