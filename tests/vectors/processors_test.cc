// The processors of scores against public vectors, alone and in chains.
#include "core/decode/processors.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <utility>

#include "core/base/math.h"
#include "core/decode/log_sum_exp.h"
#include "tests/support/hf_decode.h"

namespace clearhead::test {
namespace {

constexpr Tolerance kSingle{1e-6, 1e-6};

struct Processed {
  std::vector<double> scores;
  std::vector<int32_t> removed_by;
};

Processed Apply(const std::vector<Processor>& processors, const Text& text,
                const Text& end_tokens, std::vector<double> scores) {
  Processed result{std::move(scores), {}};
  result.removed_by.resize(result.scores.size());
  Process(processors, {.text = text, .end_tokens = end_tokens}, result.scores,
          result.removed_by);
  return result;
}

std::vector<double> Probabilities(const std::vector<double>& scores) {
  const double all = LogSumExp(scores);
  std::vector<double> p;
  for (const double score : scores) p.push_back(Exp(score - all));
  return p;
}

// The first number that is not close; "" where all are.
std::string Differ(const char* what, const std::vector<double>& actual,
                   const std::vector<double>& expected, Tolerance tolerance) {
  const auto size = static_cast<int64_t>(actual.size());
  return Compare(what, {"f64", {size}, actual},
                 {"f64", {static_cast<int64_t>(expected.size())}, expected},
                 tolerance);
}

std::string CheckChain(const VectorCase& test) {
  std::vector<Processor> chain;
  for (const VectorList& link : test.lists.at("chain").items) {
    const auto kind = ProcessorNamed(link.items[0].word);
    if (!kind) return kind.error().message;
    chain.push_back({.kind = *kind, .value = link.items[1].number});
  }
  const VectorTensor& logits = test.inputs.at("logits");
  std::string difference;
  for (size_t row = 0; row < static_cast<size_t>(logits.shape[0]); ++row) {
    const Text text = TokensOf(RowOf(test.inputs.at("prev_ids"), row));
    const Processed out = Apply(chain, text, {}, RowOf(logits, row));
    difference +=
        Differ("logits", out.scores,
               RowOf(test.inputs.at("expected_logits"), row), kSingle) +
        Differ("probs", Probabilities(out.scores),
               RowOf(test.inputs.at("expected_probs"), row), kSingle);
    for (size_t v = 0; v < out.scores.size(); ++v) {
      if ((out.removed_by[v] == kKept) != std::isfinite(out.scores[v])) {
        difference += "a removed token without a reason; ";
      }
    }
  }
  return difference;
}

std::vector<Phrase> PhrasesOf(const VectorCase& test) {
  std::vector<Phrase> phrases;
  if (test.lists.count("bad") > 0) {
    for (const VectorList& bad : test.lists.at("bad").items) {
      phrases.push_back({.tokens = TokensOf(bad.Numbers())});
    }
  } else if (test.lists.count("bias") > 0) {
    for (const VectorList& pair : test.lists.at("bias").items) {
      phrases.push_back({.tokens = TokensOf(pair.items[0].Numbers()),
                         .bias = pair.items[1].number});
    }
  }
  return phrases;
}

// What is expected of one row: of its scores, of exp(scores), of which tokens
// remain or how many.
std::string CheckRow(const VectorCase& test, size_t row, const Processed& out) {
  Tolerance tolerance{test.Number("tol", 1e-6), 0};
  std::vector<double> kept, banned, masses;
  double count = 0;
  for (const double score : out.scores) {
    kept.push_back(score == -HUGE_VAL ? 0 : 1);
    banned.push_back(1 - kept.back());
    masses.push_back(Exp(score));
    count += kept.back();
  }
  for (const auto& [name, actual] :
       {std::pair{"expected", &out.scores},
        {"expected_unnormalised", &std::as_const(masses)},
        {"expected_kept", &std::as_const(kept)},
        {"expected_banned", &std::as_const(banned)}}) {
    if (test.Has(name)) {
      return Differ(name, *actual, RowOf(test.inputs.at(name), row), tolerance);
    }
  }
  const double expected = test.inputs.at("expected_kept_count").values[row];
  return count == expected ? "" : "another count of tokens remains";
}

std::string CheckLiteral(const VectorCase& test) {
  const auto kind = ProcessorNamed(test.words.at("op"));
  if (!kind) return kind.error().message;
  Processor processor{
      .kind = *kind,
      .keep = static_cast<int>(test.Number("min_tokens_to_keep", 1)),
      .phrases = PhrasesOf(test)};
  for (const char* name : {"p", "k", "mass", "penalty"}) {
    processor.value = test.Number(name, processor.value);
  }
  Text end_tokens;
  const double end = test.Number("eos", -1);
  if (end >= 0) end_tokens = {static_cast<int32_t>(end)};
  std::string difference;
  for (size_t row = 0; row < 2; ++row) {
    std::vector<double> scores(static_cast<size_t>(test.Number("vocab", 0)));
    if (test.Has("logits")) scores = RowOf(test.inputs.at("logits"), row);
    if (test.Has("probs")) {
      scores = RowOf(test.inputs.at("probs"), row);
      for (double& score : scores) score = Log(score);
    }
    Text text;
    if (test.Has("prev_ids")) {
      text = TokensOf(RowOf(test.inputs.at("prev_ids"), row));
    }
    const Status status =
        CheckProcessor(processor, 0, static_cast<int64_t>(scores.size()));
    if (!status) return status.error().message;
    difference +=
        CheckRow(test, row, Apply({processor}, text, end_tokens, scores));
  }
  return difference;
}

TEST_CASE("chains of processors", "[vectors][decode]") {
  Gate("logits_process_grid", CheckChain);
}

TEST_CASE("processors one by one", "[vectors][decode]") {
  Gate("logits_process_literals", CheckLiteral);
}

}  // namespace
}  // namespace clearhead::test
