// Beam search: of all continuations of `width` texts the `width` best are
// continued, and what ends is kept. It leaves its whole tree, so that it can be
// drawn, and what has finished be ranked under another penalty.
#ifndef CLEARHEAD_CORE_DECODE_BEAM_H_
#define CLEARHEAD_CORE_DECODE_BEAM_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "core/decode/rows.h"

namespace clearhead {

inline constexpr int kMostBeams = 64;
inline constexpr int64_t kMostBeamNodes = 262144;  // 10 MiB

// What Σ log p of a text is divided by, so that long ones are not at a
// disadvantage: length^α, as Hugging Face transformers has it, or
// ((5 + length)/6)^α (Wu et al. 2016, equation 14), as T5X has it. The length
// is that of the output with its end token. α −10…10: 0 leaves the sum, larger
// prefers long texts.
struct LengthPenalty {
  enum class Form : uint8_t { kPower, kWu };

  double Divisor(int length) const;

  Form form = Form::kPower;
  double exponent = 1;  // α
};

// Fails with kRange where α is out of range.
Status CheckLengthPenalty(const LengthPenalty& penalty);

// When a search with `width` finished texts stops, as `early_stopping` of
// transformers 4.45 has it.
enum class EarlyStopping : uint8_t {
  kAtOnce,      // True
  kWhenBetter,  // False: when the worst of them is at least as good as the best
                // candidate would be if it ended here
  kNever,       // "never": … or anywhere, up to the longest output
};

struct BeamOptions {
  DecodeOptions decode = {};
  int width = 4;  // 1…kMostBeams
  LengthPenalty penalty = {};
  EarlyStopping stopping = EarlyStopping::kWhenBetter;
};

// What became of a candidate.
enum class Fate : uint8_t {
  kLive,       // among the width best: continued, or it will be
  kEnded,      // finished by an end token
  kLongest,    // finished: the longest output
  kOutranked,  // width better candidates were continued instead
  kEndedLow,   // an end token, but not one of the width best candidates
  kNoChoice,   // was continued, but every token after it is removed
  kStopped,    // live when enough was finished (EarlyStopping)
};

// A token that was among the best candidates of its step: twice the width, or
// (end tokens + 1) times.
struct BeamNode {
  int32_t token;
  int32_t parent;  // node, −1 where the output begins
  int32_t length;  // tokens of the output up to here: the step
  Fate fate;
  double log_probability;  // of the token, after the processors
  double sum;              // Σ of them up to here
};

struct Hypothesis {
  int32_t node;
  double score;  // sum / divisor of the penalty
};

// Begin with Start, call Step until done, which an error is, too. Between steps
// it may be left at any time.
class BeamSearch {
 public:
  // Fails with kRange for a width or a penalty out of range, and where the tree
  // could grow beyond kMostBeamNodes, as DecodeRows::Prepare does, and with
  // kMemory. The scorer has to live, and nobody else to use it, until the last
  // Step.
  Status Start(const std::shared_ptr<Budget>& budget, Scorer& scorer,
               BeamOptions options);
  // One more token. Fails with kArgument where the scorer gives no numbers, or
  // where no token is left and nothing has finished; and as the scorer does.
  Status Step();
  bool done() const { return done_; }

  const DecodeOptions& options() const { return rows_.options(); }
  int length() const { return length_; }  // steps made
  // The tree, by steps and within one from the best candidate to the worst; of
  // equal sums the lower token comes first, then the better parent.
  const std::vector<BeamNode>& nodes() const { return nodes_; }
  // The nodes that the next step continues, and those that the last one did
  // (−1 in the first step).
  const std::vector<int32_t>& live() const { return live_; }
  const std::vector<int32_t>& continued() const { return continued_; }
  // What the last step chose from in continuing node continued()[row]. Fails
  // with kRange where there is no such row.
  Status Inspect(size_t row, Distribution* distribution) const;
  // The tokens of the output up to a node, which exists; none up to −1.
  std::vector<int32_t> TokensOf(int32_t node) const;

  // What has finished, all or the first `most`, the best first under any
  // penalty in range; of equal scores what finished earlier. A search under
  // that penalty may have stopped at another step, and so have found others.
  std::vector<Hypothesis> Ranked(const LengthPenalty& penalty,
                                 size_t most = SIZE_MAX) const;
  // The result: the first `width` of them under the penalty of the search.
  std::vector<Hypothesis> Best() const;

 private:
  struct Candidate {
    double sum, log_probability;
    int32_t token;
    int32_t row;  // of continued_
  };

  int64_t candidates() const;
  Status Continue();
  Status Collect(std::vector<Candidate>* best);
  void Divide(const std::vector<Candidate>& best);
  void Finish(double best_sum);
  bool CannotImprove(double best_sum) const;

  DecodeRows rows_;
  int width_ = 0;
  LengthPenalty penalty_;
  EarlyStopping stopping_ = EarlyStopping::kWhenBetter;
  bool done_ = true;
  int length_ = 0;
  std::vector<BeamNode> nodes_;
  std::vector<int32_t> continued_, live_;
  std::vector<int32_t> parents_;   // of live_, as rows of continued_
  std::vector<int32_t> finished_;  // nodes, in the order in which they did
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_DECODE_BEAM_H_
