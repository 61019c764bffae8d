// Which article, number or owner an object has.
#include "scripts/models/sampler.h"

namespace clearhead::models {

bool Owned(const Noun& noun) {
  return !noun.classes.Meets(Classes("XNGbvqMzfFdnlsg")) &&
         (!noun.classes.Meets(Classes("pj")) || noun.classes.Has('E'));
}

bool Counted(const Noun& noun, Language language) {
  if (noun.mass()) return false;
  return language != Language::kChinese || !noun.zh.measure.empty();
}

namespace {

// Known to be he or she, so that "son livre" has one translation.
bool SexKnown(const NounPhrase& phrase) {
  if (phrase.kind != NounKind::kNoun) return true;
  return phrase.noun->classes.Has('1') || phrase.noun->classes.Has('2');
}

}  // namespace

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
  if (noun.classes.Has('k')) {
    const bool mine = verb.en.base == "love" || noun.classes.Has('W');
    return mine || Chance(80) ? D::kMy : D::kOf;
  }
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
  if (noun.classes.Has('k')) {
    return noun.classes.Has('W') || Chance(80) ? D::kMy : D::kOf;
  }
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
  // 会骑自行车: a skill is a habit too.
  const bool able = clause.mode == Mode::kCan && verb.marks.Has('k');
  const bool habit = clause.tense == Tense::kPresent && (plain || able);
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
  return phrase;
}

}  // namespace clearhead::models
