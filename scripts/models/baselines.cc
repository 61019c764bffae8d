#include "scripts/models/baselines.h"

#include <algorithm>
#include <set>

namespace clearhead::models {

namespace {

using Words = std::vector<std::string>;

// The numbers of words, in the order in which they are met.
class Vocabulary {
 public:
  int Add(const std::string& word) {
    const auto [place, fresh] =
        numbers_.emplace(word, static_cast<int>(words_.size()));
    if (fresh) words_.push_back(word);
    return place->second;
  }
  std::vector<int> AddAll(const Words& words) {
    std::vector<int> numbers;
    for (const std::string& word : words) numbers.push_back(Add(word));
    return numbers;
  }
  const std::string& Word(int number) const { return words_[number]; }
  size_t size() const { return words_.size(); }

 private:
  std::unordered_map<std::string, int> numbers_;
  Words words_;
};

}  // namespace

NearestSentence::NearestSentence(const std::vector<SentencePair>& training)
    : training_(&training) {
  for (size_t i = 0; i < training.size(); ++i) {
    const Words& words = training[i].source_words;
    const std::set<std::string> different(words.begin(), words.end());
    sizes_.push_back(static_cast<int>(different.size()));
    for (const std::string& word : different) {
      sentences_[word].push_back(static_cast<int>(i));
    }
  }
}

const Words& NearestSentence::Translate(const Words& source) const {
  const std::set<std::string> different(source.begin(), source.end());
  std::vector<int> shared(training_->size(), 0);
  for (const std::string& word : different) {
    const auto found = sentences_.find(word);
    if (found == sentences_.end()) continue;
    for (const int sentence : found->second) ++shared[sentence];
  }
  size_t nearest = 0;
  double most = -1;
  for (size_t i = 0; i < shared.size(); ++i) {
    const int all = static_cast<int>(different.size()) + sizes_[i] - shared[i];
    const double overlap = static_cast<double>(shared[i]) / all;
    if (overlap > most) most = overlap, nearest = i;
  }
  return (*training_)[nearest].target_words;
}

WordDictionary::WordDictionary(const std::vector<SentencePair>& training) {
  Learn(training);
}

// Links are numbered: one for each source word and target word that meet in
// some sentence. Word 0 of the source is the empty word, which every sentence
// has.
void WordDictionary::Learn(const std::vector<SentencePair>& training) {
  constexpr int kRounds = 8;
  Vocabulary sources, targets;
  sources.Add("");
  struct Link {
    int source, target;
  };
  std::vector<Link> links;
  std::unordered_map<uint64_t, int> numbers;
  // The links of a sentence, target by target, `width` each.
  struct Sentence {
    size_t width;
    std::vector<int> links;
  };
  std::vector<Sentence> sentences;
  std::vector<double> occurrences;
  for (const SentencePair& pair : training) {
    std::vector<int> source = sources.AddAll(pair.source_words);
    source.insert(source.begin(), 0);
    occurrences.resize(sources.size());
    for (const int f : source) occurrences[f] += 1;
    Sentence sentence{source.size(), {}};
    for (const int e : targets.AddAll(pair.target_words)) {
      for (const int f : source) {
        const uint64_t key = static_cast<uint64_t>(f) << 32 | e;
        const auto [place, fresh] =
            numbers.emplace(key, static_cast<int>(links.size()));
        if (fresh) links.push_back({f, e});
        sentence.links.push_back(place->second);
      }
    }
    sentences.push_back(std::move(sentence));
  }
  // t(target | source), uniform at first; counts are how often it is expected.
  std::vector<double> t(links.size(), 1), counts, totals;
  for (int round = 0; round < kRounds; ++round) {
    counts.assign(links.size(), 0);
    totals.assign(sources.size(), 0);
    for (const Sentence& sentence : sentences) {
      const size_t width = sentence.width;
      for (size_t start = 0; start < sentence.links.size(); start += width) {
        const int* of_target = &sentence.links[start];
        double sum = 0;
        for (size_t i = 0; i < width; ++i) sum += t[of_target[i]];
        for (size_t i = 0; i < width; ++i) {
          counts[of_target[i]] += t[of_target[i]] / sum;
        }
      }
    }
    for (size_t i = 0; i < links.size(); ++i) {
      totals[links[i].source] += counts[i];
    }
    for (size_t i = 0; i < links.size(); ++i) {
      t[i] = counts[i] / totals[links[i].source];
    }
  }
  std::vector<int> best(sources.size(), -1);
  for (size_t i = 0; i < links.size(); ++i) {
    int& link = best[links[i].source];
    if (link < 0 || counts[i] > counts[link]) link = static_cast<int>(i);
  }
  for (size_t f = 1; f < sources.size(); ++f) {
    const double silence = std::max(0.0, occurrences[f] - totals[f]);
    if (best[f] < 0 || counts[best[f]] < silence) continue;
    best_[sources.Word(static_cast<int>(f))] =
        targets.Word(links[best[f]].target);
  }
}

Words WordDictionary::Translate(const Words& source) const {
  Words target;
  for (const std::string& word : source) {
    const auto found = best_.find(word);
    if (found != best_.end()) target.push_back(found->second);
  }
  return target;
}

}  // namespace clearhead::models
