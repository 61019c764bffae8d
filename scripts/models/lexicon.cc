#include "scripts/models/lexicon.h"

#include <cstddef>

#include "core/base/check.h"

namespace clearhead::models {

namespace {

constexpr std::string_view kNouns =
#include "scripts/models/lexicon/nouns.inc"
    ;
constexpr std::string_view kVerbs =
#include "scripts/models/lexicon/verbs.inc"
    ;
constexpr std::string_view kAdjectives =
#include "scripts/models/lexicon/adjectives.inc"
    ;
constexpr std::string_view kPlaces =
#include "scripts/models/lexicon/places.inc"
    ;
constexpr std::string_view kTimes =
#include "scripts/models/lexicon/times.inc"
    ;
constexpr std::string_view kNames =
#include "scripts/models/lexicon/names.inc"
    ;
constexpr std::string_view kPhrases =
#include "scripts/models/lexicon/phrases.inc"
    ;

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// A word of a table; "-" stands for none and "_" for a space.
std::string Word(std::string_view text) {
  if (text == "-") return "";
  std::string word(text);
  for (char& letter : word) {
    if (letter == '_') letter = ' ';
  }
  return word;
}

// The words of one column.
class Column {
 public:
  explicit Column(std::string_view text) {
    for (const std::string_view part : Split(text, ' ')) {
      if (!part.empty()) words_.push_back(Word(part));
    }
  }
  size_t size() const { return words_.size(); }
  bool said() const { return !words_.empty() && !words_[0].empty(); }
  std::string operator[](size_t i) const {
    return i < words_.size() ? words_[i] : "";
  }
  std::string last() const { return words_.empty() ? "" : words_.back(); }

 private:
  std::vector<std::string> words_;
};

// Calls row(columns) for every line that holds data, `count` columns each.
template <typename Row>
void ForEachRow(std::string_view table, size_t count, const Row& row) {
  for (const std::string_view line : Split(table, '\n')) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<std::string_view> columns = Split(line, '|');
    CH_CHECK(columns.size() == count, "a row of the lexicon has its columns");
    for (std::string_view& column : columns) column = Trim(column);
    row(columns);
  }
}

Gender GenderOf(const std::string& letter) {
  return letter == "m"   ? Gender::kMasculine
         : letter == "f" ? Gender::kFeminine
                         : Gender::kNeuter;
}

// "livre livres m", "lait m" or "-".
NounForms GenderedForms(const Column& column, bool mass) {
  if (!column.said()) return {};
  CH_CHECK(column.size() == (mass ? 2 : 3), "a noun has forms and a gender");
  return {.said = true,
          .singular = column[0],
          .plural = mass ? "" : column[1],
          .gender = GenderOf(column.last()),
          .measure = ""};
}

void ReadNouns(std::vector<Noun>* nouns) {
  ForEachRow(kNouns, 5, [&](const auto& row) {
    const Column en(row[0]), zh(row[2]);
    Noun noun;
    noun.id = static_cast<int>(nouns->size());
    noun.en = {.said = true,
               .singular = en[0],
               .plural = en[1],
               .gender = Gender::kNeuter,
               .measure = ""};
    noun.fr = GenderedForms(Column(row[1]), noun.mass());
    noun.zh = {.said = zh.said(),
               .singular = zh[0],
               .plural = zh[0],
               .gender = Gender::kNeuter,
               .measure = zh[1]};
    noun.de = GenderedForms(Column(row[3]), noun.mass());
    noun.classes = Classes(row[4]);
    nouns->push_back(noun);
  });
}

// "p>fF a>%", "p> k>".
std::vector<Role> RolesOf(std::string_view text) {
  std::vector<Role> roles;
  for (const std::string_view part : Split(text, ' ')) {
    const std::vector<std::string_view> sides = Split(part, '>');
    CH_CHECK(sides.size() == 2, "a role is who > what");
    roles.push_back({Classes(sides[0]), Classes(sides[1]), !sides[1].empty()});
  }
  return roles;
}

void ReadVerbs(std::vector<Verb>* verbs) {
  ForEachRow(kVerbs, 7, [&](const auto& row) {
    const Column en(row[0]), fr(row[1]), de(row[3]);
    Verb verb;
    verb.id = static_cast<int>(verbs->size());
    for (const Verb& other : *verbs) {
      if (other.en.base == en[0]) verb.id = other.id;
    }
    verb.en = {en[0], en[1], en[2], en[3], en[4]};
    verb.fr.said = fr.said();
    if (fr.said()) {
      CH_CHECK(fr.size() >= 8, "a French verb has eight forms");
      verb.fr.infinitive = fr[0];
      for (size_t i = 0; i < 6; ++i) verb.fr.present[i] = fr[i + 1];
      verb.fr.participle = fr[7];
      verb.fr.with_etre = fr[8] == "être";
      verb.fr.preposition = verb.fr.with_etre ? "" : fr[8];
    }
    verb.zh = Word(row[2]);
    verb.de.said = de.said();
    if (de.said()) {
      CH_CHECK(de.size() >= 4, "a German verb has four forms");
      verb.de.infinitive = de[0];
      verb.de.first = de[1];
      verb.de.third = de[2];
      verb.de.participle = de[3];
      verb.de.with_sein = de[4] == "sein";
    }
    verb.roles = RolesOf(row[4]);
    verb.places = Classes(row[5]);
    verb.marks = Classes(row[6]);
    verbs->push_back(verb);
  });
}

void ReadAdjectives(std::vector<Adjective>* adjectives) {
  ForEachRow(kAdjectives, 6, [&](const auto& row) {
    const Column fr(row[1]), de(row[3]);
    Adjective adjective;
    adjective.id = static_cast<int>(adjectives->size());
    adjective.en = Word(row[0]);
    for (const Adjective& other : *adjectives) {
      if (other.en == adjective.en) adjective.id = other.id;
    }
    adjective.fr.said = fr.said();
    adjective.fr.avoir = fr[0] == "avoir";
    if (adjective.fr.avoir) {
      adjective.fr.forms[0] = fr[1];
    } else if (fr.said()) {
      CH_CHECK(fr.size() >= 5, "a French adjective has four forms and a place");
      for (size_t i = 0; i < 4; ++i) adjective.fr.forms[i] = fr[i];
      adjective.fr.before = fr.last() == "before";
      adjective.fr.before_vowel = fr.size() == 6 ? fr[4] : "";
    }
    std::string_view zh = row[2];
    adjective.zh.joins = zh.ends_with('+');
    if (adjective.zh.joins) zh.remove_suffix(1);
    adjective.zh.word = Word(zh);
    adjective.de = {de[0], de.last()};
    adjective.classes = Classes(row[4]);
    adjective.marks = Classes(row[5]);
    adjectives->push_back(adjective);
  });
}

void ReadRest(Lexicon* lexicon) {
  ForEachRow(kPlaces, 5, [&](const auto& row) {
    const Column en(row[0]), fr(row[1]), de(row[3]);
    lexicon->places.push_back({static_cast<int>(lexicon->places.size()),
                               {en[0], en[1], en[2]},
                               {fr[0], fr[1], fr[2]},
                               Word(row[2]),
                               {de[0], de[1], ""},
                               Classes(row[4])});
  });
  ForEachRow(kTimes, 5, [&](const auto& row) {
    lexicon->times.push_back({Word(row[0]), Word(row[1]), Word(row[2]),
                              Word(row[3]), Classes(row[4])});
  });
  ForEachRow(kNames, 5, [&](const auto& row) {
    lexicon->names.push_back({Word(row[0]), Word(row[1]), Word(row[2]),
                              Word(row[3]), GenderOf(std::string(row[4]))});
  });
  ForEachRow(kPhrases, 3, [&](const auto& row) {
    const Language language = row[0] == "fr"   ? Language::kFrench
                              : row[0] == "zh" ? Language::kChinese
                                               : Language::kGerman;
    lexicon->phrases.push_back(
        {language, std::string(row[1]), std::string(row[2])});
  });
}

}  // namespace

const Lexicon& TheLexicon() {
  static const Lexicon* const lexicon = [] {
    auto* read = new Lexicon;
    ReadNouns(&read->nouns);
    ReadVerbs(&read->verbs);
    ReadAdjectives(&read->adjectives);
    ReadRest(read);
    return read;
  }();
  return *lexicon;
}

}  // namespace clearhead::models
