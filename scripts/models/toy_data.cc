#include "scripts/models/toy_data.h"

#include <algorithm>
#include <utility>

#include "scripts/models/toys.h"

namespace clearhead::models {
namespace {

// What a word must agree with, and which words there are.
struct Agreement {
  const char* name;
  Language language;
  const char* words[2];
};
constexpr Agreement kAgreements[] = {
    {"agreement", Language::kEnglish, {"is", "are"}},
    {"English coreference", Language::kEnglish, {"he", "she"}},
    {"Chinese coreference", Language::kChinese, {"他", "她"}}};

bool IsOneOf(const Agreement& agreement, std::string_view word) {
  constexpr std::string_view kSpace = "▁";
  if (word.substr(0, kSpace.size()) == kSpace) {
    word.remove_prefix(kSpace.size());
  }
  return word == agreement.words[0] || word == agreement.words[1];
}

// The text up to the first word that must agree, which alone is asked; empty
// where there is none.
Example QuestionOf(const Pieces& pieces, const Agreement& agreement,
                   const std::vector<int32_t>& text) {
  const auto asked = std::find_if(text.begin(), text.end(), [&](int32_t piece) {
    return IsOneOf(agreement, pieces.Name(piece));
  });
  if (asked == text.end()) return {};
  Example question;
  question.target = {kBeginPiece};
  question.target.insert(question.target.end(), text.begin(), asked + 1);
  question.supervised.assign(question.target.size(), 0);
  question.supervised.back() = 1;
  return question;
}

// The sentences that are trained on.
void AddTexts(const std::vector<ToySentence>& sentences,
              std::vector<std::string>* texts) {
  for (const ToySentence& one : sentences) {
    if (!one.held_out) texts->push_back(one.text);
  }
}

}  // namespace

Result<ModelData> MakeLanguageData(size_t pieces) {
  constexpr Language kLanguages[] = {Language::kEnglish, Language::kChinese};
  std::vector<std::string> texts;
  for (const Language language : kLanguages) {
    AddTexts(ToyCorpus(language), &texts);
  }
  CH_ASSIGN_OR_RETURN(ModelData data, LearnPieces(texts, {}, pieces));
  for (const Agreement& agreement : kAgreements) {
    data.held_out.push_back({agreement.name, {}});
  }
  for (const Language language : kLanguages) {
    for (const ToySentence& one : ToyCorpus(language)) {
      CH_ASSIGN_OR_RETURN(std::vector<int32_t> ids,
                          IdsOf(data.pieces, one.text));
      for (size_t i = 0; one.held_out && i < data.held_out.size(); ++i) {
        if (kAgreements[i].language != language) continue;
        Example question = QuestionOf(data.pieces, kAgreements[i], ids);
        if (question.target.empty()) continue;
        data.held_out[i].second.push_back(std::move(question));
      }
      if (!one.held_out) data.training.push_back({.target = std::move(ids)});
    }
  }
  return data;
}

Result<ModelData> MakeBankData(size_t pieces) {
  const std::vector<BankSentence> sentences = BankCorpus();
  std::vector<std::string> texts;
  for (const BankSentence& one : sentences) {
    AddTexts({one.sentence}, &texts);
  }
  CH_ASSIGN_OR_RETURN(ModelData data, LearnPieces(texts, {}, pieces));
  std::vector<Example> held_out;
  for (const BankSentence& one : sentences) {
    Example example;
    CH_ASSIGN_OR_RETURN(example.source, IdsOf(data.pieces, one.sentence.text));
    example.target.assign(example.source.size(),
                          static_cast<int32_t>(one.sense));
    example.supervised.assign(example.source.size(), 0);
    example.supervised.at(kBankIndex) = 1;
    (one.sentence.held_out ? held_out : data.training)
        .push_back(std::move(example));
  }
  data.held_out.push_back({"senses of bank", std::move(held_out)});
  return data;
}

}  // namespace clearhead::models
