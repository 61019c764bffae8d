import type { lessons as english } from "../en/lessons.js";
import type { Twin } from "../types.js";

export const lessons: Twin<typeof english> = {
  vectors: "点积：看方向，也看长度",
  mask: "掩码：谁可以看见谁",
  context: "掩码：看得见多少",
  positions: "位置编码：注意力怎样得知语序",
  rotary: "RoPE：旋转 q 和 k",
  stretch: "读得比训练时更长",
  alibi: "ALiBi：离得越远，扣分越多",
  rank: "秩：d_k 管得住什么，管不住什么",
  parameters: "数参数",
  heads: "多头：从几个角度看同一个句子",
  sharing: "GQA、MQA 与 MLA：几个头合用键和值",
  fill: "掩码：什么也看不见的一行",
  gradient: "掩码：哪里没有梯度，哪里还有",
  projections: "为什么要三个矩阵",
  scaling: "缩放：为什么除以 √d_k",
  seeds: "随机种子：初始权重是什么样子",
  information: "互信息：Y 提供了多少关于 X 的信息",
  cache: "KV 缓存",
  layer: "完整的一层",
  blueprint: "结构图：一个词走过的路",
  cost: "看遍全文的代价",
  translate: "翻译：一个词元一个词元地写",
  lens: "logit 透镜：此刻它会说什么",
  train: "训练：看着模型学会",
};
