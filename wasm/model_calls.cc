#include "wasm/model_calls.h"

#include <utility>

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

}  // namespace

void WriteBytes(FileBytes file, Writer& writer) {
  writer.Tensor({DataType::kUint8,
                 {static_cast<int64_t>(file.size)},
                 std::move(file.buffer)});
}

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
  for (size_t left = reader.List(); left > 0; --left) {
    reader.List();
    std::vector<int32_t> source = ToIds(reader);
    request.texts.push_back({std::move(source), ToIds(reader)});
  }
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

}  // namespace clearhead::js
