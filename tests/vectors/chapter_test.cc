// The chapter's right values: masks, softmax examples, the deterministic
// attention with its gradients, sinusoids.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/family.h"
#include "tests/support/session_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kSingle{1e-6, 1e-5};
constexpr Tolerance kSoftmax{2e-6, 1e-5};
constexpr Tolerance kGradient{5e-6, 5e-5};

std::string CheckMask(const Session& session, const char* key, const char* kind,
                      double length) {
  const VectorTensor expected = ReadChapter({"masks", key});
  const auto n = static_cast<double>(expected.shape[0]);
  const Applied run =
      Run(session,
          {"mask",
           {},
           {{"kind", kind}, {"queries", n}, {"keys", n}, {"length", length}}});
  if (!run.error.empty()) return run.error;
  return Compare(key, run.tensors.at("output"), expected, {0, 0});
}

// The softmax of a row whose keys from `valid` on are hidden.
std::string CheckRow(const Session& session, const char* key, const char* right,
                     int64_t valid) {
  VectorTensor scores = ReadChapter({"softmax_examples", key, "scores"});
  VectorTensor bits{"bool", scores.shape, {}};
  for (int64_t i = 0; i < scores.shape[0]; ++i) {
    bits.values.push_back(i < valid);
  }
  const Applied masked =
      Run(session, {"apply_mask", {{"a", scores}, {"visible", bits}}, {}});
  const Applied run =
      Run(session, {"softmax", {{"a", masked.tensors.at("output")}}, {}});
  return Compare(key, run.tensors.at("output"),
                 ReadChapter({"softmax_examples", key, right}), kSoftmax);
}

// The matrices of values.json "attention_deterministic", by its formulas.
std::vector<double> Formula(int64_t rows, int64_t columns,
                            double (*cell)(double, double)) {
  std::vector<double> values;
  for (int64_t a = 0; a < rows; ++a) {
    for (int64_t b = 0; b < columns; ++b) {
      values.push_back(cell(static_cast<double>(a), static_cast<double>(b)));
    }
  }
  return values;
}

const double kC = 2 / std::sqrt(8.0);

struct Kind {
  const char* key;
  MaskKind mask;
};
constexpr Kind kKinds[] = {{"none", MaskKind::kNone},
                           {"causal", MaskKind::kCausal},
                           {"padding3", MaskKind::kPadding},
                           {"combined3", MaskKind::kCombined}};

// The chapter's module on that input, as the self-attention model.
int RunModule(Session* session, MaskKind mask) {
  SelfAttentionConfig config;
  config.d_model = 8;
  config.weights = WeightKind::kRandom;
  config.mask = mask;
  config.length = 3;
  RunRequest request;
  request.tokens = {"a", "b", "c", "d", "e"};
  const auto replace = [&](const char* name, std::vector<double> values) {
    request.interventions.push_back(
        {name, Intervention::Action::kReplace, {}, std::move(values)});
  };
  replace("x", Formula(5, 8, [](double i, double a) {
            return std::sin(1.7 * (i + 1) * (a + 2));
          }));
  replace("query.weight", Formula(8, 4, [](double a, double b) {
            return std::cos(1.3 * (a + 1) * (b + 3)) * kC;
          }));
  replace("key.weight", Formula(8, 4, [](double a, double b) {
            return std::sin(0.9 * (a + 2) * (b + 1)) * kC;
          }));
  replace("value.weight", Formula(8, 4, [](double a, double b) {
            return std::cos(0.7 * (a + 3) * (b + 2)) * kC;
          }));
  return *session->Run(*session->CreateModel(config), request);
}

std::string CompareTensor(const Session& session, int run, const char* name,
                          const VectorTensor& expected, Tolerance tolerance) {
  return Compare(name, FromDense(*session.TensorOf(run, name)), expected,
                 tolerance);
}

std::string CheckAttention(const Kind& kind) {
  Session session;
  const int run = RunModule(&session, kind.mask);
  const std::string group = "attention_deterministic";
  std::string difference =
      CompareTensor(session, run, "weights",
                    ReadChapter({group, kind.key, "weights"}), kSoftmax) +
      CompareTensor(session, run, "output",
                    ReadChapter({group, kind.key, "output"}), kSoftmax);
  for (const auto& [ours, theirs] :
       {std::pair{"query", "Q"}, {"key", "K"}, {"value", "V"}}) {
    difference += CompareTensor(session, run, ours,
                                ReadChapter({group, theirs}), kSoftmax);
  }
  return difference;
}

// ‖dL/dx_j‖ of every row.
VectorTensor RowNorms(const VectorTensor& gradient) {
  VectorTensor norms{"f64", {gradient.shape[1]}, {}};
  for (int64_t row = 0; row < gradient.shape[1]; ++row) {
    double sum = 0;
    for (int64_t c = 0; c < gradient.shape[2]; ++c) {
      const double value = gradient.values[row * gradient.shape[2] + c];
      sum += value * value;
    }
    norms.values.push_back(std::sqrt(sum));
  }
  return norms;
}

std::string CheckGradient(const Kind& kind) {
  Session session;
  const int run = RunModule(&session, kind.mask);
  const int gradients = *session.Differentiate(run, {"output", {}});
  const std::string group = "gradient_deterministic";
  std::string difference = Compare(
      "|dL/dx_j|", RowNorms(FromDense(*session.GradientOf(gradients, "x"))),
      ReadChapter({group, kind.key, "loss=sum(output): |dL/dx_j|"}), kGradient);
  difference +=
      Compare("block norms", FromDense(*session.GradientMap(run)),
              ReadChapter({group, kind.key, "block_norm |d out_i / d x_j|"}),
              kGradient);
  if (kind.mask == MaskKind::kCausal) {
    difference +=
        Compare("dL/dS", FromDense(*session.GradientOf(gradients, "scaled")),
                ReadChapter({group, "score_grad_causal dL/dS"}), kGradient);
  }
  return difference;
}

std::string CheckSinusoid(const Session& session, const char* key,
                          int64_t position) {
  const VectorTensor expected = ReadChapter({"pe_d512", key});
  const Applied run =
      Run(session, {"sinusoidal", {}, {{"length", 6}, {"width", 512}}});
  VectorTensor row{"f32", expected.shape, {}};
  for (int64_t c = 0; c < expected.shape[0]; ++c) {
    row.values.push_back(run.tensors.at("output").values[position * 512 + c]);
  }
  return Compare(key, row, expected, kSingle);
}

}  // namespace

TEST_CASE("the chapter's values", "[vectors]") {
  if (ChapterFolder().empty()) {
    return Family::Absent("chapter", "of the chapter");
  }
  Family report("chapter");
  const Session session;
  report.Report("none", CheckMask(session, "bidirectional_5", "none", 0));
  report.Report("causal", CheckMask(session, "causal_5", "causal", 0));
  report.Report("padding",
                CheckMask(session, "padding_seq5_valid3", "padding", 3));
  report.Report("combined",
                CheckMask(session, "combined_seq5_valid3", "combined", 3));
  report.Report("cat", CheckRow(session, "cat_query", "softmax", 3));
  report.Report("row 0", CheckRow(session, "pad_row0", "right", 3));
  report.Report("row 0 unmasked", CheckRow(session, "pad_row0", "unmasked", 5));
  report.Report("row 1", CheckRow(session, "pad_row1", "right", 3));
  report.Report("row 1 unmasked", CheckRow(session, "pad_row1", "unmasked", 5));
  for (const Kind& kind : kKinds) {
    report.Report(std::string("attention ") + kind.key, CheckAttention(kind));
    report.Report(std::string("gradient ") + kind.key, CheckGradient(kind));
  }
  report.Report("position 0", CheckSinusoid(session, "pos0_first10", 0));
  report.Report("position 1", CheckSinusoid(session, "pos1_first10", 1));
  report.Report("position 5", CheckSinusoid(session, "pos5_first10", 5));
  CHECK(report.Close() == "");
}

}  // namespace clearhead::test
