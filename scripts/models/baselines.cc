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

// Word 0 of the source is the empty word, which every sentence has.
void WordDictionary::Learn(const std::vector<SentencePair>& training) {
  constexpr int kRounds = 5;
  Vocabulary sources, targets;
  sources.Add("");
  std::vector<std::pair<std::vector<int>, std::vector<int>>> numbered;
  for (const SentencePair& pair : training) {
    std::vector<int> source = sources.AddAll(pair.source_words);
    source.insert(source.begin(), 0);
    numbered.emplace_back(std::move(source), targets.AddAll(pair.target_words));
  }
  // t(target | source), uniform at first.
  std::vector<std::unordered_map<int, double>> t(sources.size());
  for (const auto& [source, target] : numbered) {
    for (const int f : source) {
      for (const int e : target) t[f][e] = 1;
    }
  }
  std::vector<double> occurrences(sources.size());
  std::vector<std::unordered_map<int, double>> counts;
  for (int round = 0; round < kRounds; ++round) {
    counts.assign(sources.size(), {});
    occurrences.assign(sources.size(), 0);
    for (const auto& [source, target] : numbered) {
      for (const int f : source) occurrences[f] += 1;
      for (const int e : target) {
        double sum = 0;
        for (const int f : source) sum += t[f][e];
        for (const int f : source) counts[f][e] += t[f][e] / sum;
      }
    }
    for (size_t f = 0; f < t.size(); ++f) {
      double total = 0;
      for (const auto& [e, count] : counts[f]) total += count;
      for (auto& [e, value] : t[f]) value = counts[f][e] / total;
    }
  }
  for (size_t f = 1; f < t.size(); ++f) {
    int best = -1;
    double linked = 0;
    for (const auto& [e, count] : counts[f]) {
      linked += count;
      const bool more = best < 0 || count > counts[f][best] ||
                        (count == counts[f][best] && e < best);
      if (more) best = e;
    }
    const double silence = std::max(0.0, 1 - linked / occurrences[f]);
    if (best < 0 || counts[f][best] / occurrences[f] < silence) continue;
    best_[sources.Word(static_cast<int>(f))] = targets.Word(best);
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
