// ONNX Attention vectors. The adapter splits heads, turns the several ways of
// hiding keys into one mask and one bias, and reads the stage that
// qk_matmul_output asks for; every number is the engine's.
#include <catch2/catch.hpp>
#include <cmath>
#include <tuple>

#include "tests/support/family.h"
#include "tests/support/heads.h"
#include "tests/support/session_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kTolerance{2e-6, 1e-5};
constexpr Tolerance kHalf{2e-3, 2e-3};
constexpr Tolerance kStored{0, 1e-7};  // copied; the decimals are rounded

// Keys that the mask does not mention are hidden (the mask may be shorter).
VectorTensor Padded(const VectorTensor& mask, int64_t keys, double hidden) {
  VectorTensor padded{mask.dtype, mask.shape, {}};
  padded.shape.back() = keys;
  for (int64_t i = 0; i < CountOf(padded.shape); ++i) {
    const Index at = IndexAt(padded.shape, i);
    padded.values.push_back(at.back() < mask.shape.back()
                                ? mask.values[FlatOf(mask.shape, at)]
                                : hidden);
  }
  return padded;
}

// Bits [B, 1, T, S] of is_causal and nonpad_kv_seqlen. Without lengths ONNX
// aligns causal masks at the top left, behind the past; with them at the end of
// each length.
VectorTensor Visible(const VectorCase& test, const VectorTensor& q,
                     int64_t past, int64_t keys) {
  const bool causal = test.Number("is_causal", 0) != 0;
  const bool lengths = test.Has("nonpad_kv_seqlen");
  VectorTensor bits{"bool", {q.shape[0], 1, q.shape[2], keys}, {}};
  for (int64_t i = 0; i < CountOf(bits.shape); ++i) {
    const Index at = IndexAt(bits.shape, i);
    const int64_t length =
        lengths ? static_cast<int64_t>(
                      test.inputs.at("nonpad_kv_seqlen").values[at[0]])
                : keys;
    const int64_t last = lengths ? at[2] + length - q.shape[2] : at[2] + past;
    bits.values.push_back(at[3] < length && (!causal || at[3] <= last));
  }
  return bits;
}

// Both must allow; `a` is [B, 1, T, S], `b` broadcasts to [B, H, T, S].
VectorTensor Both(const VectorTensor& a, const VectorTensor& b, int64_t heads) {
  VectorTensor both{"bool", a.shape, {}};
  both.shape[1] = heads;
  for (int64_t i = 0; i < CountOf(both.shape); ++i) {
    Index at = IndexAt(both.shape, i);
    Index narrow = b.shape;
    for (size_t axis = 0; axis < narrow.size(); ++axis) {
      const size_t from = 4 - narrow.size() + axis;
      narrow[axis] = b.shape[axis] == 1 ? 0 : at[from];
    }
    const bool allowed = b.values[FlatOf(b.shape, narrow)] != 0;
    at[1] = 0;
    both.values.push_back(allowed && a.values[FlatOf(a.shape, at)] != 0);
  }
  return both;
}

// The stage that the output qk_matmul_output shows.
std::string StageOf(const VectorCase& test, const Tensors& tensors) {
  const int mode = static_cast<int>(test.Number("qk_matmul_output_mode", 0));
  if (mode == 3) return "weights";
  const std::vector<std::string> order = {"masked", "biased", "capped",
                                          "scaled"};
  for (const std::string& stage : order) {
    if (mode < 2 && (stage == "masked" || stage == "biased")) continue;
    if (mode < 1 && stage == "capped") continue;
    if (tensors.count(stage) > 0) return stage;
  }
  return "scaled";
}

Call CallOf(const VectorCase& test) {
  const VectorTensor q =
      Split(test.inputs.at("Q"), test.Number("q_num_heads", 1));
  const VectorTensor k =
      Split(test.inputs.at("K"), test.Number("kv_num_heads", 1));
  const VectorTensor v =
      Split(test.inputs.at("V"), test.Number("kv_num_heads", 1));
  Call call{"attention", {{"q", q}, {"k", k}, {"v", v}}, {}};
  int64_t past = 0;
  for (const char* name : {"past_key", "past_value"}) {
    if (!test.Has(name)) continue;
    call.inputs[name] = test.inputs.at(name);
    past = test.inputs.at(name).shape[2];
  }
  const int64_t keys = past + k.shape[2];
  const bool causal = test.Number("is_causal", 0) != 0;
  if (causal || test.Has("nonpad_kv_seqlen")) {
    call.inputs["mask"] = Visible(test, q, past, keys);
  }
  if (test.Has("attn_mask")) {
    const VectorTensor& mask = test.inputs.at("attn_mask");
    if (mask.dtype != "bool") {
      call.inputs["bias"] = Padded(mask, keys, -HUGE_VAL);
    } else {
      const VectorTensor bits = Padded(mask, keys, 0);
      call.inputs["mask"] = call.inputs.count("mask") > 0
                                ? Both(call.inputs["mask"], bits, q.shape[1])
                                : bits;
    }
  }
  if (test.numbers.count("scale") > 0) {
    call.attributes.emplace_back("scale", test.Number("scale", 1));
  }
  call.attributes.emplace_back("softcap", test.Number("softcap", 0));
  return call;
}

// The same call for tensors that ONNX gives with joined heads: attention whose
// projections are the inputs themselves.
Call JoinedCall(const VectorCase& test, const Call& split) {
  Call call{"multi_head_attention", split.inputs, split.attributes};
  for (const auto& [own, name, onnx] : {std::tuple{"q", "x", "Q"},
                                        {"k", "context", "K"},
                                        {"v", "value_context", "V"}}) {
    call.inputs.erase(own);
    call.inputs[name] = test.inputs.at(onnx);
  }
  call.attributes.emplace_back("share", "input");
  call.attributes.emplace_back("heads", test.Number("q_num_heads", 1));
  call.attributes.emplace_back("kv_heads", test.Number("kv_num_heads", 1));
  return call;
}

std::string Check(const Session& session, const VectorCase& test) {
  const bool half = test.inputs.at("Q").dtype == "f16";
  const Tolerance tolerance = half ? kHalf : kTolerance;
  const VectorTensor& expected = test.outputs.at("Y");
  std::string difference;
  Call call = CallOf(test);
  for (const bool stages : {false, true}) {
    call.stages = stages;
    const Applied run = Run(session, call);
    if (!run.error.empty()) return run.error;
    difference += Compare(stages ? "Y by stages" : "Y fused",
                          Join(run.tensors.at("output"), expected.shape.size()),
                          expected, tolerance);
    for (const char* present : {"present_key", "present_value"}) {
      if (test.outputs.count(present) == 0) continue;
      difference += Compare(present, run.tensors.at(present),
                            test.outputs.at(present), kStored);
    }
    if (expected.shape.size() == 3) {
      Call joined = JoinedCall(test, call);
      joined.stages = stages;
      const Applied whole = Run(session, joined);
      if (!whole.error.empty()) return whole.error;
      difference += Compare("Y of multi_head_attention",
                            whole.tensors.at("output"), expected, tolerance);
    }
    if (!stages || test.outputs.count("qk_matmul_output") == 0) continue;
    const std::string stage = StageOf(test, run.tensors);
    difference += Compare(stage, run.tensors.at(stage),
                          test.outputs.at("qk_matmul_output"), tolerance);
  }
  return difference;
}

}  // namespace

TEST_CASE("ONNX attention", "[vectors]") {
  if (VectorsFolder().empty()) {
    return Family::Absent("onnx_attention", "of vectors");
  }
  Family report("onnx_attention");
  const Session session;
  for (const VectorCase& test : ReadOnnx({"attention_"})) {
    report.Report(test.name, Check(session, test));
  }
  CHECK(report.Close() == "");
}

}  // namespace clearhead::test
