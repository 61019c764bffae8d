// Draws clauses that make sense and that a language says well.
#ifndef CLEARHEAD_SCRIPTS_MODELS_SAMPLER_H_
#define CLEARHEAD_SCRIPTS_MODELS_SAMPLER_H_

#include <cstdint>
#include <initializer_list>
#include <vector>

#include "core/base/random.h"
#include "scripts/models/clause.h"

namespace clearhead::models {

class Sampler {
 public:
  // `language`: the one beside English. Items without a word in it are not
  // drawn.
  Sampler(Language language, uint64_t seed);

  Clause Draw();

 private:
  // sampler.cc: what somebody is.
  Clause Quality();     // tall
  Clause Profession();  // a doctor

  // sample_place.cc.
  Clause Position();  // is at home, is on the table, there is
  Clause Motion();    // goes to, comes from
  Clause Giving();

  // sample_verb.cc: clauses with a verb, its tense and its objects.
  Clause Action();
  void DrawTense(const Verb& verb, Clause* clause);
  void SettleTense(const Role& role, Clause* clause);
  void DrawObjects(const Role& role, Clause* clause);

  // sample_adjunct.cc: time, place, adverbs and questions.
  void AddTime(Clause* clause, int percent);
  void DrawAdjuncts(Clause* clause);
  void DrawQuestion(bool transitive, Clause* clause);

  // sample_noun.cc: noun phrases.
  NounPhrase Subject(const Classes& who);
  NounPhrase PronounSubject();
  NounPhrase SomePerson();  // a pronoun, a name or kin
  NounPhrase NameOf();
  NounPhrase Kin(const Person& owner);
  NounPhrase Thing(const Noun& noun, Determiner determiner);
  NounPhrase ObjectPronoun(const Clause& clause);
  void DrawAdjective(NounPhrase* phrase, int percent);
  const Noun* NounOf(const Classes& classes);

  // sample_determiner.cc: objects that are nouns.
  NounPhrase Object(const Noun& noun, const Clause& clause);
  Determiner ObjectDeterminer(const Noun& noun, const Clause& clause);
  Determiner ChineseDeterminer(const Noun& noun, const Clause& clause);
  Person OwnerFor(const Clause& clause);

  bool Chance(int percent) {
    return random_.Integer(100) < static_cast<uint32_t>(percent);
  }
  template <typename T>
  const T& Pick(const std::vector<T>& items) {
    return items[random_.Integer(static_cast<uint32_t>(items.size()))];
  }
  template <typename T>
  T OneOf(std::initializer_list<T> items) {
    return items.begin()[random_.Integer(static_cast<uint32_t>(items.size()))];
  }
  bool french() const { return language_ == Language::kFrench; }
  bool chinese() const { return language_ == Language::kChinese; }
  bool german() const { return language_ == Language::kGerman; }

  Language language_;
  Random random_;
  std::vector<const Noun*> nouns_;
  std::vector<const Verb*> verbs_;  // with roles; the others by name
  std::vector<const Adjective*> adjectives_;
  std::vector<const Place*> places_;
  std::vector<const Time*> times_;
  std::vector<const Name*> names_;
};

// Or a plane, which does not want anything either.
bool IsAnimal(const Clause& clause);

// What may be somebody's, and what has a number in the language.
bool Owned(const Noun& noun);
bool Counted(const Noun& noun, Language language);

// What two subjects or a subject and an object must not be: I see me.
bool SamePerson(const Person& a, const Person& b);

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_SAMPLER_H_
