// German: the finite verb second, infinitive and participle last.
#include <array>
#include <cstddef>

#include "scripts/models/clause.h"
#include "scripts/models/german_noun.h"

namespace clearhead::models {

namespace {

using german::AddPhrases;
using german::Case;
using german::Receiver;

// ich er wir; "you" is not in this corpus, since it has three translations.
size_t Row(Person who) { return who.plural ? 2 : who.person == 1 ? 0 : 1; }

using Three = std::array<const char*, 3>;
constexpr Three kAm = {"bin", "ist", "sind"};
constexpr Three kWas = {"war", "war", "waren"};
constexpr Three kHave = {"habe", "hat", "haben"};
constexpr Three kWill = {"werde", "wird", "werden"};
constexpr Three kWant = {"will", "will", "wollen"};
constexpr Three kCan = {"kann", "kann", "können"};
constexpr Three kMust = {"muss", "muss", "müssen"};
constexpr Three kShould = {"sollte", "sollte", "sollten"};

// One plays "Klavier" and "Fußball": part of the verb, and "nicht" before it.
bool Plays(const Clause& clause) {
  return clause.verb != nullptr && clause.verb->en.base == "play" &&
         !clause.objects.empty();
}

// kein- denies what has no article or "ein"; "nicht" the rest.
bool SaysKein(const Clause& clause) {
  if (clause.polarity != Polarity::kNot || clause.objects.empty()) return false;
  const NounPhrase& object = clause.objects[0];
  return object.kind == NounKind::kNoun && !Plays(clause) &&
         (object.determiner == Determiner::kA ||
          object.determiner == Determiner::kBare ||
          object.determiner == Determiner::kGeneric);
}

// Known objects stand before "nie": ich sehe Emma nie; but er nimmt nie den
// Bus.
bool KnowsObject(const Clause& clause) {
  if (clause.objects.empty() || clause.verb->marks.Has('t')) return false;
  const NounPhrase& object = clause.objects[0];
  return object.kind == NounKind::kName ||
         (object.kind == NounKind::kNoun &&
          (object.determiner == Determiner::kThe ||
           object.determiner == Determiner::kThis ||
           object.determiner == Determiner::kMy ||
           object.determiner == Determiner::kOf));
}

struct VerbGroup {
  std::string finite, last;
};

VerbGroup GroupOf(const Clause& clause, Person who) {
  const size_t row = Row(who);
  const bool be = clause.verb == nullptr;
  const std::string infinitive = be ? "sein" : clause.verb->de.infinitive;
  switch (clause.mode) {
    case Mode::kWant:
      return {kWant[row], infinitive};
    case Mode::kCan:
      return {kCan[row], infinitive};
    case Mode::kMust:
      return {kMust[row], infinitive};
    case Mode::kShould:
      return {kShould[row], infinitive};
    case Mode::kPlain:
      break;
  }
  const bool past = clause.tense == Tense::kPast;
  if (clause.tense == Tense::kFuture) return {kWill[row], infinitive};
  if (be) return {(past ? kWas : kAm)[row], ""};
  const auto& verb = clause.verb->de;
  if (past) return {(verb.with_sein ? kAm : kHave)[row], verb.participle};
  const std::string forms[] = {verb.first, verb.third, verb.infinitive};
  return {forms[row], ""};
}

void AddComplement(const Clause& clause, Words* words) {
  constexpr const char* kDegrees[] = {"", "sehr", "zu"};
  if (clause.predicate == Predicate::kAdjective) {
    Add(kDegrees[static_cast<size_t>(clause.degree)], words);
    Add(clause.adjective->de.word, words);
  } else if (clause.predicate == Predicate::kProfession) {
    const bool plural = AgreementOf(clause.subjects).plural;
    Add(plural ? clause.noun->de.plural : clause.noun->de.singular, words);
  } else if (clause.place != nullptr) {
    const bool go = clause.predicate == Predicate::kGo;
    Add(go ? clause.place->de.to : clause.place->de.at, words);
  }
}

// What stands between the finite verb and the end: pronouns first, "nicht" as
// late as it can.
void AddMiddle(const Clause& clause, Words* words) {
  constexpr const char* kOften[] = {"", "immer", "oft", "manchmal", "selten"};
  const bool pronoun = clause.objects.size() == 1 &&
                       clause.objects[0].kind == NounKind::kPronoun;
  if (pronoun) AddPhrases(clause.objects, Case::kAccusative, false, words);
  if (clause.predicate == Predicate::kGive) {
    Add(Receiver(clause.receiver), words);
  }
  if (clause.time != nullptr && !clause.time_first) Add(clause.time->de, words);
  if (clause.also) Add("auch", words);
  Add(kOften[static_cast<size_t>(clause.often)], words);
  const bool never = clause.polarity == Polarity::kNever;
  const bool late = KnowsObject(clause);
  if (never && !late) Add("nie", words);
  const bool kein = SaysKein(clause);
  const bool negated = clause.polarity == Polarity::kNot;
  if (negated && Plays(clause)) Add("nicht", words);
  if (!pronoun) AddPhrases(clause.objects, Case::kAccusative, kein, words);
  if (never && late) Add("nie", words);
  if (negated && !Plays(clause)) {
    const bool profession = clause.predicate == Predicate::kProfession;
    if (profession) {
      const bool feminine = clause.noun->de.gender == Gender::kFeminine;
      const bool plural = AgreementOf(clause.subjects).plural;
      Add(feminine || plural ? "keine" : "kein", words);
    } else if (!kein) {
      Add("nicht", words);
    }
  }
}

}  // namespace

Words German(const Clause& clause) {
  constexpr const char* kAsked[] = {"",      "",    "wo",  "wann",
                                    "warum", "wer", "was", "wie viele"};
  const bool who_asked = clause.ask == Ask::kWho;
  Person who = who_asked ? Person{} : AgreementOf(clause.subjects);
  const VerbGroup group = GroupOf(clause, who);
  Words words;
  const bool goes_where =
      clause.ask == Ask::kWhere && clause.predicate == Predicate::kGo;
  Add(goes_where ? "wohin" : kAsked[static_cast<size_t>(clause.ask)], &words);
  const bool fronted = clause.ask == Ask::kHowMany;
  if (fronted) Add(clause.objects[0].noun->de.plural, &words);
  if (clause.time_first) Add(clause.time->de, &words);
  const bool subject_first = clause.ask == Ask::kNothing && !clause.time_first;
  const auto add_subject = [&] {
    if (!who_asked) {
      AddPhrases(clause.subjects, Case::kNominative, false, &words);
    }
  };
  if (subject_first) add_subject();
  Add(group.finite, &words);
  if (!subject_first) add_subject();
  Clause middle = clause;
  if (fronted) middle.objects.clear();
  AddMiddle(middle, &words);
  AddComplement(clause, &words);
  Add(group.last, &words);
  if (clause.stop) Add(clause.ask == Ask::kNothing ? "." : "?", &words);
  return words;
}

}  // namespace clearhead::models
