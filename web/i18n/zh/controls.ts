import type { controls as en } from "../en/controls.js";
import type { Twin } from "../types.js";

export const controls: Twin<typeof en> = {
  legend: "颜色：{marks}",
  "legend.hidden": "被遮住",
  "legend.edited": "你改过的",
  "legend.greyed": "不影响结果",
  "matrix.size": "{rows} 行，{columns} 列。",
  "matrix.keys":
    "方向键移动；Home 和 End 到行首、行尾，加 Ctrl 到左上角、右下角；Page Up 和 Page Down 一次移动十行；按回车键点开当前的数；Esc 关闭；加号、减号和 0 缩放。",
  "matrix.keys.edit": "按 F2 或直接输入数字可以修改；缩放要同时按 Alt。",
  "matrix.keys.drag": "Shift 加方向键移动箭头；按 F2 或直接输入数字可以修改。",
  "matrix.keys.paint": "按空格键切换这一格是否可见；缩放要同时按 Alt。",
  "matrix.table": "显示为表格",
  "matrix.caption": "{title}：{rows}，{columns}。{note}",
  "matrix.table.close": "收起表格",
  "matrix.table.row": "矩阵太大，表格只列出“{row}”这一行。",
  "matrix.open": "点开",
  "matrix.edit": "修改",
  "matrix.edit.label": "{cell} 的新值",
  "matrix.edit.number": "“{given}”不是数。请输入 0.5、−1 或 1/4 这样的数。",
  "matrix.edit.large": "“{given}”太大：绝对值不能超过 3.4×10³⁸。",
  "matrix.edit.integer": "“{given}”不是整数。请输入 0 或 3 这样的整数。",
  "matrix.edit.mask": "掩码里不能填“{given}”。请输入 1（可见）或 0（遮住）。",
  "matrix.edit.done": "{cell} 已改为 {value}。",
  loupe: "放大镜",
  up: "上",
  down: "下",
  left: "左",
  right: "右",
};
