// PyTorch vectors with gradients: attention core, softmax, layer normalisation.
#include <catch2/catch.hpp>

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

// The gradient of every input that the file has one for.
std::string CompareGradients(const Applied& run, const VectorCase& test) {
  std::string difference;
  for (const auto& [name, gradient] : run.gradients) {
    for (const char* kind : {"grad.in.", "grad.w."}) {
      if (!test.Has(kind + name)) continue;
      difference +=
          Compare("d" + name, gradient, test.inputs.at(kind + name), kGradient);
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
  std::string difference;
  for (const bool stages : {false, true}) {
    call.stages = stages;
    const Applied run = Run(session, call);
    if (!run.error.empty()) return run.error;
    difference += Compare("y", run.tensors.at("output"),
                          test.inputs.at("out.y"), kSoftmax);
    difference += CompareGradients(run, test);
    const std::string other = stages ? "weights" : "output.log_sum_exp";
    difference +=
        Compare(other, run.tensors.at(other),
                test.inputs.at(stages ? "out.p" : "out.lse"), kSoftmax);
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

std::string CheckLayerNorm(const Session& session, const VectorCase& test) {
  Call call{"layer_norm", {{"x", test.inputs.at("in.x")}}, {}};
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

}  // namespace clearhead::test
