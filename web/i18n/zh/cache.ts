import type { cache as english } from "../en/cache.js";
import type { Twin } from "../types.js";

export const cache: Twin<typeof english> = {
  title: "KV 缓存：占多大，存了什么",
  group: "KV 缓存",
  "parameter.model": "规模取自",
  "parameter.model.layer": "8 个头的一层",
  "parameter.model.llama-2-7b": "Llama 2 7B 模型",
  "parameter.model.llama-2-70b": "Llama 2 70B 模型",
  "parameter.model.deepseek-v2": "DeepSeek-V2 模型",
  "parameter.length": "缓存的词元数",
  "band.weighs": "占多大",
  "band.decoding": "查询不用缓存：每一步的查询只用一次",
  "panel.per_token": "每层每个词元",
  "panel.total": "{length} 个词元，所有层",
  "panel.parameters": "参数量（8 个头，d = 512）",
  "panel.decoded": "输出：用缓存逐个算",
  "panel.full": "输出：所有词元一次算完",
  "panel.difference": "两者之差",
  "measure.per_token": "个数",
  "measure.total": "{unit}（按 float16 计）",
  "measure.parameters": "个数",
  "place.bare": "无键值",
  "axis.variant": "注意力种类",
  "cell.feature": "第 {token} 个词元，第 {feature} 维，{value}",
  note: "共 L = {layers} 层，每层 {heads} 个头，每个头 d_k = {head_width} 维。G 是键值头数：MHA 每个头各有一个，GQA 每组头合用一个，共 {groups} 个，MQA 所有头合用一个；MLA 照 DeepSeek-V2 的比例，存 4·d_k 维的潜在向量，外加 d_k/2 维带旋转位置编码的键，相当于 G = 2.25。",
  claim:
    "教材的说法：MQA 有 {claimed} 个参数（8 个头，d = 512）。实际应为 {right} 个。前一个数只算了 W_Q 和 W_O，也就是图中“无键值”那一根柱子；MQA 还有一个键头和一个值头。",
  summary:
    "缓存 {length} 个词元：MHA 占 {mha} {unit}，{groups} 组的 GQA 占 {gqa}，MQA 占 {mqa}，MLA 占 {mla}。只缓存键和值逐个解码，得到的各行与一次算完的一样。",
};
