// English: he reads, does he read, he does not read, did he read, he is
// reading.
#include <array>
#include <cstddef>

#include "scripts/models/clause.h"

namespace clearhead::models {

namespace {

constexpr const char* kNumbers[] = {"one", "two",   "three", "four", "five",
                                    "six", "seven", "eight", "nine", "ten"};

// I you he she we they.
size_t Row(Person who) {
  if (who.person != 3) return (who.plural ? 3 : 0) + (who.person - 1);
  return who.plural ? 5 : 2;
}

bool Third(Person who) { return who.person == 3 && !who.plural; }

std::string Pick(const std::array<const char*, 6>& forms, Person who,
                 const char* feminine) {
  const bool her = Third(who) && who.gender == Gender::kFeminine;
  return her ? feminine : forms[Row(who)];
}

std::string Subjective(Person who) {
  return Pick({"I", "you", "he", "we", "you", "they"}, who, "she");
}
std::string Objective(Person who) {
  return Pick({"me", "you", "him", "us", "you", "them"}, who, "her");
}
std::string Possessive(Person who) {
  return Pick({"my", "your", "his", "our", "your", "their"}, who, "her");
}

// "an hour", "a university": by sound, not by letter.
std::string Article(const std::string& next) {
  const bool vowel = std::string("aeiou").find(next[0]) != std::string::npos;
  const bool sounded = next.starts_with("uni") || next.starts_with("use");
  const bool mute = next.starts_with("hon") && next != "honey";
  return (vowel && !sounded) || mute ? "an" : "a";
}

void AddDeterminer(const NounPhrase& noun, const std::string& next,
                   Words* words) {
  const bool plural = noun.person.plural;
  switch (noun.determiner) {
    case Determiner::kThe:
      return Add("the", words);
    case Determiner::kA:
      return Add(Article(next), words);
    case Determiner::kBare:
    case Determiner::kGeneric:
      return;
    case Determiner::kThis:
      return Add(plural ? "these" : "this", words);
    case Determiner::kThat:
      return Add(plural ? "those" : "that", words);
    case Determiner::kMy:
      return Add(Possessive(noun.owner), words);
    case Determiner::kNumber:
      return Add(kNumbers[noun.number - 1], words);
    case Determiner::kOf:
      return Add(noun.owner_name->en + " 's", words);
    case Determiner::kMany:
      return Add(noun.noun->mass() ? "a lot of" : "many", words);
    case Determiner::kCup: {
      const bool cup = noun.noun->classes.Has('_'), one = noun.number == 1;
      Add(one ? "a" : kNumbers[noun.number - 1], words);
      Add(cup ? (one ? "cup" : "cups") : (one ? "glass" : "glasses"), words);
      return Add("of", words);
    }
  }
}

void AddNoun(const NounPhrase& noun, Words* words) {
  Words head;
  if (noun.adjective != nullptr) Add(noun.adjective->en, &head);
  const bool plural = noun.person.plural && !noun.noun->mass();
  Add(plural ? noun.noun->en.plural : noun.noun->en.singular, &head);
  AddDeterminer(noun, head[0], words);
  words->insert(words->end(), head.begin(), head.end());
}

void AddPhrases(const std::vector<NounPhrase>& phrases, bool subject,
                Words* words) {
  for (size_t i = 0; i < phrases.size(); ++i) {
    const NounPhrase& phrase = phrases[i];
    if (i > 0) Add("and", words);
    switch (phrase.kind) {
      case NounKind::kNone:
        break;
      case NounKind::kPronoun:
        if (subject) {
          Add(Subjective(phrase.person), words);
        } else {
          const bool it = phrase.thing && !phrase.person.plural;
          Add(it ? "it" : Objective(phrase.person), words);
        }
        break;
      case NounKind::kName:
        Add(phrase.name->en, words);
        break;
      case NounKind::kNoun:
        AddNoun(phrase, words);
    }
  }
}

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
