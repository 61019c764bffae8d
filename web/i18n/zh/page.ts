import type { page as english } from "../en/page.js";
import type { Twin } from "../types.js";

export const page: Twin<typeof english> = {
  "document.title": "Clearhead：一个数一个数地看懂注意力",
  "document.description":
    "让 Transformer 一目了然：输入一句话，跟着它走完注意力的每一步，任何一个数都能点开，一直追到词元编号。全部在你自己的机器上运行。",
  skip: "跳到图",
  brand: "Clearhead",
  tagline: "让 Transformer 一目了然",
  language: "语言",
  theme: "配色",
  "theme.auto": "自动",
  "theme.light": "浅色",
  "theme.dark": "深色",
  heading: "一个数一个数地看懂注意力",
  lead: "处理一个词时，Transformer 会参考句中的每个词；各参考多少，由一行和为 1 的权重决定。先看三个词，也可以",
  "lead.own": "换成自己的句子",
  "lead.rest": "：权重背后的每个数都在这一页上，都能点开。",
  how: "四句话讲清楚",
  "how.1":
    "每个词是一个向量 x，三个矩阵分别把它变成查询（我要找什么）、键（别人凭什么找到我）和值（我能给出什么）。",
  "how.2":
    "两个词之间的分数，是一个词的查询与另一个词的键的点积，再除以 √d_k，以免维数 d_k 越大，分数的差距就越大。",
  "how.3": "掩码遮住不该看的位置；softmax 再把每一行分数变成非负、和为 1 的权重。",
  "how.4": "用一个词的这行权重对所有值求加权平均，就得到这个词的输出。",
  tasks: "动手试试",
  "tasks.progress": "已完成 {done}/{all}",
  "task.done": "已完成",
  "task.open": "还没完成",
  "task.hint": "提示",
  "task.1.title": "点开一个数",
  "task.1.text": "cat 这一行里，sat 得到 4/7。点开它，一路追下去，直到看见词元编号。",
  "task.1.hint":
    "先点“点开 4/7”，再点 q 或 k 中的一个数，接着点它下面的词嵌入 e，就能看到词元编号。",
  "task.2.title": "一个数说了算",
  "task.2.text": "只改查询权重 W_Q 里的一个数，让 cat → sat 的权重变成 1/4。",
  "task.2.hint":
    "先打开“全部控件”，找到 W_Q 第 2 行第 3 列的 2，双击（或选中后按 F2）改成 0：cat 的查询就不再与 sat 的键匹配。",
  "task.3.title": "为什么要除以 √d_k？",
  "task.3.text": "先猜：如果不除以 √d_k，cat → sat 的权重 4/7 会变成多少？再关掉“除以 √d_k”看看。",
  "task.3.hint":
    "在“全部控件”里关掉“除以 √d_k”。cat 的分数翻倍，权重更集中：1/21、4/21、16/21。d_k 越大，这种效应越明显。",
  "task.4.title": "一个键也看不见",
  "task.4.text": "把所有键都遮住，权重会是多少？",
  "task.4.hint":
    "先打开“全部控件”，在“掩码”中选“填充”，把“可见的键数”设为 0。实际代码里有三种结果：填 −∞ 得 NaN；填 −10⁹，被遮住的词平分权重；Clearhead 规定为 0。",
  "task.restart": "回到例子",
  "figure.label": "注意力实验台",
  "link.ignored": "链接中有几项设置无效，其余照常生效。",
  "link.ignored.one": "{name} = {given}：{reason}",
  close: "关闭",
  "gallery.link": "更多插图，一图讲一个概念：位置、掩码、多头",
  "gallery.title": "Clearhead：全部插图",
  "gallery.description":
    "Clearhead 的全部插图，每幅配一道练习：Transformer 的位置编码、掩码与多头，全部在你的电脑上实时计算，每个数都能点开。",
  "gallery.skip": "跳到插图",
  "gallery.heading": "一图讲一个概念",
  "gallery.lead":
    "下面每幅图都在你阅读时现场计算。动手改一改，点开其中的数，再完成图下的练习：做对了，会自动打勾。",
  "gallery.contents": "插图目录",
  "gallery.alone": "单独打开这幅图",
  "gallery.noscript": "插图在浏览器里现算，请启用 JavaScript。",
  privacy: "全部计算都在本页完成：不上传内容，不用 Cookie，也不用第三方服务。",
  noscript: "这是例子的静态图。启用 JavaScript 和 WebAssembly 之后，每个数都能点开，句子也可以改。",
  "fallback.caption": "手算例子：每个词元（行）对每个词元（列）的权重。",
};
