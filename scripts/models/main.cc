// Prints corpora, for reading: corpora fr|zh|de COUNT [SEED], corpora stats,
// corpora toy-en, corpora toy-zh, corpora bank.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "scripts/models/baselines.h"
#include "scripts/models/corpora.h"
#include "scripts/models/toys.h"

namespace {

using namespace clearhead::models;  // NOLINT: a program of its own

constexpr size_t kSize = 24000;

bool Named(const std::string& name, Pair* pair) {
  *pair = name == "zh"   ? Pair::kChineseEnglish
          : name == "de" ? Pair::kEnglishGerman
                         : Pair::kFrenchEnglish;
  return name == "fr" || name == "zh" || name == "de";
}

// `count` pairs out of the whole corpus, held-out ones marked.
void Print(Pair pair, size_t count, uint64_t seed) {
  const size_t size = std::max(count, kSize);
  const std::vector<SentencePair> pairs = Corpus(pair, seed, size);
  for (size_t i = 0; i < count; ++i) {
    const SentencePair& one = pairs[i * (size / std::max<size_t>(count, 1))];
    std::printf("%s %s\t%s\n", one.held_out ? "*" : " ", one.source.c_str(),
                one.target.c_str());
  }
}

void PrintStatistics(const char* name, Pair pair) {
  const std::vector<SentencePair> pairs = Corpus(pair, 1, kSize);
  std::set<std::string> source, target, tokens;
  size_t held_out = 0;
  for (const SentencePair& one : pairs) {
    held_out += one.held_out;
    source.insert(one.source_words.begin(), one.source_words.end());
    target.insert(one.target_words.begin(), one.target_words.end());
    for (const std::string& token : TokensOf(one.source, SourceOf(pair))) {
      tokens.insert(token);
    }
  }
  std::printf(
      "%s: %zu pairs, %zu held out; %zu words → %zu words; %zu tokens\n", name,
      pairs.size(), held_out, source.size(), target.size(), tokens.size());
  std::vector<SentencePair> training, held;
  for (const SentencePair& one : pairs) {
    (one.held_out ? held : training).push_back(one);
  }
  std::printf("  exact when held out: nearest sentence %.3f, dictionary %.3f\n",
              ExactShare(NearestSentence(training), held),
              ExactShare(WordDictionary(training), held));
}

void PrintToys(const std::vector<ToySentence>& sentences) {
  for (const ToySentence& one : sentences) {
    std::printf("%s %s\n", one.held_out ? "*" : " ", one.text.c_str());
  }
}

void PrintBank() {
  for (const BankSentence& one : BankCorpus()) {
    std::printf("%s %s\t%s\n", one.sentence.held_out ? "*" : " ",
                one.sense == Sense::kRiver ? "river" : "money",
                one.sentence.text.c_str());
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string what = count > 1 ? arguments[1] : "";
  Pair pair;
  if (what == "stats") {
    PrintStatistics("fr", Pair::kFrenchEnglish);
    PrintStatistics("zh", Pair::kChineseEnglish);
    PrintStatistics("de", Pair::kEnglishGerman);
  } else if (what == "toy-en" || what == "toy-zh") {
    PrintToys(
        ToyCorpus(what == "toy-en" ? Language::kEnglish : Language::kChinese));
  } else if (what == "bank") {
    PrintBank();
  } else if (count > 2 && Named(what, &pair)) {
    const uint64_t seed =
        count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 1;
    Print(pair, std::strtoull(arguments[2], nullptr, 10), seed);
  } else {
    std::fprintf(
        stderr,
        "corpora fr|zh|de COUNT [SEED], corpora stats|toy-en|toy-zh|bank\n");
    return 1;
  }
  return 0;
}
