#include "scripts/models/toys.h"

#include <catch2/catch.hpp>
#include <set>

namespace clearhead::models {
namespace {

void CheckSplit(const std::vector<ToySentence>& sentences) {
  std::set<std::string> texts, seen, words;
  size_t held_out = 0;
  for (const ToySentence& one : sentences) {
    CHECK(texts.insert(one.text).second);
    held_out += one.held_out;
    if (one.held_out) continue;
    seen.insert(one.combination);
    words.insert(one.words.begin(), one.words.end());
  }
  CHECK(held_out * 10 >= sentences.size());
  CHECK(held_out * 4 <= sentences.size());
  for (const ToySentence& one : sentences) {
    if (!one.held_out) continue;
    CAPTURE(one.text);
    CHECK(!seen.contains(one.combination));
    for (const std::string& word : one.words) CHECK(words.contains(word));
  }
}

bool Contains(const std::vector<ToySentence>& sentences,
              const std::string& text) {
  for (const ToySentence& one : sentences) {
    if (one.text == text) return true;
  }
  return false;
}

// Neither word would do for all that is held out.
void CheckBothHeldOut(const std::vector<ToySentence>& sentences,
                      const std::string& one, const std::string& other) {
  size_t counts[2] = {0, 0};
  for (const ToySentence& sentence : sentences) {
    if (!sentence.held_out) continue;
    for (const std::string& word : sentence.words) {
      counts[0] += word == one;
      counts[1] += word == other;
    }
  }
  CAPTURE(one, counts[0], counts[1]);
  CHECK(counts[0] * 5 >= counts[1] * 4);
  CHECK(counts[1] * 5 >= counts[0] * 4);
}

TEST_CASE("the small English language agrees and refers back", "[toys]") {
  const auto sentences = ToyCorpus(Language::kEnglish);
  CheckSplit(sentences);
  CheckBothHeldOut(sentences, "is", "are");
  CheckBothHeldOut(sentences, "he", "she");
  CHECK(Contains(sentences, "The keys to the cabinet are old."));
  CHECK(Contains(sentences, "The key to the cabinets is old."));
  CHECK(!Contains(sentences, "The keys to the cabinet is old."));
  CHECK(Contains(sentences, "Tom said that he was right."));
  CHECK(Contains(sentences, "Mary was smart, so she got full marks."));
}

TEST_CASE("the small Chinese language refers back", "[toys]") {
  const auto sentences = ToyCorpus(Language::kChinese);
  CheckSplit(sentences);
  CheckBothHeldOut(sentences, "他", "她");
  CHECK(Contains(sentences, "小明很聪明，他考了满分。"));
  CHECK(Contains(sentences, "小红很努力，她得了第一名。"));
  CHECK(!Contains(sentences, "小红很努力，他得了第一名。"));
  CHECK(Contains(sentences, "小丽买了一本书，她很喜欢。"));
}

TEST_CASE("bank stands at one place in both senses", "[toys]") {
  std::vector<ToySentence> sentences;
  size_t money = 0;
  for (const BankSentence& one : BankCorpus()) {
    REQUIRE(one.sentence.words.size() > kBankIndex);
    CHECK(one.sentence.words[kBankIndex] == "bank");
    money += one.sense == Sense::kMoney;
    sentences.push_back(one.sentence);
  }
  CheckSplit(sentences);
  CHECK(money * 2 == sentences.size());
}

}  // namespace
}  // namespace clearhead::models
