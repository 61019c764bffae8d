import type { patch as english } from "../en/patch.js";
import type { Twin } from "../types.js";

export const patch: Twin<typeof english> = {
  title: "激活修补：答案取决于什么",
  "group.sentences": "两个句子",
  "group.place": "换入什么，换在哪里",
  "group.tokens": "对照的词元",
  "parameter.example": "例子",
  "parameter.example.agreement": "is 还是 are",
  "parameter.example.coreference": "he 还是 she",
  "parameter.example.chinese": "他还是她",
  "parameter.clean": "第一句",
  "parameter.corrupted": "第二句",
  "parameter.token": "第一句的答案",
  "parameter.against": "第二句的答案",
  "parameter.part": "换入",
  "parameter.part.stream": "整个残差流",
  "parameter.part.output": "一个子层的输出",
  "parameter.part.head": "一个头的输出",
  "parameter.row": "图中的行",
  "parameter.position": "位置",
  "band.map": "逐个位置修补",
  "band.patched": "把第一句在位置 {place}（{word}）的{row}换到第二句里",
  "panel.map.stream": "换入残差流，差值恢复多少",
  "panel.map.output": "换入子层输出，差值恢复多少",
  "panel.map.head": "换入头的输出，差值恢复多少",
  "panel.difference": "{token} 与 {against} 的 logit 之差",
  "panel.next": "下一个词元",
  "axis.sublayer": "子层",
  "axis.run": "运行",
  "row.stream": "残差流（{row}之后）",
  "row.output": "{row}输出",
  "row.head": "{row}的输出",
  "run.clean": "第一句",
  "run.corrupted": "第二句",
  "run.patched": "修补后",
  "note.unpatched":
    "“{token}”对“{against}”：在“{first}”之后，两者的 logit 之差为 {clean}；在“{second}”之后为 {corrupted}。",
  "note.patched":
    "把第一句在位置 {place} 的{row}换到第二句里，差变成 {patched}，恢复的比例为 {share}：0 表示毫无变化，1 表示完全变回第一句的答案。",
  "note.stream":
    "残差流里有这个位置到此为止汇集的一切。数值大的格子从一列移到另一列，就是注意力把关键信息搬了过去；最后一行只有末位还能起作用。",
  "note.output": "只换入一个子层所加的那一份，残差流里其余的仍是第二句的。",
  "note.head": "只换入一个头在一个位置上收集到的内容，其余一概不变。",
  "note.open": "点开图中的一格，下面就做这一处修补。",
  "note.length":
    "两句各有 {first} 个和 {second} 个词元。请给出长度相同、不超过 {limit} 个词元的两句，这样每个位置才一一对应。",
  "note.same": "在模型看来两句完全相同（都是 {first} 个词元），换了也没有变化。请让它们差一个词。",
  summary:
    "“{token}”对“{against}”：在“{first}”之后为 {clean}，在“{second}”之后为 {corrupted}。把第一句在位置 {place} 的{row}换到第二句里，变成 {patched}，恢复的比例为 {share}。",
};
