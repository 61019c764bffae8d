import type { LessonWords } from "../../types.js";

export const information: LessonWords = {
  text: "熵 H 衡量不确定性的大小，单位是比特。互信息 I(X;Y) 是 X 与 Y 共有的信息：知道 Y 之后，X 的不确定性减少了多少比特。图中的一切都由八个次数算出，每个次数都可以改。",
  task: "现在 X 与 Y 独立，I(X;Y) 是 0。先猜：它最大能到多少？再改次数，直到 Y 完全确定 X。",
  hint: "每一列只留一个不为 0 的次数，Y 就完全确定 X。双击一格，填 0；两行都要留有不为 0 的次数。",
  done: "不错：H(X|Y) 变成 0，I(X;Y) = H(X)。互信息不可能再大了。",
};
