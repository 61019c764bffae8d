#include "core/decode/processors.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/decode/truncation.h"

namespace clearhead {
namespace {

void Temperature(const Processor& processor, const Place&, Scores scores) {
  for (double& score : scores) score /= processor.value;
}

void RepetitionPenalty(const Processor& processor, const Place& place,
                       Scores scores) {
  // From the scores before, so that a token that stands there twice counts
  // once.
  const std::vector<double> before(scores.begin(), scores.end());
  for (const int32_t token : place.text) {
    const double score = before[token];
    scores[token] =
        score < 0 ? score * processor.value : score / processor.value;
  }
}

void NoRepeatNgram(const Processor& processor, const Place& place,
                   Scores scores) {
  const auto before = static_cast<size_t>(processor.value) - 1;
  if (place.text.size() < before) return;
  const auto end = place.text.subspan(place.text.size() - before);
  for (size_t i = 0; i + before < place.text.size(); ++i) {
    if (std::equal(end.begin(), end.end(), place.text.begin() + i)) {
      scores[place.text[i + before]] = kRemoved;
    }
  }
}

void MinLength(const Processor& processor, const Place& place, Scores scores) {
  if (place.length >= processor.value) return;
  for (const int32_t token : place.end_tokens) scores[token] = kRemoved;
}

// All the probability on one token.
void Force(const Processor& processor, Scores scores) {
  for (double& score : scores) score = kRemoved;
  scores[static_cast<size_t>(processor.value)] = 0;
}

void ForcedBegin(const Processor& processor, const Place& place,
                 Scores scores) {
  if (place.length == 0) Force(processor, scores);
}

void ForcedEnd(const Processor& processor, const Place& place, Scores scores) {
  if (place.length + 1 == place.max_length) Force(processor, scores);
}

// Whether the text ends with all of the phrase but its last token.
bool Begun(const Phrase& phrase, std::span<const int32_t> text) {
  const size_t before = phrase.tokens.size() - 1;
  return text.size() >= before &&
         std::equal(text.end() - before, text.end(), phrase.tokens.begin());
}

void BadWords(const Processor& processor, const Place& place, Scores scores) {
  for (const Phrase& phrase : processor.phrases) {
    const int32_t last = phrase.tokens.back();
    const bool ends =
        std::count(place.end_tokens.begin(), place.end_tokens.end(), last) > 0;
    if (ends && phrase.tokens.size() == 1) continue;
    if (Begun(phrase, place.text)) scores[last] = kRemoved;
  }
}

void SequenceBias(const Processor& processor, const Place& place,
                  Scores scores) {
  for (const Phrase& phrase : processor.phrases) {
    if (Begun(phrase, place.text)) scores[phrase.tokens.back()] += phrase.bias;
  }
}

struct Entry {
  const char* name;
  double low, high;  // of `value`
  bool whole;        // whether it is a whole number
  void (*apply)(const Processor& processor, const Place& place, Scores scores);
};

constexpr double kMost = 0x1p31 - 1;

// In the order of ProcessorKind.
constexpr Entry kEntries[] = {
    {"temperature", 1e-4, 1e4, false, Temperature},
    {"top_k", 1, kMost, true, TopK},
    {"top_p", 0, 1, false, TopP},
    {"min_p", 0, 1, false, MinP},
    {"typical", 0, 1, false, Typical},
    {"repetition_penalty", 0.01, 100, false, RepetitionPenalty},
    {"no_repeat_ngram", 1, kMost, true, NoRepeatNgram},
    {"min_length", 0, kMost, true, MinLength},
    {"forced_begin", 0, kMost, true, ForcedBegin},
    {"forced_end", 0, kMost, true, ForcedEnd},
    {"bad_words", -kMost, kMost, false, BadWords},
    {"sequence_bias", -kMost, kMost, false, SequenceBias},
};

const Entry& EntryOf(ProcessorKind kind) {
  return kEntries[static_cast<size_t>(kind)];
}

Status CheckPhrase(const Phrase& phrase, size_t number, const char* name,
                   int64_t vocabulary) {
  if (phrase.tokens.empty()) {
    return Fail(ErrorCode::kRange,
                "processor % (%): a phrase has no token; give at least 1",
                number, name);
  }
  // So that NaN fails, too.
  const bool within = phrase.bias >= -kMostBias && phrase.bias <= kMostBias;
  if (!within && phrase.bias != -HUGE_VAL) {
    return Fail(ErrorCode::kRange,
                "processor % (%): a phrase has the bias %; give −∞ or a number "
                "from % to %",
                number, name, phrase.bias, -kMostBias, kMostBias);
  }
  for (const int32_t token : phrase.tokens) {
    if (token >= 0 && token < vocabulary) continue;
    return Fail(ErrorCode::kRange,
                "processor % (%): token % of a phrase is not in the "
                "vocabulary, 0 to %",
                number, name, token, vocabulary - 1);
  }
  return {};
}

}  // namespace

const char* NameOf(ProcessorKind kind) { return EntryOf(kind).name; }

Result<ProcessorKind> ProcessorNamed(std::string_view name) {
  std::string names;
  uint8_t kind = 0;
  for (const Entry& entry : kEntries) {
    if (name == entry.name) return static_cast<ProcessorKind>(kind);
    AppendName(entry.name, &names);
    ++kind;
  }
  return Fail(ErrorCode::kUnknown, "no processor is called \"%\"; there are %",
              name, names);
}

Status CheckProcessor(const Processor& processor, size_t number,
                      int64_t vocabulary) {
  const Entry& entry = EntryOf(processor.kind);
  const bool token = processor.kind == ProcessorKind::kForcedBegin ||
                     processor.kind == ProcessorKind::kForcedEnd;
  const double high = token ? static_cast<double>(vocabulary - 1) : entry.high;
  const double value = processor.value;
  // So that NaN fails, too.
  const bool within = value >= entry.low && value <= high;
  if (!within || (entry.whole && value != std::floor(value))) {
    return Fail(ErrorCode::kRange,
                "processor % (%) has the value %; give a % from % to %", number,
                entry.name, value, entry.whole ? "whole number" : "number",
                entry.low, high);
  }
  if (processor.keep < 1) {
    return Fail(ErrorCode::kRange,
                "processor % (%) is to keep % tokens; keep at least 1", number,
                entry.name, processor.keep);
  }
  for (const Phrase& phrase : processor.phrases) {
    CH_RETURN_IF_ERROR(CheckPhrase(phrase, number, entry.name, vocabulary));
  }
  return {};
}

void Process(std::span<const Processor> processors, const Place& place,
             std::span<double> scores, std::span<int32_t> removed_by) {
  for (size_t v = 0; v < scores.size(); ++v) {
    removed_by[v] = scores[v] == kRemoved ? kImpossible : kKept;
  }
  int32_t number = 0;
  for (const Processor& processor : processors) {
    EntryOf(processor.kind).apply(processor, place, scores);
    for (size_t v = 0; v < scores.size(); ++v) {
      if (scores[v] != kRemoved) {
        removed_by[v] = kKept;  // a forced token comes back
      } else if (removed_by[v] == kKept) {
        removed_by[v] = number;
      }
    }
    ++number;
  }
}

}  // namespace clearhead
