// The chapter's right values of ranks, information, counts, and the pieces of a
// layer.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/family.h"
#include "tests/support/program_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kSingle{1e-6, 1e-5};
constexpr Tolerance kExact{0, 0};

using Path = std::vector<std::string>;

VectorTensor Number(double value) { return {"f64", {}, {value}}; }

// mulberry32, as values.json "rank" draws.
class Mulberry {
 public:
  explicit Mulberry(uint32_t seed) : state_(seed) {}
  double Uniform() {
    uint32_t t = state_ += 0x6D2B79F5;
    t = (t ^ (t >> 15)) * (1 | t);
    t = (t + (t ^ (t >> 7)) * (61 | t)) ^ t;
    return (t ^ (t >> 14)) / 4294967296.0;
  }
  double Gaussian() {
    const double u = Uniform();
    return std::sqrt(-2 * std::log(1 - u)) * std::cos(2 * M_PI * Uniform());
  }
  VectorTensor Matrix(int64_t rows, int64_t columns, double factor = 1) {
    VectorTensor matrix{"f32", {rows, columns}, {}};
    for (int64_t i = 0; i < rows * columns; ++i) {
      matrix.values.push_back(factor * Gaussian());
    }
    return matrix;
  }

 private:
  uint32_t state_;
};

Step Product(const char* name, const char* a, const char* b, bool turned) {
  return {name, "matmul", {{"a", a}, {"b", b}}, {{"transpose_b", turned}}};
}

// One attention head without projections, up to its weights and their
// logarithm.
std::vector<Step> Weights(double divisor) {
  return {Product("scores", "q", "k", true),
          {"scaled", "scale", {{"a", "scores"}}, {{"divisor", divisor}}},
          {"weights", "softmax", {{"a", "scaled"}}, {}},
          {"logs", "log_softmax", {{"a", "scaled"}}, {}}};
}

Applied Spectrum(const VectorTensor& a, double threshold = 1e-5) {
  return Run(Session(),
             {"singular_values", {{"a", a}}, {{"threshold", threshold}}});
}

double RankOf(const VectorTensor& a, double threshold = 1e-5) {
  return Spectrum(a, threshold).tensors.at("rank").values[0];
}

std::string CompareRank(const VectorTensor& a, const Path& path,
                        double threshold = 1e-5) {
  return Compare("rank", Number(RankOf(a, threshold)), ReadChapter(path),
                 kExact);
}

std::string CheckCounterexample() {
  const Applied run =
      RunProgram({{"q", {"f32", {3, 1}, {0, std::log(2.0), std::log(3.0)}}},
                  {"k", {"f32", {3, 1}, {0, 1, 2}}}},
                 Weights(1));
  return CompareRank(run.tensors.at("weights"),
                     {"rank", "exact_counterexample", "rank"});
}

std::string CheckSingle() {
  const Applied run = Spectrum(ReadChapter({"rank", "A_single", "matrix"}));
  return Compare("singular values", run.tensors.at("output"),
                 ReadChapter({"rank", "A_single", "singular_values"}),
                 kSingle) +
         Compare("rank", run.tensors.at("rank"),
                 ReadChapter({"rank", "A_single", "rank"}), kExact);
}

std::string CheckDraws() {
  Mulberry uniform(1), gaussian(1);
  VectorTensor u{"f64", {5}, {}}, g{"f64", {5}, {}};
  for (int i = 0; i < 5; ++i) {
    u.values.push_back(uniform.Uniform());
    g.values.push_back(gaussian.Gaussian());
  }
  const Path group = {"rank", "mulberry32_reproducible"};
  return Compare("uniform", u,
                 ReadChapter({group[0], group[1], "seed1_first5_uniform"}),
                 {1e-12, 0}) +
         Compare("gaussian", g,
                 ReadChapter({group[0], group[1], "seed1_first5_gaussian"}),
                 {1e-12, 0});
}

// Random weights of 128 positions and d_k 64.
std::string CheckSeed(uint32_t seed) {
  Mulberry random(seed);
  const VectorTensor q = random.Matrix(128, 64), k = random.Matrix(128, 64);
  const Applied run = RunProgram({{"q", q}, {"k", k}}, Weights(8));
  const Applied spectrum = Spectrum(run.tensors.at("weights"));
  const std::vector<double>& values = spectrum.tensors.at("output").values;
  const auto path = [&](const char* name) -> Path {
    return {"rank", "mulberry32_reproducible", "seeds", std::to_string(seed),
            name};
  };
  std::string difference = Compare("rank", spectrum.tensors.at("rank"),
                                   ReadChapter(path("rank")), kExact) +
                           Compare("largest", Number(values.front()),
                                   ReadChapter(path("largest_sv")), kSingle) +
                           Compare("smallest", Number(values.back()),
                                   ReadChapter(path("smallest_sv")), kSingle);
  if (seed > 1) return difference;
  return difference +
         CompareRank(run.tensors.at("scores"),
                     {"rank", "n128_dk64_500seeds", "rank_scores_QK"}) +
         CompareRank(run.tensors.at("logs"),
                     {"rank", "n128_dk64_500seeds", "rank_log_A"});
}

// Causal weights are triangular with a positive diagonal; what a threshold of
// 1e-5 makes of their rank n.
std::string CheckCausal() {
  Mulberry random(1);
  const VectorTensor q = random.Matrix(128, 64), k = random.Matrix(128, 64);
  std::vector<Step> steps = Weights(8);
  steps.push_back({"mask",
                   "mask",
                   {},
                   {{"kind", "causal"}, {"queries", 128}, {"keys", 128}}});
  steps.push_back(
      {"masked", "apply_mask", {{"a", "scaled"}, {"visible", "mask"}}, {}});
  steps.push_back({"causal", "softmax", {{"a", "masked"}}, {}});
  const Applied run = RunProgram({{"q", q}, {"k", k}}, steps);
  const double rank = RankOf(run.tensors.at("causal"));
  const VectorTensor range = ReadChapter(
      {"rank", "causal_n128_dk64", "numeric_threshold1e-5_min_max_100seeds"});
  if (rank >= range.values[0] && rank <= range.values[1]) return "";
  return "the numeric rank is " + std::to_string(rank);
}

// rank(A·V) is at most d_v; rank(W_Q·W_Kᵀ) = rank(W·Wᵀ) = d_k.
std::string CheckHead() {
  Mulberry random(1);
  const VectorTensor q = random.Matrix(128, 64), k = random.Matrix(128, 64);
  std::vector<Step> steps = Weights(8);
  steps.push_back(Product("output", "weights", "v", false));
  const Applied run =
      RunProgram({{"q", q}, {"k", k}, {"v", random.Matrix(128, 64)}}, steps);
  const Path facts = {"qkv_facts",
                      "random_single_head_n128_dmodel512_dk64_dv64"};
  return CompareRank(run.tensors.at("output"),
                     {facts[0], facts[1], "rank_output"}) +
         CompareRank(run.tensors.at("weights"), {facts[0], facts[1], "rank_A"});
}

std::string CheckCircuits() {
  Mulberry random(1);
  const double unit = 1 / std::sqrt(512);
  const Applied run = RunProgram({{"wq", random.Matrix(512, 64, unit)},
                                  {"wk", random.Matrix(512, 64, unit)}},
                                 {Product("qk", "wq", "wk", true),
                                  Product("qq", "wq", "wq", true),
                                  {"test", "symmetry", {{"a", "qq"}}, {}}});
  if (!run.error.empty()) return run.error;
  return CompareRank(run.tensors.at("qk"), {"qkv_facts", "rank_WqWkT_512x64"}) +
         CompareRank(run.tensors.at("qq"), {"qkv_facts", "rank_WWT_512x64"}) +
         Compare("smallest eigenvalue of WWᵀ", run.tensors.at("test"),
                 Number(0), kSingle);
}

std::string CheckHeadMatrices() {
  const VectorTensor ranks = ReadChapter({"head_matrices", "ranks"});
  return Compare("syntax",
                 Number(RankOf(ReadChapter({"head_matrices", "syntax_head"}))),
                 Number(ranks.values[0]), kExact) +
         Compare(
             "semantic",
             Number(RankOf(ReadChapter({"head_matrices", "semantic_head"}))),
             Number(ranks.values[1]), kExact);
}

// 8192 queries, 128 to each of 64 sets of 64 keys, d_k wide: how much their
// weights still move with the scores, undivided (raw) and divided by √d_k.
std::string CheckScaling(int width) {
  const auto draw = [&](const char* name, int64_t rows, int stream) -> Step {
    return {name,
            "normal",
            {},
            {{"shape", std::vector<int64_t>{64, rows, width}},
             {"seed", 1},
             {"stream", stream}}};
  };
  std::vector<Step> steps = {draw("q", 128, 0), draw("k", 64, 1),
                             Product("scores", "q", "k", true)};
  for (const auto& [name, divisor] :
       {std::pair{"raw", 1.0}, {"scaled", std::sqrt(width)}}) {
    const std::string kind = name;
    steps.push_back(
        {kind + "_scores", "scale", {{"a", "scores"}}, {{"divisor", divisor}}});
    steps.push_back({kind, "softmax", {{"a", kind + "_scores"}}, {}});
    steps.push_back(
        {kind + "_jacobian", "softmax_jacobian", {{"weights", kind}}, {}});
    steps.push_back({kind + "_range", "statistics", {{"x", kind}}, {}});
  }
  Session session;
  const Result<int> run = session.Compute({{}, std::move(steps)});
  if (!run) return run.error().message;
  const auto read = [&](const std::string& name) {
    return FromDense(*session.TensorOf(*run, name)).values;
  };
  std::string difference;
  const auto compare = [&](const std::string& name, double value) {
    difference += Compare(
        name, Number(value),
        ReadChapter({"scaling", "table_n64_keys", std::to_string(width), name}),
        {2e-3, 0.1});
  };
  const auto mean = [](const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
  };
  for (const std::string kind : {"raw", "scaled"}) {
    const std::vector<double> lengths = read(kind + "_jacobian");
    compare(kind + "_mean_jacobian_F", mean(lengths));
    compare(kind + "_mean_max_prob", mean(read(kind + "_range.largest")));
    const double below = static_cast<double>(std::count_if(
        lengths.begin(), lengths.end(), [](double x) { return x < 1e-3; }));
    const double share = below / static_cast<double>(lengths.size());
    if (kind == "raw") compare("raw_fraction_rows_below_1e-3", share);
    if (kind == "scaled" && below > 0) difference += "scaled rows are certain";
  }
  return difference;
}

// p(x₁, x₂, x₃) with its axes in another order, as rows × columns.
VectorTensor Joint(const VectorTensor& p, const std::vector<int>& order,
                   int64_t rows) {
  VectorTensor joint{"f64", {rows, 8 / rows}, std::vector<double>(8)};
  for (int cell = 0; cell < 8; ++cell) {
    int place = 0;
    for (const int axis : order) place = 2 * place + (cell >> (2 - axis) & 1);
    joint.values[place] = p.values[cell];
  }
  return joint;
}

VectorTensor Summed(const VectorTensor& p) {  // over x₃, as [x₁, x₂]
  VectorTensor sum{"f64", {2, 2}, {}};
  for (int i = 0; i < 8; i += 2) {
    sum.values.push_back(p.values[i] + p.values[i + 1]);
  }
  return sum;
}

std::string CheckInformation() {
  const VectorTensor p =
      ReadChapter({"information", "p_x1x2x3_order_000..111"});
  const Session session;
  const auto measure = [&](const VectorTensor& joint, const char* name) {
    return Run(session, {"information", {{"p", joint}}, {}})
        .tensors.at(name)
        .values[0];
  };
  const double joint =
      Run(session, {"entropy", {{"p", p}}, {}}).tensors.at("output").values[0];
  const VectorTensor past{
      "f64",
      {3},
      {measure(Summed(p), "entropy_x"), measure(Summed(p), "y_given_x"),
       measure(Joint(p, {0, 1, 2}, 4), "y_given_x")}};
  const VectorTensor rest{"f64",
                          {3},
                          {measure(Joint(p, {1, 2, 0}, 4), "y_given_x"),
                           measure(Joint(p, {0, 2, 1}, 4), "y_given_x"),
                           measure(Joint(p, {0, 1, 2}, 4), "y_given_x")}};
  const auto sum = [](const VectorTensor& x) {
    return Number(x.values[0] + x.values[1] + x.values[2]);
  };
  // Σ I(x_i; future | past) = I(x₁; x₂x₃) + I(x₂; x₃ | x₁)
  const double future = measure(Joint(p, {0, 1, 2}, 2), "output") +
                        past.values[1] - rest.values[1];
  const auto chapter = [](const char* name) {
    return ReadChapter({"information", name});
  };
  return Compare("joint", Number(joint), chapter("H_joint_bits"), kSingle) +
         Compare("past", past, chapter("H_xi_given_past"), kSingle) +
         Compare("rest", rest, chapter("H_xi_given_rest"), kSingle) +
         Compare("causal", sum(past), chapter("sum_causal"), kSingle) +
         Compare("both", sum(rest), chapter("sum_bi"), kSingle) +
         Compare("future", Number(future), chapter("sum_I(xi;future|past)"),
                 kSingle);
}

double Count(const char* kind, Settings sizes) {
  sizes.emplace_back("kind", kind);
  const Applied run = Run(Session(), {"count", {}, sizes});
  INFO(run.error);
  REQUIRE(run.error.empty());
  return run.tensors.at("output").values[0] +
         run.tensors.at("remainder").values[0];
}

const Settings kLayer = {{"width", 512}, {"heads", 8}, {"hidden", 2048}};
const Settings kBert = {{"width", 768},        {"heads", 12},
                        {"hidden", 3072},      {"layers", 12},
                        {"vocabulary", 30522}, {"positions", 512}};

Settings With(Settings sizes, const Settings& more) {
  sizes.insert(sizes.end(), more.begin(), more.end());
  return sizes;
}

std::string CheckParameters() {
  const Settings biased = With(kLayer, {{"bias", true}});
  const double bert = Count("bert", kBert);
  const double projection =
      12 * Count("linear", {{"width", 768}, {"hidden", 768}, {"bias", true}});
  const Settings narrow = {{"width", 512}, {"hidden", 64}};
  const std::pair<const char*, double> counts[] = {
      {"multihead_qkv_512",
       3 * Count("linear", {{"width", 512}, {"hidden", 512}})},
      {"self_attention_class_512_64", 3 * Count("linear", narrow)},
      {"bert_base_uncased_total", bert},
      {"bert_one_projection_all_layers", projection},
      {"bert_share_V=K", bert - projection},
      {"bert_share_Q=K", bert - projection},
      {"bert_no_QKV_projection", bert - 3 * projection},
      {"bert_layer",
       Count(
           "encoder_layer",
           {{"width", 768}, {"heads", 12}, {"hidden", 3072}, {"bias", true}})},
      {"encoder_layer_512_8_2048_with_biases", Count("encoder_layer", biased)},
      {"decoder_layer_512_8_2048_with_biases", Count("decoder_layer", biased)},
      {"ffn_512_2048_with_biases", Count("feed_forward", biased)},
      {"layernorm_512", Count("norm", {{"width", 512}, {"bias", true}})},
      {"t5_small_total",
       Count("t5", With(kLayer, {{"layers", 6}, {"vocabulary", 32128}}))}};
  std::string difference;
  for (const auto& [name, count] : counts) {
    // The first of them stands in an object of its own.
    const Path path = name == std::string("multihead_qkv_512")
                          ? Path{"params", name, "3*h*d*dk"}
                          : Path{"params", name};
    difference += Compare(name, Number(count), ReadChapter(path), kExact);
  }
  for (const char* groups : {"8", "4", "2", "1"}) {
    difference += Compare(
        "groups",
        Number(Count(
            "attention",
            {{"width", 512}, {"heads", 8}, {"groups", std::stod(groups)}})),
        ReadChapter({"params", "gqa_d512_h8_no_bias", groups}), kExact);
  }
  difference += Compare(
      "all four", Number(Count("attention", {{"width", 512}, {"heads", 8}})),
      ReadChapter({"params", "multihead_qkv_512", "plus_WO"}), kExact);
  difference += Compare("demo", Number(3 * Count("linear", narrow)),
                        ReadChapter({"self_attention_demo", "params"}), kExact);
  const Settings square = {{"width", 512}, {"hidden", 512}, {"latent", 64}};
  difference +=
      Compare("freedom", Number(Count("rank_freedom", square)),
              ReadChapter({"qkv_facts", "dof_rank64_512x512_general"}), kExact);
  return difference +
         Compare("symmetric", Number(Count("symmetric_rank_freedom", square)),
                 ReadChapter({"qkv_facts", "dof_rank64_512x512_symmetric_psd"}),
                 kExact);
}

std::string CheckCache() {
  const Settings head = {{"head_width", 64}};
  const Settings llama = {{"head_width", 128}, {"length", 4096}, {"bytes", 2}};
  const auto cache = [](const Settings& sizes, double heads, double layers) {
    return Count("key_value_cache",
                 With(sizes, {{"heads", heads}, {"layers", layers}}));
  };
  const Path chapter = {"kv_cache", "chapter_config_h8_dh64"};
  const auto check = [](const Path& path, double count) {
    return Compare(path.back(), Number(count), ReadChapter(path), kExact);
  };
  const Path deepseek = {"kv_cache", "deepseek_v2"};
  return check({chapter[0], chapter[1], "MHA"}, cache(head, 8, 1)) +
         check({chapter[0], chapter[1], "GQA_g2"}, cache(head, 2, 1)) +
         check({chapter[0], chapter[1], "MQA"}, cache(head, 1, 1)) +
         check({"kv_cache", "llama2_7b_seq4096_fp16"}, cache(llama, 32, 32)) +
         check({"kv_cache", "llama2_70b_gqa8_seq4096_fp16"},
               cache(llama, 8, 80)) +
         check({"kv_cache", "llama2_70b_if_mha64"}, cache(llama, 64, 80)) +
         check({"kv_cache", "mistral_7b_gqa8_seq4096"}, cache(llama, 8, 32)) +
         check({deepseek[0], deepseek[1], "per_token_per_layer"},
               Count("latent_cache", {{"latent", 512}, {"rotary", 64}})) +
         check({deepseek[0], deepseek[1], "mha_128x128"},
               cache({{"head_width", 128}}, 128, 1));
}

VectorTensor Wave(int64_t rows, int64_t columns,
                  double (*cell)(double, double)) {
  VectorTensor wave{"f64", {rows, columns}, {}};
  for (int64_t i = 0; i < rows * columns; ++i) {
    wave.values.push_back(cell(static_cast<double>(i / columns),
                               static_cast<double>(i % columns)));
  }
  return wave;
}

std::string CheckLayerPieces() {
  const VectorTensor x = Wave(5, 8, [](double i, double a) {
    return std::sin(1.7 * (i + 1) * (a + 2));
  });
  const VectorTensor w1 = Wave(8, 16, [](double a, double b) {
    return 2 / std::sqrt(8.0) * std::cos(0.6 * (a + 1) * (b + 1));
  });
  const VectorTensor w2 = Wave(16, 8, [](double a, double b) {
    return std::sin(0.8 * (a + 1) * (b + 2)) / 2;
  });
  const Applied run =
      RunProgram({{"x", x}, {"w1", w1}, {"w2", w2}},
                 {{"layer", "layer_norm", {{"x", "x"}}, {}},
                  {"rms", "rms_norm", {{"x", "x"}}, {}},
                  {"hidden", "linear", {{"x", "x"}, {"weight", "w1"}}, {}},
                  {"bent", "activation", {{"x", "hidden"}}, {{"kind", "relu"}}},
                  {"out", "linear", {{"x", "bent"}, {"weight", "w2"}}, {}}});
  if (!run.error.empty()) return run.error;
  const auto check = [&](const char* tensor, const char* key) {
    const VectorTensor expected = ReadChapter({"layer_pieces", key});
    VectorTensor row{"f64", expected.shape, run.tensors.at(tensor).values};
    row.values.resize(expected.values.size());
    return Compare(key, row, expected, kSingle);
  };
  std::string difference = check("layer", "layernorm_X_row0") +
                           check("rms", "rmsnorm_X_row0") +
                           check("out", "ffn_relu_X_row0");
  for (const auto& [kind, key] :
       {std::pair{"gelu", "gelu_erf"}, {"silu", "silu"}}) {
    for (const char* at : {"-2", "-1", "-0.5", "0", "0.5", "1", "2"}) {
      const Applied bent =
          Run(Session(),
              {"activation", {{"x", Number(std::stod(at))}}, {{"kind", kind}}});
      difference += Compare(kind, bent.tensors.at("output"),
                            ReadChapter({"layer_pieces", key, at}), kSingle);
    }
  }
  return difference;
}

}  // namespace

TEST_CASE("the chapter's ranks, information and counts", "[vectors]") {
  if (ChapterFolder().empty()) {
    return Family::Absent("chapter_analysis", "of the chapter");
  }
  Family report("chapter_analysis");
  report.Report("counterexample", CheckCounterexample());
  report.Report("A_single", CheckSingle());
  report.Report("draws", CheckDraws());
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    report.Report("seed " + std::to_string(seed), CheckSeed(seed));
  }
  report.Report("causal", CheckCausal());
  report.Report("head", CheckHead());
  report.Report("circuits", CheckCircuits());
  report.Report("head matrices", CheckHeadMatrices());
  for (const int width : {4, 16, 64, 256, 512, 1024}) {
    report.Report("scaling " + std::to_string(width), CheckScaling(width));
  }
  report.Report("information", CheckInformation());
  report.Report("parameters", CheckParameters());
  report.Report("cache", CheckCache());
  report.Report("layer pieces", CheckLayerPieces());
  CHECK(report.Close() == "");
}

}  // namespace clearhead::test
