#include "wasm/border.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/session/table.h"
#include "wasm/answers.h"
#include "wasm/arguments.h"
#include "wasm/model_calls.h"

namespace clearhead::js {
namespace {

const char* NameOf(ErrorCode code) {
  static constexpr const char* kNames[] = {"argument", "shape",  "range",
                                           "unknown",  "memory", "cancelled"};
  return kNames[static_cast<int>(code)];
}

Status Version(Session&, Reader& reader, Writer& writer) {
  CH_RETURN_IF_ERROR(reader.Done());
  writer.Text(clearhead::Version());
  return {};
}

Status Memory(Session& session, Reader& reader, Writer& writer) {
  CH_RETURN_IF_ERROR(reader.Done());
  const Budget& budget = session.budget();
  writer.Map(3);
  writer.Set("used", static_cast<double>(budget.used()));
  writer.Set("peak", static_cast<double>(budget.peak()));
  writer.Set("budget", static_cast<double>(budget.limit()));
  return {};
}

Status OperationTable(Session&, Reader& reader, Writer& writer) {
  CH_RETURN_IF_ERROR(reader.Done());
  writer.List(Operations().size());
  for (const Operation* operation : Operations()) {
    WriteSchema(operation->schema, writer);
  }
  return {};
}

Status Apply(Session& session, Reader& reader, Writer& writer) {
  const ApplyRequest request = ToApplyRequest(reader);
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(ApplyResult result, session.Apply(request));
  writer.Map(2);
  writer.Text("tensors");
  WriteTensors(std::move(result.tensors), writer);
  writer.Text("gradients");
  if (request.output_gradient) {
    WriteTensors(std::move(result.gradients), writer);
  } else {
    writer.Nil();
  }
  return {};
}

Status Tokenize(Session& session, Reader& reader, Writer& writer) {
  const std::string text = reader.Text();
  CH_RETURN_IF_ERROR(reader.Done());
  WriteTokens(session.Tokenize(text), writer);
  return {};
}

Status CreateModel(Session& session, Reader& reader, Writer& writer) {
  const SelfAttentionConfig config = ToConfig(reader);
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const int id, session.CreateModel(config));
  writer.Number(id);
  return {};
}

Status Run(Session& session, Reader& reader, Writer& writer) {
  const auto model = static_cast<int>(reader.Integer());
  const RunRequest request = ToRunRequest(reader);
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const int id, session.Run(model, request));
  WriteRun(session, id, writer);
  return {};
}

Status Compute(Session& session, Reader& reader, Writer& writer) {
  const ComputeRequest request = ToComputeRequest(reader);
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const int id, session.Compute(request));
  WriteRun(session, id, writer);
  return {};
}

Status Differentiate(Session& session, Reader& reader, Writer& writer) {
  const auto run = static_cast<int>(reader.Integer());
  const GradientRequest request = ToGradientRequest(reader);
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const int id, session.Differentiate(run, request));
  writer.Map(3);
  writer.Set("id", id);
  writer.Set("value", *session.TargetValue(id));
  writer.Set("names", *session.GradientNames(id));
  return {};
}

Status GradientMap(Session& session, Reader& reader, Writer& writer) {
  const auto run = static_cast<int>(reader.Integer());
  const int64_t begin = reader.Integer();
  const int64_t end = reader.Integer();
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(DenseTensor map, session.GradientMap(run, begin, end));
  writer.Tensor(std::move(map));
  return {};
}

// Of a run, or of gradients.
Status Tensor(Session& session, Reader& reader, Writer& writer) {
  const bool gradient = reader.Flag();
  const auto id = static_cast<int>(reader.Integer());
  const std::string name = reader.Text();
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(DenseTensor tensor, gradient
                                              ? session.GradientOf(id, name)
                                              : session.TensorOf(id, name));
  writer.Tensor(std::move(tensor));
  return {};
}

Status Explain(Session& session, Reader& reader, Writer& writer) {
  const bool gradient = reader.Flag();
  const auto id = static_cast<int>(reader.Integer());
  const std::string name = reader.Text();
  const Index index = reader.Sizes();
  const auto limit =
      static_cast<size_t>(std::min<int64_t>(reader.Integer(), INT32_MAX));
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const NamedExplanation explanation,
                      gradient ? session.ExplainGradient(id, name, index, limit)
                               : session.Explain(id, name, index, limit));
  WriteExplanation(explanation, writer);
  return {};
}

Status Dispose(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  CH_RETURN_IF_ERROR(reader.Done());
  session.Dispose(id);
  writer.Nil();
  return {};
}

struct Named {
  const char* name;
  Status (*perform)(Session&, Reader&, Writer&);
};
constexpr Named kCalls[] = {
    {"version", Version},
    {"memory", Memory},
    {"operations", OperationTable},
    {"apply", Apply},
    {"tokenize", Tokenize},
    {"model", CreateModel},
    {"run", Run},
    {"compute", Compute},
    {"gradients", Differentiate},
    {"gradientMap", GradientMap},
    {"tensor", Tensor},
    {"explain", Explain},
    {"dispose", Dispose},
    {"modelTables", ModelTables},
    {"transformer", CreateTransformer},
    {"file", WriteFile},
    {"encode", Encode},
    {"decode", Decode},
    {"record", RecordText},
    {"train", Train},
    {"trainStep", TrainStep},
    {"evaluate", Evaluate},
    {"answers", Answers},
    {"clozes", Clozes},
    {"checkpoint", Checkpoint},
    {"write", Write},
    {"writeStep", WriteStep},
    {"rankBeams", RankBeams},
};

}  // namespace

uintptr_t Border::Open(size_t bytes) {
  answer_.Clear();
  room_ = Buffer();
  room_status_ = MakeRoom(bytes);
  return reinterpret_cast<uintptr_t>(room_.as<void>());
}

Status Border::MakeRoom(size_t bytes) {
  CH_ASSIGN_OR_RETURN(
      DenseTensor room,
      session_.NewTensor(DataType::kUint8, {static_cast<int64_t>(bytes)}));
  room_ = std::move(room.cells);
  return {};
}

Status Border::Answer() {
  CH_RETURN_IF_ERROR(std::move(room_status_));
  Reader reader(std::move(room_));
  reader.List();
  const std::string name = reader.Text();
  std::string names;
  for (const Named& call : kCalls) {
    if (name == call.name) return call.perform(session_, reader, answer_);
    AppendName(call.name, &names);
  }
  return Fail(ErrorCode::kUnknown, "the core has no call '%'; it has %", name,
              names);
}

uintptr_t Border::Call() {
  answer_.Clear();
  answer_.List(2);
  answer_.Nil();
  if (const Status status = Answer(); !status) {
    answer_.Clear();
    answer_.List(2);
    answer_.Text(NameOf(status.error().code));
    answer_.Text(status.error().message);
  }
  return reinterpret_cast<uintptr_t>(answer_.bytes());
}

}  // namespace clearhead::js
