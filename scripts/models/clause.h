// What a sentence says, before it is said in a language. The sampler draws
// clauses; a realiser for each language turns them into words.
#ifndef CLEARHEAD_SCRIPTS_MODELS_CLAUSE_H_
#define CLEARHEAD_SCRIPTS_MODELS_CLAUSE_H_

#include <string>
#include <vector>

#include "scripts/models/lexicon.h"

namespace clearhead::models {

enum class Determiner {
  kThe,      // the book
  kA,        // a book
  kBare,     // books, milk: some
  kGeneric,  // books, milk: all of them (aimer les livres)
  kThis,
  kThat,
  kMy,  // of `owner`
  kNumber,
  kOf,    // Marie's book
  kCup,   // `number` cups of tea, glasses of water
  kMany,  // many books
};

// Who: 1, 2 or 3.
struct Person {
  int person = 3;
  bool plural = false;
  Gender gender = Gender::kMasculine;
  bool operator==(const Person&) const = default;
};

enum class NounKind { kNone, kPronoun, kName, kNoun };

struct NounPhrase {
  NounKind kind = NounKind::kNone;
  Person person;  // of a pronoun, and what a verb agrees with
  const Name* name = nullptr;
  const Noun* noun = nullptr;
  const Adjective* adjective = nullptr;
  Determiner determiner = Determiner::kThe;
  int number = 1;                    // of kA, 0: Chinese leaves "one" unsaid
  Person owner;                      // kMy
  const Name* owner_name = nullptr;  // kOf
  bool thing = false;                // a pronoun for a thing: it

  bool present() const { return kind != NounKind::kNone; }
};

enum class Predicate {
  kVerb,
  kAdjective,   // is tall
  kProfession,  // is a doctor
  kAt,          // is at the market
  kOn,          // is on the table
  kGo,          // goes to the market
  kComeFrom,    // comes from the market
  kThere,       // there is a book on the table
  kGive,        // gives me a book
};
enum class Tense { kPresent, kProgressive, kPast, kFuture, kGoing };
enum class Mode { kPlain, kWant, kCan, kMust, kShould };
enum class Polarity { kYes, kNot, kNever };
enum class Ask {
  kNothing,
  kWhether,
  kWhere,
  kWhen,
  kWhy,
  kWho,
  kWhat,
  kHowMany
};
enum class Degree { kPlain, kVery, kToo };
enum class Relation { kOn, kUnder, kIn, kBehind, kInFrontOf, kNextTo };
enum class Often { kSilent, kAlways, kOften, kSometimes, kRarely };

struct Clause {
  Predicate predicate = Predicate::kVerb;
  std::vector<NounPhrase> subjects;  // one, or two joined by "and"
  const Verb* verb = nullptr;
  std::vector<NounPhrase> objects;  // none, one, or two joined by "and"
  Person receiver;                  // kGive
  const Adjective* adjective = nullptr;
  Degree degree = Degree::kPlain;
  const Noun* noun = nullptr;  // the profession, or what something is on
  Relation relation = Relation::kOn;
  const Place* place = nullptr;
  const Time* time = nullptr;
  bool time_first = false;
  Tense tense = Tense::kPresent;
  Mode mode = Mode::kPlain;
  Polarity polarity = Polarity::kYes;
  Often often = Often::kSilent;
  bool also = false;
  Ask ask = Ask::kNothing;
  bool stop = true;  // ends with a full stop or a question mark
};

// What the verb agrees with: two subjects are they or we, masculine unless both
// are feminine.
Person AgreementOf(const std::vector<NounPhrase>& subjects);

using Words = std::vector<std::string>;

// Adds the words of `text`, which are separated by spaces; nothing for "".
void Add(const std::string& text, Words* words);

Words English(const Clause& clause);
Words French(const Clause& clause);
Words Chinese(const Clause& clause);
Words German(const Clause& clause);

// "two" … "ten": the numerals the grammars know.
inline constexpr int kLeastNumber = 2;
inline constexpr int kGreatestNumber = 10;

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_CLAUSE_H_
