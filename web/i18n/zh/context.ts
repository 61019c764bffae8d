import type { context as english } from "../en/context.js";
import type { Twin } from "../types.js";

export const context: Twin<typeof english> = {
  title: "每个位置看得见几个词？",
  group: "可见的上下文",
  "parameter.length": "词数 n",
  "parameter.window": "窗口大小 w",
  "parameter.prefix": "前缀长度 p",
  "hint.window": "从自己往前数，看得见这么多个词（含自己）。",
  "hint.prefix": "开头这么多个词，所有位置都看得见。",
  "band.visible": "逐个位置数一数",
  "band.growing": "文本变长以后",
  "panel.none": "不加掩码",
  "panel.causal": "因果掩码",
  "panel.window": "滑动窗口，w = {window}",
  "panel.prefix": "前缀掩码，p = {prefix}",
  "panel.shares": "平均看得见全文的几分之几",
  "panel.chain": "因果模型逐词预测三个词：各步的熵",
  "name.causal": "因果",
  "name.window": "窗口",
  "name.prefix": "前缀",
  "axis.visible": "可见的词数",
  "axis.length": "n",
  "axis.share": "占 n 的比例",
  "axis.word": "已知前面的词",
  "axis.bits": "比特",
  "rule.mean": "平均 {value}",
  "rule.chapter": "教材画的线 {value}",
  "rule.half": "一半",
  "rule.own": "因果，n = {n}：{value}",
  sum: "合计",
  note: "因果掩码下，第 i 个位置看得见 i 个词：第一个只看得见自己，最后一个看得见全部。窗口为 w 时，看得见的词增加到 w 个就不再增加；前缀的 p 个词，每个位置都看得见。",
  "claim.mean":
    "教材的说法：因果掩码下平均看得见 {claimed} 个词。实测是 {value} 个，占 {n} 个词的 {share}：每个位置也看得见自己（对角线），所以比一半多。",
  "claim.half":
    "教材的说法：因果掩码损失了约一半信息。就预测文本而言并没有损失：每个词本来就只要求根据前面的词来预测；按链式法则，各步的条件熵相加得 {sum} 比特，正好等于整段文本的熵 {whole} 比特。",
  summary:
    "共 {length} 个词。因果掩码下，每个位置平均看得见 {mean} 个词（{percent}%）；用滑动窗口是 {window} 个，用前缀掩码是 {prefix} 个，不加掩码则全部看得见。",
};
