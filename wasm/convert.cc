#include "wasm/convert.h"

#include "wasm/answers.h"
#include "wasm/arguments.h"

namespace clearhead::js {
namespace {

val Object(int id) {
  val answer = val::object();
  Set(answer, "id", id);
  return answer;
}

// { value } with the answer to a result, or { error }.
template <typename T>
val Outcome(const Result<T>& result, val (*convert)(const T&)) {
  return result ? FromValue(convert(*result)) : FromError(result.error());
}

// Members that get a tensor by id and name, and those that open one number.
using GetTensor = Result<DenseTensor> (Session::*)(int,
                                                   const std::string&) const;
using Open = Result<NamedExplanation> (Session::*)(int, const std::string&,
                                                   const Index&, size_t) const;

val Get(const Session& session, GetTensor get, int id, const val& name) {
  Reader reader;
  const std::string text = reader.Text(name, "name");
  if (!reader.ok()) return FromError(reader.error());
  return Outcome((session.*get)(id, text), FromTensor);
}

val OpenCell(const Session& session, Open open, int id, const val& name,
             const val& index, double limit) {
  Reader reader;
  const std::string text = reader.Text(name, "name");
  const Index cell = reader.Sizes(index, "index");
  if (!reader.ok()) return FromError(reader.error());
  return Outcome((session.*open)(id, text, cell, ToLimit(limit)),
                 FromExplanation);
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
  Reader reader;
  const ApplyRequest given = ToApplyRequest(session, request, reader);
  if (!reader.ok()) return FromError(reader.error());
  const Result<ApplyResult> result = session.Apply(given);
  if (!result) return FromError(result.error());
  val answer = val::object();
  Set(answer, "tensors", FromTensors(result->tensors));
  if (given.output_gradient) {
    Set(answer, "gradients", FromTensors(result->gradients));
  }
  return FromValue(answer);
}

val Tokenize(const Session& session, const val& text) {
  Reader reader;
  const std::string given = reader.Text(text, "text");
  if (!reader.ok()) return FromError(reader.error());
  return FromValue(FromTokens(session.Tokenize(given)));
}

val CreateModel(Session& session, const val& config) {
  Reader reader;
  const SelfAttentionConfig given = ToConfig(config, reader);
  if (!reader.ok()) return FromError(reader.error());
  const Result<int> id = session.CreateModel(given);
  if (!id) return FromError(id.error());
  const val answer = Object(*id);
  Set(answer, "config", FromConfig(given));
  return FromValue(answer);
}

val Run(Session& session, int model, const val& request) {
  Reader reader;
  const RunRequest given = ToRunRequest(request, reader);
  if (!reader.ok()) return FromError(reader.error());
  const Result<int> id = session.Run(model, given);
  if (!id) return FromError(id.error());
  const val answer = Object(*id);
  Set(answer, "bytes", static_cast<double>(*session.Bytes(*id)));
  Set(answer, "catalogue", FromCatalogue(*session.Catalogue(*id)));
  return FromValue(answer);
}

val TensorOf(const Session& session, int run, const val& name) {
  return Get(session, &Session::TensorOf, run, name);
}

val Explain(const Session& session, int run, const val& name, const val& index,
            double limit) {
  return OpenCell(session, &Session::Explain, run, name, index, limit);
}

val GradientMap(const Session& session, int run) {
  return Outcome(session.GradientMap(run), FromTensor);
}

val Differentiate(Session& session, int run, const val& of) {
  Reader reader;
  const GradientRequest given = ToGradientRequest(of, reader);
  if (!reader.ok()) return FromError(reader.error());
  const Result<int> id = session.Differentiate(run, given);
  if (!id) return FromError(id.error());
  const val answer = Object(*id);
  Set(answer, "value", *session.TargetValue(*id));
  Set(answer, "names", FromWords(*session.GradientNames(*id)));
  return FromValue(answer);
}

val GradientOf(const Session& session, int gradients, const val& name) {
  return Get(session, &Session::GradientOf, gradients, name);
}

val ExplainGradient(const Session& session, int gradients, const val& name,
                    const val& index, double limit) {
  return OpenCell(session, &Session::ExplainGradient, gradients, name, index,
                  limit);
}

}  // namespace clearhead::js
