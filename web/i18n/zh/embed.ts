import type { embed as english } from "../en/embed.js";
import type { Twin } from "../types.js";

export const embed: Twin<typeof english> = {
  loading: "正在启动引擎……",
  load: "载入这张图",
  "open.action": "点开 {value}",
  "open.row": "{query} 看每个词各看多少？",
  "open.question": "这个 {value} 是怎么来的？",
  "open.hint": "也可以点开别的数：点一下，或者选中后按回车。",
  "controls.all": "全部控件",
  "controls.less": "收起控件",
  share: "分享与导出",
  error: "出错了：{message}",
  "error.retry": "重试",
};
