import type { errors as english } from "../en/errors.js";
import type { Twin } from "../types.js";

export const errors: Twin<typeof english> = {
  argument: "这个值的类型不对。",
  shape: "张量形状不匹配。",
  range: "这个数超出了允许的范围。",
  unknown: "没有这个名称。",
  memory: "所需内存超出了本页的上限。请缩短句子、减小维数，或减少层数、种子数或图的数量。",
  disposed: "这个结果已经释放，请重新计算。",
  cancelled: "已取消：有更新的请求。",
  unsupported:
    "引擎需要 WebAssembly SIMD，而这个浏览器不支持。请使用 Chrome 或 Edge 91、Firefox 89、Safari 16.4 或更新的版本。",
  load: "本页有一个文件没能加载：{file}。请检查网络，再点“重试”。",
  crashed: "引擎意外停止，已重新启动。内容都在，只是最后一步没有完成。",
  empty: "句子是空的，没有数可以点开。",
  run: "这个文件不是本图保存的训练结果。",
  picture: "浏览器没能把这张图转成 PNG，请改存为 SVG。",
};
