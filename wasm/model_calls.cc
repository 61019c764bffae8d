#include "wasm/model_calls.h"

#include <utility>

#include "core/session/transformer_model.h"
#include "wasm/answers.h"
#include "wasm/arguments.h"

namespace clearhead::js {
namespace {

// Tokens of a text at most: what the largest model reads.
constexpr size_t kMostTokens = 8192;

void SetSettings(const char* key, const Schema& schema,
                 const Settings& settings, Writer& writer) {
  writer.Text(key);
  writer.Map(settings.size());
  size_t number = 0;
  for (const auto& [name, value] : settings) {
    const AttributeSchema& attribute = Item(schema.attributes, number++);
    if (attribute.type == AttributeType::kBoolean) {
      writer.SetFlag(name.c_str(), value.number != 0);
    } else if (attribute.type == AttributeType::kString) {
      writer.Set(name.c_str(), value.text);
    } else {
      writer.SetFinite(name.c_str(), value.number);
    }
  }
}

void SetScore(const Score& score, Writer& writer) {
  writer.Set("loss", score.loss);
  writer.Set("accuracy", score.accuracy);
  writer.Set("labels", static_cast<double>(score.labels));
}

void WriteBytes(FileBytes file, Writer& writer) {
  writer.Tensor({DataType::kUint8,
                 {static_cast<int64_t>(file.size)},
                 std::move(file.buffer)});
}

}  // namespace

Status ModelTables(Session&, Reader& reader, Writer& writer) {
  CH_RETURN_IF_ERROR(reader.Done());
  writer.Map(4);
  writer.Text("model");
  WriteSchema(ModelSchema(), writer);
  writer.Text("training");
  WriteSchema(TrainingSchema(), writer);
  writer.Set("presets", Presets());
  writer.Text("tasks");
  writer.List(TaskKinds().size());
  for (const TaskKind* kind : TaskKinds()) WriteSchema(SchemaOf(*kind), writer);
  return {};
}

Status CreateTransformer(Session& session, Reader& reader, Writer& writer) {
  TensorView file;
  if (!reader.Nil()) file = reader.Tensor();
  TransformerRequest request;
  request.preset = reader.Text();
  request.settings = ToSettings(reader);
  request.seed = static_cast<uint32_t>(reader.Integer());
  CH_RETURN_IF_ERROR(reader.Done());
  Result<std::unique_ptr<TransformerModel>> made =
      file.present()
          ? TransformerModel::Read(
                session.shared_budget(),
                {file.as<uint8_t>(), static_cast<size_t>(CountOf(file.shape))})
          : TransformerModel::Make(session.shared_budget(), request);
  CH_RETURN_IF_ERROR(made.status());
  const TransformerModel& model = **made;
  const int id = session.Add(*std::move(made));
  writer.Map(4);
  writer.Set("id", id);
  SetSettings("settings", ModelSchema(), SettingsOf(model.model().config),
              writer);
  writer.Set("parameters",
             static_cast<double>(model.model().parameters.count()));
  writer.SetPresent("vocabulary", model.Vocabulary());
  return {};
}

Status WriteFile(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  const bool half = reader.Flag();
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const TransformerModel* model,
                      session.Find<TransformerModel>(id));
  CH_ASSIGN_OR_RETURN(FileBytes file, model->Write(half));
  WriteBytes(std::move(file), writer);
  return {};
}

Status Encode(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  const std::string text = reader.Text();
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const TransformerModel* model,
                      session.Find<TransformerModel>(id));
  CH_ASSIGN_OR_RETURN(const PieceTokens& encoded,
                      model->Encode(text, kMostTokens));
  writer.Map(2);
  writer.Text("tokens");
  writer.List(encoded.tokens.size());
  for (const PieceToken& token : encoded.tokens) {
    writer.Map(3);
    writer.Set("id", token.id);
    writer.Set("text", token.text);
    writer.SetFlag("unknown", token.id == kUnknownPiece);
  }
  writer.SetFlag("truncated", encoded.truncated);
  return {};
}

Status Decode(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  const std::vector<int32_t> ids = ToIds(reader);
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const TransformerModel* model,
                      session.Find<TransformerModel>(id));
  CH_ASSIGN_OR_RETURN(const std::string& text, model->Decode(ids));
  writer.Text(text);
  return {};
}

Status RecordText(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  TextRequest request;
  request.source = ToIds(reader);
  request.target = ToIds(reader);
  request.record = ToRecording(reader);
  request.interventions = ToInterventions(reader);
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(const TransformerModel* model,
                      session.Find<TransformerModel>(id));
  CH_ASSIGN_OR_RETURN(std::unique_ptr<Graph> graph, model->Record(request));
  WriteRun(session,
           session.AddRun(std::move(graph), model->LabelsOf(request), id),
           writer);
  return {};
}

// The run of training of model `id`.
static Result<Training*> TrainingOf(Session& session, int id) {
  CH_ASSIGN_OR_RETURN(TransformerModel * model,
                      session.Find<TransformerModel>(id));
  return model->training();
}

Status Train(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  TrainingRequest request;
  request.task = reader.Text();
  request.parameters = ToSettings(reader);
  request.training = ToSettings(reader);
  TensorView file;
  if (!reader.Nil()) file = reader.Tensor();
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(TransformerModel * model,
                      session.Find<TransformerModel>(id));
  CH_RETURN_IF_ERROR(model->Train(request));
  CH_ASSIGN_OR_RETURN(Training * training, model->training());
  if (file.present()) {
    CH_ASSIGN_OR_RETURN(
        const Safetensors& opened,
        Safetensors::Open(
            {file.as<uint8_t>(), static_cast<size_t>(CountOf(file.shape))}));
    CH_RETURN_IF_ERROR(training->Restore(opened));
  }
  const Task& task = training->task();
  writer.Map(5);
  writer.Set("form", NameOf(task.form()));
  writer.Set("vocabulary", task.vocabulary);
  writer.Set("source_joint", task.source_joint);
  writer.Set("target_joint", task.target_joint);
  writer.Set("step", static_cast<double>(training->steps()));
  return {};
}

Status TrainStep(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(Training * training, TrainingOf(session, id));
  CH_ASSIGN_OR_RETURN(const StepReport report, training->Step());
  writer.Map(7);
  writer.Set("step", static_cast<double>(report.step));
  SetScore(report.score, writer);
  writer.Set("tokens", static_cast<double>(report.tokens));
  writer.Set("gradient_norm", report.gradient_norm);
  writer.Set("rate", report.rate);
  return {};
}

Status Evaluate(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  const int64_t first = reader.Integer(), count = reader.Integer();
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(Training * training, TrainingOf(session, id));
  CH_ASSIGN_OR_RETURN(const Score score, training->HeldOut(first, count));
  writer.Map(3);
  SetScore(score, writer);
  return {};
}

Status Answers(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  const int64_t first = reader.Integer(), count = reader.Integer();
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(Training * training, TrainingOf(session, id));
  CH_ASSIGN_OR_RETURN(const std::vector<Answer>& answers,
                      training->Answers(first, count));
  writer.List(answers.size());
  for (const Answer& answer : answers) {
    writer.Map(5);
    writer.Set("source", answer.example.source);
    writer.Set("target", answer.example.target);
    writer.Set("reads", answer.example.reads);
    writer.Set("given", answer.given);
    writer.SetFlag("right", answer.right);
  }
  return {};
}

Status Clozes(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  const int64_t first = reader.Integer(), count = reader.Integer();
  const bool after = reader.Flag();
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(Training * training, TrainingOf(session, id));
  CH_ASSIGN_OR_RETURN(const std::vector<Cloze>& clozes,
                      training->Clozes(first, count, after));
  writer.List(clozes.size());
  for (const Cloze& cloze : clozes) {
    writer.Map(4);
    writer.Set("text", cloze.text);
    writer.Set("place", static_cast<double>(cloze.place));
    writer.Set("given", cloze.given);
    writer.Set("log_probability", cloze.log_probability);
  }
  return {};
}

Status Checkpoint(Session& session, Reader& reader, Writer& writer) {
  const auto id = static_cast<int>(reader.Integer());
  CH_RETURN_IF_ERROR(reader.Done());
  CH_ASSIGN_OR_RETURN(Training * training, TrainingOf(session, id));
  CH_ASSIGN_OR_RETURN(FileBytes file, training->Save());
  WriteBytes(std::move(file), writer);
  return {};
}

}  // namespace clearhead::js
