// Clauses with a verb: tense, polarity and objects.
#include "core/base/check.h"
#include "scripts/models/sampler.h"

namespace clearhead::models {

void Sampler::DrawTense(const Verb& verb, Clause* clause) {
  using T = Tense;
  const bool state = verb.marks.Has('s');
  const bool moment = verb.marks.Has('m');
  if (state) {
    clause->tense = T::kPresent;
  } else if (!IsAnimal(*clause) && Chance(german()    ? 16
                                          : chinese() ? 22
                                                      : 14)) {
    clause->mode =
        chinese() ? OneOf({Mode::kWant, Mode::kWant, Mode::kCan, Mode::kMust,
                           Mode::kShould})
                  : OneOf({Mode::kWant, Mode::kWant, Mode::kCan, Mode::kMust});
    const bool accident =
        verb.marks.Has('a') || (chinese() && verb.marks.Has('c'));
    if (accident) clause->mode = Mode::kPlain, clause->tense = T::kPast;
  } else if (french()) {
    clause->tense =
        OneOf({T::kPresent, T::kPresent, T::kPresent, T::kPresent, T::kPast,
               T::kPast, T::kPast, T::kGoing, T::kGoing, T::kProgressive});
  } else if (chinese()) {
    clause->tense = OneOf({T::kPresent, T::kPresent, T::kPast, T::kPast,
                           T::kPast, T::kFuture, T::kFuture, T::kProgressive});
  } else {
    clause->tense = OneOf({T::kPresent, T::kPresent, T::kPresent, T::kPast,
                           T::kPast, T::kFuture});
  }
  if (moment && clause->tense == T::kProgressive) clause->tense = T::kPast;
  if (verb.marks.Has('n') && clause->tense == T::kProgressive) {
    clause->tense = T::kPresent;
  }
  // What happens in a moment is told when it has happened.
  if (moment && clause->tense == T::kPresent && clause->mode == Mode::kPlain &&
      Chance(chinese() ? 100 : 60)) {
    clause->tense = T::kPast;
  }
  if (!Chance(32)) return;
  const bool must = clause->mode == Mode::kMust;
  if (must && !french()) return;
  // "Je n'aime pas Luc": do not love, or do not like.
  if (french() && verb.en.base == "love") return;
  clause->polarity = Polarity::kNot;
  const bool never =
      clause->mode == Mode::kPlain && !state &&
      (clause->tense == T::kPresent || clause->tense == T::kPast);
  if (never && Chance(20)) clause->polarity = Polarity::kNever;
}

void Sampler::DrawObjects(const Role& role, Clause* clause) {
  const Verb& verb = *clause->verb;
  const bool persons = verb.marks.Has('h');
  const bool things = verb.marks.Has('i');
  const bool progressive = clause->tense == Tense::kProgressive;
  // "Il l'aime" does not say whom; "il ne l'aime pas" neither.
  if (Chance(persons ? 30 : things && !chinese() && !german() ? 12 : 0)) {
    NounPhrase pronoun = ObjectPronoun(*clause);
    const std::string& first = clause->verb->fr.infinitive;
    const bool elided =
        french() && persons && pronoun.person.person == 3 &&
        !pronoun.person.plural &&
        (std::string("aeiouh").find(first[0]) != std::string::npos ||
         first.starts_with("é"));
    const bool helped = verb.marks.Has('h') && verb.en.base == "feed";
    if (!(elided && clause->tense != Tense::kPast) && !helped) {
      clause->objects.push_back(pronoun);
      return;
    }
  }
  if (persons && role.what.Meets(Classes("pk")) && Chance(25)) {
    NounPhrase name = NameOf();
    const bool same =
        !clause->subjects.empty() && clause->subjects[0].name == name.name;
    if (!same) {
      clause->objects.push_back(name);
      return;
    }
  }
  const Noun* noun = NounOf(role.what);
  if (noun == clause->subjects[0].noun) return DrawObjects(role, clause);
  CH_CHECK(noun != nullptr, "a verb has objects");
  clause->objects.push_back(Object(*noun, *clause));
  // Apples and pears: both alike, so that the sentence stays short.
  const NounPhrase& one = clause->objects[0];
  const bool joins = !progressive && clause->polarity == Polarity::kYes &&
                     one.adjective == nullptr && !verb.marks.Has('t') &&
                     noun->classes.Meets(Classes("fFdctls")) && Chance(12) &&
                     one.determiner != Determiner::kCup;
  if (!joins) return;
  const Noun* other = NounOf(role.what);
  const bool alike = other != noun && other->mass() == noun->mass() &&
                     other->classes.Meets(Classes("fFdctls")) &&
                     other->zh.measure.empty() == noun->zh.measure.empty();
  if (!alike) return;
  NounPhrase second = Thing(*other, one.determiner);
  second.owner = one.owner;
  second.number =
      one.determiner == Determiner::kNumber ? second.number : one.number;
  if (one.determiner == Determiner::kOf) return;
  clause->objects.push_back(second);
}

// Tenses that a language would not tell apart, or not say.
void Sampler::SettleTense(const Role& role, Clause* clause) {
  const Verb& verb = *clause->verb;
  const bool plain = clause->mode == Mode::kPlain;
  const bool present = clause->tense == Tense::kPresent;
  if (chinese() && clause->tense == Tense::kFuture && verb.marks.Has('k')) {
    clause->tense = Tense::kPresent;
    clause->mode = Mode::kCan;
  }
  // What is done to keys and problems is no habit.
  const bool habit = role.what.Meets(Classes("fFdrclsgMmixvV0R5AKhC"));
  if (chinese() && plain && present && role.transitive && !habit &&
      !verb.marks.Has('s')) {
    clause->tense = Tense::kPast;
  }
  // "They read" may be now or then, "he reads" and "he read" may not.
  const Person who = AgreementOf(clause->subjects);
  const bool same =
      verb.en.base == verb.en.past && !(who.person == 3 && !who.plural);
  if (german() && plain && same && clause->polarity != Polarity::kNot) {
    clause->polarity = Polarity::kYes;
    clause->tense = Tense::kFuture;
  }
}

Clause Sampler::Action() {
  Clause clause;
  clause.verb = Pick(verbs_);
  const Role* drawn = &Pick(clause.verb->roles);
  // Kin are few: the others do more.
  if (drawn->who.Has('k') && Chance(75)) drawn = &clause.verb->roles[0];
  const Role& role = *drawn;
  clause.subjects.push_back(Subject(role.who));
  const NounPhrase& one = clause.subjects[0];
  if (one.kind == NounKind::kName && Chance(14)) {
    const NounPhrase other = NameOf();
    if (other.name != one.name) clause.subjects.push_back(other);
  }
  DrawTense(*clause.verb, &clause);
  SettleTense(role, &clause);
  if (role.transitive) DrawObjects(role, &clause);
  DrawAdjuncts(&clause);
  DrawQuestion(role.transitive, &clause);
  return clause;
}

}  // namespace clearhead::models
