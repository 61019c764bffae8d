import type { rotary as english } from "../en/rotary.js";
import type { Twin } from "../types.js";

export const rotary: Twin<typeof english> = {
  title: "旋转位置编码：只看距离",
  "group.part": "显示内容",
  "group.numbers": "位置",
  "parameter.part": "显示",
  "parameter.part.hands": "把 q 和 k 画成指针",
  "parameter.part.layouts": "两种配对方式",
  "parameter.part.decay": "远距离上的分数",
  "parameter.example": "向量",
  "parameter.example.quarter": "一对特征，每个位置转 90°",
  "parameter.example.eight": "八维，分成四对",
  "parameter.m": "q 的位置 m",
  "parameter.n": "k 的位置 n",
  "parameter.shift": "一起平移",
  "parameter.pair": "显示第几对",
  "parameter.pairs": "特征对数 d ÷ 2",
  "parameter.seed": "随机种子",
  "band.hands": "q 在 m = {m}，k 在 n = {n}：分数 {score}；一起后移 {shift} 位：{again}",
  "band.curve": "分数随距离的变化",
  "band.right": "权重训练时用的配对方式",
  "band.wrong":
    "同一组权重换一种配对：m − n = {distance} 处的分数，用 P 重排是 {right}，不重排是 {wrong}",
  "band.decay": "距离远了，分数会衰减吗？",
  "panel.hands": "第 {pair} 对：灰色是旋转前，彩色是旋转后",
  "panel.shifted": "q、k 一起后移 {shift} 位（灰色是后移前）",
  "panel.curve": "原处与后移 {shift} 位的分数：两条曲线重合",
  "panel.pairs": "各对的贡献：有的转得快，有的转得慢",
  "panel.order": "P：先排偶数维，再排奇数维",
  "panel.interleaved": "相邻配对（2j、2j + 1）：m − n = {distance} 时分数为 {right}",
  "panel.half": "前后两半配对（j、j + d/2）：用 P 重排，最大误差 {kept}；不重排，{broken}",
  "panel.decay": "分数 ÷ 上界 Σ‖q‖‖k‖，共 {pairs} 对",
  "axis.score": "分数",
  "axis.share": "占上界的比例",
  here: "原处",
  there: "后移 {shift} 位",
  pair: "第 {pair} 对",
  ordered: "用 P 重排",
  unordered: "不重排",
  independent: "无关的 k {number}",
  bound: "上界",
  "note.hands":
    "q 转过 mθ，k 转过 nθ。分数取决于两根指针的夹角，所以只与 m − n 有关：两者一起平移，指针都转了，分数不变。",
  "note.layouts":
    "有的程序把相邻两维（2j、2j + 1）配成一对，有的把前后两半的 j 与 j + d/2 配成一对。权重按哪种方式训练，就该用哪种方式。要换一种，须用 P 重排 W_Q 和 W_K 的列；忘了重排，不同位置之间的分数就错了，程序却不会报错。",
  "note.decay":
    "k 与 q 同向时，分数随距离起伏着下降；k 与 q 无关时，看不到衰减。q 和 k 给定之后，距离再远，分数也不会超出上界；但训练好的模型在更长的文本上，分数仍可能超出训练时的范围。",
  "summary.hands":
    "q 在位置 {m}、k 在位置 {n} 时分数为 {score}；一起后移 {shift} 位，分数为 {again}。",
  "summary.layouts":
    "m − n = {distance} 时，相邻配对的分数是 {right}。换成前后两半配对，重排权重后结果相同（最大误差 {kept}），不重排就得到 {wrong}。",
  "summary.decay":
    "k = q 时，距离为 0 的分数是上界的 {start}，距离为 1000 时是 {far}；k 与 q 无关时，距离为 0 就只有 {other}。",
};
