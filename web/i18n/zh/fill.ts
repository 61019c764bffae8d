import type { fill as english } from "../en/fill.js";
import type { Twin } from "../types.js";

export const fill: Twin<typeof english> = {
  title: "一行全被遮住，会怎样？",
  group: "遮住的分数",
  "parameter.example": "例子",
  "parameter.example.row": "整行被遮住",
  "parameter.example.key": "遮住一个键",
  "parameter.example.xlnet": "XLNet 的掩码",
  "parameter.example.multiply": "softmax 之后再乘掩码",
  "parameter.length": "可见的键数",
  "parameter.added": "不替换分数，而是加上 −10⁹",
  "parameter.edits": "由你设定的数",
  "band.given": "分数与掩码",
  "band.float32": "float32 下",
  "band.float16": "float16 下",
  "panel.scores": "分数",
  "panel.mask": "掩码",
  "panel.printed": "教材给出的掩码",
  "panel.zero": "权重取 0（本引擎）",
  "panel.negative-infinity": "遮住处填 −∞",
  "panel.minus-1e9": "遮住处填 −10⁹",
  "panel.add-minus-1e9": "遮住处加上 −10⁹",
  "panel.multiply-after-softmax": "softmax 之后再乘",
  "panel.sums": "各行之和",
  "short.zero": "0",
  "short.negative-infinity": "−∞",
  "short.minus-1e9": "−10⁹",
  "short.add-minus-1e9": "−10⁹",
  "short.multiply-after-softmax": "后乘",
  "axis.policy": "填法 →",
  "cell.sum": "查询 {query}，填法 {policy}，和为 {value}",
  "note.row": "因果掩码遇上左填充：查询 1 本来只看得见自己，而它自己是填充，于是整行被遮住。",
  "note.half": "float16 最小只到 −65504，−10⁹ 存不下，成了 −∞。",
  "note.key": "一行里只要还有一个键可见，三种填法的权重就完全一样；可见的键数为 0 时才不同。",
  "note.xlnet":
    "XLNet 按 3、1、4、2 的顺序预测，查询只看得见排在自己前面的词元。查询 4 看得见 3 和 1，这一行应是 [1, 0, 1, 0]，教材给出的是 [0, 0, 1, 1]。查询 3 排在最前，什么也看不见。",
  "note.multiply":
    "softmax 已经把一部分权重分给了遮住的键，事后乘 0 只是把这部分扔掉，于是有键被遮住的行，权重之和不再是 1。",
  "note.added":
    "在 −10⁹ 附近，float32 相邻两数相差 64：绝对值小于 32 的分数加上 −10⁹，结果仍是 −10⁹，原来的分数丢了。",
  "summary.row":
    "查询 {query} 一个键也看不见：填 −∞，权重是 {infinity}；填 −10⁹，每个权重都是 {large}；本引擎给出 {zero}。在 float16 下填 −10⁹，得到的是 {half}。",
  "summary.differ": "这里设定的分数太大，几种填法给出的权重不同，或者根本不是数。",
  "summary.none": "每个查询至少看得见一个键，三种填法的权重相同，float32 和 float16 下都是如此。",
  "summary.multiply": "softmax 之前加掩码，各行之和是 {before}；之后再乘掩码，各行之和是 {after}。",
};
