import type { stretch as english } from "../en/stretch.js";
import type { Twin } from "../types.js";

export const stretch: Twin<typeof english> = {
  title: "超出训练长度的旋转位置编码",
  group: "更长的上下文",
  "parameter.scaling": "缩放方法",
  "parameter.scaling.none": "不缩放",
  "parameter.scaling.linear": "位置插值（PI）",
  "parameter.scaling.truncated": "位置取整的 PI（错误做法）",
  "parameter.scaling.ntk": "NTK 感知缩放",
  "parameter.scaling.dynamic": "动态 NTK",
  "parameter.scaling.yarn": "YaRN 方法",
  "parameter.scaling.llama3": "Llama 3 的做法",
  "parameter.trained": "训练长度 L₀",
  "parameter.factor": "倍数 s",
  "parameter.pairs": "特征对的个数 d ÷ 2",
  "band.turns": "{pairs} 对中有 {unseen} 对会转到没见过的角度{which}",
  "band.wavelengths": "转一整圈要多少个词元",
  "band.matrices": "一个偏爱近处的头怎样看最后几个词元",
  "panel.turns": "各对转过的圈数：训练时 {trained} 个词元，现在 {length} 个",
  "panel.wavelengths": "最快的一对：{fast} → {faster} 个词元；最慢的：{slow} → {slower}",
  "panel.plain": "不缩放的权重",
  "panel.weights": "权重：{scaling}",
  "panel.moved.linear": "每个词元用的位置",
  "panel.moved.truncated": "每个词元用的位置：几个词元挤在一处",
  "measure.turns": "圈数",
  "measure.wavelengths": "波长（词元）",
  "measure.moved": "所用的位置",
  "turns.before": "训练时",
  "turns.after": "现在",
  "wavelengths.before": "缩放前",
  "wavelengths.after": "缩放后",
  "rule.turn": "整一圈",
  "rule.trained": "训练长度",
  "rule.length": "新的长度",
  which: "：第 {first}～{last} 对",
  "note.none":
    "训练时转满一圈的特征对，各个角度都见过。凡是落在虚线以下的特征对，都没有转满一圈：文本长到 {factor} 倍，就会转到新的角度。",
  "note.linear":
    "所有位置都除以 s = {factor}，于是没有哪一对比训练时转得更远。代价是：在转得快的特征对上，相邻词元的角度差也变小了，注意力头更难分辨近处的词元。",
  "note.truncated":
    "除过的位置又被取整，连续 {factor} 个词元落在同一个位置上，先后再也分不出来。位置可以是小数，不要取整。",
  "note.ntk":
    "把基数调大：最快的一对不变，最慢的一对转速恰好降为原来的 1/{factor}。中间的特征对放慢得少一些，仍有可能转到新的角度。",
  "note.dynamic":
    "与 NTK 感知缩放相同，只是倍数随文本长度增长，这里是 {length} 个词元。短文本仍按训练时的方式读。",
  "note.yarn":
    "训练时转了很多圈的特征对保持不变，不足一圈的做插值，中间用斜坡函数过渡。所有特征对的 cos 和 sin 再乘以同一个系数 {size}。",
  "note.llama3": "与 YaRN 相似，斜坡在一圈到四圈之间，cos 和 sin 不另乘系数。",
  summary:
    "训练长度 {trained}，现在读到 {length}，缩放方法：{scaling}。{pairs} 对中有 {unseen} 对会遇到没见过的角度。最快的一对 {faster} 个词元转一圈，最慢的要 {slower} 个。",
};
