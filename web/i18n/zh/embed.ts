import type { embed as english } from "../en/embed.js";
import type { Twin } from "../types.js";

export const embed: Twin<typeof english> = {
  loading: "正在启动引擎……",
  load: "载入这张图",
  "open.action": "点开 {value}",
  "open.query": "第 {query} 个查询对每个键的注意力是多少？",
  "open.row": "{query} 对每个词的注意力是多少？",
  "open.more": "……其余 {n} 个",
  "open.question": "这个 {value} 是怎么来的？",
  "open.any": "每个数都能点开：点一下，或按回车键。",
  "open.hint": "别的数也能点开：点一下，或按回车键。",
  "controls.all": "全部控件",
  "controls.less": "收起控件",
  share: "分享与导出",
  error: "出错了：{message}",
  "error.retry": "重试",
  undo: "撤销",
  told: "你在这里所做的改动，外层页面可以得知。",
};
