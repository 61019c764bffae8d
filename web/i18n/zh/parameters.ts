import type { parameters as english } from "../en/parameters.js";
import type { Twin } from "../types.js";

export const parameters: Twin<typeof english> = {
  title: "参数都在哪里",
  group: "规模",
  "parameter.model": "数什么",
  "parameter.model.attention": "注意力模块",
  "parameter.model.encoder_layer": "编码器层",
  "parameter.model.decoder_layer": "解码器层",
  "parameter.model.bert": "BERT-base 模型",
  "parameter.model.gpt2": "GPT-2 small 模型",
  "parameter.model.t5": "T5-small 模型",
  "parameter.width": "模型宽度 d_model",
  "parameter.heads": "头数",
  "parameter.groups": "键值头数",
  "parameter.head_width": "每个头的维数 d_k",
  "parameter.hidden": "前馈层的宽度",
  "parameter.layers": "编码器、解码器各几层",
  "parameter.vocabulary": "词表大小",
  "parameter.positions": "位置嵌入的个数",
  "parameter.bias": "计入偏置",
  "part.attention": "注意力",
  "part.self_attention": "自注意力",
  "part.cross_attention": "交叉注意力",
  "part.encoder_attention": "编码器注意力",
  "part.feed_forward": "前馈层",
  "part.norm": "归一化",
  "part.tokens": "词嵌入",
  "part.positions": "位置嵌入",
  "part.segments": "段嵌入",
  "part.pooler": "池化层",
  "part.distances": "相对位置偏置",
  "part.all": "合计",
  "bert.whole": "原来的 BERT-base",
  "bert.bare": "去掉三个投影",
  "band.parts": "{model}：{total} 个参数",
  "band.claims": "教材的数与数出来的数",
  "panel.parts": "各部分的参数量",
  "panel.variants": "同样规模的各种注意力（不计偏置）",
  "panel.bert": "BERT-base 减少投影以后",
  "panel.mqa": "MQA（d = 512，8 个头）",
  axis: "部分",
  "axis.variant": "注意力种类",
  separator: "；",
  counted: "实际",
  claimed: "教材",
  "note.attention":
    "键值头与头一样多时，W_Q、W_K、W_V 都是 d_model × (头数·d_k) 的矩阵，W_O 的行数和列数正好反过来。8 个 64 维的头，列数与 1 个 512 维的头一样多：多头只是把宽度分成几份，参数并不会成倍增加。教材的 3·h·d_model·d_k 数的是前三个矩阵。",
  "note.encoder_layer":
    "前馈层宽 4·d_model 时，编码器层的参数三分之一在注意力，三分之二在前馈层；两个归一化层的参数少得可以忽略。",
  "note.decoder_layer":
    "解码器层多一个读取编码器输出的交叉注意力，于是两个注意力合计占一半，前馈层占一半。",
  "note.bert":
    "BERT-base 每五个参数就有一个在词嵌入里。各层都有偏置，嵌入之后有一个归一化层，池化层是一个 d_model × d_model 的矩阵。",
  "note.gpt2": "GPT-2 的词嵌入在输入和输出处各用一次，参数只算一份。最后一层之后还有一个归一化层。",
  "note.t5":
    "T5 的线性层没有偏置，归一化只有缩放系数，也没有位置向量：每个头按 32 档距离各有一个数，编码器和解码器各一份。",
  "claim.bert":
    "教材的说法：BERT-base 少一个投影剩 91M 参数，三个都去掉剩 72M。实际上，一个投影在 12 层里合计 {projections} 个参数，从 {whole} 中减去它，还剩 {shared}；三个都去掉，还剩 {bare}。",
  "claim.mqa":
    "教材的说法：MQA 有 {claimed} 个参数。实际是 {mqa} 个，前一个数漏掉了它的一个键头和一个值头。",
  summary: "{model}，共 {total} 个参数：{parts}。",
};
