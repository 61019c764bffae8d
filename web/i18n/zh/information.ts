import type { information as english } from "../en/information.js";
import type { Twin } from "../types.js";

export const information: Twin<typeof english> = {
  title: "X 与 Y 互相提供多少信息",
  group: "分布",
  "parameter.example": "例子",
  "parameter.example.text": "三个比特的文本",
  "parameter.example.independent": "X 与 Y 独立",
  "parameter.example.copy": "Y 照抄 X",
  "parameter.edits": "由你设定的数",
  "band.joint": "八种文本 x₁x₂x₃：X 是第一个比特，Y 是后两个",
  "band.measures": "有多不确定，又共享多少",
  "panel.counts": "每种文本出现的次数",
  "panel.joint": "联合分布",
  "panel.x": "X 的边缘分布",
  "panel.y": "Y 的边缘分布",
  "panel.measures": "熵与互信息",
  "panel.chain": "链式法则：逐个比特相加",
  axis: "度量",
  unit: "比特",
  sum: "合计",
  "note.shared":
    "I(X;Y) = {x} + {y} − {joint} = {shared} 比特：知道 Y 之后，X 的不确定性就减少这么多。它不会超过 H(X)。",
  "note.chain":
    "链式法则：逐位求出已知前面各位时的条件熵，相加得 {total} 比特；H(X,Y) 是 {joint} 比特。",
  "claim.half":
    "说法：只看前文的模型损失约一半信息。{verdict}总共 {joint} 比特，从左到右逐位读，得到 {total} 比特。",
  "claim.weights":
    "说法：W_Q、W_K、W_V 相互独立，才使 I(X;Y) 最大。{verdict}这里根本没有权重矩阵，I(X;Y) = {shared} 却已达到上界 H(X) = {x}。",
  summary:
    "H(X) 是 {x}，H(Y) 是 {y}，H(X,Y) 是 {joint} 比特；X 与 Y 共享 {shared} 比特，按链式法则相加得 {total}。",
};
