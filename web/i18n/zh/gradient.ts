import type { gradient as english } from "../en/gradient.js";
import type { Twin } from "../types.js";

export const gradient: Twin<typeof english> = {
  title: "掩码怎样影响梯度",
  group: "掩码与填充",
  "parameter.mask": "掩码",
  "parameter.mask.padding": "填充",
  "parameter.mask.none": "不加掩码",
  "parameter.mask.causal": "因果",
  "parameter.mask.combined": "因果＋填充",
  "parameter.length": "真实词元数",
  "parameter.seed": "随机种子",
  "parameter.edits": "由你设定的数",
  pad: "填充{n}",
  "band.pairs": "每个输入对每个输出",
  "band.inputs": "各词元的梯度 dX",
  "panel.mask": "掩码",
  "panel.weights": "权重",
  "panel.map": "输入 j 对输出 i 的影响",
  "panel.all": "损失计入所有行",
  "panel.real": "损失只计真实词元的行",
  "cell.map": "输出 {output}，输入 {input}，{value}",
  "cell.zero": "输出 {output}，输入 {input}，恰好为 0",
  "cell.input": "词元 {token}，第 {feature} 维，{value}",
  "note.padding":
    "键被遮住，输出就完全不随它变化，梯度恰好是 0。但填充词元自己仍是查询：它那一行看得见的键不止一个时，它会影响自己的输出，要到损失不计这一行，它才没有梯度。",
  "note.none":
    "什么都没遮住，每个输出都受每个词元影响。真实词元的输出也依赖填充，所以就算损失不计填充行，填充词元仍有梯度。",
  "note.causal":
    "只有右上三角是 0。每个词元都看得见自己，只要所有行都计入损失，就没有哪个词元的梯度是 0。真实词元排在填充之前，看不见填充。",
  "note.combined":
    "两个掩码只要有一个遮住了这一对，影响就是 0。填充词元在对角线上的格子例外：只要这一行看得见的键不止一个，该词元就会通过自己的查询影响自己的输出。",
  summary: "{pairs} 对中有 {zeros} 对恰好是 0。",
  "summary.padding":
    "填充词元的梯度分量中，绝对值最大的：所有行都计入损失时是 {all}，只计真实词元的行时是 {real}。",
};
