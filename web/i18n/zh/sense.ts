import type { sense as english } from "../en/sense.js";
import type { Twin } from "../types.js";

export const sense: Twin<typeof english> = {
  title: "一词两义",
  "group.sentences": "句子",
  "parameter.first": "句子 1",
  "parameter.second": "句子 2",
  "parameter.layer": "层",
  sentence: "句子 {number}",
  difference: "1−2",
  "label.river": "河岸",
  "label.money": "银行",
  "band.asks": "第 {layer} 层，“bank”问什么：它的查询",
  "band.looks": "第 {layer} 层，“bank”看哪里：逐个头看",
  "band.gets": "“bank”从那里取回了什么",
  "band.senses": "从同一个嵌入到两个词义",
  "panel.query": "“bank”的查询，第 {layer} 层，所有头",
  "panel.weights": "句子 {number}：“bank”的注意力权重，第 {layer} 层",
  "panel.attention": "“bank”处的注意力输出，第 {layer} 层",
  "panel.cosines": "两句中“bank”的向量夹角余弦",
  "panel.senses": "两个词义的概率",
  "axis.sense": "词义",
  "axis.vector": "向量",
  "axis.sentence": "句子",
  "axis.key": "键",
  "vector.x": "嵌入 + 位置",
  "vector.query": "查询，第 {layer} 层",
  "vector.attention": "注意力，第 {layer} 层",
  "vector.layer": "第 {layer} 层之后",
  given: "句子 {number}：{sense}，概率 {p}。",
  "query.same":
    "第 {layer} 层里，“bank”在两句中的查询是同一个向量：同一个词元，同一个位置，而且还什么都没读。最大的差是 {most}。",
  "query.moved":
    "“bank”在一句里是第 {first} 个词元，在另一句里是第 {second} 个。查询里含有位置，所以两者不同，最多相差 {most}，但都还没有读过自己的句子。",
  "query.deeper": "第 {layer} 层里，“bank”的两个查询最多相差 {most}：它们由上一层读到的内容算出。",
  "note.looks":
    "句子 {number}：头 {head} 给“{key}”的权重最大，是 {weight}；平均分的话，每个词元得 {even}。",
  "note.looking": "权重只说明一个头在看哪里，不能说明词义就是由那个词决定的。",
  "note.missing": "句子 {number} 里没有“{word}”，请输入一个含有它的英文句子。",
  "note.unknown":
    "句子 {number}：模型不认识 {words}，在那里读到的是 [UNK]。它只认识 119 个词元；如果起决定作用的词它不认识，给出的词义就只是猜测。",
  "note.away":
    "句子 {number} 里的“{word}”是第 {place} 个词元。训练时它总是第五个，所以这里的答案超出了模型学过的范围。",
  "note.truncated": "句子 {number}：只读前 {limit} 个词元。",
  claim:
    "说法：同一个“bank”在不同的句子里查询不同。{verdict}在这个模型里实测：两个查询在第 1 层最多相差 {first}，在第 2 层最多相差 {second}。",
  summary: "“{first}”与“{second}”：{query}{senses}最后一层之后，两个向量的余弦是 {cosine}。",
};
