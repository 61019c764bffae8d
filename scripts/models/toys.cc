#include "scripts/models/toys.h"

#include "core/base/check.h"
#include "scripts/models/clause.h"
#include "scripts/models/corpora.h"

namespace clearhead::models {

namespace {

void AddSentence(const std::string& sentence, const std::string& combination,
                 bool held_out, Language language,
                 std::vector<ToySentence>* sentences) {
  ToySentence made;
  if (language == Language::kChinese) {
    made.text = sentence;
    made.words = TokensOf(sentence, language);
  } else {
    Add(sentence, &made.words);
    made.text = TextOf(made.words, language);
  }
  made.combination = combination;
  made.held_out = held_out;
  sentences->push_back(made);
}

struct ToyName {
  const char* name;
  const char* pronoun;
};

// Nouns that a preposition joins, and adjectives for the first.
struct Headed {
  const char* singular;
  const char* plural;
  const char* preposition;
  const char* adjectives[3];
};
constexpr Headed kHeads[] = {
    {"key", "keys", "to", {"old", "lost", "rusty"}},
    {"door", "doors", "of", {"open", "green", "heavy"}},
    {"window", "windows", "of", {"open", "clean", "broken"}},
    {"picture", "pictures", "of", {"old", "beautiful", "small"}},
    {"lamp", "lamps", "near", {"bright", "broken", "small"}},
    {"book", "books", "about", {"new", "boring", "heavy"}},
    {"cat", "cats", "near", {"black", "hungry", "small"}},
    {"tree", "trees", "behind", {"green", "tall", "old"}},
    {"road", "roads", "to", {"long", "narrow", "new"}},
    {"box", "boxes", "beside", {"empty", "heavy", "green"}},
    {"child", "children", "in", {"happy", "hungry", "tired"}},
    {"man", "men", "in", {"tall", "tired", "old"}}};

struct Place {
  const char* singular;
  const char* plural;
};
constexpr Place kPlaces[] = {{"cabinet", "cabinets"}, {"house", "houses"},
                             {"garden", "gardens"},   {"room", "rooms"},
                             {"castle", "castles"},   {"school", "schools"},
                             {"village", "villages"}, {"boat", "boats"},
                             {"car", "cars"},         {"shop", "shops"}};

void AddAgreement(std::vector<ToySentence>* sentences) {
  for (size_t h = 0; h < std::size(kHeads); ++h) {
    for (size_t p = 0; p < std::size(kPlaces); ++p) {
      for (int numbers = 0; numbers < 4; ++numbers) {
        const bool heads = numbers & 1, places = numbers & 2;
        const char* head = heads ? kHeads[h].plural : kHeads[h].singular;
        const char* place = places ? kPlaces[p].plural : kPlaces[p].singular;
        for (const char* adjective : kHeads[h].adjectives) {
          AddSentence(std::string("the ") + head + " " + kHeads[h].preposition +
                          " the " + place + (heads ? " are " : " is ") +
                          adjective + " .",
                      std::string(head) + "+" + place, HeldOutCell(h, p),
                      Language::kEnglish, sentences);
        }
      }
    }
  }
}

constexpr ToyName kNames[] = {{"Tom", "he"},   {"Mary", "she"}, {"Paul", "he"},
                              {"Anna", "she"}, {"John", "he"},  {"Emma", "she"},
                              {"Peter", "he"}, {"Lucy", "she"}};
constexpr const char* kSaid[] = {"said that", "thought that", "knew that",
                                 "hoped that"};
// Complements of what was said, thought, known or hoped.
constexpr const char* kComplements[] = {
    "was right",           "was wrong",         "had won the race",
    "could swim",          "would come back",   "had found the key",
    "was not alone",       "would sing",        "could help the teacher",
    "had passed the exam", "would see the sea", "was a good cook"};
// What somebody is, and so does.
constexpr const char* kReasons[][2] = {
    {"was smart", "got full marks"},   {"was hungry", "ate three apples"},
    {"was tired", "went to bed"},      {"was thirsty", "drank some water"},
    {"was cold", "closed the window"}, {"was happy", "sang a song"},
    {"was sick", "stayed at home"},    {"was late", "ran to school"},
    {"was brave", "saved the child"},  {"was kind", "helped the old man"},
    {"was bored", "read a book"},      {"was rich", "bought a big house"}};

void AddEnglishCoreference(std::vector<ToySentence>* sentences) {
  for (size_t n = 0; n < std::size(kNames); ++n) {
    const std::string name = kNames[n].name, pronoun = kNames[n].pronoun;
    for (size_t c = 0; c < std::size(kComplements); ++c) {
      for (const char* said : kSaid) {
        AddSentence(
            name + " " + said + " " + pronoun + " " + kComplements[c] + " .",
            name + "+" + kComplements[c], HeldOutCell(n, c), Language::kEnglish,
            sentences);
      }
    }
    for (size_t r = 0; r < std::size(kReasons); ++r) {
      for (const char* both : {"so", "and"}) {
        AddSentence(name + " " + kReasons[r][0] + " , " + both + " " + pronoun +
                        " " + kReasons[r][1] + " .",
                    name + "+" + kReasons[r][0], HeldOutCell(n, r),
                    Language::kEnglish, sentences);
      }
    }
  }
}

constexpr ToyName kChineseNames[] = {
    {"小明", "他"}, {"小红", "她"}, {"小刚", "他"}, {"小丽", "她"},
    {"小强", "他"}, {"小芳", "她"}, {"小军", "他"}, {"小梅", "她"}};
// What somebody is, and what follows; the two of a row may be exchanged.
constexpr const char* kChineseReasons[][3] = {
    {"聪明", "考了满分", "解出了难题"}, {"努力", "得了第一名", "学会了游泳"},
    {"饿", "吃了三碗饭", "去了饭馆"},   {"累", "早早睡了", "不想说话"},
    {"渴", "喝了一杯水", "买了果汁"},   {"高兴", "唱了一首歌", "笑了"},
    {"难过", "哭了", "没有吃饭"},       {"冷", "穿上了大衣", "关上了窗户"},
    {"勇敢", "救了孩子", "不怕黑"},     {"善良", "帮助了老人", "喂了小猫"},
    {"忙", "没有回家", "忘了吃饭"},     {"生气", "走了", "没有说话"}};
constexpr const char* kChineseSaid[] = {
    "累了",     "饿了",     "明天会来", "想回家",     "不想去学校", "喜欢唱歌",
    "找到了书", "会说英语", "没有钱",   "看见了月亮", "很忙",       "想当老师"};
// Measure word and thing.
constexpr const char* kChineseThings[][2] = {
    {"本", "书"},   {"本", "词典"},  {"只", "猫"},   {"只", "鸟"},
    {"条", "裙子"}, {"条", "鱼"},    {"张", "地图"}, {"张", "桌子"},
    {"把", "雨伞"}, {"把", "椅子"},  {"件", "衬衫"}, {"件", "大衣"},
    {"辆", "车"},   {"辆", "自行车"}};

void AddChinese(std::vector<ToySentence>* sentences) {
  const auto add = [&](const std::string& text, const std::string& combination,
                       bool held_out) {
    AddSentence(text, combination, held_out, Language::kChinese, sentences);
  };
  for (size_t n = 0; n < std::size(kChineseNames); ++n) {
    const std::string name = kChineseNames[n].name;
    const std::string pronoun = kChineseNames[n].pronoun;
    for (size_t r = 0; r < std::size(kChineseReasons); ++r) {
      const auto& [quality, result, other] = kChineseReasons[r];
      for (const char* follows : {result, other}) {
        for (const char* very : {"很", "非常"}) {
          add(name + very + quality + "，" + pronoun + follows + "。",
              name + "+" + quality, HeldOutCell(n, r));
        }
      }
    }
    for (size_t s = 0; s < std::size(kChineseSaid); ++s) {
      for (const char* said : {"说", "告诉我"}) {
        add(name + said + pronoun + kChineseSaid[s] + "。",
            name + "+" + kChineseSaid[s], HeldOutCell(n, s));
      }
    }
    for (size_t t = 0; t < std::size(kChineseThings); ++t) {
      const auto& [measure, thing] = kChineseThings[t];
      for (const char* got : {"买", "画", "看见"}) {
        add(name + got + "了一" + measure + thing + "，" + pronoun + "很喜欢。",
            name + "+" + thing, HeldOutCell(n, t));
      }
    }
  }
}

}  // namespace

std::vector<ToySentence> ToyCorpus(Language language) {
  CH_CHECK(language == Language::kEnglish || language == Language::kChinese,
           "the small languages are English and Chinese");
  std::vector<ToySentence> sentences;
  if (language == Language::kChinese) {
    AddChinese(&sentences);
  } else {
    AddAgreement(&sentences);
    AddEnglishCoreference(&sentences);
  }
  return sentences;
}

}  // namespace clearhead::models
