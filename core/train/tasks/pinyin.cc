// pinyin: Chinese characters → their readings with tone marks. Only characters
// that are read in one way alone today, so that each has one right answer
// whatever stands beside it; several share a reading (他 她 tā).
#include <algorithm>

#include "core/train/tasks/tasks.h"

namespace clearhead {
namespace {

enum ParameterNumber { kCharacters, kLengthMin, kLengthMax };

// A character, its reading, a space.
constexpr std::string_view kReadings =
    "我wǒ 你nǐ 他tā 她tā 人rén 爸bà 妈mā 哥gē 姐jiě 弟dì 妹mèi 男nán "
    "孩hái 友yǒu 民mín 师shī 医yī 农nóng 工gōng 老lǎo 天tiān 山shān 水shuǐ "
    "火huǒ "
    "土tǔ 木mù 日rì 月yuè 星xīng 云yún 雪xuě 电diàn 光guāng 海hǎi 河hé 江jiāng "
    "湖hú 林lín 花huā 草cǎo 树shù 竹zhú 米mǐ 豆dòu 瓜guā 果guǒ 桃táo 梨lí "
    "茶chá 菜cài 饭fàn 肉ròu 糖táng 鱼yú 牛niú 马mǎ 羊yáng 狗gǒu 猪zhū 鸡jī "
    "鸭yā 兔tù 猴hóu 熊xióng 狼láng 龙lóng 书shū 笔bǐ 字zì 词cí 文wén 画huà "
    "歌gē 舞wǔ 球qiú 门mén 床chuáng 灯dēng 钟zhōng 桌zhuō 船chuán 路lù 桥qiáo "
    "城chéng "
    "村cūn 店diàn 房fáng 院yuàn 国guó 手shǒu 口kǒu 耳ěr 目mù 心xīn 眼yǎn 鼻bí "
    "嘴zuǐ 脸liǎn 牙yá 腿tuǐ 药yào 病bìng 帽mào 鞋xié 金jīn 银yín 铁tiě 玉yù "
    "刀dāo 二èr 三sān 四sì 五wǔ 七qī 八bā 九jiǔ 十shí 百bǎi 千qiān 东dōng "
    "西xī 北běi 左zuǒ 右yòu 前qián 后hòu 外wài 春chūn 夏xià 秋qiū 冬dōng "
    "年nián "
    "今jīn 明míng 昨zuó 早zǎo 晚wǎn 半bàn 岁suì 本běn 件jiàn 高gāo 低dī 多duō "
    "小xiǎo 新xīn 旧jiù 快kuài 慢màn 近jìn 冷lěng 热rè 白bái 黑hēi 黄huáng "
    "蓝lán "
    "甜tián 酸suān 苦kǔ 香xiāng 美měi 真zhēn 对duì 错cuò 是shì 在zài 也yě "
    "很hěn "
    "再zài 爱ài 吃chī 走zǒu 来lái 去qù 买mǎi 卖mài 听tīng 写xiě 问wèn 想xiǎng "
    "坐zuò 站zhàn 开kāi 关guān 飞fēi 学xué 唱chàng 跳tiào 睡shuì 醒xǐng 笑xiào "
    "哭kū "
    "拿ná 放fàng 找zhǎo 等děng 帮bāng 送sòng 借jiè 住zhù 进jìn 出chū 回huí "
    "到dào "
    "穿chuān 用yòng 请qǐng 谢xiè ";
constexpr double kMostCharacters = 208;
constexpr size_t kHanBytes = 3;  // of each of these characters in UTF-8

// Characters, then the readings they have, each once.
Status Prepare(Task* task) {
  CH_RETURN_IF_ERROR(CheckOrder(*task, kLengthMin, kLengthMax));
  std::vector<std::string_view> readings;
  std::string_view rest = kReadings;
  const auto characters = static_cast<int32_t>(Parameter(*task, kCharacters));
  for (int32_t i = 0; i < characters; ++i) {
    AddWord(rest.substr(0, kHanBytes), task);
    const size_t end = rest.find(' ');
    const std::string_view reading = rest.substr(kHanBytes, end - kHanBytes);
    rest.remove_prefix(end + 1);
    const auto found = std::find(readings.begin(), readings.end(), reading);
    const auto number = static_cast<int32_t>(found - readings.begin());
    if (found == readings.end()) readings.push_back(reading);
    task->readings.push_back(kFirstSymbol + characters + number);
  }
  for (const std::string_view reading : readings) AddWord(reading, task);
  task->source_length = task->target_length = Parameter(*task, kLengthMax);
  task->source_joint = "";
  return {};
}

void DrawPinyin(const Task& task, Random* random, Example* example) {
  const int64_t length = DrawBetween(Parameter(task, kLengthMin),
                                     Parameter(task, kLengthMax), random);
  example->source = DrawSymbols(length, Parameter(task, kCharacters), random);
  for (const int32_t character : example->source) {
    example->target.push_back(task.readings[character - kFirstSymbol]);
  }
}

}  // namespace

const TaskKind& PinyinTask() {
  static constexpr TaskKind kind{
      .schema = {.name = "pinyin",
                 .summary = "山水 → shān shuǐ: how characters are read.",
                 .source = "ISO 7098",
                 .attributes = {WholeSetting("characters", 40, 2,
                                             kMostCharacters,
                                             "How many characters there are."),
                                WholeSetting("length_min", 2, 1, kMostTokens,
                                             "The fewest tokens of a source."),
                                WholeSetting("length_max", 6, 1, kMostTokens,
                                             "The most tokens of a source.")}},
      .form = TaskForm::kSequence,
      .prepare = Prepare,
      .draw = DrawPinyin};
  return kind;
}

}  // namespace clearhead
