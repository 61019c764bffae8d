// The words of the grammars in all their forms, in four languages. Every form
// is written out in lexicon/*.inc, where each file explains its columns;
// nothing is derived by rule but the elisions and contractions of words in a
// sentence.
#ifndef CLEARHEAD_SCRIPTS_MODELS_LEXICON_H_
#define CLEARHEAD_SCRIPTS_MODELS_LEXICON_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clearhead::models {

enum class Language { kEnglish, kFrench, kChinese, kGerman };
enum class Gender { kMasculine, kFeminine, kNeuter };

// Classes of meaning decide what goes together: the cat drinks milk, the
// teacher reads a book. A class is one printable character; the columns of
// verbs, adjectives and places name them.
//   Persons: p person · j child · k kin · 1 male · 2 female · E who belongs to
//   somebody · Q profession · W spouse · ^ son or daughter · $ called pretty ·
//   * one only
//   Animals: a animal · # kept · 3 pet · X dangerous · 4 flies · z is caught
//   Food: f counted · F not counted · d drink · % ~ animals eat,
//   drink · @ meat · K is cut · h is
//   cooked · 6 is made · y of one colour · : sweet · ; sour · 7 hot or cold ·
//   _ by the cup · 9 alcohol
//   Things: t thing · c clothes · u furniture · e device · i instrument · o is
//   opened · O container · H is found or forgotten · I money · Y heavy or light
//   · B glass · P is repaired · C is collected · T is thrown · S is sent · /
//   comes by phone · [ is borrowed · D is drawn · n plant · 8 shines or blooms
//   · < one sits or lies on it Vehicles: v takes passengers · V is driven · 0
//   is ridden · J one's own · Z fast or slow Places: b sight · U is built · R
//   is cleaned · G grounds · N nature Thoughts: r is read · w is written · L
//   long or short · q is explained · ? is solved · & is answered · A thought ·
//   + one has it · x task · l language · s subject · g sport · m is heard · 5
//   is sung · M is watched · ) television · ! is won · ( famous works
class Classes {
 public:
  Classes() = default;
  explicit Classes(std::string_view letters) {
    for (const char letter : letters) bits_[letter >> 6 & 1] |= Bit(letter);
  }
  bool Has(char letter) const {
    return (bits_[letter >> 6 & 1] & Bit(letter)) != 0;
  }
  bool Meets(const Classes& other) const {
    return (bits_[0] & other.bits_[0]) != 0 || (bits_[1] & other.bits_[1]) != 0;
  }

 private:
  static uint64_t Bit(char letter) { return uint64_t{1} << (letter & 63); }
  uint64_t bits_[2] = {0, 0};
};

// Without a word in the language `said` is false and the rest is empty.
struct NounForms {
  bool said = false;
  std::string singular, plural;
  Gender gender = Gender::kMasculine;
  std::string measure;  // Chinese; empty where the noun is not counted
};

struct Noun {
  int id = 0;
  NounForms en, fr, zh, de;
  Classes classes;
  bool mass() const { return en.plural.empty(); }
};

struct Role {
  Classes who, what;
  bool transitive = false;
};

struct Verb {
  int id = 0;  // rows with one English base share it
  struct {
    std::string base, third, past, ing, particle;
  } en;
  struct {
    bool said = false;
    std::string infinitive, present[6], participle;
    bool with_etre = false;
    std::string preposition;
  } fr;
  std::string zh;
  struct {
    bool said = false;
    std::string infinitive, first, third, participle;
    bool with_sein = false;
  } de;
  std::vector<Role> roles;
  Classes places;
  Classes marks;  // s state · m moment · g generic object · h, i its pronouns
                  // are persons, things · z no article in French · t article
                  // · o not owned · k skill
                  // · n no progressive · a accident · c accident in Chinese
                  // · d a matter of one day
};

struct Adjective {
  int id = 0;  // rows with one English word share it
  std::string en;
  struct {
    bool said = false;
    std::string forms[4];  // [2 · plural + feminine]
    std::string before_vowel;
    bool before = false;
    bool avoir = false;  // forms[0] is the noun: avoir faim
  } fr;
  struct {
    std::string word;
    bool joins = false;  // stands before a noun without 的
  } zh;
  struct {
    std::string word, stem;
  } de;
  Classes classes, marks;
};

struct Place {
  int id = 0;
  struct Ways {
    std::string at, to, from;
  } en, fr;
  std::string zh;
  Ways de;
  Classes classes;
};

struct Time {
  std::string en, fr, zh, de;
  Classes marks;
};

struct Name {
  std::string en, fr, zh, de;
  Gender gender;
};

struct Phrase {
  Language language;
  std::string source, target;
};

struct Lexicon {
  std::vector<Noun> nouns;
  std::vector<Verb> verbs;
  std::vector<Adjective> adjectives;
  std::vector<Place> places;
  std::vector<Time> times;
  std::vector<Name> names;
  std::vector<Phrase> phrases;
};

// Read once, when it is first asked for.
const Lexicon& TheLexicon();

}  // namespace clearhead::models

#endif  // CLEARHEAD_SCRIPTS_MODELS_LEXICON_H_
