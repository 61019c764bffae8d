// The sentences that grammar, fill_mask, continuation and span_corruption ask
// about. In English verbs agree with their subjects, across a relative clause
// too; in Chinese measure words agree with their nouns.
#include "core/train/tasks/corpus.h"

#include <algorithm>

namespace clearhead {
namespace {

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

}  // namespace

Status PrepareSentences(Task* task) {
  const bool chinese = task->parameters[kLanguage].text == "zh";
  task->grammar = Grammar(chinese ? kChinese : kEnglish);
  for (const std::string& word : task->grammar.words()) AddWord(word, task);
  task->source_joint = task->target_joint = chinese ? "" : " ";
  task->target_length = Parameter(*task, kLongest);
  const bool reads_source = task->form() != TaskForm::kSentence;
  task->source_length = reads_source ? task->target_length : 0;
  return {};
}

std::vector<int32_t> DrawSentence(const Task& task, Random* random) {
  const auto most = static_cast<size_t>(Parameter(task, kLongest));
  std::vector<int32_t> sentence;
  for (int tries = 0; sentence.empty() || sentence.size() > most; ++tries) {
    sentence = task.grammar.Draw(std::max(kHeight - tries / 16, 1), random);
  }
  for (int32_t& word : sentence) word += kFirstSymbol;
  return sentence;
}

}  // namespace clearhead
