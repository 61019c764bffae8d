import type { recurrent as english } from "../en/recurrent.js";
import type { Twin } from "../types.js";

export const recurrent: Twin<typeof english> = {
  title: "梯度能传回多远",
  group: "循环网络与词元",
  "parameter.radius": "ρ：U 的大小",
  "parameter.deviation": "σ：输入的大小",
  "parameter.length": "词元数 T",
  "parameter.seeds": "种子个数",
  "parameter.seed": "第一个种子",
  "band.norms": "隔 k 个词元，变化还剩多少",
  "band.waits": "必须依次等待的步数",
  "panel.norms": "各距离上的最大伸缩倍数：{seeds} 个种子的均值与范围",
  "panel.norms.one": "各距离上的最大伸缩倍数：种子 {seed}",
  "panel.waits": "算完最后一个词元要等几步",
  "axis.distance": "距离 k",
  "axis.result": "结果",
  measure: "范数",
  "curve.bound": "上界 ρᵏ",
  "curve.network": "循环网络",
  "curve.attention": "注意力",
  "row.least": "{name}，最小",
  "row.largest": "{name}，最大",
  summary:
    "ρ = {radius}，σ = {deviation}：状态的一点变化，隔 1 个词元传到最后时剩 {near} 倍，隔 {distance} 个剩 {far} 倍。注意力则是 {attention_near} 倍和 {attention_far} 倍。",
  "note.bound":
    "U 是 ρ 乘一个正交矩阵，每走一步只留下变化的 ρ 倍，所以距离为 {distance} 时至多剩 ρᵏ = {bound}。曲线比它低的部分是 tanh 造成的：输入越大，tanh 越平。把 σ 调小，两条曲线就重合了。",
  "note.large":
    "ρ 大于 1，距离为 {distance} 时变化本可放大到 ρᵏ = {bound}。状态小的时候它确实在放大；状态一大，tanh 变平，放大就被压住了。",
  "note.attention":
    "注意力从任何一个词元到最后一个都只有一步，曲线的高低看权重，与距离无关。但权重之和是 1：词元越多，每个词元分到的影响就越小。",
  spread: "（{seeds} 个种子在 {least} 到 {largest} 之间）",
  "claim.steps":
    "教材的说法：RNN 只能逐词处理，注意力一次处理所有词。读的时候成立：沿着程序数下来，h_T 要等 {steps} 步，o_T 只等 {one} 步。逐词写出时，两者都得一个接一个。",
  claim:
    "教材的说法：RNN 会遗忘远处的词。这是一种趋势，程度取决于 ρ 和 tanh 的饱和。这里，范数从距离 1 处的 {near} 变为距离 {distance} 处的 {far}{spread}。{verdict}LSTM 一类的门控可以缓解。",
};
