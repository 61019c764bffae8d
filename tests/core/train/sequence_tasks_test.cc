// Source → target: every answer is found again in another way.
#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "tests/support/tasks.h"

namespace clearhead {
namespace {

using namespace clearhead::test;

TEST_CASE("copy, reverse and sort answer with the same symbols", "[train]") {
  const TaskParameters sizes = {
      {"symbols", 16}, {"length_min", 5}, {"length_max", 12}};
  std::set<size_t> lengths;
  for (const char* name : {"copy", "reverse", "sort"}) {
    const Task task = Made(name, sizes);
    CHECK(task.vocabulary.size() == 20);
    for (const Example& example : Drawn(task, 300)) {
      std::vector<std::string> expected = WordsOf(task, example.source);
      if (task.schema().name == std::string("reverse")) {
        expected = {expected.rbegin(), expected.rend()};
      } else if (task.schema().name == std::string("sort")) {
        std::sort(expected.begin(), expected.end());
      }
      REQUIRE(WordsOf(task, example.target) == expected);
      lengths.insert(expected.size());
    }
  }
  CHECK(lengths == std::set<size_t>{5, 6, 7, 8, 9, 10, 11, 12});
}

TEST_CASE("addition adds", "[train]") {
  const Task task = Made("addition", {{"digits_min", 1}, {"digits_max", 9}});
  std::set<size_t> digits;
  for (const Example& example : Drawn(task, 2000)) {
    const std::string sum = SourceText(task, example);
    const std::string a = sum.substr(0, sum.find('+'));
    const std::string b = sum.substr(sum.find('+') + 1);
    REQUIRE(TargetText(task, example) ==
            std::to_string(std::stoll(a) + std::stoll(b)));
    REQUIRE((a == std::to_string(std::stoll(a))));  // no zeros in front
    digits.insert(a.size());
  }
  CHECK(digits.size() == 9);
}

struct Read {
  int year = 0, month = 0, day = 0;
  std::string form;  // numbers as N, names as A
};

// Reads numbers and names off a date, knowing only what people know.
Read ReadDate(const std::string& text) {
  static const std::string months = "JanFebMarAprMayJunJulAugSepOctNovDec";
  Read read;
  std::vector<int> numbers;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && std::isdigit(text[end])) ++end;
    if (end > i) {
      numbers.push_back(std::stoi(text.substr(i, end - i)));
      read.form += 'N';
    } else if (std::isupper(text[i])) {
      while (end < text.size() && std::isalpha(text[end])) ++end;
      const auto at = months.find(text.substr(i, 3));
      read.month = static_cast<int>(at / 3) + 1;
      read.form += end - i == 3 ? 'm' : 'M';
    } else {
      read.form += text[end++];
    }
    i = end;
  }
  const bool chinese = text.find("年") != std::string::npos;
  if (numbers.size() == 3) {
    read.year = numbers[chinese ? 0 : 2];
    read.month = numbers[1];
    read.day = numbers[chinese ? 2 : 0];
  } else {
    read.day = numbers[0];
    read.year = numbers[1];
  }
  return read;
}

// The ending that an ordinal number has in the text, or "".
std::string EndingIn(const std::string& text) {
  for (const char* ending : {"st", "nd", "rd", "th"}) {
    for (char digit = '0'; digit <= '9'; ++digit) {
      if (text.find(digit + std::string(ending)) != std::string::npos) {
        return ending;
      }
    }
  }
  return "";
}

TEST_CASE("dates are written as ISO 8601 has them", "[train]") {
  const Task task = Made("date", {{"year_min", 1896}, {"year_max", 2104}});
  std::set<std::string> forms;
  std::set<int> days, months;
  bool leap_day = false;
  for (const Example& example : Drawn(task, 6000)) {
    const std::string text = SourceText(task, example);
    const Read read = ReadDate(text);
    char iso[40];
    std::snprintf(iso, sizeof(iso), "%04d-%02d-%02d", read.year, read.month,
                  read.day);
    INFO(text);
    REQUIRE(TargetText(task, example) == iso);
    const std::chrono::year_month_day date(
        std::chrono::year(read.year),
        std::chrono::month(static_cast<unsigned>(read.month)),
        std::chrono::day(static_cast<unsigned>(read.day)));
    REQUIRE(date.ok());
    REQUIRE((read.year >= 1896 && read.year <= 2104));
    const std::string ending = EndingIn(text);
    if (!ending.empty()) {
      static const std::map<int, std::string> endings = {
          {1, "st"},  {2, "nd"},  {3, "rd"}, {21, "st"},
          {22, "nd"}, {23, "rd"}, {31, "st"}};
      const auto found = endings.find(read.day);
      REQUIRE(ending == (found == endings.end() ? "th" : found->second));
    }
    forms.insert(read.form);
    days.insert(read.day);
    months.insert(read.month);
    leap_day |= read.month == 2 && read.day == 29;
  }
  CHECK(days.size() == 31);
  CHECK(months.size() == 12);
  CHECK(leap_day);
  for (const char* form : {"N M N", "M N, N", "N m N", "m N, N", "Nth M N",
                           "M Nth, N", "N.N.N", "N年N月N日"}) {
    INFO(form);
    CHECK(forms.count(form) == 1);
  }
}

TEST_CASE("a date of one year keeps to it", "[train]") {
  const Task task = Made("date", {{"year_min", 9999}, {"year_max", 9999}});
  for (const Example& example : Drawn(task, 50)) {
    CHECK(TargetText(task, example).substr(0, 4) == "9999");
  }
}

// The vowel of every tone mark.
const std::map<std::string, std::string>& Tones() {
  static const std::map<std::string, std::string> tones = {
      {"ā", "a"}, {"á", "a"}, {"ǎ", "a"}, {"à", "a"}, {"ē", "e"}, {"é", "e"},
      {"ě", "e"}, {"è", "e"}, {"ī", "i"}, {"í", "i"}, {"ǐ", "i"}, {"ì", "i"},
      {"ō", "o"}, {"ó", "o"}, {"ǒ", "o"}, {"ò", "o"}, {"ū", "u"}, {"ú", "u"},
      {"ǔ", "u"}, {"ù", "u"}, {"ǚ", "v"}, {"ǜ", "v"}};
  return tones;
}

// The syllable without its mark; `marks` counts them.
std::string Plain(std::string syllable, int* marks) {
  for (const auto& [toned, vowel] : Tones()) {
    const size_t at = syllable.find(toned);
    if (at == std::string::npos) continue;
    syllable.replace(at, toned.size(), vowel);
    ++*marks;
  }
  return syllable;
}

bool IsSyllable(const std::string& plain) {
  static const std::set<std::string> finals = {
      "a",   "o",    "e",    "ai",   "ei", "ao", "ou",  "an",  "en",
      "ang", "eng",  "ong",  "i",    "ia", "ie", "iao", "iu",  "ian",
      "in",  "iang", "ing",  "iong", "u",  "ua", "uo",  "uai", "ui",
      "uan", "un",   "uang", "v",    "ve", "ue", "er"};
  if (plain == "er") return true;
  for (const char* initial :
       {"zh", "ch", "sh", "b", "p", "m", "f", "d", "t", "n", "l", "g",
        "k",  "h",  "j",  "q", "x", "r", "z", "c", "s", "y", "w", ""}) {
    const std::string start = initial;
    if (plain.rfind(start, 0) == 0 &&
        finals.count(plain.substr(start.size()))) {
      return true;
    }
  }
  return false;
}

TEST_CASE("characters are read as people read them", "[train]") {
  const Task task = Made(
      "pinyin", {{"characters", 208}, {"length_min", 1}, {"length_max", 12}});
  std::map<std::string, std::string> readings;
  for (const Example& example : Drawn(task, 1000)) {
    const auto characters = WordsOf(task, example.source);
    const auto syllables = WordsOf(task, example.target);
    REQUIRE(characters.size() == syllables.size());
    for (size_t i = 0; i < characters.size(); ++i) {
      const auto [known, is_new] =
          readings.insert({characters[i], syllables[i]});
      REQUIRE(known->second == syllables[i]);
    }
  }
  CHECK(readings.size() == 208);
  for (const auto& [character, syllable] : readings) {
    int marks = 0;
    INFO(character << " " << syllable);
    CHECK(character.size() == 3);
    CHECK(IsSyllable(Plain(syllable, &marks)));
    CHECK(marks == 1);
  }
  for (const auto& [character, syllable] : {std::pair{"我", "wǒ"},
                                            {"你", "nǐ"},
                                            {"他", "tā"},
                                            {"她", "tā"},
                                            {"人", "rén"},
                                            {"水", "shuǐ"},
                                            {"鱼", "yú"},
                                            {"学", "xué"},
                                            {"九", "jiǔ"},
                                            {"二", "èr"},
                                            {"爱", "ài"},
                                            {"书", "shū"},
                                            {"国", "guó"},
                                            {"月", "yuè"},
                                            {"熊", "xióng"},
                                            {"双", ""}}) {
    const auto found = readings.find(character);
    CHECK((found == readings.end() ? "" : found->second) == syllable);
  }
  // Homophones share a syllable.
  const Task two = Made("pinyin", {{"characters", 4}});
  CHECK(two.vocabulary == std::vector<std::string>{"[PAD]", "[BOS]", "[EOS]",
                                                   "[MASK]", "我", "你", "他",
                                                   "她", "wǒ", "nǐ", "tā"});
}

}  // namespace
}  // namespace clearhead
