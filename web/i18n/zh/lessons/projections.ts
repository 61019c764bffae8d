import type { LessonWords } from "../../types.js";

export const projections: LessonWords = {
  text: "每个词元有三重身份：去查询（Q）、被查到（K）、交出内容（V），每重身份有自己的投影。也可以让两重身份合用一个投影，甚至不投影，直接用 X。这样做会有损失，但损失的不是秩。",
  task: "先猜：怎样合用，分数矩阵才是对称的？这时权重矩阵也对称吗？再选出来，比较两张图。",
  hint: "分数 score_ij = q_i·k_j，score_ji = q_j·k_i。什么时候这两个点积必定相等？",
  done: "不错：Q = K 时分数对称；权重却不对称，因为 softmax 是逐行归一化的，各行除以的和不同。",
};
