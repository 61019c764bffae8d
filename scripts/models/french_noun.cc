#include "scripts/models/french_noun.h"

namespace clearhead::models::french {

namespace {

constexpr const char* kNumbers[] = {"un",  "deux", "trois", "quatre", "cinq",
                                    "six", "sept", "huit",  "neuf",   "dix"};

// mon ma mes; notre notre nos.
std::string Possessive(Person owner, bool feminine, bool plural) {
  const SixForms stems = {"m", "t", "s", "n", "v", "leur"};
  const std::string stem = stems[Row(owner)];
  if (stem == "leur") return plural ? "leurs" : "leur";
  if (plural) return stem + (owner.plural ? "os" : "es");
  return stem + (owner.plural ? "otre" : feminine ? "a" : "on");
}

}  // namespace

size_t Row(Person who) { return (who.plural ? 3 : 0) + (who.person - 1); }

bool Feminine(Person who) { return who.gender == Gender::kFeminine; }

std::string Subjective(Person who) {
  const SixForms forms = {"je", "tu", "il", "nous", "vous", "ils"};
  if (who.person == 3 && Feminine(who)) return who.plural ? "elles" : "elle";
  return forms[Row(who)];
}

std::string Objective(Person who) {
  const SixForms forms = {"me", "te", "le", "nous", "vous", "les"};
  return who == Person{3, false, Gender::kFeminine} ? "la" : forms[Row(who)];
}

bool BeginsWithVowel(const std::string& word) {
  for (const char* start : {"a", "e", "i", "o", "u", "é", "è", "ê", "à", "â",
                            "î", "ô", "œ", "É", "A", "E", "I", "O", "U", "h"}) {
    if (word.starts_with(start)) return !word.starts_with("huit");
  }
  return false;
}

void AddArticle(const std::string& preposition, bool feminine, bool plural,
                const std::string& next, Words* words) {
  const std::string article = plural ? "les" : feminine ? "la" : "le";
  const bool contracts =
      article != "la" && !(article == "le" && BeginsWithVowel(next));
  if (contracts && preposition == "de")
    return Add(plural ? "des" : "du", words);
  if (contracts && preposition == "à") return Add(plural ? "aux" : "au", words);
  Add(preposition + " " + article, words);
}

namespace {

std::string AdjectiveFor(const NounPhrase& noun) {
  const auto& forms = noun.adjective->fr;
  const bool feminine = noun.noun->fr.gender == Gender::kFeminine;
  const bool plural = noun.person.plural;
  if (!feminine && !plural && !forms.before_vowel.empty() &&
      BeginsWithVowel(noun.noun->fr.singular)) {
    return forms.before_vowel;
  }
  return forms.forms[(plural ? 2 : 0) + (feminine ? 1 : 0)];
}

// The determiner before `head`. In a negation "de" stands for un, du and des,
// and before an adjective for des: de petits chats.
void AddDeterminer(const NounPhrase& noun, const std::string& preposition,
                   bool negated, const std::string& next, Words* words) {
  const bool plural = noun.person.plural;
  const bool feminine = noun.noun->fr.gender == Gender::kFeminine;
  const bool before = noun.adjective != nullptr && noun.adjective->fr.before;
  if (noun.determiner == Determiner::kThe ||
      noun.determiner == Determiner::kGeneric ||
      noun.determiner == Determiner::kOf) {
    return AddArticle(preposition, feminine, plural, next, words);
  }
  Add(preposition, words);
  switch (noun.determiner) {
    case Determiner::kA:
      return Add(negated ? "de" : feminine ? "une" : "un", words);
    case Determiner::kBare:
      if (negated || (plural && before)) return Add("de", words);
      return AddArticle("de", feminine, plural, next, words);
    case Determiner::kThis:
    case Determiner::kThat:
      return Add(plural ? "ces" : feminine ? "cette" : "ce", words);
    case Determiner::kMy:
      return Add(Possessive(noun.owner, feminine, plural), words);
    case Determiner::kNumber:
      return Add(kNumbers[noun.number - 1], words);
    case Determiner::kMany:
      return Add("beaucoup de", words);
    case Determiner::kCup: {
      const bool cup = noun.noun->classes.Has('_');
      const std::string one = cup ? "une tasse de" : "un verre de";
      if (noun.number == 1) return Add(one, words);
      Add(kNumbers[noun.number - 1], words);
      return Add(cup ? "tasses de" : "verres de", words);
    }
    default:
      return;
  }
}

void AddNoun(const NounPhrase& noun, const std::string& preposition,
             bool negated, bool without_article, Words* words) {
  const bool plural = noun.person.plural && !noun.noun->mass();
  const std::string word =
      plural ? noun.noun->fr.plural : noun.noun->fr.singular;
  Words head;
  const bool before = noun.adjective != nullptr && noun.adjective->fr.before;
  if (before) Add(AdjectiveFor(noun), &head);
  Add(word, &head);
  if (noun.adjective != nullptr && !before) Add(AdjectiveFor(noun), &head);
  if (!without_article) {
    AddDeterminer(noun, preposition, negated, head[0], words);
  }
  words->insert(words->end(), head.begin(), head.end());
  if (noun.determiner == Determiner::kOf) {
    Add("de " + noun.owner_name->fr, words);
  }
}

}  // namespace

void AddPhrases(const std::vector<NounPhrase>& phrases,
                const std::string& preposition, bool negated,
                bool without_article, Words* words) {
  for (size_t i = 0; i < phrases.size(); ++i) {
    const NounPhrase& phrase = phrases[i];
    if (i > 0) Add("et", words);
    if (phrase.kind == NounKind::kPronoun) {
      Add(Subjective(phrase.person), words);
    } else if (phrase.kind == NounKind::kName) {
      Add(preposition + " " + phrase.name->fr, words);
    } else {
      AddNoun(phrase, preposition, negated, without_article, words);
    }
  }
}

}  // namespace clearhead::models::french
