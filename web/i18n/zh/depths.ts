import type { depths as english } from "../en/depths.js";
import type { Twin } from "../types.js";

export const depths: Twin<typeof english> = {
  x: "嵌入",
  attention: "第 {layer} 层注意力",
  feed_forward: "第 {layer} 层前馈",
  "short.x": "嵌入",
  "short.attention": "L{layer}.注意力",
  "short.feed_forward": "L{layer}.前馈",
  "short.head": "L{layer}.头{head}",
  head: "第 {layer} 层头 {head}",
  "axis.depth": "深度",
  unknown: "不在模型词表里：{words}。模型在这里读到的是 [UNK]：训练时没见过的词，它一概不认识。",
  truncated: "只读前 {limit} 个词元：训练时的句子从不更长。",
  refused: "词表里没有这个词元：{words}。",
};
