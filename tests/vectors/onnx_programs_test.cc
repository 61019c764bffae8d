// Operators of ONNX that are programs of ours: flexible attention, whose scores
// and weights go through functions of the caller; the write into a cache; and
// attention without softmax, whose state is written token by token.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/family.h"
#include "tests/support/heads.h"
#include "tests/support/session_calls.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kTolerance{2e-6, 1e-5};
constexpr Tolerance kHalf{2e-3, 2e-3};
constexpr Tolerance kStored{0, 1e-7};  // copied; the decimals are rounded

using Names = std::vector<std::pair<std::string, std::string>>;

// A program whose steps name themselves.
class Program {
 public:
  std::string Input(const std::string& name, const VectorTensor& cells) {
    inputs_[name] = cells;
    return name;
  }
  std::string Add(const char* operation, const Names& inputs,
                  Settings attributes = {}) {
    steps_.push_back({"step" + std::to_string(steps_.size()), operation, inputs,
                      std::move(attributes)});
    return steps_.back().name;
  }
  std::string Slice(const std::string& a, int axis, int64_t start,
                    int64_t length) {
    return Add("slice", {{"a", a}},
               {{"axis", axis},
                {"start", static_cast<double>(start)},
                {"length", static_cast<double>(length)}});
  }
  // `a`, then `b`; `a` may be nothing yet.
  std::string Append(const std::string& a, const std::string& b, int axis) {
    if (a.empty()) return b;
    return Add("concatenate", {{"a", a}, {"b", b}}, {{"axis", axis}});
  }
  std::string Product(const std::string& a, const std::string& b,
                      bool turned = false) {
    return Add("matmul", {{"a", a}, {"b", b}}, {{"transpose_a", turned}});
  }

  // The tensors of those names, or an error.
  Applied Run(const std::vector<std::string>& wanted) const {
    Session session;
    OwnedRequest owned;
    for (const auto& [name, cells] : inputs_) {
      owned.Add(name, ToDense(session, cells));
    }
    Applied applied;
    const Result<int> run = session.Compute({owned.inputs, steps_});
    if (!run) applied.error = run.error().message;
    for (const std::string& name : wanted) {
      if (run) applied.tensors[name] = FromDense(*session.TensorOf(*run, name));
    }
    return applied;
  }

 private:
  Tensors inputs_;
  std::vector<Step> steps_;
};

Tolerance ToleranceOf(const VectorTensor& input) {
  return input.dtype == "f16" ? kHalf : kTolerance;
}

// Adds the nodes of a function to the program; what it makes of `x`, or
// nothing where one of them has no operation here, which `reason` then says.
std::string Through(const VectorCase& test, const char* name, std::string x,
                    Program* program, std::string* reason) {
  const auto found = test.functions.find(name);
  if (found == test.functions.end()) return x;
  const VectorFunction& function = found->second;
  std::map<std::string, std::string> names = {{function.inputs.at(0), x}};
  for (const auto& [own, cells] : function.initializers) {
    names[own] = program->Input(std::string(name) + "." + own, cells);
  }
  for (const VectorNode& node : function.nodes) {
    std::vector<std::string> given;
    for (const std::string& input : node.inputs) given.push_back(names[input]);
    std::string& made = names[node.outputs.at(0)];
    const auto number = function.initializers.find(node.inputs.back());
    if (node.op == "Add" || node.op == "Mul") {
      // The second repeats along the first.
      if (function.initializers.count(node.inputs.at(0)) > 0) {
        std::swap(given[0], given.at(1));
      }
      made = program->Add(node.op == "Add" ? "add" : "multiply",
                          {{"a", given[0]}, {"b", given.at(1)}});
    } else if (node.op == "Sub") {
      made = program->Add("difference", {{"a", given[0]}, {"b", given.at(1)}});
    } else if (node.op == "Div" && number != function.initializers.end() &&
               number->second.values.size() == 1) {
      made = program->Add("scale", {{"a", given[0]}},
                          {{"divisor", number->second.values[0]}});
    } else if (node.op == "Tanh") {
      made = program->Add("activation", {{"x", given[0]}}, {{"kind", "tanh"}});
    } else {
      *reason = std::string(name) + " has a node " + node.op +
                ", for which there is no operation";
      return "";
    }
  }
  return names[function.outputs.at(0)];
}

void CheckFlexible(const VectorCase& test, Family* report) {
  const VectorTensor& query = test.inputs.at("Q");
  Program program;
  std::string reason;
  const std::string q = program.Input("q", query);
  const std::string k = program.Input("k", test.inputs.at("K"));
  const std::string v = program.Input("v", test.inputs.at("V"));
  const double width = std::sqrt(static_cast<double>(query.shape.back()));
  const std::string scores =
      program.Add("scale", {{"a", program.Add("scores", {{"q", q}, {"k", k}})}},
                  {{"divisor", 1 / test.Number("scale", 1 / width)}});
  std::string x = Through(test, "score_mod", scores, &program, &reason);
  if (!x.empty()) {
    x = Through(test, "prob_mod", program.Add("softmax", {{"a", x}}), &program,
                &reason);
  }
  if (x.empty()) return report->NotApplicable(test.name, reason);
  const std::string y = program.Add("weighted_sum", {{"weights", x}, {"v", v}});
  const Applied run = program.Run({y});
  report->Report(test.name, run.error.empty() ? Compare("Y", run.tensors.at(y),
                                                        test.outputs.at("Y"),
                                                        ToleranceOf(query))
                                              : run.error);
}

// Every batch in runs of rows, old or new. mode circular goes on at the start.
void CheckScatter(const VectorCase& test, Family* report) {
  const VectorTensor& past = test.inputs.at("past_cache");
  const VectorTensor& update = test.inputs.at("update");
  const auto rank = static_cast<int>(past.shape.size());
  const int axis = static_cast<int>(test.Number("axis", -2));
  const auto along = static_cast<size_t>(axis < 0 ? axis + rank : axis);
  const int64_t rows = past.shape[along], fresh = update.shape[along];
  const auto mode = test.words.find("mode");
  const bool circular = mode != test.words.end() && mode->second == "circular";
  Program program;
  const std::string old_rows = program.Input("past", past);
  const std::string new_rows = program.Input("update", update);
  std::string all;
  for (int64_t b = 0; b < past.shape[0]; ++b) {
    const int64_t start =
        test.Has("write_indices")
            ? static_cast<int64_t>(test.inputs.at("write_indices").values[b])
            : 0;
    // Where a row comes from: of the update or, from −rows on, of the past.
    const auto source = [&](int64_t row) {
      int64_t place = row - start;
      if (circular) place = (place + rows) % rows;
      return place >= 0 && place < fresh ? place : row - rows;
    };
    const std::string of_old = program.Slice(old_rows, 0, b, 1);
    const std::string of_new = program.Slice(new_rows, 0, b, 1);
    std::string cache;
    for (int64_t row = 0; row < rows;) {
      const int64_t first = source(row);
      int64_t length = 1;
      while (row + length < rows && source(row + length) == first + length &&
             (first < 0) == (first + length < 0)) {
        ++length;
      }
      cache = program.Append(
          cache,
          program.Slice(first < 0 ? of_old : of_new, static_cast<int>(along),
                        first < 0 ? first + rows : first, length),
          static_cast<int>(along));
      row += length;
    }
    all = program.Append(all, cache, 0);
  }
  const Applied run = program.Run({all});
  report->Report(test.name,
                 run.error.empty()
                     ? Compare("present_cache", run.tensors.at(all),
                               test.outputs.at("present_cache"), kStored)
                     : run.error);
}

// S ← e^g·S, then S += kᵀ·(v or β·(v − k·S)), out = scale·q·S, token by token.
// e^g = elu(g) + 1 as g ≤ 0.
void CheckLinear(const VectorCase& test, Family* report) {
  const auto split = [&](const char* name, double heads) {
    return Split(test.inputs.at(name), heads);
  };
  const double groups = test.Number("kv_num_heads", 1);
  const VectorTensor keys = split("key", groups),
                     values = split("value", groups);
  const int64_t batch = keys.shape[0], tokens = keys.shape[2];
  const int64_t width = keys.shape[3], value_width = values.shape[3];
  const auto rule = test.words.find("update_rule");
  const std::string update =
      rule == test.words.end() ? "gated_delta" : rule->second;
  const bool gated = update.find("gated") != std::string::npos;
  const bool delta = update.find("delta") != std::string::npos;
  Program program;
  const std::string q =
      program.Input("q", split("query", test.Number("q_num_heads", 1)));
  const std::string k = program.Input("k", keys);
  const std::string v = program.Input("v", values);
  const auto ones = static_cast<size_t>(value_width);
  const std::string one = program.Input(
      "one", {"f32", {1, value_width}, std::vector<double>(ones, 1)});
  VectorTensor zeros{"f32", {batch, keys.shape[1], width, value_width}, {}};
  zeros.values.assign(static_cast<size_t>(CountOf(zeros.shape)), 0);
  std::string state = program.Input(
      "state", test.Has("past_state") ? test.inputs.at("past_state") : zeros);
  std::string kept, beta;
  if (gated) {
    const VectorTensor decay = split("decay", groups);
    for (const double g : decay.values) {
      if (g <= 0) continue;
      return report->NotApplicable(
          test.name, "decay is above 0, where no operation is its exponential");
    }
    const std::string bent =
        program.Add("activation", {{"x", program.Input("decay", decay)}},
                    {{"kind", "elu"}});
    kept = program.Add(
        "add", {{"a", bent}, {"b", program.Input("1", {"f32", {1}, {1}})}});
  }
  if (delta) {
    const VectorTensor& cells = test.inputs.at("beta");
    beta = program.Input("beta",
                         Split(cells, static_cast<double>(cells.shape[2])));
  }
  std::string out;
  for (int64_t t = 0; t < tokens; ++t) {
    const std::string key = program.Slice(k, 2, t, 1);
    std::string value = program.Slice(v, 2, t, 1);
    if (gated) {
      const std::string spread =
          program.Product(program.Slice(kept, 2, t, 1), one, true);
      state = program.Add("multiply", {{"a", state}, {"b", spread}});
    }
    if (delta) {
      const std::string error = program.Add(
          "difference", {{"a", value}, {"b", program.Product(key, state)}});
      value = program.Add("multiply",
                          {{"a", error}, {"b", program.Slice(beta, 2, t, 1)}});
    }
    state = program.Add(
        "add", {{"a", state}, {"b", program.Product(key, value, true)}});
    out = program.Append(
        out,
        program.Add("weighted_sum",
                    {{"weights", program.Slice(q, 2, t, 1)}, {"v", state}}),
        2);
  }
  const double unit = 1 / std::sqrt(static_cast<double>(width));
  out = program.Add("scale", {{"a", out}},
                    {{"divisor", 1 / test.Number("scale", unit)}});
  const Applied run = program.Run({out, state});
  if (!run.error.empty()) return report->Report(test.name, run.error);
  const Tolerance tolerance = ToleranceOf(test.inputs.at("query"));
  report->Report(test.name,
                 Compare("output", Join(run.tensors.at(out), 3),
                         test.outputs.at("output"), tolerance) +
                     Compare("present_state", run.tensors.at(state),
                             test.outputs.at("present_state"), tolerance));
}

void RunFamily(const char* name, const char* prefix,
               void (*check)(const VectorCase&, Family*)) {
  if (VectorsFolder().empty()) return Family::Absent(name, "of the vectors");
  Family report(name);
  for (const VectorCase& test : ReadOnnx({prefix})) check(test, &report);
  CHECK(report.Close() == "");
}

}  // namespace

TEST_CASE("ONNX flexible attention as a program", "[vectors]") {
  RunFamily("onnx_flexible_attention", "flexattention", CheckFlexible);
}
TEST_CASE("ONNX writes into a cache as a program", "[vectors]") {
  RunFamily("onnx_tensor_scatter", "tensorscatter", CheckScatter);
}
TEST_CASE("ONNX attention without softmax as a program", "[vectors]") {
  RunFamily("onnx_linear_attention", "linear_attention", CheckLinear);
}

}  // namespace clearhead::test
