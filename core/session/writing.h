// A text that a model of a session is writing, token by token: greedily, drawn,
// or by beam search.
#ifndef CLEARHEAD_CORE_SESSION_WRITING_H_
#define CLEARHEAD_CORE_SESSION_WRITING_H_

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "core/decode/beam.h"
#include "core/decode/generation.h"
#include "core/decode/model_scorer.h"
#include "core/session/session.h"

namespace clearhead {

struct WritingRequest {
  // What an encoder reads; a model without one reads it before the prompt.
  std::vector<int32_t> source;
  std::variant<GenerationOptions, BeamOptions> options;
};

// A token that might have come next.
struct NextToken {
  int32_t token;
  double log_probability;  // as the model has it
  double score;            // what is chosen by; −∞: removed
  int32_t removed_by;      // RemovedBy, or the number of a processor
};

class Writing : public Resident {
 public:
  static constexpr Kind kKind = Kind::kWriting;
  static constexpr const char* kWhat = "text";

  // The model outlives it. Fails as CheckOptions, ModelScorer::Make,
  // Generation::Start and BeamSearch::Start do.
  static Result<std::unique_ptr<Writing>> Make(
      const std::shared_ptr<Budget>& budget, const Model& model,
      WritingRequest request);

  Kind kind() const override { return kKind; }
  // The next token. Fails with kArgument where it is done or the model has been
  // trained since it began, and as they do.
  Status Step();
  bool done() const;
  // Null where the other one writes.
  const Generation* generation() const {
    return std::get_if<Generation>(&writer_);
  }
  const BeamSearch* beams() const { return std::get_if<BeamSearch>(&writer_); }

  // What row `row` of beams, or a generation, chose from in the last step: its
  // `most` likeliest tokens and `token`. Fails with kRange where beams
  // continued no such row.
  Result<std::vector<NextToken>> Choices(size_t row, size_t most,
                                         int32_t token) const;

 private:
  Writing() = default;

  const Model* model_ = nullptr;
  int64_t changes_ = 0;  // of the model, when the text began
  std::unique_ptr<ModelScorer> scorer_;
  std::variant<Generation, BeamSearch> writer_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_SESSION_WRITING_H_
