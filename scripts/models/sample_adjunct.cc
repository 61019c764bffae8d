// When, where and how often something is done, and what is asked about it.
#include "scripts/models/sampler.h"

namespace clearhead::models {

bool IsAnimal(const Clause& clause) {
  const Noun* noun = clause.subjects[0].noun;
  return noun != nullptr && !noun->classes.Meets(Classes("pjk"));
}

namespace {

// What one does again and again is done to books, to the books or to my books.
bool Habitual(const Clause& clause) {
  for (const NounPhrase& object : clause.objects) {
    if (object.kind != NounKind::kNoun) continue;
    const bool food = object.noun->classes.Meets(Classes("fFd"));
    const bool again = object.determiner == Determiner::kBare ||
                       object.determiner == Determiner::kGeneric ||
                       (object.determiner == Determiner::kThe && !food) ||
                       object.determiner == Determiner::kMy;
    if (!again) return false;
  }
  return true;
}

}  // namespace

void Sampler::AddTime(Clause* clause, int percent) {
  if (!Chance(percent)) return;
  const bool be = clause->verb == nullptr;
  const char wanted = clause->tense == Tense::kPast          ? 'p'
                      : clause->tense == Tense::kProgressive ? 'n'
                      : clause->tense == Tense::kPresent
                          ? (be                             ? 'a'
                             : clause->mode == Mode::kPlain ? 'h'
                                                            : 'f')
                          : 'f';
  // Nobody gets up or is hungry last year.
  const bool short_time = be || clause->verb->marks.Has('d');
  std::vector<const Time*> fitting;
  for (const Time* time : times_) {
    if (short_time && time->marks.Has('l')) continue;
    // 他今天很忙 is present.
    const bool unclear =
        chinese() && be && wanted == 'p' && time->marks.Has('a');
    if (time->marks.Has(wanted) && !unclear) fitting.push_back(time);
  }
  clause->time = Pick(fitting);
  clause->time_first = clause->ask == Ask::kNothing && Chance(18) && !be;
}

void Sampler::DrawAdjuncts(Clause* clause) {
  const Verb& verb = *clause->verb;
  const bool transitive = !clause->objects.empty();
  const bool plain = clause->mode == Mode::kPlain;
  const bool present = clause->tense == Tense::kPresent && plain;
  const bool yes = clause->polarity == Polarity::kYes;
  // Who can swim can do so everywhere; 明天会游泳 is "will".
  if (clause->mode == Mode::kCan && verb.marks.Has('k')) {
    clause->also = yes && Chance(6);
    return;
  }
  std::vector<const Place*> fitting;
  for (const Place* place : places_) {
    if (place->classes.Meets(verb.places)) fitting.push_back(place);
  }
  const bool lives = verb.en.base == "live";
  const bool animal = IsAnimal(*clause);
  std::erase_if(fitting, [&](const Place* place) {
    return animal && !place->classes.Has('A');
  });
  // "He is at the park" and 在 itself say the progressive already.
  const bool placed = yes && !fitting.empty() &&
                      !(chinese() && clause->tense == Tense::kProgressive) &&
                      !(german() && transitive);
  if (lives || (placed && Chance(transitive ? 15 : 45))) {
    clause->place = Pick(fitting);
  }
  if (verb.marks.Has('s')) {
    clause->also = yes && Chance(6);
    return;
  }
  const bool habitual = Habitual(*clause);
  if (present && yes && habitual && Chance(35)) {
    clause->often = OneOf({Often::kAlways, Often::kOften, Often::kOften,
                           Often::kSometimes, Often::kRarely});
  } else if (yes && plain && clause->tense != Tense::kProgressive &&
             Chance(5)) {
    clause->also = true;
  }
  if (clause->often != Often::kSilent || clause->polarity == Polarity::kNever) {
    return;
  }
  // A Chinese habit is told by its time.
  const bool habit = chinese() && present && yes && !clause->also;
  if (present && (!yes || !habitual)) return;
  if (clause->tense == Tense::kProgressive) {
    AddTime(clause, 15);
  } else {
    const bool done = chinese() && yes && !transitive && !verb.marks.Has('m') &&
                      clause->tense == Tense::kPast;
    AddTime(clause, habit || done ? 100 : plain ? 38 : 15);
  }
}

void Sampler::DrawQuestion(bool transitive, Clause* clause) {
  if (!Chance(25) || clause->also) return;
  const Verb& verb = *clause->verb;
  const bool yes = clause->polarity == Polarity::kYes;
  const bool plain = clause->mode == Mode::kPlain;
  const bool past = clause->tense == Tense::kPast;
  const bool future =
      clause->tense == Tense::kFuture || clause->tense == Tense::kGoing;
  const bool often = clause->often != Often::kSilent;
  Ask ask =
      OneOf({Ask::kWhether, Ask::kWhether, Ask::kWhether, Ask::kWhere,
             Ask::kWhen, Ask::kWhy, Ask::kWho, Ask::kWhat, Ask::kHowMany});
  if (clause->polarity == Polarity::kNever || often) return;
  if (!yes && ask != Ask::kWhy) return;
  switch (ask) {
    case Ask::kWhere:
      if (clause->place == nullptr || (chinese() && past)) return;
      clause->place = nullptr;
      break;
    case Ask::kWhen:
      if (!plain || !(future || (past && !chinese()))) return;
      clause->time = nullptr;
      break;
    case Ask::kWhy:
      if (chinese() && yes && clause->tense == Tense::kPresent) return;
      if (chinese() && yes && past) return;
      break;
    case Ask::kWho:
      if (!verb.roles[0].who.Has('p') || !plain) return;
      if (transitive && clause->objects[0].kind == NounKind::kNoun &&
          clause->objects[0].determiner == Determiner::kMy) {
        return;
      }
      clause->subjects.clear();
      break;
    case Ask::kWhat: {
      const bool vague = verb.marks.Meets(Classes("zhgt")) || verb.zh == "做" ||
                         !verb.fr.preposition.empty();
      if (!transitive || vague) return;
      clause->objects.clear();
      break;
    }
    case Ask::kHowMany: {
      if (!transitive || clause->objects.size() > 1 || !plain) return;
      NounPhrase& object = clause->objects[0];
      const bool counted = object.kind == NounKind::kNoun &&
                           !object.noun->mass() &&
                           !object.noun->classes.Meets(Classes("kgls"));
      if (!counted || verb.marks.Has('t') || !verb.fr.preposition.empty())
        return;
      if (chinese() && (object.noun->zh.measure.empty() ||
                        clause->tense == Tense::kProgressive)) {
        return;
      }
      object.adjective = nullptr;
      object.person.plural = true;
      break;
    }
    default:
      break;
  }
  clause->ask = ask;
  clause->time_first = false;
}

}  // namespace clearhead::models
