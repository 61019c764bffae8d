import type { page as english } from "../en/page.js";
import type { Twin } from "../types.js";

export const page: Twin<typeof english> = {
  "document.title": "Clearhead：一个数一个数地看懂注意力",
  "document.description":
    "看得透的 Transformer：输入一句话，跟着它走完注意力的每一步，任何一个数都能点开，一直追到词元编号。全部在你自己的机器上运行。",
  skip: "跳到图",
  brand: "Clearhead",
  tagline: "看得透的 Transformer",
  language: "语言",
  theme: "配色",
  "theme.auto": "自动",
  "theme.light": "浅色",
  "theme.dark": "深色",
  heading: "一个数一个数地看懂注意力",
  lead: "读一个词的时候，Transformer 会去看句中的每一个词。看谁多、看谁少，由一行加起来等于 1 的权重决定。先从三个词看起，也可以换成自己的句子：权重背后的每个数都在这一页上，每个数都能点开。",
  how: "四句话讲清楚",
  "how.1":
    "每个词是一个向量 x，三个矩阵分别把它变成查询（我要找什么）、键（别人凭什么找到我）和值（我能给出什么）。",
  "how.2":
    "两个词之间的分数，是一个词的查询与另一个词的键的点积，再除以 √d_k，免得向量越长，分数的差距就越大。",
  "how.3": "掩码遮住不该看的位置；softmax 再把每一行分数变成加起来等于 1 的正权重。",
  "how.4": "一个词的输出，就是按它这一行权重对所有值求的加权平均。",
  tasks: "动手试试",
  "tasks.progress": "已完成 {done}/{all}",
  "task.done": "已完成",
  "task.open": "还没完成",
  "task.hint": "提示",
  "task.1.title": "点开一个数",
  "task.1.text": "cat 这一行里，sat 得到 4/7。点开它，一路追下去，直到看见词元编号。",
  "task.1.hint": "先点“点开 4/7”，再点查询或键里的一个数，最后点算出它的那个 x。",
  "task.2.title": "一个数说了算",
  "task.2.text": "只改查询权重 W_Q 里的一个数，让 cat 看 sat 的权重变成 1/4。",
  "task.2.hint":
    "W_Q 第 2 行第 3 列是 2，改成 0：cat 就不再找 sat 所拥有的东西了。选中格子按 E 键，或者双击，就能修改。",
  "task.3.title": "为什么要除以 √d_k？",
  "task.3.text": "先猜：分数不除以 √d_k，4/7 会变成多少？再把缩放关掉看看。",
  "task.3.hint":
    "在“全部控件”里关掉“缩放”。cat 的分数翻倍，softmax 更尖：1/21、4/21、16/21。向量越长，这种效应越强。",
  "task.4.title": "什么都看不见的一行",
  "task.4.text": "让每个词都看不见任何键，这时权重是多少？",
  "task.4.hint":
    "选择填充掩码，可见词数设为 0。常见的做法有三种：填 −∞ 会得到 NaN；填 −10⁹ 会让被遮住的词平分权重；Clearhead 给出的是 0。",
  "task.restart": "回到例子",
  "figure.label": "注意力实验台",
  "link.ignored": "链接里有几处没有采用，其余照常显示。",
  "link.ignored.one": "{name} = {given}：{reason}",
  close: "关闭",
  privacy: "一切都在本页里运行：不上传任何内容，没有 Cookie，也没有第三方。",
  noscript: "这是例子的静态图。启用 JavaScript 和 WebAssembly 之后，每个数都能点开，句子也可以改。",
  "fallback.caption": "手算例子：每个词（行）看每个词（列）的权重。",
};
