#include "scripts/models/english_noun.h"

#include <array>

namespace clearhead::models::english {

namespace {

constexpr const char* kNumbers[] = {"one", "two",   "three", "four", "five",
                                    "six", "seven", "eight", "nine", "ten"};

std::string Pick(const std::array<const char*, 6>& forms, Person who,
                 const char* feminine) {
  const bool her = Third(who) && who.gender == Gender::kFeminine;
  return her ? feminine : forms[Row(who)];
}

std::string Subjective(Person who) {
  return Pick({"I", "you", "he", "we", "you", "they"}, who, "she");
}

std::string Possessive(Person who) {
  return Pick({"my", "your", "his", "our", "your", "their"}, who, "her");
}

void AddDeterminer(const NounPhrase& noun, const std::string& next,
                   Words* words) {
  const bool plural = noun.person.plural;
  switch (noun.determiner) {
    case Determiner::kThe:
      return Add("the", words);
    case Determiner::kA:
      return Add(Article(next), words);
    case Determiner::kBare:
    case Determiner::kGeneric:
      return;
    case Determiner::kThis:
      return Add(plural ? "these" : "this", words);
    case Determiner::kThat:
      return Add(plural ? "those" : "that", words);
    case Determiner::kMy:
      return Add(Possessive(noun.owner), words);
    case Determiner::kNumber:
      return Add(kNumbers[noun.number - 1], words);
    case Determiner::kOf:
      return Add(noun.owner_name->en + " 's", words);
    case Determiner::kMany:
      return Add(noun.noun->mass() ? "a lot of" : "many", words);
    case Determiner::kCup: {
      const bool cup = noun.noun->classes.Has('_'), one = noun.number == 1;
      Add(one ? "a" : kNumbers[noun.number - 1], words);
      Add(cup ? (one ? "cup" : "cups") : (one ? "glass" : "glasses"), words);
      return Add("of", words);
    }
  }
}

void AddNoun(const NounPhrase& noun, Words* words) {
  Words head;
  if (noun.adjective != nullptr) Add(noun.adjective->en, &head);
  const bool plural = noun.person.plural && !noun.noun->mass();
  Add(plural ? noun.noun->en.plural : noun.noun->en.singular, &head);
  AddDeterminer(noun, head[0], words);
  words->insert(words->end(), head.begin(), head.end());
}

}  // namespace

size_t Row(Person who) {
  if (who.person != 3) return (who.plural ? 3 : 0) + (who.person - 1);
  return who.plural ? 5 : 2;
}

bool Third(Person who) { return who.person == 3 && !who.plural; }

std::string Objective(Person who) {
  return Pick({"me", "you", "him", "us", "you", "them"}, who, "her");
}

std::string Article(const std::string& next) {
  const bool vowel = std::string("aeiou").find(next[0]) != std::string::npos;
  const bool sounded = next.starts_with("uni") || next.starts_with("use");
  const bool mute = next.starts_with("hon") && next != "honey";
  return (vowel && !sounded) || mute ? "an" : "a";
}

void AddPhrases(const std::vector<NounPhrase>& phrases, bool subject,
                Words* words) {
  for (size_t i = 0; i < phrases.size(); ++i) {
    const NounPhrase& phrase = phrases[i];
    if (i > 0) Add("and", words);
    switch (phrase.kind) {
      case NounKind::kNone:
        break;
      case NounKind::kPronoun:
        if (subject) {
          Add(Subjective(phrase.person), words);
        } else {
          const bool it = phrase.thing && !phrase.person.plural;
          Add(it ? "it" : Objective(phrase.person), words);
        }
        break;
      case NounKind::kName:
        Add(phrase.name->en, words);
        break;
      case NounKind::kNoun:
        AddNoun(phrase, words);
    }
  }
}

}  // namespace clearhead::models::english
