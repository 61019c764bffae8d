// Where somebody or something is, where one goes, and what one gives.
#include "core/base/check.h"
#include "scripts/models/sampler.h"

namespace clearhead::models {

namespace {

const Verb& VerbNamed(const char* base, bool by_vehicle = false) {
  const Verb* found = nullptr;
  for (const Verb& verb : TheLexicon().verbs) {
    if (verb.en.base != base || !verb.roles[0].who.Has('=')) continue;
    if (found == nullptr || by_vehicle) found = &verb;
  }
  CH_CHECK(found != nullptr, "the lexicon has the verb of a predicate");
  return *found;
}

}  // namespace

Clause Sampler::Position() {
  Clause clause;
  if (Chance(40)) {
    clause.predicate = Predicate::kAt;
    clause.subjects.push_back(SomePerson());
    clause.place = Pick(places_);
    if (Chance(25)) clause.tense = Tense::kPast;
    const bool past = clause.tense == Tense::kPast;
    AddTime(&clause, past ? (chinese() ? 100 : 50) : 20);
    if (Chance(20)) clause.polarity = Polarity::kNot;
  } else {
    const bool there = Chance(50) && !german();
    clause.predicate = there ? Predicate::kThere : Predicate::kOn;
    const bool inside = Chance(35);
    const Noun* thing = NounOf(Classes(inside ? "H" : "tH3f"));
    clause.noun = NounOf(Classes(inside ? "O" : "u"));
    if (thing->classes.Has('O') || clause.noun->classes.Has('B')) {
      return Position();
    }
    clause.relation = inside ? Relation::kIn
                             : OneOf({Relation::kOn, Relation::kOn,
                                      Relation::kUnder, Relation::kNextTo,
                                      Relation::kBehind, Relation::kInFrontOf});
    using D = Determiner;
    const D determiner = there ? OneOf({D::kA, D::kA, D::kNumber})
                               : OneOf({D::kThe, D::kThe, D::kMy});
    NounPhrase phrase = Thing(*thing, determiner);
    if (chinese() && determiner == D::kThe) phrase.person.plural = false;
    phrase.owner = {OneOf({1, 2}), false, Gender::kMasculine};
    DrawAdjective(&phrase, there ? 20 : 0);
    (there ? clause.objects : clause.subjects).push_back(phrase);
    if (german()) return Position();  // the dative is not in this corpus
  }
  if (clause.polarity == Polarity::kYes && Chance(14)) {
    clause.ask = Ask::kWhether;
  } else if (clause.predicate != Predicate::kThere &&
             clause.polarity == Polarity::kYes && Chance(18) &&
             clause.time == nullptr && clause.tense == Tense::kPresent) {
    clause.ask = Ask::kWhere;
    clause.place = nullptr;
    clause.noun = nullptr;
  }
  return clause;
}

Clause Sampler::Motion() {
  Clause clause;
  clause.subjects.push_back(SomePerson());
  clause.place = Pick(places_);
  const bool abroad = clause.place->classes.Has('c');
  if (abroad && Chance(35)) {
    clause.predicate = Predicate::kComeFrom;
    clause.verb = &VerbNamed("come");
    if (german()) return Motion();
    if (!chinese() && Chance(20)) clause.polarity = Polarity::kNot;
    if (clause.polarity == Polarity::kYes && Chance(20)) {
      clause.ask = Ask::kWhether;
    }
    return clause;
  }
  clause.predicate = Predicate::kGo;
  clause.verb = &VerbNamed("go", german() && abroad);
  DrawTense(*clause.verb, &clause);
  if (clause.tense == Tense::kProgressive) clause.tense = Tense::kPast;
  DrawAdjuncts(&clause);
  if (clause.polarity == Polarity::kYes) DrawQuestion(false, &clause);
  if (clause.ask == Ask::kWhere) clause.verb = &VerbNamed("go");
  return clause;
}

Clause Sampler::Giving() {
  using D = Determiner;
  Clause clause;
  clause.predicate = Predicate::kGive;
  clause.verb = &VerbNamed("give");
  clause.subjects.push_back(SomePerson());
  const Person who = AgreementOf(clause.subjects);
  do {
    clause.receiver = {german() ? OneOf({1, 3}) : OneOf({1, 2, 3}), Chance(30),
                       Gender::kMasculine};
    // "Lui" does not say whether him or her.
    if (clause.receiver.person == 3 && french()) clause.receiver.plural = true;
  } while (SamePerson(who, clause.receiver));
  clause.tense = OneOf({Tense::kPast, Tense::kPast,
                        french() ? Tense::kGoing : Tense::kFuture,
                        chinese() ? Tense::kPast : Tense::kPresent});
  const Noun* thing = NounOf(clause.verb->roles[0].what);
  if (thing->mass() || (chinese() && thing->zh.measure.empty())) {
    return Giving();
  }
  const bool negated = Chance(20);
  if (negated) clause.polarity = Polarity::kNot;
  clause.objects.push_back(
      Thing(*thing, negated ? OneOf({D::kThis, D::kThat})
                            : OneOf({D::kA, D::kA, D::kNumber, D::kThis})));
  if (!chinese() && clause.objects[0].determiner == D::kThat) {
    clause.objects[0].determiner = D::kThe;
  }
  DrawAdjective(&clause.objects[0], 15);
  AddTime(&clause, clause.tense == Tense::kPresent ? 0 : 25);
  if (!negated && Chance(12)) clause.ask = Ask::kWhether;
  if (clause.ask != Ask::kNothing) clause.time_first = false;
  return clause;
}

}  // namespace clearhead::models
