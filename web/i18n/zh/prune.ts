import type { prune as english } from "../en/prune.js";
import type { Twin } from "../types.js";

export const prune: Twin<typeof english> = {
  title: "逐个剪掉注意力头",
  empty: "句子是空的，请至少输入一个词。",
  "group.sentence": "句子",
  "group.heads": "头",
  "parameter.example": "例子",
  "parameter.example.chinese": "他还是她",
  "parameter.example.agreement": "is 还是 are",
  "parameter.example.coreference": "he 还是 she",
  "parameter.text": "句子",
  "parameter.place": "关注的词元",
  "parameter.by": "头的排序依据",
  "parameter.by.token": "该词元的损失",
  "parameter.by.sentence": "全句平均损失",
  "parameter.removed": "剪掉的头数",
  "band.loss": "从最不重要的头剪起，“{token}”的损失怎样变化",
  "band.maps": "全部 {heads} 个头，最重要的在前；已剪掉 {removed} 个",
  "band.next": "在“{token}”的位置上，模型预期什么",
  "panel.curve": "损失与剪掉的头数",
  "panel.effects": "单独剪掉一个头，损失增加多少",
  "panel.head": "{head}：{effect}",
  "panel.gone": "✕ {head}：{effect}",
  "panel.next": "“{token}”处的概率",
  "axis.removed": "剪掉的头数 →",
  "axis.loss": "奈特",
  "of.token": "“{token}”",
  "of.sentence": "全句平均",
  "heads.all": "全部的头",
  "heads.left": "剩 {left} 个头",
  "note.whole":
    "{heads} 个头都在时，“{token}”的损失是 {before}（p = {p}），全句平均损失是 {mean}。",
  "note.removed":
    "剪掉 {names}（{heads} 个头中的 {removed} 个）之后，“{token}”的损失由 {before} 变为 {after}（p = {p}），全句平均由 {mean} 变为 {later}。这时模型会在那里写“{likeliest}”。",
  "note.sum":
    "这些头逐个单独剪掉，损失（{measure}）的变化加起来是 {alone}；一起剪掉，变化是 {together}。两者不一定相等：头与头可能互相顶替，也可能一个建立在另一个之上。",
  "note.bare":
    "一个头都没有时，“{token}”的概率仍有 {p}：只凭前一个词元和位置就够了。这样的词元说明不了头的作用。",
  "looks.same":
    "即将写“{token}”时，头 {head} 看得最集中：把 {weight} 的权重给了“{key}”。在这里，它也是代价最大的头：单独剪掉它，“{token}”的损失增加 {effect}。",
  "looks.other":
    "即将写“{token}”时，头 {head} 看得最集中：把 {weight} 的权重给了“{key}”。但单独剪掉它，“{token}”的损失只变化 {effect}；剪掉后代价最大的是头 {worth}，损失变化 {most}。权重大不等于重要。",
  "note.zero":
    "“层·头”。剪掉一个头，就是把它的输出换成 0，后面的一切重新计算。排序依据的是单独剪掉每个头的结果。",
  "note.unknown": "不在模型词表里：{words}。模型在那里读到的是 [UNK]，只能猜。",
  "note.truncated": "只读前 {limit} 个词元，句子比这更长。",
  "claim.share":
    "说法：约 10 % 的头可以剪掉，损失不大。{verdict}按这个顺序在这句话上实测：{heads} 个头中最多剪掉 {count} 个（{percent} %），损失（{measure}）的增加仍不超过 {tolerance}。能剪多少，取决于模型、顺序和句子。",
  "claim.coreference":
    "说法：有一个头把“他”和“小明”连在一起，权重 0.85。那一行没有说明是哪个模型，无法重算。在这个模型里实测，即将写“{token}”时：头 {head} 给“{key}”的权重是 {weight}，剪掉它，损失变化 {effect}。",
};
