import type { vectors as english } from "../en/vectors.js";
import type { Twin } from "../types.js";

export const vectors: Twin<typeof english> = {
  title: "把查询、键和值画成箭头",
  group: "箭头",
  "parameter.example": "例子",
  "parameter.example.library": "图书馆",
  "parameter.example.restaurant": "餐馆点菜",
  "parameter.example.long-key": "长的键胜出",
  "parameter.example.orthogonal": "互相垂直",
  "parameter.edits": "由你设定的数",
  "band.planes": "按住箭头的尖端拖动",
  "band.numbers": "从长度和夹角到权重",
  "panel.asked": "查询 q（长度 {length}）和各个键",
  "panel.answered": "各个值和输出 o",
  "panel.measures": "逐步算出每个键的权重",
  "panel.contest": "余弦与权重对照",
  output: "o",
  "axis.key": "键",
  "axis.measure": "步骤",
  "measure.lengths": "‖k‖",
  "measure.cosine": "余弦",
  "measure.scores": "点积",
  "measure.scaled": "点积/√2",
  "measure.weights": "权重",
  "names.library": "q：“深度学习教程”；k₁《深度学习入门》，k₂《Python 编程》，k₃《古诗词鉴赏》。",
  "names.restaurant":
    "横轴表示辣不辣，纵轴表示顶不顶饱。q：“来点辣的”；k₁ 麻婆豆腐盖饭，k₂ 炒面，k₃ 清蒸鱼，k₄ 冰淇淋。",
  placed: "箭头是手工摆放的，不是训练出来的。",
  "placed.long-key": "k₁ 与 q 方向完全一致，但很短；k₂ 方向有偏差，却很长。",
  "placed.orthogonal":
    "k₁、k₂ 与 q 垂直，不论多长，点积都恰好是 0。0 并不是最低分：k₄ 与 q 方向相反，分数更低。",
  "note.agree":
    "{winner} 的权重最大，方向也与 q 最接近。两者并不总是一致：方向不变时，点积与键的长度成正比。",
  "note.differ":
    "权重最大的是 {winner}，方向与 q 最接近的却是 {aligned}。点积不只取决于方向：方向不变时，它与键的长度成正比。",
  "note.tie": "权重最大的：{winner}；方向与 q 最接近的：{aligned}。并列的几个键不分先后。",
  "note.none":
    "q 的长度为 0，或者所有键的长度都为 0，就没有方向可言：点积都是 0，各个键的权重相同。",
  claim:
    "说法：点积衡量两个向量的相似程度。点积等于 ‖q‖ ‖k‖ cos θ，除了方向，长度也有影响。点积最大的是 {winner}，余弦最大的是 {aligned}。{here}",
  "claim.agree": "这里两者一致。",
  "claim.differ": "这里两者不一致。",
  "claim.tie": "这里没有哪个键在两项上都单独领先。",
  "summary.alone":
    "{winner} 的权重最大，为 {weight}，它与 q 的余弦是 {own}；余弦最大的是 {aligned}，为 {cosine}。",
  "summary.tie": "最大的权重是 {weight}（{winner}），最大的余弦是 {cosine}（{aligned}）。",
  "summary.output": "输出是 ({x}, {y})，它是各个值的加权平均，所以落在这些值围成的区域之内。",
};
