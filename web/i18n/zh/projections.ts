import type { projections as english } from "../en/projections.js";
import type { Twin } from "../types.js";

export const projections: Twin<typeof english> = {
  title: "为什么要三个矩阵：Q、K、V 合用投影会怎样",
  group: "投影的设置",
  "parameter.share": "怎样合用",
  "parameter.share.none": "三个投影各自独立",
  "parameter.share.key_value": "K = V，两者合用",
  "parameter.share.query_key": "Q = K，两者合用",
  "parameter.share.all": "Q = K = V，三者合用",
  "parameter.share.input": "不投影，直接用 X",
  "parameter.example": "例子",
  "parameter.example.random": "随机的词元",
  "parameter.example.previous": "看前一个词元",
  "parameter.length": "词元数 n",
  "parameter.width": "X 的维数 d",
  "parameter.width.16": "16",
  "parameter.width.64": "64",
  "parameter.width.512": "512",
  "parameter.d_k": "Q、K 的维数 d_k",
  "parameter.seed": "随机种子",
  "parameter.edits": "由你设定的数",
  "band.attention": "谁看谁",
  "band.symmetry": "是否对称，有多偏向自己",
  "band.freedom": "投影独立，多出来的是自由度，不是秩",
  "panel.scores": "分数",
  "panel.weights": "权重",
  "panel.asymmetry": "偏离对称的程度",
  "panel.self": "词元给自己的平均权重",
  "panel.freedom": "参数量与自由度（分数与 V；只算分数）",
  "panel.spectra": "W_Q·W_Kᵀ 的奇异值；W_Q 的秩是 {query}，W_K 的秩是 {key}",
  "panel.part":
    "W_Q·W_Kᵀ 左上角 {rows} × {rows} 的一块的奇异值；W_Q 的秩是 {query}，W_K 的秩是 {key}",
  "place.none": "独立",
  "place.all": "全同",
  "measure.asymmetry": "最大差",
  "measure.self": "权重（平均分配为 1/n）",
  "measure.freedom": "个",
  "row.parameters": "参数量",
  "row.both": "分数与 V",
  "row.scores": "分数",
  "row.weights": "权重",
  "row.separate": "独立",
  "row.shared": "合用",
  "axis.share": "合用方式",
  "axis.place": "序号 i",
  "note.none":
    "三个投影各自独立：词元拿一个向量去查别人，凭另一个向量让别人查到，交出去的又是第三个向量。",
  "note.key_value": "K = V：词元凭什么被查到，交出去的就是什么。",
  "note.query_key": "Q = K：词元去查别人，让别人查到，用的是同一个向量。",
  "note.all": "Q = K = V：词元去查别人，让别人查到，再交出去，用的都是同一个向量。",
  "note.input": "不投影：分数就是词元向量之间的点积，其中没有可学习的参数。",
  "note.pair": "查询 {query} 对键 {key} 的分数是 {score}，反过来是 {mirrored}，两者不必相等。",
  "note.symmetric":
    "查询 {query} 对键 {key} 的分数是 {score}，反过来也一样。但 softmax 是逐行归一化的，所以权重分别是 {weight} 和 {other}。",
  "note.previous":
    "共 {length} 行，其中 {hits} 行的最大分数落在前一个词元上（第一个词元的“前一个”是最后一个）。",
  "note.circle":
    "分数对称时，不可能每一行都如此：否则 s(i, i−1) > s(i, i+1) = s(i+1, i)，这个分数就一行比一行小，绕一圈回到第一行，竟比自己还小，矛盾。",
  "claim.rank":
    "说法：W_Q 与 W_K 独立，W_Q·W_Kᵀ 的秩就更高。{verdict}W_Q·W_Kᵀ 的秩不会超过 W_Q 的秩；W_K = W_Q 时，恰好等于 W_Q 的秩。实测：W_Q 的秩是 {query}，W_K 的秩是 {key}。变多的是自由度：独立时是 {general}，合用时是 {symmetric}。",
  "claim.capacity":
    "说法：三个投影的容量是三倍，即 3·d_k = {capacity}。{verdict}不论合用与否，一个头的输出都只有 d_k = {d_k} 维。自由度在三个独立时是 {free}，三者合用时是 {tied}，前者是后者的 {ratio} 倍。",
  "claim.self": "不投影时，词元给自己的权重平均是 {self}（X 随机取 {draws} 次）。",
  summary:
    "{length} 个词元，{sharing}：分数与其转置最多相差 {scores}，权重最多相差 {weights}；词元给自己的权重平均是 {self}；参数 {parameters} 个，自由度 {free}。",
};
