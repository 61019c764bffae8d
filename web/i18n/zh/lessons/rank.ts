import type { LessonWords } from "../../types.js";

export const rank: LessonWords = {
  text: "QKᵀ 是两个窄矩阵的乘积，秩不会超过 d_k。有人因此以为注意力权重 A 也是如此，可 softmax 不是线性的：它把每一行都“弯”了一下，于是生出新的方向。图中量出两者的奇异值，虚线以上的才计入秩。",
  task: "先猜：d_k = 1 时，A 最多能有几行线性无关？再动手找一个例子：词元不少于 3 个，QKᵀ 的秩是 1，A 却满秩。",
  hint: "点开“全部控件”，选“有理数反例”；或者把 d_k 调成 1，再减少词元数。",
  done: "不错：QKᵀ 的秩是 1，A 却满秩。真正受限的是 ln A，它的秩不超过 d_k + 1。",
};
