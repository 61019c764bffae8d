#include "scripts/models/split.h"

namespace clearhead::models {

namespace {

bool Said(const Noun& noun, Language language) {
  return language == Language::kFrench    ? noun.fr.said
         : language == Language::kChinese ? noun.zh.said
                                          : noun.de.said;
}

// Every eighth object of a verb, in an order that differs from verb to verb. A
// verb with few objects keeps them all, or its words would be lost to training.
bool HeldOut(const Verb& verb, const Noun& noun, Language language) {
  constexpr int kFew = 4;
  int objects = 0;
  for (const Noun& other : TheLexicon().nouns) {
    if (!Said(other, language)) continue;
    for (const Role& role : verb.roles) {
      if (!other.classes.Meets(role.what)) continue;
      ++objects;
      break;
    }
  }
  return objects >= kFew && (verb.id * 5 + noun.id * 3) % 8 == 0;
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
