// Noun phrases: who does something, and to what.
#include "core/base/check.h"
#include "scripts/models/sampler.h"

namespace clearhead::models {

bool SamePerson(const Person& a, const Person& b) {
  return a.person != 3 && a.person == b.person;
}

namespace {

const NounForms& FormsOf(const Noun& noun, Language language) {
  return language == Language::kFrench    ? noun.fr
         : language == Language::kChinese ? noun.zh
                                          : noun.de;
}

// "Thomas' Buch" and "Max' Buch" have an apostrophe.
bool TakesNoGenitiveS(const Name& name) {
  return name.de.ends_with('s') || name.de.ends_with('x');
}

}  // namespace

const Noun* Sampler::NounOf(const Classes& classes) {
  std::vector<const Noun*> fitting;
  for (const Noun* noun : nouns_) {
    if (noun->classes.Meets(classes)) fitting.push_back(noun);
  }
  return fitting.empty() ? nullptr : Pick(fitting);
}

NounPhrase Sampler::PronounSubject() {
  NounPhrase phrase;
  phrase.kind = NounKind::kPronoun;
  const int person = german() ? OneOf({1, 3, 3}) : OneOf({1, 2, 3});
  phrase.person = {person, Chance(50), Gender::kMasculine};
  // Where gender shows: je suis fatiguée, 她.
  const bool shows = french() || person == 3;
  if (shows && Chance(50)) phrase.person.gender = Gender::kFeminine;
  return phrase;
}

NounPhrase Sampler::NameOf() {
  NounPhrase phrase;
  phrase.kind = NounKind::kName;
  phrase.name = Pick(names_);
  phrase.person.gender = phrase.name->gender;
  return phrase;
}

// A noun with what its verb agrees with: its gender in the language, or the sex
// of a person.
NounPhrase Sampler::Thing(const Noun& noun, Determiner determiner) {
  NounPhrase phrase;
  phrase.kind = NounKind::kNoun;
  phrase.noun = &noun;
  phrase.determiner = determiner;
  phrase.person.gender = FormsOf(noun, language_).gender;
  if (!french() && noun.classes.Has('1'))
    phrase.person.gender = Gender::kMasculine;
  if (!french() && noun.classes.Has('2'))
    phrase.person.gender = Gender::kFeminine;
  switch (determiner) {
    case Determiner::kBare:
    case Determiner::kGeneric:
    case Determiner::kMany:
      phrase.person.plural = !noun.mass();
      break;
    case Determiner::kNumber:
      phrase.number = OneOf({2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10});
      phrase.person.plural = true;
      break;
    case Determiner::kCup:
      phrase.number = OneOf({1, 1, 1, 2, 3});
      break;
    case Determiner::kThe:
    case Determiner::kThis:
    case Determiner::kThat:
      phrase.person.plural = Counted(noun, language_) && Chance(30);
      break;
    case Determiner::kMy:
      // 我的书 is one book.
      phrase.person.plural = !chinese() && !noun.mass() && Chance(25);
      break;
    case Determiner::kOf:
      do {
        phrase.owner_name = Pick(names_);
      } while (german() && TakesNoGenitiveS(*phrase.owner_name));
      phrase.person.plural = !chinese() && !noun.mass() && Chance(25);
      break;
    case Determiner::kA:
      break;
  }
  if (noun.classes.Has('*')) phrase.person.plural = false;
  return phrase;
}

NounPhrase Sampler::Kin(const Person& owner) {
  const Noun& noun = *NounOf(Classes("k"));
  NounPhrase phrase = Thing(noun, Determiner::kMy);
  phrase.owner = owner;
  // One mother; and a wife or husband is mine.
  phrase.person.plural = french() && phrase.person.plural &&
                         noun.en.singular != "mother" &&
                         noun.en.singular != "father";
  if (noun.classes.Has('W')) {
    phrase.owner = {1, false, Gender::kMasculine};
    phrase.person.plural = false;
  }
  return phrase;
}

NounPhrase Sampler::SomePerson() {
  if (Chance(70)) return PronounSubject();
  if (Chance(55)) return NameOf();
  return Kin({OneOf({1, 1, german() ? 1 : 2}), Chance(20), Gender::kMasculine});
}

NounPhrase Sampler::Subject(const Classes& who) {
  if (who.Has('p') && Chance(68)) return SomePerson();
  if (who.Has('k') && Chance(10)) {
    return Kin({1, Chance(20), Gender::kMasculine});
  }
  const Noun* noun = NounOf(who);
  CH_CHECK(noun != nullptr, "somebody does what a verb says");
  if (noun->classes.Has('k')) return Kin({1, false, Gender::kMasculine});
  Determiner determiner = OneOf({Determiner::kThe, Determiner::kThe,
                                 Determiner::kThe, Determiner::kThis});
  if (noun->classes.Has('E') && Chance(50)) determiner = Determiner::kMy;
  // A friend is somebody's.
  if (noun->classes.Has('E') && !noun->classes.Has('Q')) {
    determiner = Determiner::kMy;
  } else if (chinese() && Chance(35)) {
    determiner = Determiner::kThat;
  }
  if (!chinese() && Chance(8)) determiner = Determiner::kNumber;
  if (determiner == Determiner::kNumber && noun->classes.Has('*')) {
    determiner = Determiner::kThe;
  }
  NounPhrase phrase = Thing(*noun, determiner);
  phrase.owner = {1, Chance(20), Gender::kMasculine};
  // Only 孩子们 says that a bare subject is plural.
  if (chinese() && determiner == Determiner::kThe && !noun->classes.Has('p')) {
    phrase.person.plural = false;
  }
  DrawAdjective(&phrase, chinese() && determiner == Determiner::kThe ? 0 : 12);
  return phrase;
}

NounPhrase Sampler::ObjectPronoun(const Clause& clause) {
  NounPhrase phrase;
  phrase.kind = NounKind::kPronoun;
  const bool thing = clause.verb->marks.Has('i');
  phrase.thing = thing;
  do {
    phrase.person = {thing ? 3 : OneOf({1, 2, 3, 3}), Chance(30),
                     Chance(50) ? Gender::kFeminine : Gender::kMasculine};
  } while (!clause.subjects.empty() &&
           SamePerson(AgreementOf(clause.subjects), phrase.person));
  if (german() && phrase.person.person == 2) phrase.person.person = 3;
  return phrase;
}

void Sampler::DrawAdjective(NounPhrase* phrase, int percent) {
  if (!Chance(percent)) return;
  // 我的旧书, but not 我的漂亮的裙子.
  const bool owned = phrase->determiner == Determiner::kMy ||
                     phrase->determiner == Determiner::kOf;
  std::vector<const Adjective*> fitting;
  for (const Adjective* adjective : adjectives_) {
    if (!adjective->classes.Meets(phrase->noun->classes)) continue;
    if (adjective->marks.Has('P') || (adjective->marks.Has('p') && chinese())) {
      continue;
    }
    if (adjective->marks.Has('o') && phrase->noun->classes.Has('j')) continue;
    if (chinese() && owned && !adjective->zh.joins) continue;
    fitting.push_back(adjective);
  }
  if (!fitting.empty()) phrase->adjective = Pick(fitting);
}

}  // namespace clearhead::models
