// A Transformer that a session holds: made from settings and a seed or read
// from a file, run on a text, trained, and written to a file.
#ifndef CLEARHEAD_CORE_SESSION_TRANSFORMER_MODEL_H_
#define CLEARHEAD_CORE_SESSION_TRANSFORMER_MODEL_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/presets.h"
#include "core/session/session.h"
#include "core/session/training.h"
#include "core/text/pieces.h"

namespace clearhead {

struct TransformerRequest {
  std::string preset;      // presets.h; "" for none
  Settings settings = {};  // ModelSchema()
  uint32_t seed = 1;       // of the parameters
};

// A text, or a text and its answer; of an encoder `target` holds a label for
// each token or nothing.
struct SourceAndTarget {
  std::vector<int32_t> source, target;
};

// Texts through a model, as the rows of one batch, padded to the longest:
//   encoder and decoder  the encoder reads `source`, the decoder BOS + `target`
//   decoder, recurrent   reads `source` + BOS + `target`
//   encoder              reads `source`
// What a decoder is asked for, and `losses` measure, is `target` + EOS.
struct TextRequest {
  std::vector<SourceAndTarget> texts;
  Recording record = Recording::kInspect;
  std::vector<Intervention> interventions = {};
};

class TransformerModel : public Resident {
 public:
  static constexpr Kind kKind = Kind::kTransformer;
  static constexpr const char* kWhat = "model";

  // Fails as MakeConfig does, and with kMemory.
  static Result<std::unique_ptr<TransformerModel>> Make(
      const std::shared_ptr<Budget>& budget, const TransformerRequest& request);
  // As Write made it, or Training::Save. Fails as Safetensors::Open, ReadModel
  // and Pieces::Parse do, and with kArgument where its vocabulary has more
  // pieces than the model knows tokens.
  static Result<std::unique_ptr<TransformerModel>> Read(
      const std::shared_ptr<Budget>& budget, std::span<const uint8_t> file);

  Kind kind() const override { return kKind; }
  const Model& model() const { return model_; }
  // Parameters with their vocabulary, where the model has one. `half`: float16.
  Result<FileBytes> Write(bool half) const;

  // Splits a text, finds the text of tokens: of the file's vocabulary. Fail
  // with kArgument where the model has none, and as Pieces does.
  Result<PieceTokens> Encode(std::string_view text, size_t limit) const;
  Result<std::string> Decode(std::span<const int32_t> ids) const;
  // Of a token: a piece, a symbol of the task, else its number.
  std::string NameOf(int32_t id) const;
  std::vector<std::string> NamesOf(std::span<const int32_t> ids) const;
  // The pieces of the file's vocabulary by number; none where it has none.
  std::vector<std::string> Vocabulary() const;

  // What it holds stays as it is while the model is trained. Fails with
  // kArgument for a request that the model cannot take, with kRange for ids,
  // with kMemory, and as interventions do.
  Result<std::unique_ptr<Graph>> Record(const TextRequest& request) const;
  // The tokens along the axes of that run.
  RunLabels LabelsOf(const TextRequest& request) const;

  // Begins a run of training, or goes on with that of a file, in place of one
  // before. Fails as Training::Make, Safetensors::Open and Training::Restore;
  // the one before then goes on.
  Status Train(const TrainingRequest& request,
               std::optional<std::span<const uint8_t>> file = std::nullopt);
  // Of that run. Fails with kArgument before Train.
  Result<Training*> training();

 private:
  explicit TransformerModel(std::shared_ptr<Budget> budget)
      : budget_(std::move(budget)) {}
  Result<const Pieces*> pieces() const;
  RunLabels LabelsOf(const SourceAndTarget& text) const;

  std::shared_ptr<Budget> budget_;
  Model model_;
  std::string vocabulary_;
  std::optional<Pieces> pieces_;
  std::optional<Training> training_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_SESSION_TRANSFORMER_MODEL_H_
