// Multi-head and latent attention as composites: their forms agree, all that
// lies within them opens, and steps with a past are the full pass.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/attention/latent.h"
#include "core/attention/multi_head.h"
#include "core/kernels/attention.h"
#include "core/session/session.h"
#include "tests/support/composite_run.h"
#include "tests/support/each_target.h"
#include "tests/support/owned_request.h"

namespace clearhead {
namespace {

using test::Array;
using test::CompositeRun;
using test::Difference;
using test::EachTarget;
using test::OperationCase;

std::vector<OperationCase> AllCases() {
  std::vector<OperationCase> cases =
      test::CasesOf(MultiHeadAttentionOperation());
  for (const OperationCase& c : test::CasesOf(LatentAttentionOperation())) {
    cases.push_back(c);
  }
  return cases;
}

// Output and every gradient of two runs on the same inputs.
std::string Differences(const OperationCase& c, CompositeRun& a,
                        CompositeRun& b) {
  std::string found = a.error() + b.error();
  if (!found.empty()) return found;
  found = Difference("output", a["output"], b["output"]);
  for (size_t slot = 0; slot < c.inputs.size(); ++slot) {
    const InputSchema& input = Item(c.operation->schema.inputs, slot);
    if (!c.inputs[slot].present || !input.differentiable) continue;
    found += Difference(std::string("d") + input.name, a.Gradient(input.name),
                        b.Gradient(input.name));
  }
  return found;
}

TEST_CASE("a composite by its stages equals the one with the fused twin",
          "[composites]") {
  EachTarget([] {
    for (const OperationCase& c : AllCases()) {
      INFO(c.what);
      CompositeRun fused(c, Recording::kTrain);
      CompositeRun stages(c, Recording::kInspect);
      CHECK(Differences(c, fused, stages) == "");
      CHECK(!fused.graph.Find("weights").valid());
      CHECK(stages.graph.Find("weights").valid());
    }
  });
}

TEST_CASE("nothing is remembered at level none", "[composites]") {
  for (const OperationCase& c : AllCases()) {
    CompositeRun none(c, Recording::kNone);
    const CompositeRun train(c, Recording::kTrain);
    CHECK(none["output"].cells == train["output"].cells);
    CHECK(none.graph.nodes().empty());
  }
}

TEST_CASE("an intervention within a composite keeps its stages",
          "[composites]") {
  const OperationCase c = AllCases().front();
  const CompositeRun plain(c, Recording::kTrain);
  const CompositeRun changed(
      c, Recording::kTrain,
      {{"weights", Intervention::Action::kScale, {}, {0.0}}});
  CHECK(changed.error() == "");
  CHECK(changed["output"].cells != plain["output"].cells);
  const Array<double> heads = changed["head_outputs"];
  REQUIRE(heads.count() > 0);
  for (const double cell : heads.cells) CHECK(cell == 0);
}

// Every cell of every tensor, and of every gradient, is what it is opened to.
TEST_CASE("all that lies within a composite opens", "[composites]") {
  int cells = 0;
  for (const OperationCase& c : AllCases()) {
    INFO(c.what);
    CompositeRun run(c, Recording::kInspect);
    REQUIRE(run.error() == "");
    CHECK(test::Unopened(run, 5, &cells) == "");
  }
  CHECK(cells > 1000);
}

TEST_CASE("the naive and the absorbed form of latent attention are equal",
          "[composites]") {
  EachTarget([] {
    int pairs = 0;
    for (OperationCase c : test::CasesOf(LatentAttentionOperation())) {
      if (c.attributes[kLatentForm].text != "naive") continue;
      ++pairs;
      INFO(c.what);
      CompositeRun naive(c, Recording::kTrain);
      c.attributes[kLatentForm] = "absorbed";
      CompositeRun absorbed(c, Recording::kTrain);
      CHECK(Differences(c, naive, absorbed) == "");
      for (const char* cache : {"latent", "rope_key"}) {
        CHECK(naive[cache].cells == absorbed[cache].cells);
      }
    }
    CHECK(pairs >= 2);
  });
}

OperationCase MultiHead(const test::WrittenCase& written) {
  return test::CaseOf(MultiHeadAttentionOperation(), written);
}

TEST_CASE("a shared projection is the same weight given twice",
          "[composites]") {
  const auto shared = [](const char* share) {
    std::vector<std::pair<std::string, Shape>> inputs = {
        {"x", {2, 3, 5}}, {"query_weight", {5, 8}}};
    const std::string word = share;
    if (word == "key_value") inputs.push_back({"key_weight", {5, 8}});
    if (word == "query_key") inputs.push_back({"value_weight", {5, 8}});
    return MultiHead({inputs, {{"heads", 4}, {"share", share}}});
  };
  for (const char* share : {"key_value", "query_key", "all"}) {
    INFO(share);
    const OperationCase one = shared(share);
    OperationCase two = one;
    two.attributes[kMultiHeadShare] = "none";
    const std::string word = share;
    const Array<double> query = one.inputs[kMultiHeadQueryWeight];
    Array<double>& key = two.inputs[kMultiHeadKeyWeight];
    if (word != "key_value") key = query;
    if (word != "query_key") two.inputs[kMultiHeadValueWeight] = key;
    CompositeRun a(one, Recording::kTrain), b(two, Recording::kTrain);
    REQUIRE(a.error() + b.error() == "");
    CHECK(a["output"].cells == b["output"].cells);
    // The weight that stands for several gets the sum of their gradients.
    Array<double> sum = b.Gradient("query_weight");
    const auto add = [&](const char* name) {
      const Array<double> more = b.Gradient(name);
      for (size_t i = 0; i < sum.cells.size(); ++i) {
        sum.cells[i] += more.cells[i];
      }
    };
    if (word == "key_value") {
      sum = b.Gradient("key_weight");
    } else {
      add("key_weight");
    }
    if (word != "query_key") add("value_weight");
    CHECK(Difference(
              "dweight",
              a.Gradient(word == "key_value" ? "key_weight" : "query_weight"),
              sum) == "");
  }
}

TEST_CASE("weights that a sharing does not take are refused", "[composites]") {
  const test::WrittenCase both = {
      {{"x", {1, 2, 4}}, {"query_weight", {4, 4}}, {"value_weight", {4, 4}}},
      {{"heads", 2}, {"share", "all"}}};
  CHECK(CompositeRun(MultiHead(both), Recording::kTrain).error() ==
        "multi_head_attention: share is 'all', so do not give value_weight and "
        "value_bias");
  const test::WrittenCase none = {{{"x", {1, 2, 4}}}, {{"heads", 2}}};
  CHECK(CompositeRun(MultiHead(none), Recording::kTrain)
            .error()
            .find("give query_weight") != std::string::npos);
  const test::WrittenCase width = {{{"x", {1, 2, 4}},
                                    {"context", {1, 3, 5}},
                                    {"query_weight", {4, 4}},
                                    {"key_weight", {4, 4}},
                                    {"value_weight", {5, 4}}},
                                   {{"heads", 2}}};
  CHECK(CompositeRun(MultiHead(width), Recording::kTrain)
            .error()
            .find("key_weight has the shape [4, 4]; key is made of a tensor of "
                  "the width 5") != std::string::npos);
  const test::WrittenCase uneven = {{{"x", {1, 2, 4}}},
                                    {{"heads", 3}, {"share", "input"}}};
  CHECK(CompositeRun(MultiHead(uneven), Recording::kTrain)
            .error()
            .find("multi_head_attention: split_heads: heads is 3") == 0);
}

// Rows first … first + count − 1 of axis 1.
Array<double> Rows(const Array<double>& x, int64_t first, int64_t count) {
  return test::Part(x, 1, first, count);
}

struct Kind {
  const char* what;
  int64_t heads, kv_heads;
};

TEST_CASE("token by token with a past equals the full pass", "[composites]") {
  for (const Kind& kind : {Kind{"MHA", 4, 4}, {"GQA", 4, 2}, {"MQA", 4, 1}}) {
    INFO(kind.what);
    const int64_t T = 5, D = 3;
    const OperationCase full =
        MultiHead({{{"x", {2, T, 7}},
                    {"query_weight", {7, kind.heads * D}},
                    {"key_weight", {7, kind.kv_heads * D}},
                    {"value_weight", {7, kind.kv_heads * D}},
                    {"output_weight", {kind.heads * D, 7}}},
                   {{"heads", static_cast<double>(kind.heads)},
                    {"kv_heads", static_cast<double>(kind.kv_heads)},
                    {"causal", true}}});
    const CompositeRun whole(full, Recording::kTrain);
    Array<double> past_key({2, kind.kv_heads, 0, D}), past_value = past_key;
    for (int64_t t = 0; t < T; ++t) {
      OperationCase step = full;
      step.inputs[kMultiHeadX] = Rows(full.inputs[kMultiHeadX], t, 1);
      step.inputs[kMultiHeadPastKey] = past_key;
      step.inputs[kMultiHeadPastValue] = past_value;
      const CompositeRun run(step, Recording::kTrain);
      REQUIRE(run.error() == "");
      CHECK(Difference("output", run["output"], Rows(whole["output"], t, 1)) ==
            "");
      past_key = run["present_key"];
      past_value = run["present_value"];
    }
    CHECK(past_key.shape == Shape{2, kind.kv_heads, T, D});
  }
}

TEST_CASE("latent attention token by token equals the full pass",
          "[composites]") {
  for (OperationCase full : test::CasesOf(LatentAttentionOperation())) {
    if (full.inputs[kLatentPastLatent].present) continue;
    const CompositeRun whole(full, Recording::kTrain);
    Array<double> latent({2, 0, 6}), rope_key({2, 0, 4});
    for (int64_t t = 0; t < 3; ++t) {
      OperationCase step = full;
      step.inputs[kLatentX] = Rows(full.inputs[kLatentX], t, 1);
      for (const int angle : {kLatentCos, kLatentSin}) {
        step.inputs[angle] =
            test::Part(full.inputs[static_cast<size_t>(angle)], 0, t, 1);
      }
      step.inputs[kLatentPastLatent] = latent;
      step.inputs[kLatentPastRopeKey] = rope_key;
      const CompositeRun run(step, Recording::kTrain);
      REQUIRE(run.error() == "");
      CHECK(Difference("output", run["output"], Rows(whole["output"], t, 1)) ==
            "");
      latent = run["latent"];
      rope_key = run["rope_key"];
    }
    CHECK(latent.cells == whole["latent"].cells);
    CHECK(rope_key.cells == whole["rope_key"].cells);
  }
}

// Arguments, results and all between them: 4096 tokens, 8 heads of 64.
TEST_CASE("4096 tokens attend in less than 64 MB", "[composites]") {
  constexpr size_t kMost = size_t{64} << 20;
  for (const char* operation : {"attention", "multi_head_attention"}) {
    INFO(operation);
    const Session session(kMost - 1);
    test::OwnedRequest request;
    request.operation = operation;
    const auto zeros = [&](const char* name, const Shape& shape) {
      Result<DenseTensor> tensor = session.NewTensor(DataType::kFloat32, shape);
      REQUIRE(tensor);
      request.Add(name, *std::move(tensor));
    };
    if (request.operation == "attention") {
      for (const char* name : {"q", "k", "v"}) zeros(name, {1, 8, 4096, 64});
    } else {
      zeros("x", {1, 4096, 512});
      for (const char* name :
           {"query_weight", "key_weight", "value_weight", "output_weight"}) {
        zeros(name, {512, 512});
      }
      request.attributes.emplace_back("heads", 8);
    }
    request.attributes.emplace_back("causal", true);
    const Result<ApplyResult> result = session.Apply(request);
    INFO((result ? "" : result.error().message));
    CHECK(result);
    CHECK(session.budget().peak() < kMost);
  }
}

}  // namespace
}  // namespace clearhead
