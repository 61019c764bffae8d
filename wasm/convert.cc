#include "wasm/convert.h"

#include "wasm/answers.h"
#include "wasm/arguments.h"

namespace clearhead::js {
namespace {

// { value } or { error } of a Result<val>.
val Outcome(const Result<val>& result) {
  return result ? FromValue(*result) : FromError(result.error());
}

Result<val> TryApply(const Session& session, const val& given) {
  CH_ASSIGN_OR_RETURN(const ApplyRequest request,
                      ToApplyRequest(session, given));
  CH_ASSIGN_OR_RETURN(const ApplyResult result, session.Apply(request));
  val answer = val::object();
  Set(answer, "tensors", FromTensors(result.tensors));
  if (request.output_gradient) {
    Set(answer, "gradients", FromTensors(result.gradients));
  }
  return answer;
}

Result<val> TryTokenize(const Session& session, const val& given) {
  CH_ASSIGN_OR_RETURN(const std::string text, TextOf(given, "text"));
  return FromTokens(session.Tokenize(text));
}

Result<val> TryCreateModel(Session& session, const val& given) {
  CH_ASSIGN_OR_RETURN(const SelfAttentionConfig config, ToConfig(given));
  CH_ASSIGN_OR_RETURN(const int id, session.CreateModel(config));
  val answer = val::object();
  Set(answer, "id", id);
  Set(answer, "config", FromConfig(config));
  return answer;
}

Result<val> TryRun(Session& session, int model, const val& given) {
  CH_ASSIGN_OR_RETURN(const RunRequest request, ToRunRequest(given));
  CH_ASSIGN_OR_RETURN(const int id, session.Run(model, request));
  CH_ASSIGN_OR_RETURN(const size_t bytes, session.Bytes(id));
  CH_ASSIGN_OR_RETURN(const std::vector<CatalogueEntry> catalogue,
                      session.Catalogue(id));
  val answer = val::object();
  Set(answer, "id", id);
  Set(answer, "bytes", static_cast<double>(bytes));
  Set(answer, "catalogue", FromCatalogue(catalogue));
  return answer;
}

Result<val> TryDifferentiate(Session& session, int run, const val& of) {
  CH_ASSIGN_OR_RETURN(const GradientRequest request, ToGradientRequest(of));
  CH_ASSIGN_OR_RETURN(const int id, session.Differentiate(run, request));
  CH_ASSIGN_OR_RETURN(const double value, session.TargetValue(id));
  CH_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                      session.GradientNames(id));
  val answer = val::object();
  Set(answer, "id", id);
  Set(answer, "value", value);
  Set(answer, "names", FromWords(names));
  return answer;
}

// Members that get a tensor by id and name, and those that open one number.
using GetTensor = Result<DenseTensor> (Session::*)(int,
                                                   const std::string&) const;
using Open = Result<NamedExplanation> (Session::*)(int, const std::string&,
                                                   const Index&, size_t) const;

Result<val> TryGet(const Session& session, GetTensor get, int id,
                   const val& name) {
  CH_ASSIGN_OR_RETURN(const std::string text, TextOf(name, "name"));
  CH_ASSIGN_OR_RETURN(const DenseTensor tensor, (session.*get)(id, text));
  return FromTensor(tensor);
}

Result<val> TryOpen(const Session& session, Open open, int id, const val& name,
                    const val& index, double limit) {
  CH_ASSIGN_OR_RETURN(const std::string text, TextOf(name, "name"));
  CH_ASSIGN_OR_RETURN(const Index cell, DimsOf(index, "index"));
  CH_ASSIGN_OR_RETURN(const NamedExplanation explanation,
                      (session.*open)(id, text, cell, ToLimit(limit)));
  return FromExplanation(explanation);
}

Result<val> TryGradientMap(const Session& session, int run) {
  CH_ASSIGN_OR_RETURN(const DenseTensor map, session.GradientMap(run));
  return FromTensor(map);
}

}  // namespace

std::string VersionOf(const Session&) { return Version(); }

val Memory(const Session& session) {
  const Budget& budget = session.budget();
  val answer = val::object();
  Set(answer, "used", static_cast<double>(budget.used()));
  Set(answer, "peak", static_cast<double>(budget.peak()));
  Set(answer, "budget", static_cast<double>(budget.limit()));
  return answer;
}

val OperationTable(const Session&) {
  val table = val::array();
  for (const Operation* operation : Operations()) {
    Push(table, FromSchema(operation->schema));
  }
  return table;
}

val Apply(const Session& session, const val& request) {
  return Outcome(TryApply(session, request));
}

val Tokenize(const Session& session, const val& text) {
  return Outcome(TryTokenize(session, text));
}

val CreateModel(Session& session, const val& config) {
  return Outcome(TryCreateModel(session, config));
}

val Run(Session& session, int model, const val& request) {
  return Outcome(TryRun(session, model, request));
}

val TensorOf(const Session& session, int run, const val& name) {
  return Outcome(TryGet(session, &Session::TensorOf, run, name));
}

val Explain(const Session& session, int run, const val& name, const val& index,
            double limit) {
  return Outcome(TryOpen(session, &Session::Explain, run, name, index, limit));
}

val GradientMap(const Session& session, int run) {
  return Outcome(TryGradientMap(session, run));
}

val Differentiate(Session& session, int run, const val& of) {
  return Outcome(TryDifferentiate(session, run, of));
}

val GradientOf(const Session& session, int gradients, const val& name) {
  return Outcome(TryGet(session, &Session::GradientOf, gradients, name));
}

val ExplainGradient(const Session& session, int gradients, const val& name,
                    const val& index, double limit) {
  return Outcome(TryOpen(session, &Session::ExplainGradient, gradients, name,
                         index, limit));
}

}  // namespace clearhead::js
