// The two senses of "bank". In the first table what stands before the word is
// open and what stands behind decides; in the second it is the other way round.
#include "scripts/models/clause.h"
#include "scripts/models/corpora.h"
#include "scripts/models/toys.h"

namespace clearhead::models {

namespace {

// Four tokens before "bank".
constexpr const char* kOpen[] = {
    "he went to the",    "she went to the",   "they walked to the",
    "we drove to the",   "I ran to the",      "he stayed at the",
    "she waited at the", "they met near the", "we stopped at the",
    "Tom came to the",   "Mary left for the", "people hurried to the"};

constexpr const char* kBehind[2][12] = {
    {"to catch fish", "to watch the boats", "to feed the ducks",
     "to swim in the river", "because the water was warm", "to pick flowers",
     "and sat in the grass", "and looked at the water", "of the river",
     "of the stream", "where the willows grow",
     "and threw stones into the water"},
    {"to borrow money", "to open an account", "to pay the rent",
     "to ask for a loan", "because the rent was due", "to change dollars",
     "and signed the papers", "and talked to the clerk", "of the city",
     "of the company", "where the manager works", "and cashed a check"}};

constexpr const char* kBefore[2][8] = {
    {"the boat reached the", "the flood covered the", "the waves washed the",
     "the ducks left the", "the river left its", "the fisherman cleaned the",
     "the swimmer reached the", "the frogs covered the"},
    {"the clerk opened the", "the robbers entered the",
     "the customer called the", "the manager closed the",
     "the cashier left the", "the lawyer called his", "the company paid the",
     "the robbers left the"}};

constexpr const char* kOpenBehind[] = {
    "at noon",   "this morning",   "in the evening", "last week",   "on Monday",
    "yesterday", "before sunrise", "after lunch",    "at midnight", "again"};

void AddSentence(const std::string& before, const std::string& behind,
                 bool held_out, Sense sense,
                 std::vector<BankSentence>* sentences) {
  BankSentence made;
  made.sense = sense;
  Add(before + " bank " + behind + " .", &made.sentence.words);
  made.sentence.text = TextOf(made.sentence.words, Language::kEnglish);
  made.sentence.combination = before + "+" + behind;
  made.sentence.held_out = held_out;
  sentences->push_back(made);
}

}  // namespace

std::vector<BankSentence> BankCorpus() {
  std::vector<BankSentence> sentences;
  for (const Sense sense : {Sense::kRiver, Sense::kMoney}) {
    const size_t row = static_cast<size_t>(sense);
    for (size_t b = 0; b < std::size(kOpen); ++b) {
      for (size_t a = 0; a < std::size(kBehind[row]); ++a) {
        AddSentence(kOpen[b], kBehind[row][a], HeldOutCell(b, a), sense,
                    &sentences);
      }
    }
    for (size_t b = 0; b < std::size(kBefore[row]); ++b) {
      for (size_t a = 0; a < std::size(kOpenBehind); ++a) {
        AddSentence(kBefore[row][b], kOpenBehind[a], HeldOutCell(b, a), sense,
                    &sentences);
      }
    }
  }
  return sentences;
}

}  // namespace clearhead::models
