// Activations, gated feed-forward layers and the logarithm of softmax: ONNX,
// transformers and PyTorch vectors, with gradients where they have them.
#include <catch2/catch.hpp>

#include "tests/support/family.h"
#include "tests/support/program_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kSingle{1e-6, 1e-5};
constexpr Tolerance kSoftmax{2e-6, 1e-5};
constexpr Tolerance kGradient{5e-6, 5e-5};
constexpr Tolerance kHalf{2e-3, 2e-3};

using Cases = std::vector<VectorCase>;

// `check` says "" where a case passed, "n/a: reason" where it does not apply.
void Gate(const char* family, const std::function<Cases()>& read,
          const std::function<std::string(const VectorCase&)>& check) {
  if (VectorsFolder().empty()) return Family::Absent(family, "of vectors");
  Family report(family);
  for (const VectorCase& test : read()) {
    const std::string result = check(test);
    if (result.rfind("n/a: ", 0) == 0) {
      report.NotApplicable(test.name, result.substr(5));
    } else {
      report.Report(test.name, result);
    }
  }
  CHECK(report.Close() == "");
}

// Our name of a function that a file calls `name`, or "".
std::string KindOf(const std::string& name) {
  static const std::map<std::string, std::string> kinds = {
      {"gelu_new", "gelu_tanh"},   {"gelu_pytorch_tanh", "gelu_tanh"},
      {"gelu_fast", "gelu_tanh"},  {"gelu_accurate", "gelu_tanh"},
      {"gelu_python", "gelu"},     {"swish", "silu"},
      {"leakyrelu", "leaky_relu"}, {"glu", "sigmoid"},
      {"reglu", "relu"},           {"geglu", "gelu"},
      {"geglu_tanh", "gelu_tanh"}, {"swiglu", "silu"}};
  const auto found = kinds.find(name);
  if (found != kinds.end()) return found->second;
  for (const char* own :
       {"relu", "leaky_relu", "elu", "tanh", "sigmoid", "silu", "quick_gelu",
        "gelu_tanh", "gelu", "erf", "softplus", "mish"}) {
    if (name == own) return name;
  }
  return "";
}

Step Activate(const std::string& kind, const std::string& x,
              Settings more = {}) {
  more.emplace_back("kind", kind);
  return {"y", "activation", {{"x", x}}, more};
}

// Gelu, Swish, SwiGLU and the elementwise ones; α is silu's.
std::string CheckOnnx(const VectorCase& test) {
  std::string name = test.name.substr(0, test.name.find('_'));
  if (name == "gelu" && test.words.count("approximate") > 0 &&
      test.words.at("approximate") == "tanh") {
    name = "gelu_tanh";
  }
  const std::string kind = KindOf(name);
  if (kind.empty()) return "n/a: there is no activation " + name;
  Settings settings;
  if (test.numbers.count("alpha") > 0) {
    settings = {{"alpha", test.Number("alpha", 1)}};
  }
  const bool gated = test.Has("b");
  const char* x = gated ? "a" : test.Has("X") ? "X" : "x";
  Tensors inputs = {{"x", test.inputs.at(x)}};
  std::vector<Step> steps = {Activate(kind, "x", settings)};
  if (gated) {
    inputs["b"] = test.inputs.at("b");
    steps.push_back({"gated", "multiply", {{"a", "y"}, {"b", "b"}}, {}});
  }
  const Applied run = RunProgram(inputs, steps);
  if (!run.error.empty()) return run.error;
  const VectorTensor& expected = test.outputs.begin()->second;
  return Compare("y", run.tensors.at(steps.back().name), expected,
                 expected.dtype == "f16" ? kHalf : kSingle);
}

std::string CheckLogSoftmax(const VectorCase& test) {
  const Applied run = Run(Session(), {"log_softmax",
                                      {{"a", test.inputs.at("input")}},
                                      {{"axis", test.Number("axis", -1)}}});
  if (!run.error.empty()) return run.error;
  return Compare("output", run.tensors.at("output"), test.outputs.at("output"),
                 kSoftmax);
}

std::string CheckValues(const std::string& kind, const VectorTensor& x,
                        const VectorTensor& y, const VectorTensor& slope) {
  if (kind.empty()) return "n/a: the engine has no such activation";
  const Applied run = RunProgram({{"x", x}}, {Activate(kind, "x")}, "y");
  if (!run.error.empty()) return run.error;
  return Compare("y", run.tensors.at("y"), y, kSingle) +
         Compare("dx", run.gradients.at("x"), slope, kGradient);
}

std::string CheckHf(const VectorCase& test) {
  if (test.name == "gelu_10") {
    return "n/a: gelu_10 clips GELU to ±10 for quantised models";
  }
  return CheckValues(KindOf(test.name), test.inputs.at("x"),
                     test.inputs.at("y"), test.inputs.at("dy_dx"));
}

std::string CheckTorch(const VectorCase& test) {
  return CheckValues(KindOf(test.words.at("fn")), test.inputs.at("in.x"),
                     test.inputs.at("out.y"), test.inputs.at("grad.in.x"));
}

std::string CheckTorchLogSoftmax(const VectorCase& test) {
  const Applied run = Run(Session(), {"log_softmax",
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

// w2(act(w1·x)·(w3·x where gated)); the weights of the files are [out, in].
std::string CheckFeedForward(const VectorCase& test) {
  Tensors inputs = {{"x", test.inputs.at("in.x")},
                    {"up", test.inputs.at("up.y")}};
  for (const auto& [name, tensor] : test.inputs) {
    if (name.rfind("w.", 0) == 0) inputs[name.substr(2)] = tensor;
  }
  std::vector<Step> steps;
  const auto linear = [&](const std::string& layer, const std::string& x) {
    steps.push_back({layer,
                     "matmul",
                     {{"a", x}, {"b", layer + ".weight"}},
                     {{"transpose_b", true}}});
    if (inputs.count(layer + ".bias") == 0) return layer;
    steps.push_back(
        {layer + ".out", "add", {{"a", layer}, {"b", layer + ".bias"}}, {}});
    return layer + ".out";
  };
  std::string hidden = "hidden";
  Step bend = Activate(KindOf(test.words.at("kind")), linear("w1", "x"));
  bend.name = hidden;
  steps.push_back(bend);
  if (inputs.count("w3.weight") > 0) {
    const std::string gate = linear("w3", "x");
    steps.push_back({"gated", "multiply", {{"a", hidden}, {"b", gate}}, {}});
    hidden = "gated";
  }
  const std::string y = linear("w2", hidden);
  steps.push_back({"loss", "multiply", {{"a", y}, {"b", "up"}}, {}});
  const Applied run = RunProgram(inputs, steps, "loss");
  if (!run.error.empty()) return run.error;
  std::string difference =
      Compare("y", run.tensors.at(y), test.inputs.at("out.y"), kSoftmax);
  for (const auto& [name, gradient] : run.gradients) {
    const std::string key = name == "x" ? "grad.in.x" : "grad.w." + name;
    if (!test.Has(key)) continue;
    difference += Compare("d" + name, gradient, test.inputs.at(key), kGradient);
  }
  return difference;
}

}  // namespace

TEST_CASE("ONNX activations", "[vectors]") {
  Gate(
      "onnx_activations",
      [] {
        return ReadOnnx({"relu", "leakyrelu", "elu", "sigmoid", "tanh", "erf",
                         "softplus", "mish"});
      },
      CheckOnnx);
}
TEST_CASE("ONNX GELU", "[vectors]") {
  Gate(
      "onnx_gelu", [] { return ReadOnnx({"gelu_"}); }, CheckOnnx);
}
TEST_CASE("ONNX swish and SwiGLU", "[vectors]") {
  Gate(
      "onnx_swish_swiglu",
      [] {
        return ReadOnnx({"swish", "swiglu"});
      },
      CheckOnnx);
}
TEST_CASE("ONNX logarithm of softmax", "[vectors]") {
  Gate(
      "onnx_logsoftmax", [] { return ReadOnnx({"logsoftmax_"}); },
      CheckLogSoftmax);
}
TEST_CASE("transformers activations", "[vectors]") {
  Gate(
      "hf_activations_f64", [] { return ReadHf("activations_f64"); }, CheckHf);
}
TEST_CASE("PyTorch activations", "[vectors]") {
  Gate(
      "torch_activations", [] { return ReadTorch({"act_"}); }, CheckTorch);
}
TEST_CASE("PyTorch logarithm of softmax", "[vectors]") {
  Gate(
      "torch_log_softmax", [] { return ReadTorch({"log_softmax"}); },
      CheckTorchLogSoftmax);
}
TEST_CASE("PyTorch feed-forward layers", "[vectors]") {
  Gate(
      "torch_ffn", [] { return ReadTorch({"ffn_"}); }, CheckFeedForward);
}

}  // namespace clearhead::test
