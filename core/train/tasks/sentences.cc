// grammar, fill_mask and continuation: the sentences of one small grammar asked
// in three ways, as decoder-only, encoder-only and encoder–decoder models are
// trained. In English verbs agree with their subjects, across a relative clause
// too; in Chinese measure words agree with their nouns.
#include <algorithm>

#include "core/train/tasks/tasks.h"

namespace clearhead {
namespace {

enum ParameterNumber { kLanguage, kLengthMax, kShare };

constexpr std::string_view kEnglish =
    "S: Sg SgVerb . | Pl PlVerb .\n"
    "Sg: SgThe SgNoun | SgThe SgNoun | SgThe Kind SgNoun"
    " | SgThe SgNoun that SgVerb | SgThe SgNoun that Pl PlSee\n"
    "Pl: PlThe PlNoun | PlThe PlNoun | PlThe Kind PlNoun"
    " | PlThe PlNoun that PlVerb | PlThe PlNoun that Sg SgSee\n"
    "SgVerb: SgSleep | SgSee Object\n"
    "PlVerb: PlSleep | PlSee Object\n"
    "Object: Sg | Pl\n"
    "SgThe: the | a | this | every\n"
    "PlThe: the | some | these | many\n"
    "Kind: small | young | happy | quiet\n"
    "SgNoun: cat | dog | bird | child | teacher | farmer\n"
    "PlNoun: cats | dogs | birds | children | teachers | farmers\n"
    "SgSleep: sleeps | runs | sings | waits\n"
    "PlSleep: sleep | run | sing | wait\n"
    "SgSee: sees | hears | likes | follows\n"
    "PlSee: see | hear | like | follow\n";

// 位 of people, 只 of animals, 本 of books, 张 of flat things, 条 of long ones,
// 辆 of vehicles.
constexpr std::string_view kChinese =
    "S: Who Does 。\n"
    "Who: Which 位 Person | Which 只 Animal | Which 位 Person | Which 只 Animal"
    " | Which 位 Does 的 Person | Which 只 Does 的 Animal\n"
    "Does: Sleep | See What\n"
    "What: Which 本 Book | Which 张 Map | Which 条 Scarf | Which 辆 Car | Who\n"
    "Which: 这 | 那 | 一 | 三 | 两\n"
    "Person: 老 师 | 医 生 | 同 学 | 客 人\n"
    "Animal: 猫 | 鸟 | 兔 子 | 猴 子\n"
    "Book: 书 | 小 说 | 词 典 | 杂 志\n"
    "Map: 地 图 | 照 片 | 邮 票 | 桌 子\n"
    "Scarf: 围 巾 | 毛 巾 | 裤 子 | 鱼\n"
    "Car: 汽 车 | 卡 车 | 自 行 车\n"
    "Sleep: 在 睡 觉 | 在 休 息 | 在 散 步 | 在 唱 歌\n"
    "See: 看 见 了 | 喜 欢 | 在 看 | 在 找\n";

constexpr int kHeight = 9;  // levels of symbols: two clauses within another
constexpr double kShortest = 8;  // tokens that every grammar can keep to

constexpr AttributeSchema kLanguageParameter = {
    .name = "language",
    .type = AttributeType::kString,
    .summary = "English by word, Chinese by character.",
    .fallback_word = "en",
    .words = {"en", "zh"}};
constexpr AttributeSchema kLengthMaxParameter = WholeSetting(
    "length_max", 16, kShortest, kMostTokens, "The most tokens of a sentence.");

Status Prepare(Task* task) {
  const bool chinese = task->parameters[kLanguage].text == "zh";
  task->grammar = Grammar(chinese ? kChinese : kEnglish);
  for (const std::string& word : task->grammar.words()) AddWord(word, task);
  task->source_joint = task->target_joint = chinese ? "" : " ";
  task->target_length = Parameter(*task, kLengthMax);
  const bool reads_source = task->form() != TaskForm::kSentence;
  task->source_length = reads_source ? task->target_length : 0;
  return {};
}

// Sentences that are too long are drawn again, from lower and lower trees; the
// lowest always fit.
std::vector<int32_t> DrawSentence(const Task& task, Random* random) {
  const auto most = static_cast<size_t>(Parameter(task, kLengthMax));
  std::vector<int32_t> sentence;
  for (int tries = 0; sentence.empty() || sentence.size() > most; ++tries) {
    sentence = task.grammar.Draw(std::max(kHeight - tries / 16, 1), random);
  }
  for (int32_t& word : sentence) word += kFirstSymbol;
  return sentence;
}

void DrawText(const Task& task, Random* random, Example* example) {
  example->target = DrawSentence(task, random);
}

// Every token is hidden with the same probability, at least one.
void DrawMasked(const Task& task, Random* random, Example* example) {
  example->target = DrawSentence(task, random);
  const auto length = static_cast<uint32_t>(example->target.size());
  const size_t surely = random->Integer(length);
  bool hidden = false;
  for (size_t i = 0; i < length; ++i) {
    const bool hides = random->Uniform() < task.parameters[kShare].number;
    example->supervised.push_back(hides);
    hidden |= hides;
  }
  if (!hidden) example->supervised[surely] = 1;
  example->source = example->target;
  for (size_t i = 0; i < length; ++i) {
    if (example->supervised[i] != 0) example->source[i] = kMaskToken;
  }
}

// Every place but the ends is as likely to be cut at.
void DrawContinuation(const Task& task, Random* random, Example* example) {
  const std::vector<int32_t> sentence = DrawSentence(task, random);
  const auto cut =
      sentence.begin() +
      DrawBetween(1, static_cast<int64_t>(sentence.size()) - 1, random);
  example->source.assign(sentence.begin(), cut);
  example->target.assign(cut, sentence.end());
}

}  // namespace

const TaskKind& GrammarTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "grammar",
                 .summary = "The next token of a sentence of a small grammar.",
                 .attributes = {kLanguageParameter, kLengthMaxParameter}},
      .form = TaskForm::kSentence,
      .prepare = Prepare,
      .draw = DrawText};
  return kind;
}

const TaskKind& FillMaskTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "fill_mask",
                 .summary =
                     "the [MASK] sleeps . → · cat · ·: the hidden tokens "
                     "of a sentence.",
                 .source =
                     "Devlin et al. 2019, section 3.1, always with [MASK]",
                 .attributes = {kLanguageParameter,
                                kLengthMaxParameter,
                                {.name = "share",
                                 .type = AttributeType::kNumber,
                                 .summary = "The share of hidden tokens.",
                                 .fallback = 0.15,
                                 .minimum = 0,
                                 .maximum = 1}}},
      .form = TaskForm::kLabels,
      .prepare = Prepare,
      .draw = DrawMasked};
  return kind;
}

const TaskKind& ContinuationTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "continuation",
                 .summary = "the cat → sleeps .: how a sentence goes on.",
                 .source = "Raffel et al. 2020, section 3.2.3, prefix language "
                           "modelling",
                 .attributes = {kLanguageParameter, kLengthMaxParameter}},
      .form = TaskForm::kSequence,
      .prepare = Prepare,
      .draw = DrawContinuation};
  return kind;
}

}  // namespace clearhead
