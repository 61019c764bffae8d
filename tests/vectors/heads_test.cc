// PyTorch's nn.MultiheadAttention with its gradients, and DeepSeek's MLA with
// its caches, against the composites.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/family.h"
#include "tests/support/session_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kSoftmax{2e-6, 1e-5};
constexpr Tolerance kGradient{5e-6, 5e-5};
constexpr Tolerance kLatent{5e-6, 5e-5};
constexpr Tolerance kAngles{1e-6, 1e-5};

// Rows first … first + count − 1 of [out, in] as [in, count]; of a bias [out]
// as [count]. PyTorch multiplies by the transpose of what it stores.
VectorTensor Weight(const VectorTensor& stored, int64_t first, int64_t count) {
  const bool bias = stored.shape.size() == 1;
  const int64_t in = bias ? 1 : stored.shape[1];
  VectorTensor weight{stored.dtype, bias ? Shape{count} : Shape{in, count}, {}};
  for (int64_t k = 0; k < in; ++k) {
    for (int64_t n = 0; n < count; ++n) {
      weight.values.push_back(
          stored.values[static_cast<size_t>((first + n) * in + k)]);
    }
  }
  return weight;
}

VectorTensor Whole(const VectorTensor& stored) {
  return Weight(stored, 0, stored.shape[0]);
}

// What the composite calls a part of PyTorch's parameters.
struct Part {
  std::string input, stored;
  int64_t first, count;
};

std::vector<Part> PartsOf(const VectorCase& test) {
  const auto width = static_cast<int64_t>(test.Number("embed_dim", 0));
  std::vector<Part> parts;
  for (const std::string kind : {"weight", "bias"}) {
    if (!test.Has("w.in_proj_" + kind)) continue;
    int64_t first = 0;
    for (const std::string name : {"query", "key", "value"}) {
      parts.push_back({name + "_" + kind, "w.in_proj_" + kind, first, width});
      first += width;
    }
    parts.push_back({"output_" + kind, "w.out_proj." + kind, 0, width});
  }
  return parts;
}

// True in a bool mask means not allowed; float masks are added. A mask of three
// axes has one matrix for each head of each sentence.
void AddMasks(const VectorCase& test, Call* call) {
  const Shape& q = test.inputs.at("in.q").shape;
  if (test.Has("in.attn_mask")) {
    VectorTensor mask = test.inputs.at("in.attn_mask");
    if (mask.shape.size() == 3) {
      const int64_t heads = mask.shape[0] / q[0];
      mask.shape = {q[0], heads, mask.shape[1], mask.shape[2]};
    }
    const bool bits = mask.dtype == "bool";
    for (double& cell : mask.values) cell = bits ? cell == 0 : cell;
    call->inputs[bits ? "mask" : "bias"] = mask;
  }
  if (test.Has("in.key_padding_mask")) {
    VectorTensor padding = test.inputs.at("in.key_padding_mask");
    padding.shape = {padding.shape[0], 1, 1, padding.shape[1]};
    for (double& cell : padding.values) cell = cell == 0;
    // No case has both kinds of bits.
    CHECK(call->inputs.count("mask") == 0);
    call->inputs["mask"] = padding;
  }
}

// PyTorch 1.13 gives NaN to a query that sees no key, and to every gradient
// that it touches; ours is 0 there and the rest is the same: those cells are
// held to be finite.
VectorTensor WithoutNaN(VectorTensor expected, const VectorTensor& actual) {
  for (size_t i = 0; i < expected.values.size(); ++i) {
    const double own = actual.values[i];
    if (std::isnan(expected.values[i]) && std::isfinite(own)) {
      expected.values[i] = own;
    }
  }
  return expected;
}

std::string CompareFinite(const std::string& what, const VectorTensor& actual,
                          const VectorTensor& expected, Tolerance tolerance) {
  return Compare(what, actual, WithoutNaN(expected, actual), tolerance);
}

std::string CheckMultiHead(const Session& session, const VectorCase& test) {
  Call call{"multi_head_attention", {{"x", test.inputs.at("in.q")}}, {}};
  std::vector<std::pair<std::string, std::string>> streams = {{"x", "in.q"}};
  if (test.Has("in.k")) {
    streams.emplace_back("context", "in.k");
    streams.emplace_back("value_context", "in.v");
  }
  for (const auto& [input, stored] : streams) {
    call.inputs[input] = test.inputs.at(stored);
  }
  for (const Part& part : PartsOf(test)) {
    call.inputs[part.input] =
        Weight(test.inputs.at(part.stored), part.first, part.count);
  }
  AddMasks(test, &call);
  call.attributes = {{"heads", test.Number("num_heads", 1)}};
  call.output_gradient = &test.inputs.at("up.y");
  std::string difference;
  for (const bool stages : {false, true}) {
    call.stages = stages;
    const Applied run = Run(session, call);
    if (!run.error.empty()) return run.error;
    difference += CompareFinite("y", run.tensors.at("output"),
                                test.inputs.at("out.y"), kSoftmax);
    if (stages) {
      difference += CompareFinite("weights", run.tensors.at("weights"),
                                  test.inputs.at("out.attn"), kSoftmax);
    }
    for (const auto& [input, stored] : streams) {
      difference += CompareFinite("d" + input, run.gradients.at(input),
                                  test.inputs.at("grad." + stored), kGradient);
    }
    for (const Part& part : PartsOf(test)) {
      difference += CompareFinite(
          "d" + part.input, run.gradients.at(part.input),
          Weight(test.inputs.at("grad." + part.stored), part.first, part.count),
          kGradient);
    }
  }
  return difference;
}

// cos and sin of the angles of the case: rotary_frequencies and rotary_table.
Applied Angles(const Session& session, const VectorCase& test) {
  const VectorTensor& expected = test.inputs.at("in.angles");
  Settings settings = {{"width", test.Number("qk_rope_head_dim", 0)},
                       {"base", test.Number("rope_theta", 10000)}};
  if (test.Number("yarn_active", 0) != 0) {
    settings.insert(settings.end(),
                    {{"scaling", "yarn"},
                     {"factor", test.Number("rope_factor", 1)},
                     {"trained_length", test.Number("original_seq_len", 4096)},
                     {"low", test.Number("beta_slow", 1)},
                     {"high", test.Number("beta_fast", 32)},
                     {"ramp", "rounded"}});
  }
  const Applied speeds = Run(session, {"rotary_frequencies", {}, settings});
  if (!speeds.error.empty()) return speeds;
  VectorTensor positions{"f32", {expected.shape[0]}, {}};
  for (int64_t t = 0; t < expected.shape[0]; ++t) {
    positions.values.push_back(static_cast<double>(t));
  }
  return Run(session, {"rotary_table",
                       {{"positions", positions},
                        {"frequencies", speeds.tensors.at("output")}},
                       {}});
}

// [B, H, T, D] as [B, T, H, D].
VectorTensor Swapped(const VectorTensor& x) {
  VectorTensor swapped{
      x.dtype, {x.shape[0], x.shape[2], x.shape[1], x.shape[3]}, {}};
  for (int64_t i = 0; i < CountOf(swapped.shape); ++i) {
    const Index at = IndexAt(swapped.shape, i);
    swapped.values.push_back(x.values[static_cast<size_t>(
        FlatOf(x.shape, {at[0], at[2], at[1], at[3]}))]);
  }
  return swapped;
}

std::string CheckLatent(const Session& session, const VectorCase& test) {
  const Applied table = Angles(session, test);
  if (!table.error.empty()) return table.error;
  VectorTensor cos = test.inputs.at("in.angles");
  for (double& cell : cos.values) cell = std::cos(cell);
  std::string difference =
      Compare("cos", table.tensors.at("output"), cos, kAngles);
  Call call{"latent_attention",
            {{"x", test.inputs.at("in.x")},
             {"cos", table.tensors.at("output")},
             {"sin", table.tensors.at("sin")}},
            {}};
  const bool low_rank = test.Has("w.wq_a.weight");
  std::vector<std::pair<const char*, const char*>> weights = {
      {"query_up", low_rank ? "w.wq_b.weight" : "w.wq.weight"},
      {"key_value_down", "w.wkv_a.weight"},
      {"key_value_norm", "w.kv_norm.weight"},
      {"key_value_up", "w.wkv_b.weight"},
      {"output_weight", "w.wo.weight"}};
  if (low_rank) {
    weights.emplace_back("query_down", "w.wq_a.weight");
    weights.emplace_back("query_norm", "w.q_norm.weight");
  }
  for (const auto& [input, stored] : weights) {
    call.inputs[input] = Whole(test.inputs.at(stored));
  }
  for (const char* form : {"naive", "absorbed"}) {
    call.attributes = {{"heads", test.Number("n_heads", 1)},
                       {"form", form},
                       {"scale", test.Number("softmax_scale", 1)},
                       {"causal", true},
                       {"epsilon", test.Number("norm_eps", 1e-6)}};
    for (const bool stages : {false, true}) {
      call.stages = stages;
      const Applied run = Run(session, call);
      if (!run.error.empty()) return run.error;
      difference += Compare(std::string(form) + " y", run.tensors.at("output"),
                            test.inputs.at("out.y"), kLatent) +
                    Compare("latent", run.tensors.at("latent"),
                            test.inputs.at("out.latent_cache"), kLatent) +
                    Compare("rope_key", run.tensors.at("rope_key"),
                            test.inputs.at("out.rope_key_cache"), kLatent);
      if (!stages || form != std::string("naive")) continue;
      difference += Compare("k", Swapped(run.tensors.at("heads.key")),
                            test.inputs.at("out.k_full"), kLatent) +
                    Compare("v", Swapped(run.tensors.at("heads.value")),
                            test.inputs.at("out.v_full"), kLatent);
    }
  }
  return difference;
}

}  // namespace

TEST_CASE("PyTorch multi-head attention", "[vectors]") {
  if (VectorsFolder().empty()) {
    return Family::Absent("torch_mha", "of vectors");
  }
  Family report("torch_mha");
  const Session session;
  for (const VectorCase& test : ReadTorch({"mha_"})) {
    report.Report(test.name, CheckMultiHead(session, test));
  }
  CHECK(report.Close() == "");
}

TEST_CASE("DeepSeek latent attention", "[vectors]") {
  if (VectorsFolder().empty()) return Family::Absent("mla", "of vectors");
  Family report("mla");
  const Session session;
  for (const VectorCase& test : ReadTorch({"mla_"}, "mla")) {
    report.Report(test.name, CheckLatent(session, test));
  }
  CHECK(report.Close() == "");
}

}  // namespace clearhead::test
