// The table of operations keeps its promises: forward, backward, explanation,
// chain rule and reach of every entry agree with a scalar twin and with each
// other, on every vector target, dense and through views.
#include "core/session/table.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/attention/fused.h"
#include "core/graph/cells.h"
#include "tests/support/composite_cases.h"
#include "tests/support/each_target.h"
#include "tests/support/evaluate.h"
#include "tests/support/gradient_check.h"
#include "tests/support/operation_run.h"
#include "tests/support/reference.h"

namespace clearhead::test {
namespace {

// A case with what its twin says: the output, the derivatives of every output
// cell, the weights of the differentiated sum, and its gradient. The many
// derivatives are shared by all copies.
struct Prepared {
  OperationCase call;
  Array<double> output;
  std::shared_ptr<const std::vector<Jacobian>> jacobians;  // by input, or empty
  std::vector<float> seed;
  std::vector<std::vector<Evaluated>> gradients;  // by input and cell
};

// dL/d(input) = Σ_o seed·factor·∂o/∂input of every input; `factor` by output
// cell, 1 where there is none.
std::vector<std::vector<Evaluated>> Weigh(
    const Prepared& prepared, const std::vector<double>& factor = {}) {
  std::vector<double> weights(prepared.seed.begin(), prepared.seed.end());
  for (size_t o = 0; o < factor.size(); ++o) weights[o] *= factor[o];
  std::vector<std::vector<Evaluated>> gradients;
  for (const Jacobian& jacobian : *prepared.jacobians) {
    std::vector<Evaluated>& cells = gradients.emplace_back();
    for (const std::vector<double>& row : jacobian.rows) {
      Evaluated& cell = cells.emplace_back();
      for (size_t o = 0; o < weights.size(); ++o) {
        const double term = weights[o] * row.at(o);
        cell.value += term;
        cell.magnitude += std::abs(term);
      }
    }
  }
  return gradients;
}

Prepared Prepare(const OperationCase& call) {
  Prepared prepared{call, {}, {}, {}, {}};
  prepared.output = RunTwin(*call.operation, call.inputs, call.attributes);
  std::vector<Jacobian> jacobians;
  for (size_t slot = 0; slot < call.inputs.size(); ++slot) {
    const bool wanted =
        call.inputs[slot].present &&
        Item(call.operation->schema.inputs, slot).type == DataType::kFloat32;
    jacobians.push_back(wanted ? ComplexStep(*call.operation, call.inputs,
                                             call.attributes, slot)
                               : Jacobian{});
  }
  prepared.jacobians =
      std::make_shared<const std::vector<Jacobian>>(std::move(jacobians));
  Random random(5);
  for (int64_t i = 0; i < prepared.output.count(); ++i) {
    prepared.seed.push_back(static_cast<float>(2 * random.Uniform() - 1));
  }
  prepared.gradients = Weigh(prepared);
  return prepared;
}

// Twins are slow and the same on every target: they run once.
const std::vector<Prepared>& AllCases() {
  static const std::vector<Prepared>* const cases = [] {
    auto* all = new std::vector<Prepared>;
    for (const Operation* operation : Operations()) {
      if (FindTwin<double>(operation->schema.name) == nullptr) continue;
      for (const OperationCase& call : CasesOf(*operation)) {
        all->push_back(Prepare(call));
      }
    }
    return all;
  }();
  return *cases;
}

const Jacobian& JacobianOf(const Prepared& prepared, size_t slot) {
  return (*prepared.jacobians)[slot];
}

// The derivatives by any float are shown; Backward gives those of some inputs.
bool HasDerivatives(const Prepared& prepared, size_t slot) {
  return !JacobianOf(prepared, slot).rows.empty();
}

bool HasGradient(const Prepared& prepared, size_t slot) {
  return HasDerivatives(prepared, slot) &&
         Item(prepared.call.operation->schema.inputs, slot).differentiable;
}

// The cases where one tensor can stand in several places, with it there.
const std::vector<Prepared>& SharedCases() {
  static const std::vector<Prepared>* const cases = [] {
    auto* shared = new std::vector<Prepared>;
    for (const Prepared& prepared : AllCases()) {
      OperationCase call = prepared.call;
      bool any = false;
      for (size_t slot = 1; slot < call.inputs.size(); ++slot) {
        if (!HasGradient(prepared, slot) || !HasGradient(prepared, 0) ||
            !(call.inputs[slot].shape == call.inputs[0].shape)) {
          continue;
        }
        call.inputs[slot] = call.inputs[0];
        any = true;
      }
      if (any) shared->push_back(Prepare(call));
    }
    return shared;
  }();
  return *cases;
}

bool IsFloat(const Prepared& prepared) {
  return Item(prepared.call.operation->schema.outputs, 0).type ==
         DataType::kFloat32;
}

// Whether the case is one node, whose explanation leads to the inputs at once.
bool IsNode(const Prepared& prepared) { return !ByItsSteps(prepared.call); }

// A view of an input is not computed: nothing explains it but its name.
bool IsView(const OperationRun& run) { return run.graph.nodes().empty(); }

// Some walk rows that lie one after another and say so.
bool Takes(const Prepared& prepared, Layout layout) {
  const Operation& operation = *prepared.call.operation;
  return layout == Layout::kDense ||
         !(Is(operation, "layer_norm") || Is(operation, "rms_norm"));
}

std::string At(const Prepared& prepared, const std::string& what, int64_t flat,
               double actual, double expected) {
  return prepared.call.what + ": " + what + " cell " + std::to_string(flat) +
         " is " + std::to_string(actual) + ", expected " +
         std::to_string(expected);
}

// At most `count` numbers spread over 0 … n − 1.
std::vector<int64_t> Sample(int64_t n, int64_t count) {
  std::vector<int64_t> picked;
  for (int64_t i = 0; i < std::min(n, count); ++i) {
    picked.push_back(n <= count ? i : i * (n - 1) / (count - 1));
  }
  return picked;
}

Explanation MustExplain(const OperationRun& run, Tensor tensor,
                        const Index& index, size_t limit = 0) {
  Result<Explanation> explanation = Explain(run.graph, tensor, index, limit);
  REQUIRE(explanation);
  return *std::move(explanation);
}

// What several steps round on the way to a cell that is nearly 0: the largest
// of the cells tells the size of the terms. Nothing for a single node, whose
// terms are known.
double StepRounding(const Prepared& prepared,
                    const std::vector<double>& cells) {
  double largest = 0;
  for (const double cell : cells) largest = std::max(largest, std::abs(cell));
  return IsNode(prepared) ? 0 : largest;
}

std::string CheckForward(const Prepared& prepared, const OperationRun& run) {
  const Array<double> output = run.Cells(run.output);
  if (!(output.shape == prepared.output.shape)) {
    return prepared.call.what + ": shape " + ToString(output.shape);
  }
  for (int64_t i = 0; i < output.count(); ++i) {
    const Index index = IndexAt(output.shape, i);
    const double expected = prepared.output.cells[i];
    if (Agrees(output.cells[i], {expected, std::abs(expected)})) continue;
    const Expression expression =
        MustExplain(run, run.output, index).expression;
    const double magnitude =
        StepRounding(prepared, output.cells) +
        (expression.terms().empty() ? 0 : expression.Magnitude());
    if (!Agrees(output.cells[i], {expected, magnitude})) {
      return At(prepared, "output", i, output.cells[i], expected);
    }
  }
  return "";
}

// dL/d(input) against the twin's; `expected` by input and cell.
std::string CheckGradient(const Prepared& prepared, const OperationRun& run,
                          const std::vector<std::vector<Evaluated>>& expected) {
  double rounding = 0;
  Arrays<double> gradients(run.inputs.size());
  for (size_t slot = 0; slot < run.inputs.size(); ++slot) {
    if (!HasGradient(prepared, slot)) continue;
    gradients[slot] = run.Gradient(run.inputs[slot]);
    rounding =
        std::max(rounding, StepRounding(prepared, gradients[slot].cells));
  }
  for (size_t slot = 0; slot < run.inputs.size(); ++slot) {
    for (int64_t i = 0; i < gradients[slot].count(); ++i) {
      Evaluated sum{0, rounding};
      for (size_t other = 0; other < run.inputs.size(); ++other) {
        // A tensor that stands in several places gets the sum.
        if (!HasGradient(prepared, other) ||
            run.inputs[other].id != run.inputs[slot].id) {
          continue;
        }
        sum.value += expected[other].at(i).value;
        sum.magnitude += expected[other].at(i).magnitude;
      }
      if (!Agrees(gradients[slot].cells[i], sum)) {
        return At(prepared,
                  std::string("d") +
                      Item(prepared.call.operation->schema.inputs, slot).name,
                  i, gradients[slot].cells[i], sum.value);
      }
    }
  }
  return "";
}

// What lies between the rows of a view has no gradient.
std::string CheckGaps(const Prepared& prepared, const OperationRun& run) {
  for (const Tensor input : run.inputs) {
    if (!input.valid()) continue;
    const int storage = run.graph.value(input).storage;
    const Tensor base{run.graph.storages()[storage].owner};
    const Array<double> cells = run.Cells(base);
    const Array<double> gradient = run.Gradient(base);
    for (int64_t i = 0; i < gradient.count(); ++i) {
      if (std::isnan(cells.cells[i]) && gradient.cells[i] != 0) {
        return At(prepared, "gap", i, gradient.cells[i], 0);
      }
    }
  }
  return "";
}

// Every operand must name a stored cell of an input, with its value.
std::string CheckLeaves(const Prepared& prepared, const OperationRun& run,
                        const Explanation& explanation) {
  for (const Term& term : explanation.expression.terms()) {
    if (term.kind != TermKind::kOperand) continue;
    const Tensor owner{term.slot};
    const Value& value = run.graph.value(owner);
    if (run.graph.storages()[value.storage].owner != term.slot) {
      return prepared.call.what + ": an operand names the view " + value.name;
    }
    if (!CheckIndex(value, term.index)) {
      return prepared.call.what + ": an operand lies outside " + value.name;
    }
    const double stored = run.graph.Cells(owner).At(term.index);
    if (!Same(stored, term.value)) {
      return At(prepared, value.name, FlatOf(value.shape, term.index),
                term.value, stored);
    }
  }
  return "";
}

// The derivative shown beside an operand is ∂out/∂(that stored cell).
std::string CheckDerivatives(const Prepared& prepared, const OperationRun& run,
                             const Explanation& explanation, int64_t flat) {
  for (const Term& term : explanation.expression.terms()) {
    if (term.kind != TermKind::kOperand) continue;
    // A count changes with its bits, but they have no derivatives.
    if (run.graph.Cells(Tensor{term.slot}).type != DataType::kFloat32) continue;
    const int storage = run.graph.values()[term.slot].storage;
    const int64_t offset =
        run.graph.Cells(Tensor{term.slot}).Offset(term.index);
    Evaluated expected;
    for (size_t slot = 0; slot < run.inputs.size(); ++slot) {
      if (!HasDerivatives(prepared, slot)) continue;
      const Value& input = run.graph.value(run.inputs[slot]);
      if (input.storage != storage) continue;
      for (const Index& index : IndicesAt(input, offset)) {
        expected.value +=
            JacobianOf(prepared, slot).At(FlatOf(input.shape, index), flat);
      }
    }
    expected.magnitude = std::abs(expected.value);
    if (!Agrees(term.derivative, expected)) {
      return At(prepared, "∂output/∂" + run.graph.values()[term.slot].name,
                flat, term.derivative, expected.value);
    }
  }
  return "";
}

std::string CheckExplanations(const Prepared& prepared, const OperationRun& run,
                              int64_t samples) {
  const int outputs =
      static_cast<int>(prepared.call.operation->schema.outputs.size());
  for (int output = 0; output < outputs; ++output) {
    const Tensor tensor = run.graph.OtherOutput(run.output, output);
    if (IsView(run) || !tensor.valid()) continue;
    const Array<double> cells = run.Cells(tensor);
    for (const int64_t flat : Sample(cells.count(), samples)) {
      const Explanation explanation =
          MustExplain(run, tensor, IndexAt(cells.shape, flat));
      const Evaluated result = Evaluate(explanation.expression.terms());
      if (!Same(explanation.value, cells.cells[flat]) ||
          !Agrees(explanation.value, result)) {
        return At(prepared, "explained output " + std::to_string(output), flat,
                  result.value, cells.cells[flat]);
      }
      std::string problem = CheckLeaves(prepared, run, explanation);
      if (problem.empty() && output == 0 && IsNode(prepared)) {
        problem = CheckDerivatives(prepared, run, explanation, flat);
      }
      if (!problem.empty()) return problem;
    }
  }
  return "";
}

// The chain rule of a gradient cell, worked out, equals the cell: whole, or the
// `limit` largest terms with the sum of the others.
std::string CheckChainRule(const Prepared& prepared, const OperationRun& run,
                           int64_t samples, size_t limit = 0) {
  for (size_t slot = 0; slot < run.inputs.size(); ++slot) {
    if (!HasGradient(prepared, slot)) continue;
    const Array<double> gradient = run.Gradient(run.inputs[slot]);
    for (const int64_t flat : Sample(gradient.count(), samples)) {
      const Result<Explanation> explanation =
          ExplainGradient(run.graph, run.gradients, run.inputs[slot],
                          IndexAt(gradient.shape, flat), limit);
      REQUIRE(explanation);
      const Evaluated result = Evaluate(explanation->expression.terms());
      if (!Same(explanation->value, gradient.cells[flat]) ||
          !Agrees(explanation->value, result)) {
        return At(prepared, "chain rule of slot " + std::to_string(slot), flat,
                  result.value, gradient.cells[flat]);
      }
      for (const Term& term : explanation->expression.terms()) {
        if (term.kind != TermKind::kOperand) continue;
        const double stored =
            run.gradients.Of(run.graph, {term.slot}).At(term.index);
        if (!term.gradient || !Same(term.value, stored)) {
          return At(prepared, "operand of the chain rule", flat, term.value,
                    stored);
        }
      }
    }
  }
  return "";
}

// The input cells that stand in the explanation of an output cell, by slot.
std::set<std::pair<int, int64_t>> ReadBy(const Call& call,
                                         const Operation& operation,
                                         const Index& output) {
  Expression expression;
  operation.explain(call, 0, output, &expression);
  std::set<std::pair<int, int64_t>> read;
  for (const Term& term : expression.terms()) {
    if (term.kind != TermKind::kOperand) continue;
    read.insert({term.slot, FlatOf(call.inputs[term.slot].shape, term.index)});
  }
  return read;
}

// Reach names the output cells in whose explanation the input cell stands, and
// these are all whose derivative is not 0. (It may be 0 there: the only visible
// score of a row changes nothing.)
std::string CheckReach(const Prepared& prepared, const OperationRun& run) {
  if (!IsNode(prepared)) return "";
  const Node& node = run.graph.nodes().front();
  const std::vector<TensorView> inputs = run.graph.InputsOf(node);
  const std::vector<TensorView> outputs = run.graph.OutputsOf(node);
  const Call call{inputs, outputs, node.attributes, nullptr};
  std::vector<std::set<std::pair<int, int64_t>>> read;
  for (int64_t o = 0; o < prepared.output.count(); ++o) {
    read.push_back(
        ReadBy(call, *node.operation, IndexAt(prepared.output.shape, o)));
  }
  for (size_t input = 0; input < run.inputs.size(); ++input) {
    if (!HasGradient(prepared, input)) continue;
    const int slot = static_cast<int>(input);
    for (const int64_t i : Sample(prepared.call.inputs[input].count(), 40)) {
      std::vector<int64_t> reached, expected;
      for (const Index& index :
           node.operation->reach(call, slot, IndexAt(inputs[input].shape, i))) {
        reached.push_back(FlatOf(outputs[0].shape, index));
      }
      for (int64_t o = 0; o < prepared.output.count(); ++o) {
        const bool stands = read[o].count({slot, i}) == 1;
        if (stands) expected.push_back(o);
        if (!stands && JacobianOf(prepared, input).At(i, o) != 0) {
          return At(prepared, "derivative outside the explanation", i,
                    JacobianOf(prepared, input).At(i, o), 0);
        }
      }
      std::sort(reached.begin(), reached.end());
      if (reached != expected) {
        return At(prepared, "reach of slot " + std::to_string(slot), i,
                  static_cast<double>(reached.size()),
                  static_cast<double>(expected.size()));
      }
    }
  }
  return "";
}

// Whether a cell is in the row of padding, which is read and has no gradient.
bool IsHeld(const Prepared& prepared, size_t slot, int64_t i) {
  const OperationCase& call = prepared.call;
  return Is(*call.operation, "embedding") &&
         i / call.inputs[slot].shape.back() ==
             Get(*call.operation, call.attributes, "padding").integer();
}

// Changing one input cell changes reached output cells only, bit for bit.
std::string CheckPerturbation(const Prepared& prepared,
                              const OperationRun& run) {
  const Array<double> before = run.Cells(run.output);
  for (size_t slot = 0; slot < run.inputs.size(); ++slot) {
    if (!HasGradient(prepared, slot)) continue;
    for (const int64_t i : Sample(prepared.call.inputs[slot].count(), 3)) {
      if (IsHeld(prepared, slot, i)) continue;
      OperationCase moved = prepared.call;
      moved.inputs[slot].cells[i] += 0.25;
      const OperationRun after(moved);
      const Array<double> cells = after.Cells(after.output);
      for (int64_t o = 0; o < cells.count(); ++o) {
        const bool reached = JacobianOf(prepared, slot).At(i, o) != 0;
        // Steps may change, by rounding alone, what cancels out.
        const double was = before.cells[o];
        const bool same = Same(cells.cells[o], was) ||
                          (!IsNode(prepared) &&
                           Agrees(cells.cells[o],
                                  {was, StepRounding(prepared, before.cells)}));
        if (!reached && !same) {
          return At(prepared, "unreached output", o, cells.cells[o],
                    before.cells[o]);
        }
      }
    }
  }
  return "";
}

Status Differentiate(const Prepared& prepared, OperationRun* run) {
  return run->gradients.Compute(
      run->graph, Weighted(run->graph, run->output, prepared.seed));
}

template <typename Check>
void ForEach(const std::vector<Prepared>& cases, const Check& check) {
  std::set<std::string> failed;
  for (const Prepared& prepared : cases) {
    const std::string problem = check(prepared);
    const std::string name = prepared.call.operation->schema.name;
    // One report an operation: the first.
    if (problem.empty() || !failed.insert(name).second) continue;
    CHECK(problem == "");
  }
  CHECK(!cases.empty());
}

template <typename Check>
void ForEveryCase(const Check& check) {
  ForEach(AllCases(), check);
}

TEST_CASE("every operation of the table has a scalar twin", "[ops][table]") {
  std::set<std::string> names;
  for (const Operation* operation : Operations()) {
    INFO(operation->schema.name);
    CHECK(FindTwin<double>(operation->schema.name) != nullptr);
    CHECK(names.insert(operation->schema.name).second);
    CHECK(FindOperation(operation->schema.name) == operation);
  }
  CHECK(FindOperation("nonesuch") == nullptr);
}

TEST_CASE("forward equals the scalar twin", "[ops][table]") {
  EachTarget([] {
    for (const Layout layout : {Layout::kDense, Layout::kGap, Layout::kHeads}) {
      ForEveryCase([&](const Prepared& prepared) -> std::string {
        if (!Takes(prepared, layout)) return "";
        const OperationRun run(prepared.call, layout);
        if (!run.graph.status()) return prepared.call.what + run.error();
        return CheckForward(prepared, run);
      });
    }
  });
}

TEST_CASE("gradients equal the complex step of the twin", "[ops][table]") {
  EachTarget([] {
    for (const Layout layout : {Layout::kDense, Layout::kGap, Layout::kHeads}) {
      ForEveryCase([&](const Prepared& prepared) -> std::string {
        if (!Takes(prepared, layout) || !IsFloat(prepared)) return "";
        OperationRun run(prepared.call, layout);
        REQUIRE(Differentiate(prepared, &run));
        const std::string problem =
            CheckGradient(prepared, run, prepared.gradients);
        return problem.empty() ? CheckGaps(prepared, run) : problem;
      });
    }
  });
}

TEST_CASE("one tensor in several places gets the sum of its gradients",
          "[ops][table]") {
  CHECK(SharedCases().size() > 5);
  EachTarget([] {
    ForEach(SharedCases(), [](const Prepared& prepared) -> std::string {
      OperationRun run(prepared.call, Layout::kDense, true);
      REQUIRE(run.graph.status());
      REQUIRE(Differentiate(prepared, &run));
      std::string problem = CheckGradient(prepared, run, prepared.gradients);
      if (problem.empty()) problem = CheckExplanations(prepared, run, 3);
      if (problem.empty()) problem = CheckChainRule(prepared, run, 3);
      return problem;
    });
  });
}

TEST_CASE("an explanation worked out from its operands is the stored number",
          "[ops][table]") {
  EachTarget([] {
    for (const Layout layout : {Layout::kDense, Layout::kGap, Layout::kHeads}) {
      ForEveryCase([&](const Prepared& prepared) -> std::string {
        if (!Takes(prepared, layout)) return "";
        const OperationRun run(prepared.call, layout);
        REQUIRE(run.graph.status());
        return CheckExplanations(prepared, run,
                                 layout == Layout::kDense ? 24 : 6);
      });
    }
  });
}

TEST_CASE("the chain rule of every gradient cell is its value",
          "[ops][table]") {
  EachTarget([] {
    for (const Layout layout : {Layout::kDense, Layout::kGap, Layout::kHeads}) {
      ForEveryCase([&](const Prepared& prepared) -> std::string {
        if (!Takes(prepared, layout) || !IsFloat(prepared)) return "";
        OperationRun run(prepared.call, layout);
        REQUIRE(Differentiate(prepared, &run));
        std::string problem = CheckChainRule(prepared, run, 3);
        if (problem.empty()) problem = CheckChainRule(prepared, run, 3, 2);
        return problem;
      });
    }
  });
}

// The first row of an input holds `value`; −∞ only where scores stand. Of a
// visible key of attention that is not finite, of a row whose RMS or length is
// ∞, and of a gate x·σ(x) at −∞ Backward makes all gradients NaN where the
// chain rule still knows those whose slope is 0.
std::string CheckNotFinite(const Prepared& prepared, double value) {
  if (!IsFloat(prepared) || !IsNode(prepared)) return "";
  const OperationCase& call = prepared.call;
  const bool attention = Is(*call.operation, "attention");
  for (size_t slot = 0; slot < prepared.call.inputs.size(); ++slot) {
    const bool keys = attention && (slot == kAttentionK || slot == kAttentionV);
    const bool scores = slot == 0 || attention;
    if (!HasGradient(prepared, slot)) continue;
    if (std::isinf(value) && !scores) continue;
    Prepared moved = prepared;
    Array<double>& input = moved.call.inputs[slot];
    const int64_t row = input.shape.empty() ? 1 : input.shape.back();
    std::fill_n(input.cells.begin(), row, value);
    moved.call.what +=
        " with " + std::to_string(value) + " in slot " + std::to_string(slot);
    OperationRun run(moved.call);
    REQUIRE(run.graph.status());
    for (const int64_t flat : Sample(prepared.output.count(), 24)) {
      const Index index = IndexAt(prepared.output.shape, flat);
      const Explanation explanation = MustExplain(run, run.output, index);
      const Evaluated result = Evaluate(explanation.expression.terms());
      if (!Agrees(explanation.value, result) ||
          !Agrees(explanation.expression.value(), result)) {
        return At(moved, "explained output", flat, result.value,
                  explanation.value);
      }
    }
    REQUIRE(Differentiate(moved, &run));
    const bool vague =
        keys || (std::isinf(value) && (Is(*call.operation, "rms_norm") ||
                                       Is(*call.operation, "cosine") ||
                                       Is(*call.operation, "activation")));
    const std::string problem = vague ? "" : CheckChainRule(moved, run, 12);
    if (!problem.empty()) return problem;
  }
  return "";
}

TEST_CASE("rows of NaN and −∞ open like all others", "[ops][table]") {
  EachTarget([] {
    for (const double value : {std::nan(""), -HUGE_VAL}) {
      ForEveryCase([value](const Prepared& prepared) {
        return CheckNotFinite(prepared, value);
      });
    }
  });
}

// Three cells of the output are changed by hand: one set, one scaled, one added
// to. What was set passes no gradient on, what was scaled passes its multiple.
std::string CheckEdited(const Prepared& prepared) {
  using Action = Intervention::Action;
  if (!IsFloat(prepared) || prepared.output.count() < 3) return "";
  if (IsView(OperationRun(prepared.call))) return "";
  OperationRun run(prepared.call, Layout::kDense, false,
                   {{"output", Action::kSet, {0}, {0.25}},
                    {"output", Action::kScale, {1}, {3}},
                    {"output", Action::kAdd, {2}, {0.5}}});
  REQUIRE(run.graph.status());
  REQUIRE(Differentiate(prepared, &run));
  std::vector<double> factor(prepared.seed.size(), 1);
  factor[0] = 0;
  factor[1] = 3;
  std::string problem = CheckGradient(prepared, run, Weigh(prepared, factor));
  if (problem.empty()) problem = CheckChainRule(prepared, run, 3);
  for (int64_t i = 0; i < 3 && problem.empty(); ++i) {
    const Index index = IndexAt(prepared.output.shape, i);
    const Explanation explanation = MustExplain(run, run.output, index);
    const Evaluated result = Evaluate(explanation.expression.terms());
    if (!explanation.was || !Agrees(*explanation.was, result)) {
      problem = At(prepared, "what was at", i, result.value,
                   explanation.was.value_or(NAN));
    }
    if (explanation.value != run.graph.Cells(run.output).At(index)) {
      problem = At(prepared, "edited", i, explanation.value, 0);
    }
  }
  return problem;
}

TEST_CASE("edited cells stop or pass the gradient", "[ops][table]") {
  EachTarget([] { ForEveryCase(CheckEdited); });
}

TEST_CASE("reach is complete and minimal", "[ops][table]") {
  ForEveryCase([](const Prepared& prepared) {
    const OperationRun run(prepared.call);
    return CheckReach(prepared, run);
  });
}

TEST_CASE("nothing changes outside the reach", "[ops][table]") {
  EachTarget([] {
    ForEveryCase([](const Prepared& prepared) {
      const OperationRun run(prepared.call);
      return CheckPerturbation(prepared, run);
    });
  });
}

TEST_CASE("backward starts at zero and adds over consumers", "[ops][table]") {
  ForEveryCase([](const Prepared& prepared) -> std::string {
    if (!IsFloat(prepared)) return "";
    OperationRun run(prepared.call);
    REQUIRE(Differentiate(prepared, &run));
    Arrays<double> first;
    for (const Tensor input : run.inputs) {
      first.push_back(input.valid() ? run.Gradient(input) : Array<double>());
    }
    REQUIRE(Differentiate(prepared, &run));
    for (size_t slot = 0; slot < first.size(); ++slot) {
      if (!first[slot].present) continue;
      const std::vector<double> again = run.Gradient(run.inputs[slot]).cells;
      if (!std::equal(again.begin(), again.end(), first[slot].cells.begin(),
                      Same)) {
        return prepared.call.what + ": a second backward changed the gradient";
      }
    }
    const Tensor again =
        IsNode(prepared)
            ? run.graph.Apply(*prepared.call.operation, run.inputs,
                              prepared.call.attributes, "again")
            : run.graph.Perform(*prepared.call.operation, run.inputs,
                                prepared.call.attributes, "again");
    const Tensor sum =
        run.graph.Apply(*FindOperation("add"), {run.output, again}, {}, "sum");
    REQUIRE(run.gradients.Compute(run.graph,
                                  Weighted(run.graph, sum, prepared.seed)));
    const std::vector<double> twice(prepared.seed.size(), 2);
    return CheckGradient(prepared, run, Weigh(prepared, twice));
  });
}

TEST_CASE("abbreviated explanations keep totals and addresses",
          "[ops][table]") {
  ForEveryCase([](const Prepared& prepared) -> std::string {
    const OperationRun run(prepared.call);
    if (IsView(run)) return "";
    for (const int64_t flat : Sample(prepared.output.count(), 4)) {
      const Index index = IndexAt(prepared.output.shape, flat);
      const Explanation whole = MustExplain(run, run.output, index);
      const Explanation brief = MustExplain(run, run.output, index, 2);
      const Evaluated result = Evaluate(brief.expression.terms());
      if (!Agrees(whole.expression.value(), result)) {
        return At(prepared, "abbreviated", flat, result.value,
                  whole.expression.value());
      }
      if (!Same(brief.expression.value(), whole.expression.value())) {
        return At(prepared, "abbreviated root", flat, brief.expression.value(),
                  whole.expression.value());
      }
      size_t addresses = 0, kept = 0;
      const auto count = [&](const Explanation& explanation, size_t* found) {
        for (const Term& term : explanation.expression.terms()) {
          if (term.kind != TermKind::kOperand) continue;
          const DataType type = run.graph.values()[term.slot].type;
          *found += type != DataType::kFloat32;
        }
      };
      count(whole, &addresses);
      count(brief, &kept);
      // A count of bits has them as terms.
      if (IsFloat(prepared) && addresses != kept) {
        return prepared.call.what + ": an address was dropped";
      }
    }
    return "";
  });
}

}  // namespace
}  // namespace clearhead::test
