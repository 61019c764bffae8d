// Chinese: no inflection; measure words, 了 and 没 for the past, 会 and 想,
// question words where the answer would stand.
#include <array>
#include <cstddef>

#include "scripts/models/clause.h"

namespace clearhead::models {

namespace {

// 两 before a measure word, not 二.
constexpr const char* kNumbers[] = {"一", "两", "三", "四", "五",
                                    "六", "七", "八", "九", "十"};

std::string Pronoun(Person who) {
  const std::array<const char*, 6> forms = {"我",   "你",   "他",
                                            "我们", "你们", "他们"};
  if (who.person == 3 && who.gender == Gender::kFeminine) {
    return who.plural ? "她们" : "她";
  }
  return forms[(who.plural ? 3 : 0) + (who.person - 1)];
}

void AddNoun(const NounPhrase& noun, Words* words) {
  const NounForms& forms = noun.noun->zh;
  const bool plural = noun.person.plural;
  switch (noun.determiner) {
    case Determiner::kA:
      if (noun.number > 0) Add("一 " + forms.measure, words);
      break;
    case Determiner::kNumber:
    case Determiner::kCup:
      Add(std::string(kNumbers[noun.number - 1]) + " " + forms.measure, words);
      break;
    case Determiner::kThis:
      Add("这 " + (plural ? "些" : forms.measure), words);
      break;
    case Determiner::kThat:
      Add("那 " + (plural ? "些" : forms.measure), words);
      break;
    case Determiner::kMy:
      // Kin are near: 我妈妈, but 我的书.
      Add(Pronoun(noun.owner), words);
      if (!noun.noun->classes.Has('k')) Add("的", words);
      break;
    case Determiner::kOf:
      Add(noun.owner_name->zh + " 的", words);
      break;
    case Determiner::kMany:
      Add("很多", words);
      break;
    case Determiner::kThe:
    case Determiner::kBare:
    case Determiner::kGeneric:
      break;
  }
  if (noun.adjective != nullptr) {
    Add(noun.adjective->zh.word, words);
    if (!noun.adjective->zh.joins) Add("的", words);
  }
  Add(forms.singular, words);
  const bool persons = noun.noun->classes.Meets(Classes("pj"));
  if (noun.determiner == Determiner::kThe && plural && persons) {
    Add("们", words);
  }
}

void AddPhrases(const std::vector<NounPhrase>& phrases, Words* words) {
  for (size_t i = 0; i < phrases.size(); ++i) {
    if (i > 0) Add("和", words);
    const NounPhrase& phrase = phrases[i];
    if (phrase.kind == NounKind::kPronoun) Add(Pronoun(phrase.person), words);
    if (phrase.kind == NounKind::kName) Add(phrase.name->zh, words);
    if (phrase.kind == NounKind::kNoun) AddNoun(phrase, words);
  }
}

// What stands between the subject and the verb.
void AddAdverbs(const Clause& clause, Words* words) {
  constexpr const char* kOften[] = {"", "总是", "经常", "有时候", "很少"};
  constexpr const char* kModes[] = {"", "想", "可以", "必须", "应该"};
  const bool past = clause.tense == Tense::kPast && clause.verb != nullptr;
  const bool have = clause.verb != nullptr && clause.verb->zh == "有";
  if (clause.also) Add("也", words);
  Add(kOften[static_cast<size_t>(clause.often)], words);
  if (clause.polarity == Polarity::kNever) {
    Add(past ? "从来 没有" : "从来 不", words);
  } else if (clause.polarity == Polarity::kNot) {
    // With a time said, 没有; alone, the shorter 没.
    const bool progressive = clause.tense == Tense::kProgressive;
    const bool lacks = clause.adjective != nullptr &&
                       clause.adjective->zh.word.starts_with("有");
    Add((past && clause.time != nullptr) || progressive ? "没有"
        : past || have || lacks                         ? "没"
                                                        : "不",
        words);
  }
  // 会 is "will", but "can" with what one has learned: 会游泳; else 可以.
  if (clause.tense == Tense::kFuture) Add("会", words);
  const bool skill = clause.verb != nullptr && clause.verb->marks.Has('k');
  Add(clause.mode == Mode::kCan ? (skill ? "会" : "可以")
                                : kModes[static_cast<size_t>(clause.mode)],
      words);
  if (clause.tense == Tense::kProgressive) Add("在", words);
}

bool Perfective(const Clause& clause) {
  return clause.tense == Tense::kPast && clause.polarity == Polarity::kYes;
}

// 看, 看了, 看过; a verb with its own object takes 过 between: 抽过烟.
void AddVerb(const std::string& verb, const Clause& clause, Words* words) {
  const size_t start = words->size();
  Add(verb, words);
  if (Perfective(clause)) Add("了", words);
  if (clause.tense == Tense::kPast && clause.polarity == Polarity::kNever) {
    words->insert(words->begin() + start + 1, "过");
  }
}

void AddQuality(const Clause& clause, Words* words) {
  const Adjective& adjective = *clause.adjective;
  const bool color = adjective.marks.Has('c');
  const bool plain = clause.polarity == Polarity::kYes &&
                     clause.ask != Ask::kWhether && !color;
  const bool future = clause.tense == Tense::kFuture;
  if (color) Add("是", words);
  if (clause.degree == Degree::kVery) {
    Add("非常", words);
  } else if (clause.degree == Degree::kToo) {
    Add("太", words);
  } else if (plain) {
    Add("很", words);
  }
  Add(adjective.zh.word, words);
  if (color) Add("的", words);
  if (clause.degree == Degree::kToo && !future) Add("了", words);
}

void AddPredicate(const Clause& clause, Words* words) {
  constexpr const char* kRelations[] = {"上",   "下面", "里",
                                        "后面", "前面", "旁边"};
  const auto add_place = [&] {
    if (clause.ask == Ask::kWhere) return Add("哪里", words);
    if (clause.place != nullptr) Add(clause.place->zh, words);
  };
  switch (clause.predicate) {
    case Predicate::kAdjective:
      return AddQuality(clause, words);
    case Predicate::kProfession:
      return Add("是 " + clause.noun->zh.singular, words);
    case Predicate::kAt:
      Add("在", words);
      return add_place();
    case Predicate::kOn:
      Add("在", words);
      if (clause.noun == nullptr) return Add("哪里", words);
      return Add(clause.noun->zh.singular + " " +
                     kRelations[static_cast<size_t>(clause.relation)],
                 words);
    case Predicate::kGo: {
      // 回家, not 去家.
      const bool home = clause.place != nullptr && clause.place->zh == "家";
      AddVerb(home ? "回" : clause.verb->zh, clause, words);
      return add_place();
    }
    case Predicate::kComeFrom:
      AddVerb(clause.verb->zh, clause, words);
      return add_place();
    case Predicate::kThere:
      Add(clause.noun->zh.singular + " " +
              kRelations[static_cast<size_t>(clause.relation)] + " 有",
          words);
      return AddPhrases(clause.objects, words);
    case Predicate::kVerb:
    case Predicate::kGive:
      if (clause.place != nullptr || clause.ask == Ask::kWhere) {
        // 在 is the progressive's own word too, and is said once.
        if (clause.tense != Tense::kProgressive) Add("在", words);
        add_place();
      }
      AddVerb(clause.verb->zh, clause, words);
      if (clause.predicate == Predicate::kGive) {
        Add(Pronoun(clause.receiver), words);
      }
      if (clause.ask == Ask::kWhat) return Add("什么", words);
      if (clause.ask == Ask::kHowMany) {
        const NounForms& noun = clause.objects[0].noun->zh;
        return Add("几 " + noun.measure + " " + noun.singular, words);
      }
      return AddPhrases(clause.objects, words);
  }
}

}  // namespace

Words Chinese(const Clause& clause) {
  Words words;
  const std::string time = clause.time != nullptr ? clause.time->zh : "";
  if (clause.time_first) Add(time, &words);
  if (clause.predicate != Predicate::kThere) {
    if (clause.ask == Ask::kWho) {
      Add("谁", &words);
    } else {
      AddPhrases(clause.subjects, &words);
    }
    if (!clause.time_first) Add(time, &words);
    if (clause.ask == Ask::kWhen) Add("什么 时候", &words);
    if (clause.ask == Ask::kWhy) Add("为什么", &words);
    AddAdverbs(clause, &words);
  }
  AddPredicate(clause, &words);
  if (clause.ask == Ask::kWhether) Add("吗", &words);
  if (clause.stop) Add(clause.ask == Ask::kNothing ? "。" : "？", &words);
  return words;
}

}  // namespace clearhead::models
