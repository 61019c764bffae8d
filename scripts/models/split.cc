#include "scripts/models/split.h"

namespace clearhead::models {

namespace {

bool Said(const Noun& noun, Language language) {
  return language == Language::kFrench    ? noun.fr.said
         : language == Language::kChinese ? noun.zh.said
                                          : noun.de.said;
}

bool Takes(const Verb& verb, const Noun& noun) {
  for (const Role& role : verb.roles) {
    if (noun.classes.Meets(role.what)) return true;
  }
  return false;
}

// Every eighth object of a verb, in an order that differs from verb to verb. A
// verb with few objects keeps them all, and so does a noun with few verbs, or
// their words would be lost to training; also a verb whose objects have no
// article in French: "parle anglais" alone has that word behind a space.
bool HeldOut(const Verb& verb, const Noun& noun, Language language) {
  constexpr int kFew = 4;
  int objects = 0, verbs = 0;
  for (const Noun& other : TheLexicon().nouns) {
    objects += Said(other, language) && Takes(verb, other);
  }
  for (const Verb& other : TheLexicon().verbs) verbs += Takes(other, noun);
  return objects >= kFew && verbs >= kFew && !verb.marks.Has('z') &&
         (verb.id * 5 + noun.id * 3) % 8 == 0;
}

bool HeldOut(const Adjective& adjective, const Noun& noun) {
  return (adjective.id * 7 + noun.id * 5) % 9 == 0;
}

// One tense and polarity of every third verb. The affirmative past is never
// held out: English shows the past form of a verb there alone.
bool HeldOut(const Verb& verb, Tense tense, Polarity polarity) {
  if (verb.id % 3 != 0 || verb.marks.Has('s')) return false;
  const bool negated = polarity == Polarity::kNot;
  const bool future = tense == Tense::kFuture || tense == Tense::kGoing;
  switch (verb.id / 3 % 4) {
    case 0:
      return tense == Tense::kPresent && negated;
    case 1:
      return tense == Tense::kPast && negated;
    case 2:
      return future && !negated;
    default:
      return future && negated;
  }
}

std::string NameOf(const Verb& verb, const Clause& clause) {
  constexpr const char* kTenses[] = {"present", "progressive", "past", "future",
                                     "going"};
  constexpr const char* kPolarities[] = {"yes", "not", "never"};
  return verb.en.base + "/" + kTenses[static_cast<size_t>(clause.tense)] + "/" +
         kPolarities[static_cast<size_t>(clause.polarity)];
}

}  // namespace

Combinations CombinationsOf(const Clause& clause, Language language) {
  Combinations found;
  const auto add = [&](const std::string& name, bool held_out) {
    found.names.push_back(name);
    found.held_out |= held_out;
  };
  // "clean room" is not "clean+room", which is done to it.
  const auto add_noun = [&](const NounPhrase& phrase) {
    if (phrase.noun == nullptr || phrase.adjective == nullptr) return;
    add(phrase.adjective->en + " " + phrase.noun->en.singular,
        HeldOut(*phrase.adjective, *phrase.noun));
  };
  for (const NounPhrase& object : clause.objects) {
    add_noun(object);
    if (clause.verb == nullptr || object.noun == nullptr) continue;
    add(clause.verb->en.base + "+" + object.noun->en.singular,
        HeldOut(*clause.verb, *object.noun, language));
  }
  for (const NounPhrase& subject : clause.subjects) {
    add_noun(subject);
    if (clause.adjective == nullptr || subject.noun == nullptr) continue;
    add(clause.adjective->en + " " + subject.noun->en.singular,
        HeldOut(*clause.adjective, *subject.noun));
  }
  if (clause.verb != nullptr && clause.mode == Mode::kPlain) {
    add(NameOf(*clause.verb, clause),
        HeldOut(*clause.verb, clause.tense, clause.polarity));
  }
  return found;
}

}  // namespace clearhead::models
