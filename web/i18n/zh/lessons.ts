import type { lessons as english } from "../en/lessons.js";
import type { Twin } from "../types.js";

/** Words of the lesson steps: gallery.html. */
export const lessons: Twin<typeof english> = {
  "mask.title": "掩码：谁可以看见谁",
  "mask.text":
    "掩码是一张 0、1 表，规定每个查询可以看哪些键。被遮住的分数在 softmax 之前变成 −∞，权重就正好是 0，这一行其余的权重加起来仍然是 1。动手涂一涂，看看后面怎么变。",
  "mask.task":
    "XLNet 按自己的顺序预测各个位置。四个位置按 3、1、4、2 的顺序预测，在查询流里，位置 4 看得见哪些键？先写下它那一行，再把掩码搭出来。",
  "mask.hint": "点开“全部控件”：查询和键都取 4 个，规则选“排列”，把顺序拖成 3、1、4、2。",
  "mask.done":
    "不错：位置 4 看得见排在它前面的 3 和 1，这一行是 1、0、1、0；教材印成了 0、0、1、1。",
  "alibi.title": "ALiBi：离得越远，扣分越多",
  "alibi.text":
    "ALiBi 不用位置向量。查询与键相隔几个位置，分数就减去几倍的 m；斜率 m 由头决定。m 大的头只看近处，m 小的头看得远。",
  "alibi.task": "先猜：要是符号写反了，最后一个查询会偏向哪个键？再把符号反过来，看看猜得对不对。",
  "alibi.hint": "点开“全部控件”，打开“把符号写反”，看权重的最后一行。",
  "alibi.done": "不错：现在第一个键离得最远，权重却最大。",
};
