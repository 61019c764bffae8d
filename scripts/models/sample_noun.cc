// Noun phrases: who does something, and to what.
#include "core/base/check.h"
#include "scripts/models/sampler.h"

namespace clearhead::models {

bool SamePerson(const Person& a, const Person& b) {
  return a.person != 3 && a.person == b.person;
}

bool Owned(const Noun& noun) {
  return !noun.classes.Meets(Classes("XNGbvqMzfFdnlsg")) &&
         (!noun.classes.Meets(Classes("pj")) || noun.classes.Has('E'));
}

namespace {

const NounForms& FormsOf(const Noun& noun, Language language) {
  return language == Language::kFrench    ? noun.fr
         : language == Language::kChinese ? noun.zh
                                          : noun.de;
}

bool Counted(const Noun& noun, Language language) {
  if (noun.mass()) return false;
  return language != Language::kChinese || !noun.zh.measure.empty();
}

// Known to be he or she, so that "son livre" has one translation.
bool SexKnown(const NounPhrase& phrase) {
  if (phrase.kind != NounKind::kNoun) return true;
  return phrase.noun->classes.Has('1') || phrase.noun->classes.Has('2');
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
  const int person = german() ? OneOf({1, 3, 3}) : OneOf({1, 2, 3, 3});
  phrase.person = {person, Chance(45), Gender::kMasculine};
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
      phrase.owner_name = Pick(names_);
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
  if (Chance(65)) return PronounSubject();
  if (Chance(55)) return NameOf();
  return Kin({OneOf({1, 1, german() ? 1 : 2}), Chance(20), Gender::kMasculine});
}

NounPhrase Sampler::Subject(const Classes& who) {
  if (who.Has('p') && Chance(62)) return SomePerson();
  if (who.Has('k') && Chance(10)) {
    return Kin({1, Chance(20), Gender::kMasculine});
  }
  const Noun* noun = NounOf(who);
  CH_CHECK(noun != nullptr, "somebody does what a verb says");
  if (noun->classes.Has('k')) return Kin({1, false, Gender::kMasculine});
  Determiner determiner = OneOf({Determiner::kThe, Determiner::kThe,
                                 Determiner::kThe, Determiner::kThis});
  if (noun->classes.Has('E') && Chance(50)) determiner = Determiner::kMy;
  if (chinese() && Chance(35)) determiner = Determiner::kThat;
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

// Whose: mostly the subject's own.
Person Sampler::OwnerFor(const Clause& clause) {
  const bool asked = clause.subjects.empty();
  const Person who = asked ? Person{1, false, Gender::kMasculine}
                           : AgreementOf(clause.subjects);
  const bool known =
      clause.subjects.size() == 1 && SexKnown(clause.subjects[0]);
  const bool own = who.person != 3 || who.plural || known;
  if (own && Chance(75)) return who;
  return {german() ? 1 : OneOf({1, 2}), Chance(25), Gender::kMasculine};
}

void Sampler::DrawAdjective(NounPhrase* phrase, int percent) {
  if (!Chance(percent)) return;
  std::vector<const Adjective*> fitting;
  for (const Adjective* adjective : adjectives_) {
    if (!adjective->classes.Meets(phrase->noun->classes)) continue;
    if (adjective->marks.Has('P') || (adjective->marks.Has('p') && chinese())) {
      continue;
    }
    fitting.push_back(adjective);
  }
  if (!fitting.empty()) phrase->adjective = Pick(fitting);
}

Determiner Sampler::ObjectDeterminer(const Noun& noun, const Clause& clause) {
  using D = Determiner;
  const Verb& verb = *clause.verb;
  const bool negated = clause.polarity != Polarity::kYes;
  const bool talk = noun.classes.Meets(Classes("lsg"));
  const D some = noun.mass() || Chance(25) ? D::kBare : D::kA;
  const bool owned = Owned(noun) && !verb.marks.Has('o');
  const D my = owned ? D::kMy : D::kThe;
  const D of = owned ? D::kOf : D::kThe;
  if (verb.marks.Has('t')) return D::kThe;
  if (talk) return D::kGeneric;
  if (noun.classes.Has('k')) return Chance(80) ? D::kMy : D::kOf;
  // "Il aime le lait" is generic, so "the" never stands with these verbs.
  if (verb.marks.Has('g')) {
    const bool one = verb.marks.Has('s') && Chance(30);
    return !one ? D::kGeneric : owned ? OneOf({D::kThis, D::kMy}) : D::kThis;
  }
  if (noun.classes.Has('p')) return OneOf({D::kThe, D::kThe, D::kThis, some});
  if (noun.classes.Has('x') && noun.mass()) return D::kMy;
  // What one has is some, not "the".
  const bool some_only = verb.marks.Has('s') && !verb.marks.Has('i');
  if (some_only && (negated || Chance(60))) return some;
  if (some_only) return noun.mass() ? D::kBare : OneOf({D::kNumber, D::kMany});
  if (german() &&
      (clause.often != Often::kSilent || clause.polarity == Polarity::kNever)) {
    return some;
  }
  if (noun.classes.Has('d') && !negated && !german() && Chance(25))
    return D::kCup;
  if (negated) return OneOf({D::kThe, D::kThe, some, some, D::kThis, my, of});
  if (noun.mass()) return OneOf({some, some, D::kThe, D::kThis, D::kMany});
  return OneOf({D::kThe, D::kThe, D::kThe, some, some, some, D::kThis, my, my,
                D::kNumber, of, D::kMany});
}

Determiner Sampler::ChineseDeterminer(const Noun& noun, const Clause& clause) {
  using D = Determiner;
  const Verb& verb = *clause.verb;
  const bool counted = Counted(noun, Language::kChinese) && !noun.mass();
  const bool owned = Owned(noun) && !verb.marks.Has('o');
  const D my = owned ? D::kMy : D::kThat;
  const D of = owned ? D::kOf : D::kThat;
  const bool negated = clause.polarity != Polarity::kYes;
  if (verb.marks.Has('t')) return D::kThe;
  if (noun.classes.Meets(Classes("lsg"))) return D::kGeneric;
  if (noun.classes.Has('k')) return Chance(80) ? D::kMy : D::kOf;
  // 唱歌 is "sing" alone.
  if (verb.zh == "唱") return OneOf({D::kThis, D::kThat});
  if (noun.classes.Has('x') && noun.mass()) return D::kMy;
  if (verb.marks.Has('g')) {
    const bool one = verb.marks.Has('s') && counted && Chance(35);
    return one ? OneOf({D::kThis, D::kThat, my}) : D::kGeneric;
  }
  const bool plain = clause.mode == Mode::kPlain;
  if (verb.zh == "有") {
    if (!counted) return D::kBare;
    return negated || clause.ask != Ask::kNothing
               ? D::kA
               : OneOf({D::kA, D::kA, D::kNumber, D::kMany});
  }
  if (noun.mass()) {
    const bool cup = noun.classes.Has('d') && !negated &&
                     (clause.tense == Tense::kPast || !plain);
    return cup && Chance(55) ? D::kCup : D::kBare;
  }
  const bool habit = clause.tense == Tense::kPresent && plain;
  if (habit && !verb.marks.Has('s')) return D::kBare;
  if (!counted) return D::kBare;
  if (clause.polarity == Polarity::kNever)
    return OneOf({D::kThat, D::kThis, D::kBare});
  if (negated) return OneOf({D::kThat, D::kThat, D::kThis, my, of});
  if (noun.classes.Has('p') || clause.tense == Tense::kProgressive) {
    return OneOf({D::kThat, D::kThat, D::kThis, D::kA});
  }
  if (verb.marks.Has('s')) return OneOf({D::kA, D::kThis, D::kThat, my});
  return OneOf({D::kA, D::kA, D::kA, D::kNumber, D::kNumber, D::kThat, D::kThat,
                D::kThis, my, of, D::kMany});
}

NounPhrase Sampler::Object(const Noun& noun, const Clause& clause) {
  const Determiner determiner = chinese() ? ChineseDeterminer(noun, clause)
                                          : ObjectDeterminer(noun, clause);
  NounPhrase phrase = Thing(noun, determiner);
  phrase.owner = OwnerFor(clause);
  // Pupils have no daughters, but parents.
  const bool younger = noun.classes.Has('^') && phrase.owner.person == 3;
  if (younger || noun.classes.Has('W')) {
    phrase.owner = {1, false, Gender::kMasculine};
  }
  if (noun.classes.Has('k')) phrase.person.plural = false;
  if (clause.verb->marks.Has('t')) phrase.person.plural = false;
  const bool unsaid =
      chinese() && clause.verb->zh == "有" &&
      (clause.polarity != Polarity::kYes || clause.ask != Ask::kNothing);
  if (unsaid && determiner == Determiner::kA) phrase.number = 0;
  const bool plain = noun.classes.Meets(Classes("kglsi")) ||
                     clause.verb->marks.Has('t') ||
                     (german() && determiner == Determiner::kOf);
  if (!plain) DrawAdjective(&phrase, 20);
  // 我的旧书, but not 我的漂亮的裙子.
  const bool owned =
      determiner == Determiner::kMy || determiner == Determiner::kOf;
  if (chinese() && owned && phrase.adjective != nullptr &&
      !phrase.adjective->zh.joins) {
    phrase.adjective = nullptr;
  }
  return phrase;
}

}  // namespace clearhead::models
