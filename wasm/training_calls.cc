#include <optional>
#include <span>

#include "wasm/arguments.h"
#include "wasm/model_calls.h"

namespace clearhead::js {
namespace {

void SetScore(const Score& score, Writer& writer) {
  writer.Set("loss", score.loss);
  writer.Set("accuracy", score.accuracy);
  writer.Set("labels", static_cast<double>(score.labels));
}

// The run of training of model `id`.
Result<Training*> TrainingOf(Session& session, int id) {
  CH_ASSIGN_OR_RETURN(TransformerModel * model,
                      session.Find<TransformerModel>(id));
  return model->training();
}

}  // namespace

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
  std::optional<std::span<const uint8_t>> bytes;
  if (file.present()) {
    bytes.emplace(file.as<uint8_t>(), static_cast<size_t>(CountOf(file.shape)));
  }
  CH_RETURN_IF_ERROR(model->Train(request, bytes));
  CH_ASSIGN_OR_RETURN(Training * training, model->training());
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
