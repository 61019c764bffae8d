import type { alibi as english } from "../en/alibi.js";
import type { Twin } from "../types.js";

export const alibi: Twin<typeof english> = {
  title: "ALiBi：距离越远，注意力越弱",
  group: "ALiBi 设置",
  "parameter.heads": "头数",
  "parameter.head": "显示第几个头",
  "parameter.length": "词元数",
  "parameter.reversed": "把符号写反：+m·(q − k)",
  "panel.slopes": "各个头的斜率 m",
  "panel.bias": "第 {head} 个头的偏置",
  "panel.weights": "第 {head} 个头的权重",
  "band.slopes": "每个头有自己的斜率",
  "band.weights": "分数全取 0，只看偏置的作用",
  note: "词向量里不加位置编码；键排在查询前面，每远一个位置，分数就减去 m；排在查询后面的键都被遮住。",
  "note.reversed": "符号写反了：距离越远分数越高，最远的键反而权重最大。",
  summary:
    "{length} 个词元上的 ALiBi，共 {heads} 个头，第 {head} 个头的斜率是 {slope}：最后一个查询给自己的权重是 {near}，给第一个键的是 {far}。",
};
