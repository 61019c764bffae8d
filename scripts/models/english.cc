// English: he reads, does he read, he does not read, did he read, he is
// reading.
#include <cstddef>

#include "scripts/models/clause.h"
#include "scripts/models/english_noun.h"

namespace clearhead::models {

namespace {

using english::AddPhrases;
using english::Article;
using english::Objective;
using english::Row;
using english::Third;

std::string Be(Person who, bool past) {
  constexpr const char* kAm[] = {"am", "are", "is", "are", "are", "are"};
  constexpr const char* kWas[] = {"was", "were", "was", "were", "were", "were"};
  return (past ? kWas : kAm)[Row(who)];
}

// The finite verb and what follows it. An auxiliary is itself inverted and
// negated; a lexical verb takes "do" for that, before its `base`.
struct VerbGroup {
  std::string finite;
  bool auxiliary = true;
  std::string base;
  std::string rest;
};

VerbGroup GroupOf(const Clause& clause, Person who) {
  const bool be = clause.verb == nullptr;
  const std::string base = be ? "be" : clause.verb->en.base;
  switch (clause.mode) {
    case Mode::kWant:
      return {Third(who) ? "wants" : "want", false, "want", "to " + base};
    case Mode::kCan:
      return {"can", true, "", base};
    case Mode::kMust:
      return {"must", true, "", base};
    case Mode::kShould:
      return {"should", true, "", base};
    case Mode::kPlain:
      break;
  }
  const bool past = clause.tense == Tense::kPast;
  switch (clause.tense) {
    case Tense::kFuture:
      return {"will", true, "", base};
    case Tense::kGoing:
      return {Be(who, false), true, "", "going to " + base};
    case Tense::kProgressive:
      return {Be(who, false), true, "", clause.verb->en.ing};
    case Tense::kPresent:
    case Tense::kPast:
      break;
  }
  if (be) return {Be(who, past), true, "", ""};
  const auto& forms = clause.verb->en;
  return {past         ? forms.past
          : Third(who) ? forms.third
                       : forms.base,
          false, base, ""};
}

std::string Adverbs(const Clause& clause) {
  if (clause.polarity == Polarity::kNever) return "never";
  if (clause.also) return "also";
  constexpr const char* kOften[] = {"", "always", "often", "sometimes",
                                    "rarely"};
  return kOften[static_cast<size_t>(clause.often)];
}

// Subject and verb: "he does not read", "does he read".
void AddSubjectAndVerb(const Clause& clause, Words* words) {
  const bool who_asked = clause.ask == Ask::kWho;
  const bool there = clause.predicate == Predicate::kThere;
  Person who =
      there ? AgreementOf(clause.objects) : AgreementOf(clause.subjects);
  if (who_asked) who = Person{};
  VerbGroup group = GroupOf(clause, who);
  const bool invert = clause.ask != Ask::kNothing && !who_asked;
  const bool negate = clause.polarity == Polarity::kNot;
  if ((invert || negate) && !group.auxiliary) {
    const bool past = clause.tense == Tense::kPast && group.base != "want";
    group.rest = group.base + (group.rest.empty() ? "" : " " + group.rest);
    group.finite = past ? "did" : Third(who) ? "does" : "do";
    group.auxiliary = true;
  }
  const auto add_subject = [&] {
    if (there) return Add("there", words);
    if (!who_asked) AddPhrases(clause.subjects, true, words);
  };
  const std::string adverbs = Adverbs(clause);
  const bool cannot = negate && group.finite == "can" && !invert;
  if (!invert) add_subject();
  if (!group.auxiliary) Add(adverbs, words);
  Add(cannot ? "cannot" : group.finite, words);
  if (invert) add_subject();
  if (negate && !cannot) Add("not", words);
  if (group.auxiliary) Add(adverbs, words);
  Add(group.rest, words);
}

void AddComplement(const Clause& clause, Words* words) {
  constexpr const char* kDegrees[] = {"", "very", "too"};
  constexpr const char* kRelations[] = {"on",     "under",       "in",
                                        "behind", "in front of", "next to"};
  switch (clause.predicate) {
    case Predicate::kAdjective:
      Add(kDegrees[static_cast<size_t>(clause.degree)], words);
      return Add(clause.adjective->en, words);
    case Predicate::kProfession: {
      const auto& forms = clause.noun->en;
      if (AgreementOf(clause.subjects).plural) return Add(forms.plural, words);
      return Add(Article(forms.singular) + " " + forms.singular, words);
    }
    case Predicate::kOn:
    case Predicate::kThere:
      if (clause.noun == nullptr) return;  // where?
      Add(kRelations[static_cast<size_t>(clause.relation)], words);
      return Add("the " + clause.noun->en.singular, words);
    case Predicate::kGo:
      if (clause.place != nullptr) Add(clause.place->en.to, words);
      return;
    case Predicate::kComeFrom:
      return Add(clause.place->en.from, words);
    default:
      if (clause.place != nullptr) Add(clause.place->en.at, words);
  }
}

}  // namespace

Words English(const Clause& clause) {
  constexpr const char* kAsked[] = {"",    "",    "where", "when",
                                    "why", "who", "what",  "how many"};
  Words words;
  if (clause.time_first) Add(clause.time->en, &words);
  Add(kAsked[static_cast<size_t>(clause.ask)], &words);
  const bool fronted = clause.ask == Ask::kHowMany;
  if (fronted) Add(clause.objects[0].noun->en.plural, &words);
  AddSubjectAndVerb(clause, &words);
  if (clause.predicate == Predicate::kGive) {
    Add(Objective(clause.receiver), &words);
  }
  const bool asks_what = clause.ask == Ask::kWhat;
  if (clause.verb != nullptr && (asks_what || !clause.objects.empty())) {
    Add(clause.verb->en.particle, &words);
  }
  if (!fronted) AddPhrases(clause.objects, false, &words);
  AddComplement(clause, &words);
  if (clause.time != nullptr && !clause.time_first) {
    Add(clause.time->en, &words);
  }
  if (clause.stop) Add(clause.ask == Ask::kNothing ? "." : "?", &words);
  return words;
}

}  // namespace clearhead::models
