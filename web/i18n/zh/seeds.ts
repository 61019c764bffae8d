import type { seeds as english } from "../en/seeds.js";
import type { Twin } from "../types.js";

export const seeds: Twin<typeof english> = {
  title: "同一个模块，{seeds} 个随机种子",
  group: "种子的设置",
  "parameter.smaller": "W_Q、W_K 初始值的范围 ±",
  "parameter.smaller.1": "nn.Linear 的 1/√512",
  "parameter.smaller.2": "它的一半",
  "parameter.smaller.4": "四分之一",
  "parameter.smaller.8": "八分之一",
  "parameter.seed": "显示哪个种子",
  "parameter.seeds": "种子个数",
  "band.seeds": "每个种子单独运行一次",
  "band.weights": "其中一个种子：5 个词元，d_model = 512，d_k = 64",
  "panel.extremes": "{count} 个种子，各自 25 个权重中最小的和最大的",
  "panel.scaled": "种子 {seed} 的分数",
  "panel.weights": "种子 {seed} 的权重",
  "row.least": "最小",
  "row.largest": "最大",
  "rule.least": "教材：最小 {value}",
  "rule.largest": "教材：最大 {value}",
  "measure.weight": "权重",
  "axis.seed": "种子",
  note: "没有经过训练：词元是随机取的，W_Q、W_K 只做了随机初始化。V 不影响注意力权重，这里不必计算。",
  claim:
    "说法：这个模块打印出的权重在 {from} 到 {to} 之间。{verdict}{count} 个种子中，25 个权重全部落在其中的有 {inside} 个；最小的权重平均是 {least}，最大的平均是 {largest}。",
  summary:
    "共 {seeds} 个种子，已运行 {count} 个：25 个权重中最小的平均是 {least}，最大的平均是 {largest}；全部落在 {from} 到 {to} 之间的种子有 {inside} 个。",
};
