#include "core/session/session.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/analysis/attention_stages.h"
#include "core/analysis/gradient_map.h"
#include "core/base/text.h"
#include "core/session/dense.h"
#include "core/session/describe.h"

namespace clearhead {
namespace {

Result<Tensor> FindTensor(const Graph& graph, const std::string& name) {
  const Tensor tensor = graph.Find(name);
  if (tensor.valid()) return tensor;
  return Fail(ErrorCode::kUnknown, "the run has no tensor '%'; it has %", name,
              graph.Names());
}

Status CheckTokens(const std::vector<std::string>& tokens) {
  const auto count = static_cast<int64_t>(tokens.size());
  if (count < 1 || count > kMaxTokens) {
    return Fail(ErrorCode::kRange, "tokens has % entries; give 1 to %", count,
                kMaxTokens);
  }
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].empty()) continue;
    return Fail(ErrorCode::kArgument,
                "token % is empty; leave it out or give it a text", i);
  }
  return {};
}

// An inspect run that cannot fit is refused beforehand.
Status CheckSpace(const SelfAttentionConfig& config, const RunRequest& request,
                  const Budget& budget) {
  if (request.record != Recording::kInspect) return {};
  const auto left = static_cast<int64_t>(budget.limit() - budget.used());
  auto fitting = static_cast<int64_t>(request.tokens.size());
  const int64_t needed = InspectBytes(config, fitting);
  if (needed <= left) return {};
  while (fitting > 0 && InspectBytes(config, fitting) > left) --fitting;
  return Fail(ErrorCode::kMemory,
              "the run needs % bytes and % are free; at these sizes % tokens "
              "fit, or dispose of other runs",
              needed, left, fitting);
}

constexpr const char* kGradientMap = "gradient_map";

Result<NamedExplanation> ExplainMap(const Graph& graph, const Index& index,
                                    size_t limit) {
  Value map;
  map.name = kGradientMap;
  const int64_t tokens = graph.Cells(graph.Find("x")).shape[1];
  map.shape = {tokens, tokens};
  CH_RETURN_IF_ERROR(CheckIndex(map, index));
  CH_ASSIGN_OR_RETURN(const std::vector<float>& cell,
                      SelfAttentionGradientMap(graph, {index[0], index[0] + 1},
                                               {index[1], index[1] + 1}));
  CH_ASSIGN_OR_RETURN(const Expression expression,
                      ExplainGradientMap(graph, index, limit));
  NamedExplanation named;
  named.tensor = named.operation = kGradientMap;
  named.index = index;
  named.value = cell.front();
  named.terms = NamedTerms(graph, expression);
  return named;
}

}  // namespace

const char* Version() { return "0.1.0"; }

Result<DenseTensor> Session::NewTensor(DataType type,
                                       const Shape& shape) const {
  int64_t count = 1;
  for (const int64_t size : shape) {
    if (size < 0 || __builtin_mul_overflow(count, size, &count)) {
      return Fail(ErrorCode::kShape,
                  "the shape % is given; sizes are 0 or more and their product "
                  "is below 2^63",
                  shape);
    }
  }
  if (count > INT32_MAX) {
    return Fail(ErrorCode::kMemory,
                "the shape % has % cells; give fewer than 2^31", shape, count);
  }
  DenseTensor tensor{type, shape, {}};
  CH_ASSIGN_OR_RETURN(
      tensor.cells,
      Buffer::Allocate(budget_, static_cast<size_t>(count), SizeOf(type)));
  return tensor;
}

TextTokens Session::Tokenize(std::string_view text) const {
  return SplitWords(text, static_cast<size_t>(kMaxTokens));
}

Result<int> Session::CreateModel(const SelfAttentionConfig& config) {
  CH_RETURN_IF_ERROR(Validate(config));
  models_.Add(next_id_, config);
  return next_id_++;
}

Result<int> Session::Run(int model, const RunRequest& request) {
  const SelfAttentionConfig* config = models_.Find(model);
  if (config == nullptr) {
    return Fail(ErrorCode::kUnknown,
                "there is no model %; it was disposed or never made", model);
  }
  CH_RETURN_IF_ERROR(CheckTokens(request.tokens));
  CH_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, Record(*config, request));
  RunLabels labels = {request.tokens, request.tokens,
                      Vocabulary(request.tokens)};
  runs_.Add(next_id_,
            {model, std::move(graph), std::move(labels), *config, request});
  return next_id_++;
}

int Session::Add(std::unique_ptr<Resident> resident, int parent) {
  residents_.Add(next_id_, {parent, std::move(resident)});
  return next_id_++;
}

int Session::AddRun(std::unique_ptr<Graph> graph, RunLabels labels,
                    int parent) {
  runs_.Add(next_id_,
            {parent, std::move(graph), std::move(labels), std::nullopt, {}});
  return next_id_++;
}

Resident* Session::Find(int id, Resident::Kind kind) const {
  const ResidentState* state = residents_.Find(id);
  if (state == nullptr || state->resident->kind() != kind) return nullptr;
  return state->resident.get();
}

Result<std::unique_ptr<Graph>> Session::Record(
    const SelfAttentionConfig& config, const RunRequest& request) const {
  CH_RETURN_IF_ERROR(CheckSpace(config, request, *budget_));
  auto graph = std::make_unique<Graph>(budget_, request.record);
  graph->SetInterventions(request.interventions);
  SelfAttention(*graph, config, request.tokens);
  CH_RETURN_IF_ERROR(graph->status());
  CH_RETURN_IF_ERROR(graph->CheckInterventions());
  return graph;
}

Result<const Graph*> Session::StagesOf(const RunState& run,
                                       std::unique_ptr<Graph>* again) const {
  if (!run.config || run.request.record == Recording::kInspect) {
    CH_RETURN_IF_ERROR(CheckStages(*run.graph));
    return run.graph.get();
  }
  RunRequest request = run.request;
  request.record = Recording::kInspect;
  CH_ASSIGN_OR_RETURN(*again, Record(*run.config, request));
  return again->get();
}

Result<const Session::RunState*> Session::FindRun(int run) const {
  if (const RunState* found = runs_.Find(run)) return found;
  return Fail(ErrorCode::kUnknown,
              "there is no run %; it was disposed or never made", run);
}

Result<const Session::GradientState*> Session::FindGradients(
    int gradients) const {
  if (const GradientState* found = gradients_.Find(gradients)) return found;
  return Fail(ErrorCode::kUnknown,
              "there are no gradients %; they were disposed or never made",
              gradients);
}

Result<std::vector<CatalogueEntry>> Session::Catalogue(int run) const {
  CH_ASSIGN_OR_RETURN(const RunState* state, FindRun(run));
  return CatalogueOf(*state->graph, state->labels);
}

Result<size_t> Session::Bytes(int run) const {
  CH_ASSIGN_OR_RETURN(const RunState* state, FindRun(run));
  return state->graph->bytes();
}

Result<DenseTensor> Session::TensorOf(int run, const std::string& name) const {
  CH_ASSIGN_OR_RETURN(const RunState* state, FindRun(run));
  CH_ASSIGN_OR_RETURN(const Tensor tensor, FindTensor(*state->graph, name));
  return DenseCopy(budget_, state->graph->Cells(tensor));
}

Result<NamedExplanation> Session::Explain(int run, const std::string& name,
                                          const Index& index,
                                          size_t limit) const {
  CH_ASSIGN_OR_RETURN(const RunState* state, FindRun(run));
  if (name == kGradientMap) {
    std::unique_ptr<Graph> again;
    CH_ASSIGN_OR_RETURN(const Graph* graph, StagesOf(*state, &again));
    return ExplainMap(*graph, index, limit);
  }
  CH_ASSIGN_OR_RETURN(const Tensor tensor, FindTensor(*state->graph, name));
  CH_ASSIGN_OR_RETURN(const Explanation& explanation,
                      clearhead::Explain(*state->graph, tensor, index, limit));
  return Named(*state->graph, state->config, state->labels, explanation, false);
}

Result<DenseTensor> Session::GradientMap(int run, int64_t begin,
                                         int64_t end) const {
  CH_ASSIGN_OR_RETURN(const RunState* state, FindRun(run));
  std::unique_ptr<Graph> again;
  CH_ASSIGN_OR_RETURN(const Graph* graph, StagesOf(*state, &again));
  CH_ASSIGN_OR_RETURN(const std::vector<float>& map,
                      SelfAttentionGradientMap(*graph, {begin, end}));
  const int64_t tokens = graph->Cells(graph->Find("x")).shape[1];
  const auto rows = static_cast<int64_t>(map.size()) / tokens;
  CH_ASSIGN_OR_RETURN(DenseTensor copy,
                      NewTensor(DataType::kFloat32, {rows, tokens}));
  std::copy(map.begin(), map.end(), copy.cells.as<float>());
  return copy;
}

Result<int> Session::Differentiate(int run, const GradientRequest& request) {
  CH_ASSIGN_OR_RETURN(const RunState* state, FindRun(run));
  const Graph& graph = *state->graph;
  GradientTarget target;
  CH_ASSIGN_OR_RETURN(target.tensor, FindTensor(graph, request.tensor));
  if (request.index) {
    CH_RETURN_IF_ERROR(CheckIndex(graph.value(target.tensor), *request.index));
    target.cell = request.index;
  }
  auto gradients = std::make_unique<Gradients>(budget_);
  CH_RETURN_IF_ERROR(gradients->Compute(graph, target));
  gradients_.Add(next_id_, {run, std::move(gradients)});
  return next_id_++;
}

Result<double> Session::TargetValue(int gradients) const {
  CH_ASSIGN_OR_RETURN(const GradientState* state, FindGradients(gradients));
  return state->gradients->value();
}

Result<std::vector<std::string>> Session::GradientNames(int gradients) const {
  CH_ASSIGN_OR_RETURN(const GradientState* state, FindGradients(gradients));
  const Graph& graph = *runs_.Find(state->run)->graph;
  std::vector<std::string> names;
  for (const Value& value : graph.values()) {
    if (IsDifferentiable(graph, value.storage)) names.push_back(value.name);
  }
  return names;
}

Result<DenseTensor> Session::GradientOf(int gradients,
                                        const std::string& name) const {
  CH_ASSIGN_OR_RETURN(const GradientState* state, FindGradients(gradients));
  const Graph& graph = *runs_.Find(state->run)->graph;
  CH_ASSIGN_OR_RETURN(const Tensor tensor, FindTensor(graph, name));
  const TensorView cells = state->gradients->Of(graph, tensor);
  if (!cells.present()) {
    return Fail(ErrorCode::kArgument,
                "% has no gradient: it holds no float32 numbers", name);
  }
  return DenseCopy(budget_, cells);
}

Result<NamedExplanation> Session::ExplainGradient(int gradients,
                                                  const std::string& name,
                                                  const Index& index,
                                                  size_t limit) const {
  CH_ASSIGN_OR_RETURN(const GradientState* state, FindGradients(gradients));
  const RunState& run = *runs_.Find(state->run);
  CH_ASSIGN_OR_RETURN(const Tensor tensor, FindTensor(*run.graph, name));
  CH_ASSIGN_OR_RETURN(const Explanation& explanation,
                      clearhead::ExplainGradient(*run.graph, *state->gradients,
                                                 tensor, index, limit));
  return Named(*run.graph, run.config, run.labels, explanation, true);
}

void Session::Dispose(int id) {
  gradients_.Remove([&](int gradients, const GradientState& state) {
    return gradients == id || state.run == id ||
           runs_.Find(state.run)->parent == id;
  });
  runs_.Remove([&](int run, const RunState& state) {
    return run == id || state.parent == id;
  });
  residents_.Remove([&](int resident, const ResidentState& state) {
    return resident == id || state.parent == id;
  });
  models_.Remove([&](int model, const auto&) { return model == id; });
}

}  // namespace clearhead
