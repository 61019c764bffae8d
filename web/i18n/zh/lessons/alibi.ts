import type { LessonWords } from "../../types.js";

export const alibi: LessonWords = {
  text: "ALiBi 不用位置向量，而是在因果掩码下按距离减分：键在查询前面多远，分数就减去多少个 m。每个头有自己的斜率 m：m 大的头只看近处，m 小的头看得远。",
  task: "先猜：要是符号写反了，最后一个查询会偏向哪个键？再把符号反过来，看看猜得对不对。",
  hint: "点开“全部控件”，打开“把符号写反”，看权重的最后一行。",
  done: "不错：现在第一个键离得最远，权重却最大。",
};
