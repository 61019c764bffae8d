// PyTorch vectors with gradients: attention core, softmax, normalisations.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/family.h"
#include "tests/support/session_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kSingle{1e-6, 1e-5};
constexpr Tolerance kSoftmax{2e-6, 1e-5};
constexpr Tolerance kGradient{5e-6, 5e-5};

using Check = std::function<std::string(const Session&, const VectorCase&)>;

void Gate(const char* family, const std::vector<std::string>& prefixes,
          const Check& check) {
  if (VectorsFolder().empty()) return Family::Absent(family, "of vectors");
  Family report(family);
  const Session session;
  for (const VectorCase& test : ReadTorch(prefixes)) {
    report.Report(test.name, check(session, test));
  }
  CHECK(report.Close() == "");
}

// How far a float32 logit may lie from the exact one: an ulp of the sum of the
// sizes of its terms, |scale|·Σ|q_d·k_d|, at the largest pair of the query: a
// number a query of [B, H, T]. It is far below the tolerances unless the logits
// are in the hundreds (core_large_logits).
std::vector<double> LogitRounding(const VectorCase& test) {
  const VectorTensor& q = test.inputs.at("in.q");
  const VectorTensor& k = test.inputs.at("in.k");
  const int64_t width = q.shape[3];
  const int64_t repeats = q.shape[1] / k.shape[1];
  const double ulp = 0x1p-23 * std::abs(test.Number("scale", 1));
  std::vector<double> rounding;
  for (int64_t row = 0; row < CountOf(q.shape) / width; ++row) {
    const int64_t group = row / q.shape[2] / repeats;
    double largest = 0;
    for (int64_t key = 0; key < k.shape[2]; ++key) {
      const double* a = &q.values[row * width];
      const double* b = &k.values[(group * k.shape[2] + key) * width];
      double sum = 0;
      for (int64_t d = 0; d < width; ++d) sum += std::abs(a[d] * b[d]);
      largest = std::max(largest, sum);
    }
    rounding.push_back(ulp * largest);
  }
  return rounding;
}

// The largest of each of `count` equal parts.
std::vector<double> LargestOf(const std::vector<double>& rows, size_t count) {
  std::vector<double> largest;
  const auto part = static_cast<ptrdiff_t>(rows.size() / count);
  for (auto first = rows.begin(); first != rows.end(); first += part) {
    largest.push_back(*std::max_element(first, first + part));
  }
  return largest;
}

// The gradient of every input that the file has one for.
std::string CompareGradients(const Applied& run, const VectorCase& test,
                             const std::vector<double>& rounding = {}) {
  std::string difference;
  for (const auto& [name, gradient] : run.gradients) {
    for (const char* kind : {"grad.in.", "grad.w."}) {
      if (!test.Has(kind + name)) continue;
      // What flows through a head multiplies the rounding of its logits, so a
      // head is allowed the largest of them.
      std::vector<double> heads = rounding;
      if (!rounding.empty()) {
        const bool bias = name == "bias";
        heads = LargestOf(rounding,
                          bias ? 1 : gradient.shape[0] * gradient.shape[1]);
      }
      difference += Compare("d" + name, gradient, test.inputs.at(kind + name),
                            kGradient, heads);
    }
  }
  return difference;
}

// q, k, v, the allowed keys and the bias, fused and by stages.
std::string CheckCore(const Session& session, const VectorCase& test) {
  Call call{"attention", {}, {}};
  for (const char* name : {"q", "k", "v", "bias"}) {
    const std::string key = std::string("in.") + name;
    if (test.Has(key)) call.inputs[name] = test.inputs.at(key);
  }
  if (test.Has("in.allowed"))
    call.inputs["mask"] = test.inputs.at("in.allowed");
  call.attributes = {{"scale", test.Number("scale", 1)},
                     {"softcap", test.Number("softcap", 0)}};
  call.output_gradient = &test.inputs.at("up.y");
  const std::vector<double> rounding = LogitRounding(test);
  std::string difference;
  for (const bool stages : {false, true}) {
    call.stages = stages;
    const Applied run = Run(session, call);
    if (!run.error.empty()) return run.error;
    difference += Compare("y", run.tensors.at("output"),
                          test.inputs.at("out.y"), kSoftmax, rounding);
    difference += CompareGradients(run, test, rounding);
    const std::string other = stages ? "weights" : "log_sum_exp";
    difference += Compare(other, run.tensors.at(other),
                          test.inputs.at(stages ? "out.p" : "out.lse"),
                          kSoftmax, rounding);
  }
  return difference;
}

std::string CheckSoftmax(const Session& session, const VectorCase& test) {
  const Applied run = Run(session, {"softmax",
                                    {{"a", test.inputs.at("in.x")}},
                                    {{"axis", test.Number("dim", -1)}},
                                    false,
                                    &test.inputs.at("up.y")});
  if (!run.error.empty()) return run.error;
  return Compare("y", run.tensors.at("output"), test.inputs.at("out.y"),
                 kSoftmax) +
         Compare("dx", run.gradients.at("a"), test.inputs.at("grad.in.x"),
                 kGradient);
}

std::string CheckNorm(const char* operation, const Session& session,
                      const VectorCase& test) {
  Call call{operation, {{"x", test.inputs.at("in.x")}}, {}};
  for (const char* name : {"weight", "bias"}) {
    const std::string key = std::string("w.") + name;
    if (test.Has(key)) call.inputs[name] = test.inputs.at(key);
  }
  call.attributes = {{"epsilon", test.Number("eps", 1e-5)}};
  call.output_gradient = &test.inputs.at("up.y");
  const Applied run = Run(session, call);
  if (!run.error.empty()) return run.error;
  return Compare("y", run.tensors.at("output"), test.inputs.at("out.y"),
                 kSingle) +
         CompareGradients(run, test);
}

std::string CheckLayerNorm(const Session& session, const VectorCase& test) {
  return CheckNorm("layer_norm", session, test);
}
std::string CheckRmsNorm(const Session& session, const VectorCase& test) {
  return CheckNorm("rms_norm", session, test);
}

}  // namespace

TEST_CASE("PyTorch attention core", "[vectors]") {
  Gate("torch_attention_core", {"core_"}, CheckCore);
}
TEST_CASE("PyTorch softmax", "[vectors]") {
  Gate("torch_softmax", {"softmax_"}, CheckSoftmax);
}
TEST_CASE("PyTorch layer normalisation", "[vectors]") {
  Gate("torch_layernorm", {"layernorm_"}, CheckLayerNorm);
}
TEST_CASE("PyTorch RMS normalisation", "[vectors]") {
  Gate("torch_rmsnorm", {"rmsnorm_"}, CheckRmsNorm);
}

}  // namespace clearhead::test
