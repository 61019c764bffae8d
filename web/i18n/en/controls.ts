export const controls = {
  // The controls themselves.
  // The matrix.
  legend: "Colours: {marks}",
  "legend.hidden": "hidden",
  "legend.edited": "set by you",
  "legend.greyed": "not used here",
  "matrix.size": "{rows} rows, {columns} columns.",
  "matrix.keys":
    "Arrow keys move; Home and End go to the ends of the row, with Ctrl to the corners; Page Up and Page Down move by ten rows; Enter opens the number; Escape closes; plus, minus and 0 zoom.",
  "matrix.keys.edit": "F2 or a digit changes a number; zooming needs Alt.",
  "matrix.table": "Show as table",
  "matrix.caption": "{title}: {rows}, {columns}. {note}",
  "matrix.table.close": "Hide table",
  "matrix.table.row": "Only the row of {row}: the matrix is too large for a table.",
  "matrix.open": "Open",
  "matrix.edit": "Change",
  "matrix.edit.label": "New value for {cell}",
  "matrix.edit.number": "“{given}” is not a number. Type one such as 0.5, −1 or 1/4.",
  "matrix.edit.large": "“{given}” is too large: at most ±3.4×10³⁸.",
  "matrix.edit.integer": "“{given}” is not a whole number. Type one such as 0 or 3.",
  "matrix.edit.mask": "“{given}” is not allowed in a mask. Type 1 (visible) or 0 (hidden).",
  "matrix.edit.done": "{cell} set to {value}.",
  loupe: "Magnifier",
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
} as const;
