#include "scripts/models/german_noun.h"

#include <array>
#include <cstddef>

namespace clearhead::models::german {

namespace {

constexpr const char* kNumbers[] = {"ein",   "zwei",   "drei", "vier", "fünf",
                                    "sechs", "sieben", "acht", "neun", "zehn"};

std::string Pronoun(Person who, Case as) {
  const bool subject = as == Case::kNominative;
  if (who.person == 1) {
    if (who.plural) return subject ? "wir" : "uns";
    return subject ? "ich" : "mich";
  }
  if (who.plural || who.gender == Gender::kFeminine) return "sie";
  return subject ? "er" : "ihn";
}

std::string Possessive(Person owner) {
  if (owner.person == 1) return owner.plural ? "unser" : "mein";
  if (owner.plural || owner.gender == Gender::kFeminine) return "ihr";
  return "sein";
}

// Rows: nominative, accusative; columns: masculine, feminine, neuter, plural.
using Endings = std::array<std::array<const char*, 4>, 2>;
constexpr Endings kThe = {
    {{"der", "die", "das", "die"}, {"den", "die", "das", "die"}}};
constexpr Endings kThis = {{{"er", "e", "es", "e"}, {"en", "e", "es", "e"}}};
constexpr Endings kA = {{{"", "e", "", "e"}, {"en", "e", "", "e"}}};
constexpr Endings kWeak = {{{"e", "e", "e", "en"}, {"en", "e", "e", "en"}}};
constexpr Endings kMixed = {{{"er", "e", "es", "en"}, {"en", "e", "es", "en"}}};
constexpr Endings kStrong = {{{"er", "e", "es", "e"}, {"en", "e", "es", "e"}}};

void AddNoun(const NounPhrase& noun, Case as, bool negated, Words* words) {
  const NounForms& forms = noun.noun->de;
  const bool plural = noun.person.plural && !noun.noun->mass();
  const size_t row = static_cast<size_t>(as);
  // One plays "Klavier", without an article.
  const Determiner determiner = noun.noun->classes.Has('i') &&
                                        noun.determiner == Determiner::kThe &&
                                        as == Case::kAccusative
                                    ? Determiner::kBare
                                    : noun.determiner;
  const size_t column = plural ? 3 : static_cast<size_t>(forms.gender);
  const Endings* adjective = &kStrong;
  switch (determiner) {
    case Determiner::kThe:
      Add(kThe[row][column], words);
      adjective = &kWeak;
      break;
    case Determiner::kThis:
    case Determiner::kThat:
      Add(std::string("dies") + kThis[row][column], words);
      adjective = &kWeak;
      break;
    case Determiner::kA:
      Add(std::string(negated ? "kein" : "ein") + kA[row][column], words);
      adjective = &kMixed;
      break;
    case Determiner::kMy:
      Add(Possessive(noun.owner) + kA[row][column], words);
      adjective = &kMixed;
      break;
    case Determiner::kBare:
    case Determiner::kGeneric:
      if (!negated) break;
      Add(std::string("kein") + kA[row][column], words);
      adjective = &kMixed;
      break;
    case Determiner::kNumber:
      Add(kNumbers[noun.number - 1], words);
      break;
    case Determiner::kOf:
      Add(noun.owner_name->de + "s", words);
      break;
    case Determiner::kMany:
      Add(plural ? "viele" : "viel", words);
      break;
    case Determiner::kCup:
      break;
  }
  if (noun.adjective != nullptr) {
    Add(noun.adjective->de.stem + (*adjective)[row][column], words);
  }
  Add(plural ? forms.plural : forms.singular, words);
}

}  // namespace

std::string Receiver(Person who) {
  if (who.person == 1) return who.plural ? "uns" : "mir";
  if (who.plural) return "ihnen";
  return who.gender == Gender::kFeminine ? "ihr" : "ihm";
}

void AddPhrases(const std::vector<NounPhrase>& phrases, Case as, bool negated,
                Words* words) {
  for (size_t i = 0; i < phrases.size(); ++i) {
    const NounPhrase& phrase = phrases[i];
    if (i > 0) Add("und", words);
    if (phrase.kind == NounKind::kPronoun) {
      Add(Pronoun(phrase.person, as), words);
    } else if (phrase.kind == NounKind::kName) {
      Add(phrase.name->de, words);
    } else {
      AddNoun(phrase, as, negated, words);
    }
  }
}

}  // namespace clearhead::models::german
