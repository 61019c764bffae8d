// Masks against public vectors and the chapter: paddings, windows, prefixes,
// packed documents, XLNet's orders. The adapters only name and order; every bit
// is the engine's.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/family.h"
#include "tests/support/session_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kExact{0, 0};

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

VectorTensor Output(const Session& session, const Call& call) {
  Applied run = Run(session, call);
  INFO(run.error);
  REQUIRE(run.error.empty());
  return run.tensors.at("output");
}

// A result as bits, to give it again.
VectorTensor Bits(const Session& session, const Call& call) {
  VectorTensor bits = Output(session, call);
  bits.dtype = "bool";
  return bits;
}

VectorTensor Mask(const Session& session, const char* kind, int64_t queries,
                  int64_t keys, double length = NAN, double start = 0) {
  Call call{"mask", {}, {{"kind", kind}, {"start", start}}};
  call.attributes.emplace_back("queries", static_cast<double>(queries));
  call.attributes.emplace_back("keys", static_cast<double>(keys));
  if (!std::isnan(length)) call.attributes.emplace_back("length", length);
  return Bits(session, call);
}

VectorTensor Combine(const Session& session, const char* kind,
                     const VectorTensor& a, const VectorTensor& b) {
  return Bits(session,
              {"combine_masks", {{"a", a}, {"b", b}}, {{"kind", kind}}});
}

VectorTensor Not(const Session& session, const VectorTensor& a) {
  return Bits(session, {"combine_masks", {{"a", a}}, {{"kind", "not"}}});
}

// One sequence of a batch, [S].
VectorTensor Row(const VectorTensor& batch, int64_t b, const char* dtype) {
  const int64_t keys = batch.shape[1];
  const auto first = batch.values.begin() + b * keys;
  return {dtype, {keys}, {first, first + keys}};
}

// [T, S], visible where both the query and the key have a bit.
VectorTensor Pairs(const Session& session, VectorTensor bits) {
  const int64_t n = bits.shape[0];
  const VectorTensor rows =
      Combine(session, "and", Mask(session, "none", n, n), bits);
  bits.shape = {n, 1};
  return Combine(session, "and", rows, bits);
}

// `mask` of every sequence against the file's matrices.
std::string CompareBatch(
    const VectorCase& test, const char* name,
    const std::function<VectorTensor(int64_t sequence)>& mask) {
  const VectorTensor& expected = test.inputs.at(name);
  VectorTensor all{"bool", expected.shape, {}};
  for (int64_t b = 0; b < expected.shape[0]; ++b) {
    const VectorTensor one = mask(b);
    all.values.insert(all.values.end(), one.values.begin(), one.values.end());
  }
  return Compare(name, all, expected, kExact);
}

// transformers counts the keys before the query: one fewer than a window.
std::string CheckConverter(const Session& session, const VectorCase& test) {
  const VectorTensor& given = test.inputs.at("attention_mask");
  const auto queries = static_cast<int64_t>(test.Number("query_length", 0));
  const double window = test.Number("sliding_window", NAN);
  const bool causal = test.Number("causal", 0) != 0;
  const char* kind = !causal              ? "none"
                     : std::isnan(window) ? "causal"
                                          : "window";
  return CompareBatch(test, "allowed", [&](int64_t b) {
    return Combine(session, "and",
                   Mask(session, kind, queries, given.shape[1], window + 1),
                   Row(given, b, "bool"));
  });
}

// (causal | both in the prefix) & no padding & same segment, as far as given
std::string CheckT5x(const Session& session, const VectorCase& test) {
  const VectorTensor& expected = test.inputs.at("allowed");
  const int64_t n = expected.shape[1];
  const bool causal = test.words.at("rule").find("causal") != std::string::npos;
  return CompareBatch(test, "allowed", [&](int64_t b) {
    VectorTensor mask = Mask(session, causal ? "causal" : "none", n, n);
    if (test.Has("prefix_flags")) {
      const VectorTensor flags = Row(test.inputs.at("prefix_flags"), b, "bool");
      mask = Combine(session, "or", mask, Pairs(session, flags));
    }
    if (test.Has("tokens")) {
      const VectorTensor real = Row(test.inputs.at("tokens"), b, "bool");
      mask = Combine(session, "and", mask, Pairs(session, real));
    }
    if (test.Has("segment_ids")) {
      const VectorTensor ids = Row(test.inputs.at("segment_ids"), b, "i32");
      const VectorTensor block =
          Bits(session, {"mask", {{"documents", ids}}, {{"kind", "block"}}});
      mask = Combine(session, "and", mask, block);
    }
    return mask;
  });
}

// The place of every token in the order: each half is shuffled alike, and
// tokens that are neither masked nor functional come before all.
VectorTensor Places(const VectorCase& test, int64_t b) {
  const VectorTensor ids = Row(test.inputs.at("original_ids"), b, "i32");
  const VectorTensor masked = Row(test.inputs.at("masked"), b, "bool");
  const VectorTensor half =
      Row(test.inputs.at("randperm_half_length_per_sample"), b, "i32");
  const std::vector<double>& special = test.inputs.at("special_ids").values;
  VectorTensor places{"i32", ids.shape, {}};
  for (int64_t i = 0; i < ids.shape[0]; ++i) {
    const int64_t size = half.shape[0];
    const double id = ids.values[i];
    const bool functional =
        id == test.Number("pad_id", -1) ||
        std::find(special.begin(), special.end(), id) != special.end();
    const double place =
        static_cast<double>(i / size * size) + half.values[i % size];
    places.values.push_back(masked.values[i] != 0 || functional ? place : -1);
  }
  return places;
}

// perm_mask is 1 where hidden, and hides masked tokens only.
std::string CheckXlnet(const Session& session, const VectorCase& test) {
  return CompareBatch(test, "perm_mask", [&](int64_t b) {
    const VectorTensor earlier =
        Bits(session, {"mask",
                       {{"order", Places(test, b)}},
                       {{"kind", "permutation"}, {"stream", "query"}}});
    const VectorTensor open =
        Not(session, Row(test.inputs.at("masked"), b, "bool"));
    return Not(session, Combine(session, "or", earlier, open));
  });
}

// The mask of the kind that the case names, without `allowed`.
std::string CheckCore(const Session& session, const VectorCase& test) {
  const VectorTensor& expected = test.inputs.at("in.allowed");
  const int64_t queries = expected.shape[2], keys = expected.shape[3];
  const std::string& kind = test.words.at("kind");
  const auto has = [&](const char* word) {
    return kind.find(word) != std::string::npos;
  };
  VectorTensor flat = expected;
  flat.shape = {expected.shape[0], queries, keys};
  VectorCase batch = test;
  batch.inputs["allowed"] = flat;
  return CompareBatch(batch, "allowed", [&](int64_t b) {
    VectorTensor mask =
        Mask(session, has("causal") ? "causal" : "none", queries, keys);
    if (has("window")) {
      mask = Mask(session, "window", queries, keys, test.Number("window", 0));
    }
    if (has("prefix")) {
      mask =
          Mask(session, "prefix", queries, keys, test.Number("prefix_len", 0));
    }
    const auto number = [&](const char* name, int64_t otherwise) {
      return test.Has(name) ? test.inputs.at(name).values[b]
                            : static_cast<double>(otherwise);
    };
    return Combine(
        session, "and", mask,
        Mask(session, "padding", queries, keys, number("key_lengths", keys),
             number("key_left_pad", 0)));
  });
}

std::string CheckOrder(const Session& session, const char* stream) {
  // The place of every token in the order 2, 0, 3, 1.
  const VectorTensor places{"i32", {4}, {1, 3, 0, 2}};
  const VectorTensor mask =
      Output(session, {"mask",
                       {{"order", places}},
                       {{"kind", "permutation"}, {"stream", stream}}});
  const std::string key =
      std::string("xlnet_") + stream + "_stream_n4_perm_2031";
  return Compare(stream, mask, ReadChapter({"masks", key}), kExact);
}

// 1, 2 … n visible keys; on average (n + 1)/2.
std::string CheckContext(const Session& session) {
  const VectorTensor counts = Output(
      session, {"visible", {{"mask", Mask(session, "causal", 10, 10)}}, {}});
  double mean = 0;
  for (const double count : counts.values) mean += count / 10;
  return Compare("visible", counts,
                 ReadChapter({"context_sizes", "causal_visible_n10"}), kExact) +
         Compare("mean", {"f64", {}, {mean}},
                 ReadChapter({"context_sizes", "mean"}), {1e-12, 0});
}

VectorTensor Weights(const Session& session, const VectorTensor& scores,
                     const VectorTensor& mask, const char* fill,
                     const char* precision = "float32") {
  return Output(session, {"masked_softmax",
                          {{"scores", scores}, {"mask", mask}},
                          {{"fill", fill}, {"precision", precision}}});
}

// The chapter's row of four scores, all of it hidden.
std::string CheckHidden(const Session& session, const char* fill,
                        const char* right, const char* precision = "float32") {
  VectorTensor scores = ReadChapter({"fully_masked_row", "scores"});
  scores.shape = {1, 4};
  const VectorTensor weights =
      Weights(session, scores, {"bool", {4}, {0, 0, 0, 0}}, fill, precision);
  VectorTensor expected{"f64", {4}, {NAN, NAN, NAN, NAN}};
  if (right != nullptr) expected = ReadChapter({"fully_masked_row", right});
  return Compare(fill, weights, expected, kExact);
}

// Its first two scores alone: −1e9 and −∞ are the same.
std::string CheckPartly(const Session& session, const char* fill) {
  VectorTensor scores = ReadChapter({"fully_masked_row", "scores"});
  scores.shape = {1, 4};
  return Compare(fill,
                 Weights(session, scores, {"bool", {4}, {1, 1, 0, 0}}, fill),
                 ReadChapter({"fully_masked_row", "partly_masked_last2_-1e9"}),
                 {2e-6, 1e-5});
}

// Position 2 comes first in the order and sees nothing: −1e9 lets it see all.
std::string CheckLeak(const Session& session) {
  const VectorTensor mask =
      Output(session, {"mask",
                       {{"order", {"i32", {4}, {1, 3, 0, 2}}}},
                       {{"kind", "permutation"}, {"stream", "query"}}});
  VectorTensor bits = mask;
  bits.dtype = "bool";
  VectorTensor scores{"f32", {4, 4}, {}};
  for (int i = 0; i < 16; ++i) scores.values.push_back(std::sin(i));
  VectorTensor weights = Weights(session, scores, bits, "minus-1e9");
  weights.values = {weights.values.begin() + 8, weights.values.begin() + 12};
  weights.shape = {4};
  return Compare("leak", weights, {"f64", {4}, std::vector<double>(4, 0.25)},
                 kExact);
}

}  // namespace

TEST_CASE("masks of transformers", "[vectors]") {
  Gate(
      "hf_masks_converter", [] { return ReadHf("masks_converter"); },
      CheckConverter);
}
TEST_CASE("masks of t5x", "[vectors]") {
  Gate(
      "hf_t5x_masks", [] { return ReadHf("t5x_masks"); }, CheckT5x);
}
TEST_CASE("masks of XLNet's collator", "[vectors]") {
  Gate(
      "hf_xlnet_plm_collator", [] { return ReadHf("xlnet_plm_collator"); },
      CheckXlnet);
}
TEST_CASE("masks of PyTorch's attention core", "[vectors]") {
  Gate(
      "torch_attention_core_masks", [] { return ReadTorch({"core_"}); },
      CheckCore);
}

TEST_CASE("the chapter's masks", "[vectors]") {
  if (ChapterFolder().empty()) {
    return Family::Absent("chapter_masks", "of the chapter");
  }
  Family report("chapter_masks");
  const Session session;
  report.Report("query", CheckOrder(session, "query"));
  report.Report("content", CheckOrder(session, "content"));
  report.Report(
      "prefix",
      Compare("prefix", Mask(session, "prefix", 5, 5, 2),
              ReadChapter({"masks", "unilm_prefix_n5_prefix2"}), kExact));
  report.Report(
      "left padding",
      Compare("left padding", Mask(session, "combined", 5, 5, 5, 2),
              ReadChapter({"masks", "left_padding_combined_n5_pad2"}), kExact));
  report.Report("visible context", CheckContext(session));
  report.Report("−1e9", CheckHidden(session, "minus-1e9", "fill_-1e9_softmax"));
  report.Report("plus −1e9",
                CheckHidden(session, "add-minus-1e9", "additive_-1e9_float32"));
  report.Report("−∞", CheckHidden(session, "negative-infinity", nullptr));
  report.Report("−1e9 in float16",
                CheckHidden(session, "minus-1e9", nullptr, "float16"));
  for (const char* fill : {"minus-1e9", "negative-infinity", "zero"}) {
    report.Report("two keys", CheckPartly(session, fill));
  }
  report.Report("XLNet's first position", CheckLeak(session));
  CHECK(report.Close() == "");
}

}  // namespace clearhead::test
