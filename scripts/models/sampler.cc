#include "scripts/models/sampler.h"

#include "core/base/check.h"

namespace clearhead::models {

namespace {

bool Drawn(const Verb& verb, Language language) {
  if (verb.roles[0].who.Has('=')) return false;
  return language == Language::kFrench    ? verb.fr.said
         : language == Language::kChinese ? !verb.zh.empty()
                                          : verb.de.said;
}

const std::string& SaidAs(const Time& time, Language language) {
  return language == Language::kFrench    ? time.fr
         : language == Language::kChinese ? time.zh
                                          : time.de;
}

const std::string& SaidAs(const Name& name, Language language) {
  return language == Language::kFrench    ? name.fr
         : language == Language::kChinese ? name.zh
                                          : name.de;
}

bool Said(const Place& place, Language language) {
  return language == Language::kFrench    ? !place.fr.at.empty()
         : language == Language::kChinese ? !place.zh.empty()
                                          : !place.de.at.empty();
}

bool Said(const Adjective& adjective, Language language) {
  return language == Language::kFrench    ? adjective.fr.said
         : language == Language::kChinese ? !adjective.zh.word.empty()
                                          : !adjective.de.word.empty();
}

bool Said(const Noun& noun, Language language) {
  return language == Language::kFrench    ? noun.fr.said
         : language == Language::kChinese ? noun.zh.said
                                          : noun.de.said;
}

// Teacher Wang is no driver.
bool Titled(const NounPhrase& subject) {
  return subject.kind == NounKind::kName &&
         subject.name->en.find(' ') != std::string::npos;
}

}  // namespace

Sampler::Sampler(Language language, uint64_t seed)
    : language_(language), random_(seed, static_cast<uint64_t>(language)) {
  const Lexicon& lexicon = TheLexicon();
  for (const Noun& noun : lexicon.nouns) {
    if (Said(noun, language)) nouns_.push_back(&noun);
  }
  for (const Verb& verb : lexicon.verbs) {
    if (Drawn(verb, language)) verbs_.push_back(&verb);
  }
  for (const Adjective& adjective : lexicon.adjectives) {
    if (Said(adjective, language)) adjectives_.push_back(&adjective);
  }
  for (const Place& place : lexicon.places) {
    if (Said(place, language)) places_.push_back(&place);
  }
  for (const Time& time : lexicon.times) {
    if (!SaidAs(time, language).empty()) times_.push_back(&time);
  }
  for (const Name& name : lexicon.names) {
    if (!SaidAs(name, language).empty()) names_.push_back(&name);
  }
}

Clause Sampler::Quality() {
  Clause clause;
  clause.predicate = Predicate::kAdjective;
  const Adjective& adjective = *Pick(adjectives_);
  clause.adjective = &adjective;
  const Noun* noun = NounOf(adjective.classes);
  if (adjective.marks.Has('A') || noun == nullptr) return Quality();
  const bool person = adjective.classes.Meets(Classes("pk")) &&
                      noun->classes.Meets(Classes("pk"));
  if (person) {
    clause.subjects.push_back(Subject(Classes("pk")));
  } else {
    using D = Determiner;
    const D determiner = OneOf(
        {D::kThe, D::kThe, D::kThis, D::kMy, chinese() ? D::kThat : D::kThe});
    const bool measured =
        !chinese() || (!noun->mass() && !noun->zh.measure.empty());
    const bool owned = Owned(*noun) && !noun->classes.Meets(Classes("lsgG8"));
    const bool fits = measured && (owned || determiner != D::kMy);
    const bool school = noun->classes.Meets(Classes("lsg"));
    NounPhrase thing = Thing(*noun, school ? D::kGeneric
                                    : fits ? determiner
                                           : D::kThe);
    if (chinese() && thing.determiner == D::kThe) {
      // Fruit is judged by the piece: 这些樱桃.
      if (noun->classes.Has('f')) thing.determiner = D::kThis;
      thing.person.plural &= noun->classes.Has('f');
    }
    thing.owner = {german() ? 1 : OneOf({1, 2}), Chance(20),
                   Gender::kMasculine};
    clause.subjects.push_back(thing);
  }
  NounPhrase& subject = clause.subjects[0];
  if (adjective.marks.Has('o') && subject.noun != nullptr &&
      subject.noun->classes.Has('j')) {
    return Quality();
  }
  if (subject.adjective != nullptr) subject.adjective = nullptr;
  const bool fleeting =
      adjective.marks.Has('P') && !adjective.marks.Has('l') && person;
  if (Chance(25)) {
    clause.tense = Chance(65) ? Tense::kPast
                   : french() ? Tense::kGoing
                              : Tense::kFuture;
  }
  // In Chinese, and for what passes quickly, the time word tells the tense.
  if (chinese() && !fleeting) clause.tense = Tense::kPresent;
  if (!fleeting && clause.tense != Tense::kPast) clause.tense = Tense::kPresent;
  if (Chance(30)) clause.polarity = Polarity::kNot;
  const bool present = clause.tense == Tense::kPresent;
  const bool yes = clause.polarity == Polarity::kYes;
  if (yes && !adjective.marks.Meets(Classes("cn")) && Chance(24)) {
    clause.degree = Chance(75) || !present ? Degree::kVery : Degree::kToo;
  }
  if (fleeting)
    AddTime(&clause, chinese() && !present ? 100 : present ? 12 : 35);
  if (yes && clause.degree == Degree::kPlain && Chance(16)) {
    clause.ask = Ask::kWhether;
  } else if (fleeting && Chance(8) && (!chinese() || !yes)) {
    clause.ask = Ask::kWhy;
  } else if (fleeting && yes && !chinese() && Chance(5)) {
    clause.ask = Ask::kWho;
    clause.subjects.clear();
    clause.subjects.push_back(NameOf());
    clause.subjects[0].person.gender = Gender::kMasculine;
  }
  return clause;
}

Clause Sampler::Profession() {
  Clause clause;
  clause.predicate = Predicate::kProfession;
  clause.noun = NounOf(Classes("Q"));
  NounPhrase subject;
  do {
    subject = SomePerson();
  } while (Titled(subject) ||
           (!chinese() &&
            subject.person.gender !=
                (french() ? clause.noun->fr : clause.noun->de).gender));
  clause.subjects.push_back(subject);
  if (Chance(25)) {
    clause.polarity = Polarity::kNot;
  } else if (Chance(12)) {
    clause.also = true;
  } else if (Chance(15)) {
    clause.ask = Ask::kWhether;
  }
  return clause;
}

namespace {

// Nobody asks whether he is at home himself.
bool AsksOfOneself(const Clause& clause) {
  if (clause.ask == Ask::kNothing || clause.subjects.size() != 1) return false;
  const NounPhrase& subject = clause.subjects[0];
  return subject.kind == NounKind::kPronoun &&
         subject.person == Person{1, false, subject.person.gender};
}

}  // namespace

Clause Sampler::Draw() {
  const uint32_t kind = random_.Integer(100);
  Clause clause = kind < 66   ? Action()
                  : kind < 82 ? Quality()
                  : kind < 85 ? Profession()
                  : kind < 91 ? Position()
                  : kind < 97 ? Motion()
                              : Giving();
  if (AsksOfOneself(clause)) return Draw();
  // People also write without a full stop.
  if (clause.ask == Ask::kNothing && Chance(8)) clause.stop = false;
  return clause;
}

}  // namespace clearhead::models
