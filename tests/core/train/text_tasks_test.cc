// Next tokens: sentences against hand-written recognisers, chains against their
// probabilities, repeated blocks against what came before.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/train/batch.h"
#include "core/train/tasks/grammar.h"
#include "tests/support/tasks.h"

namespace clearhead {
namespace {

using namespace clearhead::test;
using Words = std::vector<std::string>;

bool In(const std::string& word, const std::set<std::string>& words) {
  return words.count(word) > 0;
}

// Reads a sentence from left to right. Plural or not is found from the words'
// own forms.
class English {
 public:
  explicit English(Words words) : words_(std::move(words)) {}

  bool Accepts() {
    bool plural;
    return NounPhrase(&plural) && VerbPhrase(plural) && Take(".") &&
           at_ == words_.size();
  }

 private:
  std::string Next() const { return at_ < words_.size() ? words_[at_] : ""; }
  bool Take(const std::string& word) {
    if (Next() != word) return false;
    ++at_;
    return true;
  }
  bool TakeOneOf(const std::set<std::string>& words) {
    return In(Next(), words) && Take(Next());
  }
  bool NounPhrase(bool* plural) {
    const std::string determiner = Next();
    if (!TakeOneOf({"the", "a", "this", "every", "some", "these", "many"})) {
      return false;
    }
    TakeOneOf({"small", "young", "happy", "quiet"});
    std::string noun = Next();
    *plural = noun == "children" || noun.back() == 's';
    if (*plural) {
      noun = noun == "children" ? "child" : noun.substr(0, noun.size() - 1);
    }
    if (!In(noun, {"cat", "dog", "bird", "child", "teacher", "farmer"})) {
      return false;
    }
    ++at_;
    if (In(determiner, {"a", "this", "every"}) && *plural) return false;
    if (In(determiner, {"some", "these", "many"}) && !*plural) return false;
    if (!Take("that")) return true;
    if (!In(Next(), {"the", "a", "this", "every", "some", "these", "many"})) {
      return VerbPhrase(*plural);
    }
    bool other;
    return NounPhrase(&other) && Verb(other, {"see", "hear", "like", "follow"});
  }
  bool Verb(bool plural, const std::set<std::string>& stems) {
    for (const std::string& stem : stems) {
      if (Take(plural ? stem : stem + "s")) return true;
    }
    return false;
  }
  bool VerbPhrase(bool plural) {
    if (Verb(plural, {"sleep", "run", "sing", "wait"})) return true;
    bool object;
    return Verb(plural, {"see", "hear", "like", "follow"}) &&
           NounPhrase(&object);
  }

  Words words_;
  size_t at_ = 0;
};

// Measure words and the nouns that they count; clauses stand between the two
// and end with 的.
class Chinese {
 public:
  explicit Chinese(std::string text) : text_(std::move(text)) {}

  bool Accepts() {
    return Thing(false) && Predicate() && Take("。") && at_ == text_.size();
  }

 private:
  bool Take(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }
  bool TakeOneOf(const std::set<std::string>& words) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return Take(word); });
  }
  bool Thing(bool object) {
    static const std::map<std::string, std::set<std::string>> nouns = {
        {"位", {"老师", "医生", "同学", "客人"}},
        {"只", {"猫", "鸟", "兔子", "猴子"}},
        {"本", {"书", "小说", "词典", "杂志"}},
        {"张", {"地图", "照片", "邮票", "桌子"}},
        {"条", {"围巾", "毛巾", "裤子", "鱼"}},
        {"辆", {"汽车", "卡车", "自行车"}}};
    if (!TakeOneOf({"这", "那", "一", "三", "两"})) return false;
    for (const auto& [measure, counted] : nouns) {
      if (!Take(measure)) continue;
      const bool alive = measure == "位" || measure == "只";
      if (!alive && !object) return false;
      if (TakeOneOf(counted)) return true;
      return alive && Predicate() && Take("的") && TakeOneOf(counted);
    }
    return false;
  }
  bool Predicate() {
    if (TakeOneOf({"在睡觉", "在休息", "在散步", "在唱歌"})) return true;
    return TakeOneOf({"看见了", "喜欢", "在看", "在找"}) && Thing(true);
  }

  std::string text_;
  size_t at_ = 0;
};

TEST_CASE("the recognisers refuse what does not agree", "[train]") {
  CHECK(English({"the", "cat", "sleeps", "."}).Accepts());
  CHECK(!English({"the", "cat", "sleep", "."}).Accepts());
  CHECK(!English({"the", "cat", "that", "the", "dogs", "see", "sleep", "."})
             .Accepts());
  CHECK(!English({"many", "cat", "sleeps", "."}).Accepts());
  CHECK(Chinese("这位喜欢那只猫的老师在睡觉。").Accepts());
  CHECK(!Chinese("这只喜欢那只猫的老师在睡觉。").Accepts());
  CHECK(!Chinese("那本书在睡觉。").Accepts());
}

TEST_CASE("every sentence is one of the grammar", "[train]") {
  for (const int most : {8, 16, 40}) {
    const Task english = Made("grammar", {{"length_max", most}});
    const Task chinese =
        Made("grammar", {{"language", "zh"}, {"length_max", most}});
    std::set<std::string> seen;
    for (const Example& example : Drawn(english, 1000)) {
      INFO(TargetText(english, example));
      REQUIRE(English(WordsOf(english, example.target)).Accepts());
      REQUIRE(std::ssize(example.target) <= most);
      for (const int32_t id : example.target) {
        seen.insert(english.vocabulary[id]);
      }
    }
    for (const Example& example : Drawn(chinese, 1000)) {
      INFO(TargetText(chinese, example));
      REQUIRE(Chinese(TargetText(chinese, example)).Accepts());
      REQUIRE(std::ssize(example.target) <= most);
    }
    CHECK(seen.size() == english.vocabulary.size() - kFirstSymbol);
  }
}

TEST_CASE("a continuation and its beginning are a sentence", "[train]") {
  const Task task = Made("continuation");
  for (const Example& example : Drawn(task, 500)) {
    REQUIRE((!example.source.empty() && !example.target.empty()));
    Words words = WordsOf(task, example.source);
    for (const std::string& word : WordsOf(task, example.target)) {
      words.push_back(word);
    }
    REQUIRE(English(words).Accepts());
  }
}

// Puts what the decoder wrote behind each sentinel back in its place.
Words Restored(const Words& source, const Words& target) {
  std::map<std::string, Words> hidden;
  std::string sentinel;
  for (const std::string& word : target) {
    if (word.front() == '<') {
      sentinel = word;
      REQUIRE(hidden.count(sentinel) == 0);
      hidden[sentinel];
    } else {
      hidden.at(sentinel).push_back(word);
    }
  }
  Words words;
  for (const std::string& word : source) {
    if (word.front() != '<') {
      words.push_back(word);
      continue;
    }
    REQUIRE(!hidden.at(word).empty());
    words.insert(words.end(), hidden.at(word).begin(), hidden.at(word).end());
    hidden.erase(word);
  }
  // Only the sentinel that ends the target stands for nothing.
  REQUIRE(hidden.size() == 1);
  REQUIRE(hidden.begin()->first == target.back());
  REQUIRE(hidden.begin()->second.empty());
  return words;
}

TEST_CASE("what is written in the gaps makes the sentence whole", "[train]") {
  struct Case {
    double share;
    int span;
  };
  for (const auto& [share, span] :
       {Case{0.15, 3}, Case{0.5, 1}, Case{0, 1}, Case{1, 1}, Case{0.4, 2}}) {
    const Task task =
        Made("span_corruption", {{"share", share}, {"span", span}});
    std::set<size_t> opens;
    for (const Example& example : Drawn(task, 500)) {
      INFO(SourceText(task, example) << " → " << TargetText(task, example));
      const Words source = WordsOf(task, example.source);
      const Words target = WordsOf(task, example.target);
      REQUIRE(Restored(source, target) == WordsOf(task, example.text));
      REQUIRE(English(WordsOf(task, example.text)).Accepts());
      for (size_t i = 0; i + 1 < source.size(); ++i) {
        const bool gap = source[i].front() == '<';
        REQUIRE((!gap || source[i + 1].front() != '<'));
        if (gap) opens.insert(i);
      }
      const auto n = static_cast<double>(example.text.size());
      const auto is_gap = [](const std::string& word) {
        return word.front() == '<';
      };
      const auto spans = std::count_if(source.begin(), source.end(), is_gap);
      const double hidden = static_cast<double>(target.size()) - spans - 1;
      REQUIRE(hidden == std::clamp(std::round(share * n), 1., n - 1));
      REQUIRE(spans == std::clamp(std::round(hidden / span), 1.,
                                  std::min(hidden, n - hidden + 1)));
    }
    if (share < 1) CHECK(opens.size() > 4);  // anywhere, the first place too
    if (share < 1) CHECK(opens.count(0) == 1);
  }
}

TEST_CASE("the corpus is one: every task over it meets the same sentences",
          "[train]") {
  for (const char* language : {"en", "zh"}) {
    const Task text = Made("grammar", {{"language", language}});
    const std::vector<Example> sentences = Drawn(text, 200);
    for (const char* name : {"fill_mask", "continuation", "span_corruption"}) {
      const Task task = Made(name, {{"language", language}});
      INFO(name);
      const std::vector<Example> asked = Drawn(task, 200);
      for (size_t i = 0; i < asked.size(); ++i) {
        REQUIRE(ContentOf(task, asked[i]) == sentences[i].target);
        REQUIRE(SideOf(task, asked[i]) == SideOf(text, sentences[i]));
      }
    }
  }
}

TEST_CASE("a grammar of no rules says nothing", "[train]") {
  Random random(1);
  CHECK(Grammar().Draw(3, &random).empty());
  CHECK(Grammar("").Draw(3, &random).empty());
  const Grammar small("S: A b | S S\nA: a\n");
  CHECK(small.words() == Words{"b", "a"});
  CHECK(small.Draw(0, &random) == std::vector<int32_t>{1, 0});
  CHECK(small.Draw(-5, &random) == std::vector<int32_t>{1, 0});
}

TEST_CASE("the chain has the chapter's entropy and goes as it says",
          "[train]") {
  const Task task = Made("markov");
  REQUIRE(task.transitions.size() == 64);
  double entropy = 0;
  for (int i = 0; i < 8; ++i) {
    double sum = 0;
    for (int j = 0; j < 8; ++j) {
      const double p = task.transitions[i * 8 + j];
      sum += p;
      if (p > 0) entropy -= p * std::log(p) / 8;
    }
    CHECK(sum == Approx(1).epsilon(1e-15));
  }
  CHECK(entropy == Approx(0.8979457248567797).epsilon(1e-12));
  CHECK(std::exp(entropy) == Approx(2.4545555958911476).epsilon(1e-12));

  std::vector<double> counts(64), starts(8);
  for (const Example& example : Drawn(task, 8000)) {
    REQUIRE(example.target.size() == 17);
    starts[example.target[0] - kFirstSymbol] += 1;
    for (size_t i = 0; i + 1 < example.target.size(); ++i) {
      counts[(example.target[i] - kFirstSymbol) * 8 + example.target[i + 1] -
             kFirstSymbol] += 1;
    }
  }
  for (int i = 0; i < 8; ++i) {
    CHECK(starts[i] == Approx(1000).margin(150));
    for (int j = 0; j < 8; ++j) {
      // 16,000 moves from each: a standard deviation of 0.004 at most.
      CHECK(counts[i * 8 + j] / 16000 ==
            Approx(task.transitions[i * 8 + j]).margin(0.02));
      if (task.transitions[i * 8 + j] == 0) CHECK(counts[i * 8 + j] == 0);
    }
  }
}

TEST_CASE("a repeated block is told by what came before", "[train]") {
  const Task task = Made("induction");
  std::set<int64_t> periods;
  for (const Example& example : Drawn(task, 500)) {
    const std::vector<int32_t>& text = example.target;
    REQUIRE(text.size() == 33);
    int64_t period = 0;
    for (size_t i = 1; i < text.size(); ++i) {
      // Where did the token before stand the last time?
      const auto before = text.rend() - static_cast<ptrdiff_t>(i - 1);
      const auto last = std::find(before, text.rend(), text[i - 1]);
      REQUIRE((example.supervised[i] != 0) == (last != text.rend()));
      if (last == text.rend()) {
        REQUIRE(example.reads[i] == -1);
        continue;
      }
      const auto place = text.rend() - last;  // one after it
      if (period == 0) period = static_cast<int64_t>(i) - place;
      REQUIRE(text[place] == text[i]);
      REQUIRE(example.reads[i] == place);
    }
    REQUIRE(example.supervised[0] == 0);
    periods.insert(period);
  }
  CHECK(periods == std::set<int64_t>{6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
}

TEST_CASE("blocks may have tokens twice, and one length", "[train]") {
  const Task task = Made(
      "induction", {{"distinct", false}, {"block_min", 10}, {"block_max", 10}});
  bool twice = false;
  for (const Example& example : Drawn(task, 100)) {
    const std::vector<int32_t>& text = example.target;
    for (size_t i = 10; i < text.size(); ++i) REQUIRE(text[i] == text[i - 10]);
    twice |= std::set<int32_t>(text.begin(), text.end()).size() < 10;
  }
  CHECK(twice);
}

}  // namespace
}  // namespace clearhead
