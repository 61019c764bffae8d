export interface Position {
  row: number;
  column: number;
}

const PAGE = 10;

/** Where a key leads from a cell, or null when the key does not move. */
export function move(
  key: string,
  control: boolean,
  at: Position,
  rows: number,
  columns: number,
): Position | null {
  const last = { row: rows - 1, column: columns - 1 };
  switch (key) {
    case "ArrowUp":
      return clamp({ row: at.row - 1, column: at.column }, rows, columns);
    case "ArrowDown":
      return clamp({ row: at.row + 1, column: at.column }, rows, columns);
    case "ArrowLeft":
      return clamp({ row: at.row, column: at.column - 1 }, rows, columns);
    case "ArrowRight":
      return clamp({ row: at.row, column: at.column + 1 }, rows, columns);
    case "Home":
      return control ? { row: 0, column: 0 } : { row: at.row, column: 0 };
    case "End":
      return control ? last : { row: at.row, column: last.column };
    case "PageUp":
      return clamp({ row: at.row - PAGE, column: at.column }, rows, columns);
    case "PageDown":
      return clamp({ row: at.row + PAGE, column: at.column }, rows, columns);
    default:
      return null;
  }
}

export function clamp(at: Position, rows: number, columns: number): Position {
  return {
    row: Math.max(0, Math.min(rows - 1, at.row)),
    column: Math.max(0, Math.min(columns - 1, at.column)),
  };
}

/** True for keys that begin a number. */
export function startsNumber(key: string): boolean {
  return /^[\d.+\-−０-９]$/.test(key);
}
