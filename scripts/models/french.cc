// French: articles and adjectives agree, pronouns stand before the verb, the
// negation around it; elision and contraction come last.
#include <array>
#include <cstddef>

#include "scripts/models/clause.h"
#include "scripts/models/french_noun.h"

namespace clearhead::models {

namespace {

using french::AddArticle;
using french::AddPhrases;
using french::BeginsWithVowel;
using french::Feminine;
using french::Objective;
using french::Row;
using french::SixForms;
using french::Subjective;

constexpr SixForms kHave = {"ai", "as", "a", "avons", "avez", "ont"};
constexpr SixForms kHad = {"avais",  "avais", "avait",
                           "avions", "aviez", "avaient"};
constexpr SixForms kAm = {"suis", "es", "est", "sommes", "êtes", "sont"};
constexpr SixForms kWas = {"étais",  "étais", "était",
                           "étions", "étiez", "étaient"};
constexpr SixForms kGo = {"vais", "vas", "va", "allons", "allez", "vont"};
constexpr SixForms kWant = {"veux",    "veux",   "veut",
                            "voulons", "voulez", "veulent"};
constexpr SixForms kCan = {"peux",    "peux",   "peut",
                           "pouvons", "pouvez", "peuvent"};
constexpr SixForms kMust = {"dois",   "dois",  "doit",
                            "devons", "devez", "doivent"};

// A participle agrees with the subject after être and with an object that
// stands before it after avoir: elle est venue, il l'a vue.
std::string Agreeing(const std::string& participle, Person with) {
  std::string form = participle;
  if (Feminine(with)) form += "e";
  if (with.plural && !form.ends_with("s")) form += "s";
  return form;
}

// "(ne) clitics FINITE (pas) adverb (clitics) REST".
struct VerbGroup {
  std::string finite;
  std::string rest;              // infinitive or participle, with what it needs
  bool clitics_on_rest = false;  // il veut le lire
};

const NounPhrase* ObjectPronoun(const Clause& clause) {
  const bool pronoun = clause.objects.size() == 1 &&
                       clause.objects[0].kind == NounKind::kPronoun;
  return pronoun ? &clause.objects[0] : nullptr;
}

VerbGroup GroupOf(const Clause& clause, Person who) {
  const size_t row = Row(who);
  const bool avoir =
      clause.predicate == Predicate::kThere ||
      (clause.adjective != nullptr && clause.adjective->fr.avoir);
  const std::string infinitive = clause.verb != nullptr
                                     ? clause.verb->fr.infinitive
                                 : avoir ? "avoir"
                                         : "être";
  if (clause.mode == Mode::kWant) return {kWant[row], infinitive, true};
  if (clause.mode == Mode::kCan) return {kCan[row], infinitive, true};
  if (clause.mode == Mode::kMust) return {kMust[row], infinitive, true};
  if (clause.tense == Tense::kGoing) return {kGo[row], infinitive, true};
  if (clause.tense == Tense::kProgressive) {
    return {kAm[row], "en train de " + infinitive, true};
  }
  const bool past = clause.tense == Tense::kPast;
  if (clause.verb == nullptr) {
    return {(avoir ? (past ? kHad : kHave) : (past ? kWas : kAm))[row], "",
            false};
  }
  const auto& verb = clause.verb->fr;
  if (!past) return {verb.present[row], "", false};
  if (verb.with_etre) {
    return {kAm[row], Agreeing(verb.participle, who), false};
  }
  // Combien de vestes est-ce qu'elle a lavées ?
  const bool asked = clause.ask == Ask::kHowMany;
  if (!asked && ObjectPronoun(clause) == nullptr) {
    return {kHave[row], verb.participle, false};
  }
  Person before = clause.objects[0].person;
  if (asked) before.gender = clause.objects[0].noun->fr.gender;
  return {kHave[row], Agreeing(verb.participle, before), false};
}

std::string Clitics(const Clause& clause) {
  if (clause.predicate == Predicate::kThere) return "y";
  if (clause.predicate == Predicate::kGive) {
    const bool them = clause.receiver.person == 3;
    return them ? "leur" : Objective(clause.receiver);
  }
  const NounPhrase* pronoun = ObjectPronoun(clause);
  return pronoun != nullptr ? Objective(pronoun->person) : "";
}

void AddVerb(const Clause& clause, Person who, Words* words) {
  constexpr const char* kOften[] = {"", "toujours", "souvent", "parfois",
                                    "rarement"};
  const VerbGroup group = GroupOf(clause, who);
  const std::string clitics = Clitics(clause);
  if (clause.polarity != Polarity::kYes) Add("ne", words);
  if (!group.clitics_on_rest) Add(clitics, words);
  Add(group.finite, words);
  if (clause.polarity == Polarity::kNot) Add("pas", words);
  if (clause.polarity == Polarity::kNever) Add("jamais", words);
  Add(kOften[static_cast<size_t>(clause.often)], words);
  if (clause.also) Add("aussi", words);
  if (!group.clitics_on_rest) return Add(group.rest, words);
  // "en train de" stands before the pronoun as "veut" does.
  const size_t last = group.rest.rfind(' ') + 1;
  Add(group.rest.substr(0, last) + clitics + " " + group.rest.substr(last),
      words);
}

void AddComplement(const Clause& clause, Words* words) {
  constexpr const char* kDegrees[] = {"", "très", "trop"};
  constexpr const char* kRelations[] = {"sur",      "sous",   "dans",
                                        "derrière", "devant", "de"};
  const Person who = AgreementOf(clause.subjects);
  switch (clause.predicate) {
    case Predicate::kAdjective: {
      Add(kDegrees[static_cast<size_t>(clause.degree)], words);
      const auto& forms = clause.adjective->fr;
      const size_t form = (who.plural ? 2 : 0) + (Feminine(who) ? 1 : 0);
      return Add(forms.forms[forms.avoir ? 0 : form], words);
    }
    case Predicate::kProfession:
      return Add(who.plural ? clause.noun->fr.plural : clause.noun->fr.singular,
                 words);
    case Predicate::kOn:
    case Predicate::kThere: {
      if (clause.noun == nullptr) return;
      const NounForms& noun = clause.noun->fr;
      const bool next_to = clause.relation == Relation::kNextTo;
      if (next_to) Add("à côté", words);
      AddArticle(kRelations[static_cast<size_t>(clause.relation)],
                 noun.gender == Gender::kFeminine, false, noun.singular, words);
      return Add(noun.singular, words);
    }
    case Predicate::kGo:
      if (clause.place != nullptr) Add(clause.place->fr.to, words);
      return;
    case Predicate::kComeFrom:
      return Add(clause.place->fr.from, words);
    default:
      if (clause.place != nullptr) Add(clause.place->fr.at, words);
  }
}

// j'aime, l'eau, mon amie, cet homme.
void Elide(Words* words) {
  for (size_t i = 0; i + 1 < words->size(); ++i) {
    std::string& word = (*words)[i];
    if (!BeginsWithVowel((*words)[i + 1])) continue;
    for (const char* full : {"je", "me", "te", "le", "la", "ne", "de", "que"}) {
      if (word == full) word = word.substr(0, word.size() - 1) + "'";
    }
    if (word == "ce") word = "cet";
    if (word == "ma" || word == "ta" || word == "sa")
      word[1] = 'o', word += "n";
  }
  // A place or a time is written with its elision: l'école is two words.
  Words split;
  for (const std::string& word : *words) {
    const size_t mark = word.find('\'');
    if (mark == word.npos || mark + 1 == word.size() || word[0] == 'a') {
      split.push_back(word);
      continue;
    }
    split.push_back(word.substr(0, mark + 1));
    split.push_back(word.substr(mark + 1));
  }
  *words = split;
}

}  // namespace

Words French(const Clause& clause) {
  Words words;
  if (clause.time_first) Add(clause.time->fr + " ,", &words);
  Person who = AgreementOf(clause.subjects);
  constexpr const char* kAsked[] = {"",
                                    "est-ce que",
                                    "où est-ce que",
                                    "quand est-ce que",
                                    "pourquoi est-ce que",
                                    "qui",
                                    "que est-ce que",
                                    ""};
  const bool fronted = clause.ask == Ask::kHowMany;
  if (fronted) {
    Add("combien de " + clause.objects[0].noun->fr.plural + " est-ce que",
        &words);
  }
  const bool where_is = clause.ask == Ask::kWhere && clause.verb == nullptr;
  if (where_is) {
    // Où est le chat ? Où sont-ils ?
    const std::string is =
        (clause.tense == Tense::kPast ? kWas : kAm)[Row(who)];
    Add("où", &words);
    if (clause.subjects[0].kind == NounKind::kPronoun) {
      Add(is + "-" + Subjective(who), &words);
    } else {
      Add(is, &words);
      AddPhrases(clause.subjects, "", false, false, &words);
    }
  } else {
    Add(kAsked[static_cast<size_t>(clause.ask)], &words);
    if (clause.predicate == Predicate::kThere) {
      Add("il", &words);
      who = Person{};
    } else if (clause.ask == Ask::kWho) {
      who = Person{};
    } else {
      AddPhrases(clause.subjects, "", false, false, &words);
    }
    AddVerb(clause, who, &words);
  }
  if (!fronted && ObjectPronoun(clause) == nullptr) {
    const bool negated = clause.polarity != Polarity::kYes;
    const bool bare = clause.verb != nullptr && clause.verb->marks.Has('z');
    AddPhrases(clause.objects,
               clause.verb != nullptr ? clause.verb->fr.preposition : "",
               negated, bare, &words);
  }
  AddComplement(clause, &words);
  if (clause.time != nullptr && !clause.time_first) {
    Add(clause.time->fr, &words);
  }
  if (clause.stop) Add(clause.ask == Ask::kNothing ? "." : "?", &words);
  Elide(&words);
  return words;
}

}  // namespace clearhead::models
