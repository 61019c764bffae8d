#include "scripts/models/corpora.h"

#include <set>
#include <unordered_map>

#include "core/base/check.h"
#include "scripts/models/clause.h"
#include "scripts/models/sampler.h"
#include "scripts/models/split.h"

namespace clearhead::models {

namespace {

Words Say(const Clause& clause, Language language) {
  switch (language) {
    case Language::kEnglish:
      return English(clause);
    case Language::kFrench:
      return French(clause);
    case Language::kChinese:
      return Chinese(clause);
    case Language::kGerman:
      return German(clause);
  }
  return {};
}

Language OtherOf(Pair pair) {
  return pair == Pair::kFrenchEnglish    ? Language::kFrench
         : pair == Pair::kChineseEnglish ? Language::kChinese
                                         : Language::kGerman;
}

bool FitsLength(const std::string& text, Language language) {
  const size_t tokens = TokensOf(text, language).size();
  return tokens >= kLeastTokens && tokens <= kMostTokens;
}

SentencePair PairOf(const Clause& clause, Pair pair) {
  SentencePair made;
  made.source_words = Say(clause, SourceOf(pair));
  made.target_words = Say(clause, TargetOf(pair));
  made.source = TextOf(made.source_words, SourceOf(pair));
  made.target = TextOf(made.target_words, TargetOf(pair));
  Combinations found = CombinationsOf(clause, OtherOf(pair));
  made.combinations = std::move(found.names);
  made.held_out = found.held_out;
  return made;
}

// Collects pairs whose sources differ. A source that comes again must come with
// the same translation: the grammars are functions.
class Collection {
 public:
  void Add(SentencePair pair) {
    const auto [place, fresh] = targets_.emplace(pair.source, pair.target);
    if (fresh) {
      pairs_.push_back(std::move(pair));
    } else {
      CH_CHECK(place->second == pair.target,
               "a source sentence has one translation");
    }
  }
  size_t size() const { return pairs_.size(); }
  const std::vector<SentencePair>& pairs() const { return pairs_; }

 private:
  std::unordered_map<std::string, std::string> targets_;
  std::vector<SentencePair> pairs_;
};

// Held-out pairs whose words all occur in training stay.
void DropUnknownWords(std::vector<SentencePair>* pairs) {
  std::set<std::string> source, target;
  for (const SentencePair& pair : *pairs) {
    if (pair.held_out) continue;
    source.insert(pair.source_words.begin(), pair.source_words.end());
    target.insert(pair.target_words.begin(), pair.target_words.end());
  }
  const auto unknown = [](const Words& words, const std::set<std::string>& in) {
    for (const std::string& word : words) {
      if (!in.contains(word)) return true;
    }
    return false;
  };
  std::erase_if(*pairs, [&](const SentencePair& pair) {
    return pair.held_out && (unknown(pair.source_words, source) ||
                             unknown(pair.target_words, target));
  });
}

// The fixed expressions, in the case of the dictionary.
void AddPhrases(Pair pair, Collection* collection) {
  for (const Phrase& phrase : TheLexicon().phrases) {
    if (phrase.language != OtherOf(pair)) continue;
    SentencePair made;
    made.source = phrase.source;
    made.target = phrase.target;
    made.source_words = TokensOf(phrase.source, SourceOf(pair));
    made.target_words = TokensOf(phrase.target, TargetOf(pair));
    collection->Add(std::move(made));
  }
}

}  // namespace

Language SourceOf(Pair pair) {
  return pair == Pair::kEnglishGerman ? Language::kEnglish : OtherOf(pair);
}

Language TargetOf(Pair pair) {
  return pair == Pair::kEnglishGerman ? Language::kGerman : Language::kEnglish;
}

std::vector<SentencePair> Corpus(Pair pair, uint64_t seed, size_t count) {
  CH_CHECK(count >= 1000 && count <= 100000, "a corpus has 1000 to 100,000");
  Collection collection;
  AddPhrases(pair, &collection);
  Sampler sampler(OtherOf(pair), seed);
  // Some held-out pairs are dropped; more are drawn in their place. Those that
  // are too many then go from the held-out ones, since training knows the
  // words.
  for (size_t drawn = count;; drawn += count / 200) {
    while (collection.size() < drawn) {
      SentencePair made = PairOf(sampler.Draw(), pair);
      const bool fits = FitsLength(made.source, SourceOf(pair)) &&
                        FitsLength(made.target, TargetOf(pair));
      if (fits) collection.Add(std::move(made));
    }
    std::vector<SentencePair> pairs = collection.pairs();
    DropUnknownWords(&pairs);
    if (pairs.size() < count) continue;
    for (size_t i = pairs.size(); pairs.size() > count; --i) {
      if (pairs[i - 1].held_out) pairs.erase(pairs.begin() + (i - 1));
    }
    return pairs;
  }
}

}  // namespace clearhead::models
