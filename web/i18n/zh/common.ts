import type { common as english } from "../en/common.js";
import type { Twin } from "../types.js";

export const common: Twin<typeof english> = {
  "list.separator": "、",
  "clause.separator": "，",
  labelled: "{name}：{text}",
  range: "\u2060～\u2060",
  brackets: "（{text}）",
  "sentence.end": "",

  "ignored.unknown": "已忽略 {name} = {given}：没有这个设置。可用的设置有：{allowed}。",
  "ignored.version": "链接写的是版本 {given}，本页只认版本 {allowed}；能识别的设置已采用。",
  "ignored.repeated": "已忽略 {name} = {given}：{name} 前面已经给过，以第一次为准。",
  "ignored.number": "已忽略 {name} = {given}：应填数字（整数项只能填整数），范围 {allowed}。",
  "ignored.range": "已忽略 {name} = {given}：超出了范围 {allowed}。",
  "ignored.choice": "已忽略 {name} = {given}。可选的有：{allowed}。",
  "ignored.malformed": "已忽略 {name} = {given}：格式有误，应写成 {allowed}。",
  "ignored.encoding": "已忽略 {name} = {given}：百分号编码有误，应为 {allowed}。",
  "ignored.long": "已忽略 {name} = {given}：太长（限 {allowed} 个字符）。",
  "ignored.cut": "{name} 太长（限 {allowed} 个字符），只取了开头的部分。",
  "ignored.conflict": "已忽略 {name} = {given}：这里只能是 {allowed}。",
  "ignored.shape": "已忽略 {name}：{given} 与当前句子的矩阵不符，允许的是 {allowed}。",
  "ignored.lost": "{name}：{given} 与改动后的内容不符，已撤下。",
  "ignored.refused": "已忽略 {name} = {given}：{allowed}",
  "ignored.many": "链接中的设置太多（限 {allowed} 个），从 {name} 起已忽略。",
};
