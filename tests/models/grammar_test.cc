// Clauses said in each language, against sentences written by hand.
#include <catch2/catch.hpp>
#include <string>

#include "scripts/models/clause.h"
#include "scripts/models/corpora.h"

namespace clearhead::models {
namespace {

constexpr Gender kHe = Gender::kMasculine, kShe = Gender::kFeminine;

std::string In(Language language, const Clause& clause) {
  switch (language) {
    case Language::kFrench:
      return TextOf(French(clause), language);
    case Language::kChinese:
      return TextOf(Chinese(clause), language);
    case Language::kGerman:
      return TextOf(German(clause), language);
    case Language::kEnglish:
      break;
  }
  return TextOf(English(clause), language);
}

const Verb& VerbOf(const std::string& base, Language language,
                   char object = 0) {
  for (const Verb& verb : TheLexicon().verbs) {
    const bool said = language == Language::kFrench   ? verb.fr.said
                      : language == Language::kGerman ? verb.de.said
                                                      : !verb.zh.empty();
    const Role& role = verb.roles[0];
    const bool fits = object == 0 ? !role.transitive || role.who.Has('=')
                                  : role.what.Has(object);
    if (said && verb.en.base == base && fits) return verb;
  }
  FAIL("no verb " << base);
  return TheLexicon().verbs[0];
}

NounPhrase Pronoun(int person, bool plural = false, Gender gender = kHe) {
  NounPhrase phrase;
  phrase.kind = NounKind::kPronoun;
  phrase.person = {person, plural, gender};
  return phrase;
}

template <typename Items>
auto* Find(const Items& items, const std::string& english,
           const std::string& other = "") {
  for (const auto& item : items) {
    if constexpr (requires { item.classes.Has('a'), item.en.singular; }) {
      if (item.en.singular == english) return &item;
    } else if constexpr (requires { item.en.at; }) {
      if (item.en.at == english) return &item;
    } else if constexpr (requires { item.zh.joins; }) {
      const bool fits =
          other.empty() || item.fr.forms[0] == other || item.zh.word == other;
      if (item.en == english && fits) return &item;
    } else {
      if (item.en == english) return &item;
    }
  }
  FAIL("no word " << english);
  return &items[0];
}

NounPhrase The(const std::string& noun, Gender gender = kHe,
               Determiner determiner = Determiner::kThe, bool plural = false) {
  NounPhrase phrase;
  phrase.kind = NounKind::kNoun;
  phrase.noun = Find(TheLexicon().nouns, noun);
  phrase.determiner = determiner;
  phrase.person = {3, plural, gender};
  return phrase;
}

NounPhrase With(NounPhrase phrase, const std::string& adjective) {
  phrase.adjective = Find(TheLexicon().adjectives, adjective);
  return phrase;
}

NounPhrase Own(const std::string& noun, Gender owner) {
  NounPhrase phrase = The(noun, kHe, Determiner::kMy);
  phrase.owner = {3, false, owner};
  return phrase;
}

Clause Does(const NounPhrase& subject, const Verb& verb,
            std::vector<NounPhrase> objects = {}) {
  Clause clause;
  clause.subjects = {subject};
  clause.verb = &verb;
  clause.objects = std::move(objects);
  return clause;
}

Clause Tensed(Clause clause, Tense tense, Polarity polarity = Polarity::kYes,
              Ask ask = Ask::kNothing) {
  clause.tense = tense;
  clause.polarity = polarity;
  clause.ask = ask;
  return clause;
}

// Says a clause in French and in English, joined by "|".
std::string French2(const Clause& clause) {
  return In(Language::kFrench, clause) + "|" + In(Language::kEnglish, clause);
}
std::string Chinese2(const Clause& clause) {
  return In(Language::kChinese, clause) + "|" + In(Language::kEnglish, clause);
}
std::string German2(const Clause& clause) {
  return In(Language::kEnglish, clause) + "|" + In(Language::kGerman, clause);
}

TEST_CASE("French agrees, elides, contracts and negates", "[grammar]") {
  const Language fr = Language::kFrench;
  const Verb& love = VerbOf("love", fr, 'k');
  const Verb& see = VerbOf("see", fr, 'p');
  const Verb& drink = VerbOf("drink", fr, 'd');
  Clause clause = Does(Pronoun(1), love, {Pronoun(2)});
  clause.stop = false;
  CHECK(French2(clause) == "Je t'aime|I love you");
  CHECK(French2(Tensed(
            Does(Pronoun(3, false, kShe), VerbOf("like", fr, 'f'),
                 {With(The("apple", kShe, Determiner::kGeneric, true), "red")}),
            Tense::kPresent, Polarity::kNot)) ==
        "Elle n'aime pas les pommes rouges.|She does not like red apples.");
  CHECK(French2(Does(With(The("cat", kHe, Determiner::kThe, true), "small"),
                     VerbOf("sleep", fr))) ==
        "Les petits chats dorment.|The small cats sleep.");
  CHECK(French2(Tensed(Does(Pronoun(3), see, {Pronoun(3, false, kShe)}),
                       Tense::kPast)) == "Il l'a vue.|He saw her.");
  CHECK(French2(Does(Pronoun(3), see, {Pronoun(3, false, kShe)})) ==
        "Il la voit.|He sees her.");
  CHECK(French2(Tensed(Does(Pronoun(3, true, kShe), VerbOf("arrive", fr)),
                       Tense::kPast, Polarity::kNot)) ==
        "Elles ne sont pas arrivées.|They did not arrive.");
  CHECK(French2(Tensed(Does(Pronoun(1, true), drink,
                            {The("milk", kHe, Determiner::kBare)}),
                       Tense::kPresent, Polarity::kNever)) ==
        "Nous ne buvons jamais de lait.|We never drink milk.");
  CHECK(French2(
            Does(Pronoun(3), drink, {The("water", kShe, Determiner::kBare)})) ==
        "Il boit de l'eau.|He drinks water.");
  CHECK(French2(Does(Pronoun(3), VerbOf("play", fr, 'i'), {The("piano")})) ==
        "Il joue du piano.|He plays the piano.");
  CHECK(French2(Does(Pronoun(3), VerbOf("play", fr, 'g'),
                     {The("tennis", kHe, Determiner::kGeneric)})) ==
        "Il joue au tennis.|He plays tennis.");
  CHECK(French2(Tensed(
            Does(The("man"), VerbOf("wait", fr, 'p'), {Own("friend", kHe)}),
            Tense::kGoing, Polarity::kYes, Ask::kWhether)) ==
        "Est-ce que l'homme va attendre son ami ?|"
        "Is the man going to wait for his friend?");
  CHECK(French2(Does(Pronoun(2), VerbOf("have", fr, 't'),
                     {With(The("tree", kHe, Determiner::kA), "old")})) ==
        "Tu as un vieil arbre.|You have an old tree.");
}

TEST_CASE("French participles agree with what stands before", "[grammar]") {
  const Language fr = Language::kFrench;
  NounPhrase jackets = The("jacket", kShe, Determiner::kBare, true);
  CHECK(French2(Tensed(
            Does(Pronoun(3, false, kShe), VerbOf("wash", fr, 'c'), {jackets}),
            Tense::kPast, Polarity::kYes, Ask::kHowMany)) ==
        "Combien de vestes est-ce qu'elle a lavées ?|"
        "How many jackets did she wash?");
  NounPhrase them = Pronoun(3, true, kShe);
  them.thing = true;
  CHECK(French2(Tensed(Does(Pronoun(1), VerbOf("take", fr, 'v'), {them}),
                       Tense::kPast, Polarity::kNot)) ==
        "Je ne les ai pas prises.|I did not take them.");
}

TEST_CASE("French says be, there is and where", "[grammar]") {
  Clause clause;
  clause.predicate = Predicate::kAdjective;
  clause.subjects = {Pronoun(1, true, kShe)};
  clause.adjective = Find(TheLexicon().adjectives, "tired");
  CHECK(French2(clause) == "Nous sommes fatiguées.|We are tired.");
  clause.tense = Tense::kPast;
  CHECK(French2(clause) == "Nous étions fatiguées.|We were tired.");
  clause.adjective = Find(TheLexicon().adjectives, "hungry");
  clause.tense = Tense::kPresent;
  CHECK(French2(clause) == "Nous avons faim.|We are hungry.");
  Clause there;
  there.predicate = Predicate::kThere;
  there.objects = {The("umbrella", kHe, Determiner::kA)};
  there.noun = Find(TheLexicon().nouns, "bed");
  there.relation = Relation::kNextTo;
  CHECK(French2(there) ==
        "Il y a un parapluie à côté du lit.|There is an umbrella next to the "
        "bed.");
  Clause where;
  where.predicate = Predicate::kOn;
  where.subjects = {Pronoun(3, true)};
  where.ask = Ask::kWhere;
  CHECK(French2(where) == "Où sont-ils ?|Where are they?");
}

TEST_CASE("Chinese has measure words, 了, 没, 会 and 吗", "[grammar]") {
  const Language zh = Language::kChinese;
  const Verb& buy = VerbOf("buy", zh, 'r');
  Clause clause =
      Tensed(Does(Pronoun(3), buy, {The("book", kHe, Determiner::kThat)}),
             Tense::kPast, Polarity::kNot);
  clause.time = Find(TheLexicon().times, "yesterday");
  CHECK(Chinese2(clause) ==
        "他昨天没有买那本书。|He did not buy that book yesterday.");
  NounPhrase cats = The("cat", kHe, Determiner::kNumber, true);
  cats.number = 2;
  CHECK(Chinese2(Does(Pronoun(1), VerbOf("have", zh, 'c'), {cats})) ==
        "我有两只猫。|I have two cats.");
  CHECK(
      Chinese2(Tensed(Does(Pronoun(3, false, kShe), buy,
                           {With(The("skirt", kHe, Determiner::kA), "pretty")}),
                      Tense::kPast)) ==
      "她买了一条漂亮的裙子。|She bought a pretty skirt.");
  CHECK(Chinese2(Tensed(Does(Pronoun(2), buy), Tense::kFuture, Polarity::kYes,
                        Ask::kWhat)) == "你会买什么？|What will you buy?");
  CHECK(Chinese2(Tensed(Does(Pronoun(3, true), VerbOf("sleep", zh)),
                        Tense::kProgressive)) ==
        "他们在睡觉。|They are sleeping.");
  Clause home = Tensed(Does(Pronoun(3), VerbOf("go", zh)), Tense::kPast);
  home.predicate = Predicate::kGo;
  home.place = Find(TheLexicon().places, "at home");
  CHECK(Chinese2(home) == "他回了家。|He went home.");
  Clause can = Does(Pronoun(3), VerbOf("swim", zh));
  can.mode = Mode::kCan;
  can.ask = Ask::kWhether;
  CHECK(Chinese2(can) == "他会游泳吗？|Can he swim?");
  Clause quality;
  quality.predicate = Predicate::kAdjective;
  quality.subjects = {The("shirt", kHe, Determiner::kThis)};
  quality.adjective = Find(TheLexicon().adjectives, "red");
  CHECK(Chinese2(quality) == "这件衬衫是红色的。|This shirt is red.");
  quality.adjective = Find(TheLexicon().adjectives, "expensive");
  quality.degree = Degree::kToo;
  CHECK(Chinese2(quality) == "这件衬衫太贵了。|This shirt is too expensive.");
}

TEST_CASE("German has cases, the verb second and kein", "[grammar]") {
  const Language de = Language::kGerman;
  const Verb& read = VerbOf("read", de, 'r');
  const Verb& see = VerbOf("see", de, 'p');
  Clause house;
  house.predicate = Predicate::kAdjective;
  house.subjects = {The("house")};
  house.adjective = Find(TheLexicon().adjectives, "wonderful");
  CHECK(German2(house) == "The house is wonderful.|Das Haus ist wunderbar.");
  CHECK(German2(Does(Pronoun(3), see,
                     {With(The("dog", kHe, Determiner::kA), "big")})) ==
        "He sees a big dog.|Er sieht einen großen Hund.");
  CHECK(German2(Does(With(The("dog", kHe, Determiner::kA), "big"),
                     VerbOf("sleep", de))) ==
        "A big dog sleeps.|Ein großer Hund schläft.");
  CHECK(German2(Tensed(Does(Pronoun(3, false, kShe), read,
                            {The("book", kHe, Determiner::kA)}),
                       Tense::kPresent, Polarity::kNot)) ==
        "She does not read a book.|Sie liest kein Buch.");
  Clause past = Tensed(Does(Pronoun(3), read, {The("letter")}), Tense::kPast,
                       Polarity::kNot);
  past.time = Find(TheLexicon().times, "yesterday");
  CHECK(German2(past) ==
        "He did not read the letter yesterday.|"
        "Er hat gestern den Brief nicht gelesen.");
  past.time_first = true;
  past.polarity = Polarity::kYes;
  CHECK(German2(past) ==
        "Yesterday he read the letter.|Gestern hat er den Brief gelesen.");
  CHECK(German2(Does(Own("daughter", kHe), VerbOf("love", de, 'k'),
                     {Pronoun(3)})) ==
        "His daughter loves him.|Seine Tochter liebt ihn.");
  CHECK(
      German2(Tensed(Does(Pronoun(3), VerbOf("play", de, 'i'), {The("piano")}),
                     Tense::kPast, Polarity::kNot)) ==
      "He did not play the piano.|Er hat nicht Klavier gespielt.");
  CHECK(German2(Tensed(Does(Pronoun(1), see, {The("dog")}), Tense::kPresent,
                       Polarity::kNever)) ==
        "I never see the dog.|Ich sehe den Hund nie.");
  Clause run = Tensed(Does(Pronoun(1, true), VerbOf("run", de)), Tense::kPast,
                      Polarity::kYes, Ask::kWhere);
  CHECK(German2(run) == "Where did we run?|Wo sind wir gelaufen?");
}

}  // namespace
}  // namespace clearhead::models
