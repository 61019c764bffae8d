// Cross entropy of PyTorch and of ONNX, which has the classes on axis 1, and
// the row of padding of an embedding.
#include <catch2/catch.hpp>

#include "tests/support/family.h"
#include "tests/support/session_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kSingle{1e-6, 1e-5};
constexpr Tolerance kGradient{5e-6, 5e-5};

using Check = std::function<std::string(const Session&, const VectorCase&)>;

void Gate(const char* family,
          const std::function<std::vector<VectorCase>()>& read,
          const Check& check) {
  if (VectorsFolder().empty()) return Family::Absent(family, "of vectors");
  Family report(family);
  const Session session;
  for (const VectorCase& test : read()) {
    report.Report(test.name, check(session, test));
  }
  CHECK(report.Close() == "");
}

VectorTensor Ids(VectorTensor labels) {
  labels.dtype = "i32";
  return labels;
}

Settings LossSettings(const VectorCase& test, bool logarithms) {
  const auto reduction = test.words.find("reduction");
  return {{"label_smoothing", test.Number("label_smoothing", 0)},
          {"ignore", test.Number("ignore_index", -100)},
          {"log_probabilities", logarithms},
          {"reduction",
           reduction == test.words.end() ? "mean" : reduction->second}};
}

std::string CheckTorch(const Session& session, const VectorCase& test) {
  const VectorTensor& loss = test.inputs.at("out.loss");
  const VectorTensor ones{"f32", loss.shape,
                          std::vector<double>(loss.values.size(), 1)};
  Call call{"cross_entropy",
            {{"logits", test.inputs.at("in.logits")},
             {"labels", Ids(test.inputs.at("in.target"))}},
            LossSettings(test, false),
            false,
            &ones};
  if (test.Has("in.weight"))
    call.inputs["weight"] = test.inputs.at("in.weight");
  const Applied run = Run(session, call);
  if (!run.error.empty()) return run.error;
  return Compare("loss", run.tensors.at("output"), loss, kSingle) +
         Compare("dlogits", run.gradients.at("logits"),
                 test.inputs.at("grad.in.logits"), kGradient);
}

std::string CheckEmbedding(const Session& session, const VectorCase& test) {
  const Applied run =
      Run(session, {"embedding",
                    {{"table", test.inputs.at("w.weight")},
                     {"ids", Ids(test.inputs.at("in.ids"))}},
                    {{"padding", test.Number("padding_idx", -1)}},
                    false,
                    &test.inputs.at("up.y")});
  if (!run.error.empty()) return run.error;
  return Compare("y", run.tensors.at("output"), test.inputs.at("out.y"),
                 {0, 0}) +
         Compare("dtable", run.gradients.at("table"),
                 test.inputs.at("grad.w.weight"), kGradient);
}

// [N, C, …] as [N, …, C], the axes between as one, or back.
VectorTensor ClassesLast(const VectorTensor& x, bool back = false) {
  const int64_t rows = x.shape[0];
  const int64_t classes = back ? x.shape.back() : x.shape[1];
  const int64_t places = CountOf(x.shape) / rows / classes;
  VectorTensor moved{x.dtype, {rows, places, classes}, x.values};
  if (back) moved.shape = {rows, classes, places};
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t place = 0; place < places; ++place) {
      for (int64_t c = 0; c < classes; ++c) {
        const int64_t last = (row * places + place) * classes + c;
        const int64_t first = (row * classes + c) * places + place;
        moved.values[back ? first : last] = x.values[back ? last : first];
      }
    }
  }
  return moved;
}

// The operator's names of its inputs and of the loss, and whether it takes
// log-probabilities.
struct OnnxNames {
  const char *scores, *labels, *weight, *loss;
  bool logarithms;
};

std::string CheckOnnx(const OnnxNames& names, const Session& session,
                      const VectorCase& test) {
  const VectorTensor scores = ClassesLast(test.inputs.at(names.scores));
  VectorTensor labels = Ids(test.inputs.at(names.labels));
  labels.shape = {scores.shape[0], scores.shape[1]};
  Call call{"cross_entropy",
            {{"logits", scores}, {"labels", labels}},
            LossSettings(test, names.logarithms)};
  if (test.Has(names.weight)) {
    call.inputs["weight"] = test.inputs.at(names.weight);
  }
  const Applied run = Run(session, call);
  if (!run.error.empty()) return run.error;
  VectorTensor loss = run.tensors.at("output");
  const VectorTensor& expected = test.outputs.at(names.loss);
  if (!loss.shape.empty()) loss.shape = expected.shape;
  std::string difference = Compare("loss", loss, expected, kSingle);
  const auto logarithms = test.outputs.find("log_prob");
  if (logarithms == test.outputs.end()) return difference;
  const Applied logs = Run(session, {"log_softmax", {{"a", scores}}, {}});
  if (!logs.error.empty()) return logs.error;
  VectorTensor all = ClassesLast(logs.tensors.at("output"), true);
  all.shape = logarithms->second.shape;
  return difference + Compare("log_prob", all, logarithms->second, kSingle);
}

std::string CheckSoftmaxLoss(const Session& session, const VectorCase& test) {
  return CheckOnnx({"scores", "labels", "weights", "output", false}, session,
                   test);
}
std::string CheckLikelihood(const Session& session, const VectorCase& test) {
  return CheckOnnx({"input", "target", "weight", "loss", true}, session, test);
}

}  // namespace

TEST_CASE("PyTorch cross entropy", "[vectors]") {
  Gate(
      "torch_cross_entropy", [] { return ReadTorch({"ce_"}); }, CheckTorch);
}
TEST_CASE("PyTorch embedding", "[vectors]") {
  Gate(
      "torch_embedding", [] { return ReadTorch({"embedding_"}); },
      CheckEmbedding);
}
TEST_CASE("ONNX softmax cross entropy", "[vectors]") {
  Gate(
      "onnx_sce", [] { return ReadOnnx({"sce_"}); }, CheckSoftmaxLoss);
}
TEST_CASE("ONNX negative log likelihood", "[vectors]") {
  Gate(
      "onnx_nllloss", [] { return ReadOnnx({"nllloss_"}); }, CheckLikelihood);
}

}  // namespace clearhead::test
