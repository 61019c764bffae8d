// German: the finite verb second, infinitive and participle last; articles and
// adjectives follow gender, number and case.
#include <array>
#include <cstddef>

#include "scripts/models/clause.h"

namespace clearhead::models {

namespace {

constexpr const char* kNumbers[] = {"ein",   "zwei",   "drei", "vier", "fünf",
                                    "sechs", "sieben", "acht", "neun", "zehn"};

enum class Case { kNominative, kAccusative };

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

std::string Pronoun(Person who, Case as) {
  const bool subject = as == Case::kNominative;
  if (who.person == 1) {
    if (who.plural) return subject ? "wir" : "uns";
    return subject ? "ich" : "mich";
  }
  if (who.plural || who.gender == Gender::kFeminine) return "sie";
  return subject ? "er" : "ihn";
}

std::string Receiver(Person who) {
  if (who.person == 1) return who.plural ? "uns" : "mir";
  if (who.plural) return "ihnen";
  return who.gender == Gender::kFeminine ? "ihr" : "ihm";
}

std::string Possessive(Person owner) {
  if (owner.person == 1) return owner.plural ? "unser" : "mein";
  if (owner.plural || owner.gender == Gender::kFeminine) return "ihr";
  return "sein";
}

// Rows: nominative, accusative; columns: masculine, feminine, neuter, plural.
using Endings = std::array<std::array<const char*, 4>, 2>;
constexpr Endings kThe = {
    {{"der", "die", "das", "die"}, {"den", "die", "das", "die"}}};
constexpr Endings kThis = {{{"er", "e", "es", "e"}, {"en", "e", "es", "e"}}};
constexpr Endings kA = {{{"", "e", "", "e"}, {"en", "e", "", "e"}}};
constexpr Endings kWeak = {{{"e", "e", "e", "en"}, {"en", "e", "e", "en"}}};
constexpr Endings kMixed = {{{"er", "e", "es", "en"}, {"en", "e", "es", "en"}}};
constexpr Endings kStrong = {{{"er", "e", "es", "e"}, {"en", "e", "es", "e"}}};

void AddNoun(const NounPhrase& noun, Case as, bool negated, Words* words) {
  const NounForms& forms = noun.noun->de;
  const bool plural = noun.person.plural && !noun.noun->mass();
  const size_t row = static_cast<size_t>(as);
  // One plays "Klavier", without an article.
  const Determiner determiner = noun.noun->classes.Has('i') &&
                                        noun.determiner == Determiner::kThe &&
                                        as == Case::kAccusative
                                    ? Determiner::kBare
                                    : noun.determiner;
  const size_t column = plural ? 3 : static_cast<size_t>(forms.gender);
  const Endings* adjective = &kStrong;
  switch (determiner) {
    case Determiner::kThe:
      Add(kThe[row][column], words);
      adjective = &kWeak;
      break;
    case Determiner::kThis:
    case Determiner::kThat:
      Add(std::string("dies") + kThis[row][column], words);
      adjective = &kWeak;
      break;
    case Determiner::kA:
      Add(std::string(negated ? "kein" : "ein") + kA[row][column], words);
      adjective = &kMixed;
      break;
    case Determiner::kMy:
      Add(Possessive(noun.owner) + kA[row][column], words);
      adjective = &kMixed;
      break;
    case Determiner::kBare:
    case Determiner::kGeneric:
      if (!negated) break;
      Add(std::string("kein") + kA[row][column], words);
      adjective = &kMixed;
      break;
    case Determiner::kNumber:
      Add(kNumbers[noun.number - 1], words);
      break;
    case Determiner::kOf:
      Add(noun.owner_name->de + "s", words);
      break;
    case Determiner::kMany:
      Add(plural ? "viele" : "viel", words);
      break;
    case Determiner::kCup:
      break;
  }
  if (noun.adjective != nullptr) {
    Add(noun.adjective->de.stem + (*adjective)[row][column], words);
  }
  Add(plural ? forms.plural : forms.singular, words);
}

void AddPhrases(const std::vector<NounPhrase>& phrases, Case as, bool negated,
                Words* words) {
  for (size_t i = 0; i < phrases.size(); ++i) {
    const NounPhrase& phrase = phrases[i];
    if (i > 0) Add("und", words);
    if (phrase.kind == NounKind::kPronoun) {
      Add(Pronoun(phrase.person, as), words);
    } else if (phrase.kind == NounKind::kName) {
      Add(phrase.name->de, words);
    } else {
      AddNoun(phrase, as, negated, words);
    }
  }
}

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
