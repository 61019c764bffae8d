#include "core/session/transformer_model.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"
#include "core/io/model_file.h"
#include "core/train/record.h"

namespace clearhead {
namespace {

constexpr const char* kVocabularyWord = "vocabulary";

// Where no labels are given, none is asked.
Example Labelled(const SourceAndTarget& text) {
  Example example = {text.source, text.target};
  if (text.target.empty()) {
    example.target.assign(text.source.size(), 0);
    example.supervised.assign(text.source.size(), 0);
  }
  return example;
}

// The texts as the rows of a batch.
Result<Batch> BatchOf(const ModelConfig& config, const TextRequest& request) {
  TaskForm form = config.decodes() ? TaskForm::kSentence : TaskForm::kLabels;
  std::vector<Example> rows;
  for (const SourceAndTarget& text : request.texts) {
    if (config.decodes() && !text.source.empty()) form = TaskForm::kSequence;
    rows.push_back(config.decodes() ? Example{text.source, text.target}
                                    : Labelled(text));
  }
  return MakeBatch(form, rows);
}

// As many as the longest row has, along `which` of its sides.
void Pad(std::vector<RunLabels>* rows,
         std::vector<std::string> RunLabels::*side, const std::string& word) {
  size_t width = 0;
  for (const RunLabels& row : *rows)
    width = std::max(width, (row.*side).size());
  for (RunLabels& row : *rows) (row.*side).resize(width, word);
}

}  // namespace

Result<std::unique_ptr<TransformerModel>> TransformerModel::Make(
    const std::shared_ptr<Budget>& budget, const TransformerRequest& request) {
  std::unique_ptr<TransformerModel> made(new TransformerModel(budget));
  CH_ASSIGN_OR_RETURN(const ModelConfig config,
                      MakeConfig(request.preset, request.settings));
  CH_ASSIGN_OR_RETURN(made->model_, MakeModel(budget, config, request.seed));
  return made;
}

Result<std::unique_ptr<TransformerModel>> TransformerModel::Read(
    const std::shared_ptr<Budget>& budget, std::span<const uint8_t> file) {
  std::unique_ptr<TransformerModel> read(new TransformerModel(budget));
  CH_ASSIGN_OR_RETURN(const Safetensors& opened, Safetensors::Open(file));
  if (const auto* word = FindWord(opened.metadata(), kVocabularyWord)) {
    read->vocabulary_ = *word;
    CH_ASSIGN_OR_RETURN(read->pieces_, Pieces::Parse(*word));
  }
  CH_ASSIGN_OR_RETURN(read->model_, ReadModel(opened, budget));
  const int64_t known = read->model_.config.vocabulary;
  if (read->pieces_ && read->pieces_->size() > known) {
    return Fail(ErrorCode::kArgument,
                "the file's vocabulary has % pieces and its model knows %; "
                "give a file that this program wrote",
                read->pieces_->size(), known);
  }
  return read;
}

Result<FileBytes> TransformerModel::Write(bool half) const {
  Metadata words;
  if (pieces_) words.push_back({kVocabularyWord, vocabulary_});
  return WriteModel(model_, half, {}, words, budget_);
}

Result<const Pieces*> TransformerModel::pieces() const {
  if (pieces_) return &*pieces_;
  return Fail(ErrorCode::kArgument,
              "the model has no vocabulary of its own: its file holds none; "
              "give token ids instead of text");
}

Result<PieceTokens> TransformerModel::Encode(std::string_view text,
                                             size_t limit) const {
  CH_ASSIGN_OR_RETURN(const Pieces* known, pieces());
  return known->Encode(text, limit);
}

Result<std::string> TransformerModel::Decode(
    std::span<const int32_t> ids) const {
  CH_ASSIGN_OR_RETURN(const Pieces* known, pieces());
  return known->Decode(ids);
}

std::string TransformerModel::NameOf(int32_t id) const {
  if (pieces_ && id >= 0 && id < pieces_->size()) {
    return std::string(pieces_->Name(id));
  }
  if (!pieces_ && training_) {
    const std::vector<std::string>& symbols = training_->task().vocabulary;
    if (id >= 0 && static_cast<size_t>(id) < symbols.size()) return symbols[id];
  }
  return Text("%", id);
}

std::vector<std::string> TransformerModel::NamesOf(
    std::span<const int32_t> ids) const {
  std::vector<std::string> names;
  for (const int32_t id : ids) names.push_back(NameOf(id));
  return names;
}

std::vector<std::string> TransformerModel::Vocabulary() const {
  std::vector<std::string> names;
  for (int32_t id = 0; pieces_ && id < pieces_->size(); ++id) {
    names.push_back(NameOf(id));
  }
  return names;
}

Result<std::unique_ptr<Graph>> TransformerModel::Record(
    const TextRequest& request) const {
  CH_ASSIGN_OR_RETURN(const Batch& batch, BatchOf(model_.config, request));
  auto graph = std::make_unique<Graph>(budget_, request.record);
  graph->SetInterventions(request.interventions);
  CH_RETURN_IF_ERROR(
      clearhead::Record(*graph, model_, batch, RecordOptions()).status());
  CH_RETURN_IF_ERROR(graph->CheckInterventions());
  CH_RETURN_IF_ERROR(graph->OwnCells());
  return graph;
}

RunLabels TransformerModel::LabelsOf(const SourceAndTarget& text) const {
  RunLabels labels;
  labels.source = NamesOf(text.source);
  if (!model_.config.crosses()) labels.target = labels.source;
  if (!model_.config.decodes()) return labels;
  labels.target.push_back(NameOf(kBosToken));
  for (const int32_t id : text.target) labels.target.push_back(NameOf(id));
  return labels;
}

RunLabels TransformerModel::LabelsOf(const TextRequest& request) const {
  std::vector<RunLabels> rows;
  for (const SourceAndTarget& text : request.texts) {
    rows.push_back(LabelsOf(text));
  }
  const auto differs = [&](const RunLabels& row) {
    return row.source != rows[0].source || row.target != rows[0].target;
  };
  if (std::none_of(rows.begin(), rows.end(), differs)) {
    return rows.empty() ? RunLabels{} : rows[0];
  }
  Pad(&rows, &RunLabels::source, NameOf(kPadToken));
  Pad(&rows, &RunLabels::target, NameOf(kPadToken));
  return {.rows = std::move(rows)};
}

Status TransformerModel::Train(const TrainingRequest& request,
                               std::optional<std::span<const uint8_t>> file) {
  CH_ASSIGN_OR_RETURN(Training made, Training::Make(budget_, &model_, request));
  if (file) {
    CH_ASSIGN_OR_RETURN(const Safetensors& opened, Safetensors::Open(*file));
    CH_RETURN_IF_ERROR(made.Restore(opened));
  }
  training_ = std::move(made);
  return {};
}

Result<Training*> TransformerModel::training() {
  if (training_) return &*training_;
  return Fail(ErrorCode::kArgument,
              "the model is not being trained; begin with train, which names a "
              "task");
}

}  // namespace clearhead
