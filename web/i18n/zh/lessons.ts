import type { lessons as english } from "../en/lessons.js";
import type { Twin } from "../types.js";

/** Words of the lesson steps: gallery.html. */
export const lessons: Twin<typeof english> = {
  "alibi.title": "ALiBi：离得越远，扣分越多",
  "alibi.text":
    "ALiBi 不用位置向量。查询与键相隔几个位置，分数就减去几倍的 m；斜率 m 由头决定。m 大的头只看近处，m 小的头看得远。",
  "alibi.task": "先猜：要是符号写反了，最后一个查询会偏向哪个键？再把符号反过来，看看猜得对不对。",
  "alibi.hint": "点开“全部控件”，打开“把符号写反”，看权重的最后一行。",
  "alibi.done": "不错：现在第一个键离得最远，权重却最大。",
};
