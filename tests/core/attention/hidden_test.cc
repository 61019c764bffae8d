// Whatever stands behind a hidden key reaches nothing, by the stages as by the
// fused twin: a weight of exactly 0 absorbs ∞ and NaN.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/fused.h"
#include "core/attention/multi_head.h"
#include "tests/support/composite_run.h"
#include "tests/support/each_target.h"

namespace clearhead {
namespace {

using test::Array;
using test::CompositeRun;
using test::EachTarget;
using test::OperationCase;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// The last is finite, but its products with a gradient overflow.
constexpr double kPoisons[] = {kNaN, kInfinity, -kInfinity, 2e38};

constexpr int64_t kBatch = 2, kQueries = 4, kKeys = 5;
constexpr const char* kMasks[] = {"padding", "causal", "combined",
                                  "window",  "blind",  "bias"};

// Whether a mask hides a key; what is causal comes on top as an attribute.
bool Hides(const std::string& mask, const Index& score) {
  const int64_t query = score[2], key = score[3];
  if (mask == "window") return std::abs(query + 1 - key) > 1;
  if (mask == "blind") return query == 1 || key == 3;
  return mask != "causal" && key >= kKeys - 1 - score[0];
}

// The key that is hidden from every query of the second sentence, or -1.
int64_t HiddenFromAll(const std::string& mask) {
  return mask == "causal" || mask == "window" ? -1 : 3;
}

void Hide(const std::string& mask, OperationCase* c) {
  const auto slot = [&](const char* name) -> Array<double>& {
    return c
        ->inputs[static_cast<size_t>(InputNumber(c->operation->schema, name))];
  };
  Array<double>& cells = slot(mask == "bias" ? "bias" : "mask");
  if (!cells.present) return;
  test::ForEachIndex(cells.shape, [&](const Index& index) {
    if (mask != "bias") cells[index] = Hides(mask, index) ? 0 : 1;
    if (mask == "bias" && Hides(mask, index)) cells[index] = -kInfinity;
  });
}

// Four heads on two of keys and values, with everything that hides.
OperationCase Heads(const std::string& mask, bool capped) {
  test::WrittenCase written = {{{"q", {kBatch, 4, kQueries, 5}},
                                {"k", {kBatch, 2, kKeys, 5}},
                                {"v", {kBatch, 2, kKeys, 6}}},
                               {{"softcap", capped ? 1.5 : 0.0}}};
  if (mask == "causal" || mask == "combined") {
    written.attributes.push_back({"causal", true});
  }
  const Shape scores = {kBatch, 1, kQueries, kKeys};
  if (mask == "bias" || capped) written.inputs.push_back({"bias", scores});
  if (mask != "causal" && mask != "bias") {
    written.inputs.push_back({"mask", scores});
  }
  OperationCase c = test::CaseOf(AttentionOperation(), written);
  Hide(mask, &c);
  return c;
}

// A whole layer, whose keys and values are made of `context`.
OperationCase Layer(const std::string& mask) {
  test::WrittenCase written = {{{"x", {kBatch, kQueries, 6}},
                                {"context", {kBatch, kKeys, 3}},
                                {"query_weight", {6, 12}},
                                {"key_weight", {3, 6}},
                                {"value_weight", {3, 4}},
                                {"output_weight", {8, 5}},
                                {"mask", {kBatch, 1, kQueries, kKeys}}},
                               {{"heads", 4}, {"kv_heads", 2}}};
  if (mask == "combined") written.attributes.push_back({"causal", true});
  OperationCase c = test::CaseOf(MultiHeadAttentionOperation(), written);
  Hide(mask, &c);
  return c;
}

// A bias of −∞ is added: it hides a key's value, but not a score of NaN.
bool HidesKeys(const std::string& mask, const std::string& name) {
  return mask != "bias" || name != "k";
}

// The row `row` of the second sentence, of every head, becomes `value`.
OperationCase Poisoned(OperationCase c, const char* name, int64_t row,
                       double value) {
  Array<double>& cells =
      c.inputs[static_cast<size_t>(InputNumber(c.operation->schema, name))];
  test::ForEachIndex(cells.shape, [&](const Index& index) {
    if (index[0] == 1 && index.FromBack(1) == row) cells[index] = value;
  });
  c.what += std::string(" ") + name + " " + std::to_string(row) + " " +
            std::to_string(value);
  return c;
}

// Output and every gradient of two runs on the same inputs; the gradients by a
// poisoned weight of a layer are not asked for.
std::string Differences(CompositeRun& a, CompositeRun& b,
                        const std::vector<const char*>& inputs) {
  std::string found = a.error() + b.error();
  if (!found.empty()) return found;
  found = test::Difference("output", a["output"], b["output"]);
  for (const char* name : inputs) {
    if (!a.graph.Find(name).valid()) continue;
    found += test::Difference(std::string("d") + name, a.Gradient(name),
                              b.Gradient(name));
  }
  return found;
}

const std::vector<const char*> kHeadInputs = {"q", "k", "v", "bias"};
const std::vector<const char*> kLayerInputs = {"x", "context", "query_weight",
                                               "output_weight"};

TEST_CASE("hidden from all, ∞ and NaN change nothing by either path",
          "[attention][hidden]") {
  EachTarget([] {
    for (const std::string mask : kMasks) {
      const int64_t key = HiddenFromAll(mask);
      if (key < 0) continue;
      for (const bool capped : {false, true}) {
        const OperationCase clean = Heads(mask, capped);
        CompositeRun expected(clean, Recording::kTrain);
        for (const char* name : {"k", "v"}) {
          if (!HidesKeys(mask, name)) continue;
          for (const double value : kPoisons) {
            const OperationCase c = Poisoned(clean, name, key, value);
            INFO(mask << c.what);
            CompositeRun fused(c, Recording::kTrain);
            CompositeRun stages(c, Recording::kInspect);
            CHECK(Differences(fused, expected, kHeadInputs) == "");
            CHECK(Differences(stages, expected, kHeadInputs) == "");
          }
        }
      }
    }
  });
}

TEST_CASE("∞ and NaN that some queries see pass alike by both paths",
          "[attention][hidden]") {
  EachTarget([] {
    for (const std::string mask : kMasks) {
      for (const bool capped : {false, true}) {
        for (int64_t key = 0; key < kKeys; ++key) {
          for (const double value : {kNaN, kInfinity, -kInfinity}) {
            for (const char* name : {"k", "v"}) {
              const OperationCase c =
                  Poisoned(Heads(mask, capped), name, key, value);
              INFO(mask << c.what);
              CompositeRun fused(c, Recording::kTrain);
              CompositeRun stages(c, Recording::kInspect);
              CHECK(Differences(stages, fused, kHeadInputs) == "");
            }
          }
        }
      }
    }
  });
}

TEST_CASE("a blind query of ∞ or NaN reaches nothing by either path",
          "[attention][hidden]") {
  EachTarget([] {
    const OperationCase clean = Heads("blind", true);
    CompositeRun expected(clean, Recording::kTrain);
    for (const double value : kPoisons) {
      const OperationCase c = Poisoned(clean, "q", 1, value);
      CompositeRun fused(c, Recording::kTrain);
      CompositeRun stages(c, Recording::kInspect);
      CHECK(Differences(fused, expected, kHeadInputs) == "");
      CHECK(Differences(stages, expected, kHeadInputs) == "");
    }
  });
}

TEST_CASE("a layer of heads takes nothing of a hidden position by either path",
          "[attention][hidden]") {
  EachTarget([] {
    for (const std::string mask : {"padding", "combined", "window", "blind"}) {
      const OperationCase clean = Layer(mask);
      CompositeRun expected(clean, Recording::kTrain);
      for (int64_t key = 0; key < kKeys; ++key) {
        for (const double value : {kNaN, kInfinity, -kInfinity}) {
          const OperationCase c = Poisoned(clean, "context", key, value);
          INFO(mask << c.what);
          CompositeRun fused(c, Recording::kTrain);
          CompositeRun stages(c, Recording::kInspect);
          CHECK(Differences(stages, fused, kLayerInputs) == "");
          if (key != HiddenFromAll(mask)) continue;
          CHECK(Differences(stages, expected, kLayerInputs) == "");
        }
      }
    }
  });
}

TEST_CASE("what lies around a hidden ∞ or NaN opens to what it is",
          "[attention][hidden]") {
  for (const std::string mask : kMasks) {
    for (const double value : {kNaN, kInfinity, -kInfinity}) {
      for (const char* name : {"k", "v"}) {
        // Where all keys are seen by some, NaN alone makes all the same.
        const int64_t key = HiddenFromAll(mask);
        if (key < 0 && !std::isnan(value)) continue;
        if (!HidesKeys(mask, name)) continue;
        for (const Recording recording :
             {Recording::kInspect, Recording::kTrain}) {
          const OperationCase c =
              Poisoned(Heads(mask, true), name, key < 0 ? 3 : key, value);
          INFO(mask << c.what << " " << static_cast<int>(recording));
          CompositeRun run(c, recording);
          CHECK(test::Unopened(run, 60) == "");
        }
      }
    }
  }
}

}  // namespace
}  // namespace clearhead
