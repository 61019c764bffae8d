// Positions against public vectors: rotary of every scaling and layout, ALiBi,
// T5's buckets. The adapters only name, reshape and pick; every number is the
// engine's.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/family.h"
#include "tests/support/heads.h"
#include "tests/support/session_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kExact{0, 0};
constexpr Tolerance kSingle{1e-6, 1e-5};
constexpr Tolerance kGradient{5e-6, 5e-5};
constexpr Tolerance kPrinted{0, 6e-5};  // five digits
constexpr Tolerance kLiteral{1e-4, 0};  // the tests' own

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

void GateHf(const char* file, const Check& check) {
  Gate((std::string("hf_") + file).c_str(), [file] { return ReadHf(file); },
       check);
}

VectorTensor Scalar(double value) { return {"f64", {}, {value}}; }

// A configuration of transformers as a call of rotary_frequencies. The scaling
// is an object of its own or stands among the other settings.
Call Frequencies(const VectorCase& test) {
  const auto find = [&](const char* name) {
    const double inner =
        test.Number(std::string("config.rope_scaling.") + name, NAN);
    return std::isnan(inner) ? test.Number(std::string("config.") + name, NAN)
                             : inner;
  };
  std::string scaling = "none";
  for (const char* key :
       {"config.rope_type", "config.rope_scaling.rope_type"}) {
    const auto found = test.words.find(key);
    if (found != test.words.end() && found->second != "default") {
      scaling = found->second;
    }
  }
  const double share = find("partial_rotary_factor");
  const double width = find("head_dim") * (std::isnan(share) ? 1 : share);
  const double most = find("max_position_embeddings");
  double trained = find("original_max_position_embeddings");
  if (std::isnan(trained)) trained = most;
  double factor = find("factor");
  if (std::isnan(factor)) factor = most / trained;
  Call call{"rotary_frequencies",
            {},
            {{"width", std::floor(width)},
             {"base", find("rope_theta")},
             {"scaling", scaling},
             {"factor", factor},
             {"trained_length", trained}}};
  for (const auto& [from, to] : {std::pair{"seq_len", "length"},
                                 {"beta_slow", "low"},
                                 {"low_freq_factor", "low"},
                                 {"beta_fast", "high"},
                                 {"high_freq_factor", "high"},
                                 {"attention_factor", "attention_factor"}}) {
    const double value = find(from);
    if (!std::isnan(value)) call.attributes.emplace_back(to, value);
  }
  // Without a length dynamic scaling reads no further than trained.
  if (scaling == "dynamic" && std::isnan(find("seq_len"))) {
    call.attributes.emplace_back("length", trained);
  }
  if (scaling == "longrope") {
    const char* list = factor > 1 ? "long_factor" : "short_factor";
    call.inputs["factors"] =
        test.inputs.at(std::string("config.rope_scaling.") + list);
  }
  return call;
}

std::string CheckFrequencies(const Session& session, const VectorCase& test,
                             Tolerance tolerance) {
  const Applied run = Run(session, Frequencies(test));
  if (!run.error.empty()) return run.error;
  return Compare("inv_freq", run.tensors.at("output"),
                 test.inputs.at("inv_freq"), tolerance) +
         Compare("attention_scale", run.tensors.at("attention_factor"),
                 Scalar(test.Number("attention_scale", NAN)), kSingle);
}

// x [B, H, T, D] turned as positions [B, T] say.
Applied Turn(const Session& session, const VectorTensor& x,
             const VectorTensor& positions, double base, const char* layout,
             const VectorTensor* output_gradient = nullptr) {
  Applied speeds =
      Run(session,
          {"rotary_frequencies",
           {},
           {{"width", static_cast<double>(x.shape.back())}, {"base", base}}});
  if (!speeds.error.empty()) return speeds;
  Applied table = Run(
      session, {"rotary_table",
                {{"positions", positions},
                 {"frequencies", speeds.tensors.at("output")},
                 {"remainder", speeds.tensors.at("remainder")},
                 {"attention_factor", speeds.tensors.at("attention_factor")}},
                {}});
  if (!table.error.empty()) return table;
  return Run(session, {"rotary",
                       {{"x", x},
                        {"cos", table.tensors.at("output")},
                        {"sin", table.tensors.at("sin")}},
                       {{"layout", layout}},
                       false,
                       output_gradient});
}

// [B, T, H, D] as [B, H, T, D] or the other way.
VectorTensor Swapped(const VectorTensor& x) {
  VectorTensor swapped{
      x.dtype, {x.shape[0], x.shape[2], x.shape[1], x.shape[3]}, {}};
  for (int64_t i = 0; i < CountOf(x.shape); ++i) {
    const Index at = IndexAt(swapped.shape, i);
    swapped.values.push_back(
        x.values[FlatOf(x.shape, {at[0], at[2], at[1], at[3]})]);
  }
  return swapped;
}

// The rows of a projection in another order let the layout half turn what
// interleaved turned: turning one order equals reordering what was turned.
std::string CheckPermutation(const Session& session, const VectorCase& test) {
  const auto heads = static_cast<int64_t>(test.Number("n_heads", 1));
  const std::vector<double>& order = test.inputs.at("rows_out").values;
  const auto reorder = [&](VectorTensor x) {
    std::vector<double> values;
    for (const double from : order)
      values.push_back(x.values[static_cast<size_t>(from)]);
    x.values = values;
    return x;
  };
  const auto rows = static_cast<int64_t>(order.size());
  const VectorTensor x{
      "f64", {1, heads, 1, rows / heads}, test.inputs.at("rows_in").values};
  const VectorTensor position{"f64", {1}, {3}};
  const Applied before = Turn(session, x, position, 10000, "interleaved");
  const Applied after = Turn(session, reorder(x), position, 10000, "half");
  return Compare("rows", after.tensors.at("output"),
                 reorder(before.tensors.at("output")), kSingle);
}

std::string CheckApply(const Session& session, const VectorCase& test) {
  if (test.Has("rows_out")) return CheckPermutation(session, test);
  const bool half = test.words.at("pairing").rfind("half", 0) == 0;
  const auto layout = test.words.find("layout");
  const bool swap =
      layout != test.words.end() && layout->second == "[batch,seq,heads,dim]";
  std::string difference;
  for (const std::string name : {"q", "k"}) {
    if (!test.Has(name)) continue;
    const VectorTensor& x = test.inputs.at(name);
    const Applied run =
        Turn(session, swap ? Swapped(x) : x, test.inputs.at("positions"),
             test.Number("theta", 0), half ? "half" : "interleaved");
    if (!run.error.empty()) return run.error;
    const VectorTensor& out = run.tensors.at("output");
    difference += Compare(name, swap ? Swapped(out) : out,
                          test.inputs.at(name + "_out"), kSingle);
  }
  return difference;
}

// Bloom's bias is ours of the first query: m·k, k counted without padding.
std::string CheckAlibi(const Session& session, const VectorCase& test) {
  const bool masked = test.Has("attention_mask");
  const VectorTensor mask = masked ? test.inputs.at("attention_mask")
                                   : VectorTensor{"f64", {1, 1}, {1}};
  const int64_t keys = mask.shape[1];
  const double heads = test.Number("num_heads", 0),
               n = static_cast<double>(keys);
  const Applied run = Run(
      session, {"alibi", {}, {{"heads", heads}, {"queries", n}, {"keys", n}}});
  if (!run.error.empty()) return run.error;
  if (!masked)
    return Compare("slopes", run.tensors.at("slopes"), test.inputs.at("slopes"),
                   kSingle);
  const VectorTensor& ours = run.tensors.at("output");
  VectorTensor bias{"f64", test.inputs.at("alibi").shape, {}};
  for (int64_t i = 0; i < CountOf(bias.shape); ++i) {
    const Index at = IndexAt(bias.shape, i);
    double place = 0;
    for (int64_t key = 0; key < at[3]; ++key)
      place += mask.values[at[0] * keys + key];
    const bool visible = mask.values[at[0] * keys + at[3]] != 0;
    bias.values.push_back(ours.values[FlatOf(
        ours.shape, {at[1], 0, visible ? static_cast<int64_t>(place) : 0})]);
  }
  return Compare("alibi", bias, test.inputs.at("alibi"), kSingle);
}

// A table whose rows hold their own number shows the buckets.
std::string CheckBuckets(const Session& session, const VectorCase& test) {
  const auto count = static_cast<int64_t>(test.Number("num_buckets", 0));
  VectorTensor table{"f64", {count, 1}, {}};
  for (int64_t i = 0; i < count; ++i)
    table.values.push_back(static_cast<double>(i));
  const VectorTensor& expected = test.inputs.at("buckets");
  const double first = test.Number("relative_position_first", 0);
  const double keys = static_cast<double>(expected.shape[0]);
  const Applied run =
      Run(session, {"relative_bias",
                    {{"table", table}},
                    {{"queries", keys},
                     {"keys", keys},
                     {"max_distance", test.Number("max_distance", 0)},
                     {"bidirectional", test.Number("bidirectional", 0) != 0}}});
  if (!run.error.empty()) return run.error;
  const VectorTensor& out = run.tensors.at("output");
  // The query at −first has the first key at that distance.
  const auto row = static_cast<ptrdiff_t>(-first * keys);
  const VectorTensor buckets{
      "f64",
      expected.shape,
      {out.values.begin() + row, out.values.begin() + row + expected.shape[0]}};
  return Compare("buckets", buckets, expected, kExact);
}

// The first rows and columns, as the tests print them.
VectorTensor Corner(const VectorTensor& x, const Shape& shape) {
  VectorTensor corner{x.dtype, shape, {}};
  for (int64_t i = 0; i < CountOf(shape); ++i) {
    const Index at = IndexAt(shape, i);
    corner.values.push_back(x.values[at[0] * x.shape.back() + at[1]]);
  }
  return corner;
}

// RoFormer's table holds all sines before all cosines; ours takes turns.
std::string CheckRoformer(const Session& session, const VectorCase& test) {
  const VectorTensor& expected = test.inputs.at("expected");
  if (test.name.find("apply_rotary") == std::string::npos) {
    const bool basic = test.name.find("basic") != std::string::npos;
    const int64_t length = basic ? 6 : 512, width = basic ? 6 : 512;
    const Applied run = Run(session, {"sinusoidal",
                                      {},
                                      {{"length", static_cast<double>(length)},
                                       {"width", static_cast<double>(width)}}});
    const VectorTensor& ours = run.tensors.at("output");
    VectorTensor table{"f64", {length, width}, {}};
    for (int64_t i = 0; i < length * width; ++i) {
      const int64_t column = i % width, half = width / 2;
      const int64_t from = column < half ? 2 * column : 2 * (column - half) + 1;
      table.values.push_back(ours.values[i - column + from]);
    }
    return Compare("table", Corner(table, expected.shape), expected, kLiteral);
  }
  const bool key = test.name.find("key") != std::string::npos;
  VectorTensor x{"f64", {2, 12, 16, 64}, {}}, positions{"f64", {16}, {}};
  for (int i = 0; i < 16; ++i) positions.values.push_back(i);
  for (int i = 0; i < 2 * 12 * 16 * 64; ++i)
    x.values.push_back((key ? -i : i) / 100.0);
  const Applied run = Turn(session, x, positions, 10000, "interleaved");
  if (!run.error.empty()) return run.error;
  return Compare("turned", Corner(run.tensors.at("output"), expected.shape),
                 expected, kLiteral);
}

// The caches are given; position_ids pick their rows.
std::string CheckOnnx(const Session& session, const VectorCase& test) {
  const VectorTensor& given = test.inputs.at("X");
  const VectorTensor x = Split(given, test.Number("num_heads", 1));
  Call call{"rotary",
            {{"x", x}},
            {{"layout",
              test.Number("interleaved", 0) != 0 ? "interleaved" : "half"}}};
  for (const auto& [from, to] :
       {std::pair{"cos_cache", "cos"}, {"sin_cache", "sin"}}) {
    VectorTensor table = test.inputs.at(from);
    if (test.Has("position_ids")) {
      const VectorTensor& ids = test.inputs.at("position_ids");
      const int64_t pairs = table.shape[1];
      VectorTensor picked{table.dtype, {ids.shape[0], ids.shape[1], pairs}, {}};
      for (const double id : ids.values) {
        const auto row =
            table.values.begin() + static_cast<ptrdiff_t>(id) * pairs;
        picked.values.insert(picked.values.end(), row, row + pairs);
      }
      table = picked;
    }
    call.inputs[to] = table;
  }
  const Applied run = Run(session, call);
  if (!run.error.empty()) return run.error;
  return Compare("Y", Join(run.tensors.at("output"), given.shape.size()),
                 test.outputs.at("Y"), kSingle);
}

std::string CheckTorch(const Session& session, const VectorCase& test) {
  const Applied run =
      Turn(session, test.inputs.at("in.q"), test.inputs.at("in.positions"),
           test.Number("theta", 10000),
           test.Number("interleaved", 0) != 0 ? "interleaved" : "half",
           &test.inputs.at("up.y"));
  if (!run.error.empty()) return run.error;
  return Compare("y", run.tensors.at("output"), test.inputs.at("out.y"),
                 kSingle) +
         Compare("dq", run.gradients.at("x"), test.inputs.at("grad.in.q"),
                 kGradient);
}

std::string CheckChapterSpeeds(const Session& session,
                               const std::vector<std::string>& path,
                               const Settings& settings) {
  const Applied run = Run(session, {"rotary_frequencies", {}, settings});
  if (!run.error.empty()) return run.error;
  return Compare(path.back(), run.tensors.at("output"), ReadChapter(path),
                 kSingle);
}

// The chapter's q of eight features at position 3.
std::string CheckChapterTurn(const Session& session, const char* key,
                             const char* layout) {
  VectorTensor q = ReadChapter({"rope", "q"});
  q.shape = {1, 1, 1, 8};
  const Applied run = Turn(session, q, {"f64", {1}, {3}}, 10000, layout);
  if (!run.error.empty()) return run.error;
  return Compare(key, run.tensors.at("output"), ReadChapter({"rope", key}),
                 kSingle);
}

std::string CheckChapterSlopes(const Session& session, const char* key,
                               double heads) {
  const Applied run = Run(
      session, {"alibi", {}, {{"heads", heads}, {"queries", 1}, {"keys", 1}}});
  if (!run.error.empty()) return run.error;
  return Compare(key, run.tensors.at("slopes"), ReadChapter({"alibi", key}),
                 kSingle);
}

}  // namespace

TEST_CASE("the chapter's positions", "[vectors]") {
  if (ChapterFolder().empty()) {
    return Family::Absent("chapter_positions", "of the chapter");
  }
  Family report("chapter_positions");
  const Session session;
  report.Report("theta", CheckChapterSpeeds(session, {"theta", "dim64"},
                                            {{"width", 64}}));
  for (const auto& [key, ramp] : {std::pair{"theta_paper", "turns"},
                                  {"theta_reference_code", "rounded"}}) {
    report.Report(key,
                  CheckChapterSpeeds(session, {"yarn", "d128_L4096_s16", key},
                                     {{"width", 128},
                                      {"scaling", "yarn"},
                                      {"factor", 16},
                                      {"trained_length", 4096},
                                      {"ramp", ramp}}));
  }
  for (const auto& [key, layout] :
       {std::pair{"interleaved_q_at_pos3", "interleaved"},
        {"half_split_q_at_pos3", "half"}}) {
    report.Report(key, CheckChapterTurn(session, key, layout));
  }
  report.Report("8 heads", CheckChapterSlopes(session, "slopes_8_heads", 8));
  report.Report("16 heads", CheckChapterSlopes(session, "slopes_16_heads", 16));
  CHECK(report.Close() == "");
}
TEST_CASE("rotary frequencies of every scaling", "[vectors]") {
  GateHf("rope_inv_freq_grid",
         [](const Session& session, const VectorCase& test) {
           return CheckFrequencies(session, test, kSingle);
         });
}
TEST_CASE("rotary frequencies as tests print them", "[vectors]") {
  GateHf("rope_snapshots", [](const Session& session, const VectorCase& test) {
    return CheckFrequencies(session, test, kPrinted);
  });
}
TEST_CASE("rotary of queries and keys", "[vectors]") {
  GateHf("rope_apply", CheckApply);
}
TEST_CASE("Bloom's ALiBi", "[vectors]") { GateHf("alibi", CheckAlibi); }
TEST_CASE("T5's buckets", "[vectors]") {
  GateHf("t5_relative_buckets", CheckBuckets);
}
TEST_CASE("RoFormer's positions", "[vectors]") {
  GateHf("roformer_literals", CheckRoformer);
}
TEST_CASE("ONNX rotary", "[vectors]") {
  Gate(
      "onnx_rotary_embedding", [] { return ReadOnnx({"rotary_embedding"}); },
      CheckOnnx);
}
TEST_CASE("PyTorch rotary", "[vectors]") {
  Gate(
      "torch_rope", [] { return ReadTorch({"rope_"}); }, CheckTorch);
}

}  // namespace clearhead::test
