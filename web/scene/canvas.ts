import { channels, grey, type Lut, lut, textOn } from "./colours.js";
import type { Geometry } from "./geometry.js";
import { EDITED, GREYED, HIDDEN, type Matrix } from "./scene.js";
import { fontStack, palettes, type Theme } from "./theme.js";

export interface CanvasOptions {
  theme: Theme;
  /** Device pixels a CSS pixel. */
  scale: number;
  /** Thicker grid lines (prefers-contrast: more). */
  contrast?: boolean;
}

/** Below this a drawn hatch would be mud: whole cells make the diagonal stripes. */
const HATCH_CELL = 8;
const MOST_PIXELS = 8192;

/** The scale to use so that no side of the canvas exceeds what browsers allow. */
export function canvasScale(g: Geometry, wanted: number): number {
  const most = MOST_PIXELS / Math.max(1, g.cell * Math.max(g.rows, g.columns) + 1);
  return Math.min(wanted, most);
}

/**
 * Paints the cells only; (0, 0) is the corner of the first cell. One pixel a cell is looked up in
 * the colour table, then enlarged without smoothing.
 */
export function paintMatrix(
  context: CanvasRenderingContext2D,
  matrix: Matrix,
  g: Geometry,
  options: CanvasOptions,
): void {
  const { theme, scale } = options;
  const width = g.cell * g.columns;
  const height = g.cell * g.rows;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width + 1, height + 1);
  context.imageSmoothingEnabled = false;
  if (g.columns * g.rows === 0) return;
  context.drawImage(pixels(matrix, g, theme), 0, 0, g.columns, g.rows, 0, 0, width, height);
  if (g.cell >= HATCH_CELL) {
    paintHatch(context, matrix, g, theme);
    paintGrid(context, g, options);
  }
  paintTexts(context, matrix, g, theme);
}

let scratch: { canvas: HTMLCanvasElement; image: ImageData } | undefined;

/** One pixel a cell, in a canvas that is kept for the next call. */
function pixels(matrix: Matrix, g: Geometry, theme: Theme): HTMLCanvasElement {
  if (
    scratch === undefined ||
    scratch.image.width !== g.columns ||
    scratch.image.height !== g.rows
  ) {
    const canvas = scratch?.canvas ?? document.createElement("canvas");
    canvas.width = g.columns;
    canvas.height = g.rows;
    scratch = { canvas, image: new ImageData(g.columns, g.rows) };
  }
  const { canvas, image } = scratch;
  fillPixels(new Uint32Array(image.data.buffer), matrix, g, theme);
  (canvas.getContext("2d") as CanvasRenderingContext2D).putImageData(image, 0, 0);
  return canvas;
}

/** Packed colours, little-endian ABGR. */
export function fillPixels(
  out: Uint32Array,
  matrix: Matrix,
  g: Pick<Geometry, "rows" | "columns" | "cell">,
  theme: Theme,
): void {
  const table = packed(lut(matrix.map, theme));
  const palette = palettes[theme];
  const hidden = [pack(channels(palette.hidden)), pack(channels(palette.hatch))] as const;
  const striped = g.cell < HATCH_CELL;
  const { colours, flags, values } = matrix;
  const none = pack(channels(palette.plain));
  for (let row = 0, at = 0; row < g.rows; row++) {
    for (let column = 0; column < g.columns; column++, at++) {
      const flag = flags[at] as number;
      let colour = table[colours[at] as number] as number;
      if ((flag & HIDDEN) !== 0)
        colour = striped && (row + column) % 3 === 0 ? hidden[1] : hidden[0];
      else if (Number.isNaN(values[at])) colour = none;
      else if ((flag & GREYED) !== 0) colour = greyed(colour);
      out[at] = colour;
    }
  }
}

const packedTables = new WeakMap<Lut, Uint32Array>();

function packed(table: Lut): Uint32Array {
  let made = packedTables.get(table);
  if (made === undefined) {
    made = new Uint32Array(256);
    for (let i = 0; i < 256; i++) made[i] = pack([...table.subarray(3 * i, 3 * i + 3)]);
    packedTables.set(table, made);
  }
  return made;
}

function pack([red = 0, green = 0, blue = 0]: number[]): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

function greyed(abgr: number): number {
  const level = grey(abgr & 255, (abgr >> 8) & 255, (abgr >> 16) & 255);
  return pack([level, level, level]);
}

function paintHatch(
  context: CanvasRenderingContext2D,
  matrix: Matrix,
  g: Geometry,
  theme: Theme,
): void {
  const area = new Path2D();
  let any = false;
  eachFlagged(matrix, HIDDEN, (row, column) => {
    area.rect(column * g.cell, row * g.cell, g.cell, g.cell);
    any = true;
  });
  if (!any) return;
  const [width, height] = [g.cell * g.columns, g.cell * g.rows];
  context.save();
  context.clip(area);
  context.beginPath();
  for (let x = -height; x < width; x += 6) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.strokeStyle = palettes[theme].hatch;
  context.lineWidth = 1.5;
  context.stroke();
  context.restore();
}

function eachFlagged(
  matrix: Matrix,
  flag: number,
  visit: (row: number, column: number) => void,
): void {
  for (let row = 0, at = 0; row < matrix.rows; row++) {
    for (let column = 0; column < matrix.columns; column++, at++) {
      if (((matrix.flags[at] ?? 0) & flag) !== 0) visit(row, column);
    }
  }
}

/** Lines in the colour of the page stand between the cells, on their right and lower edges. */
function paintGrid(context: CanvasRenderingContext2D, g: Geometry, options: CanvasOptions): void {
  const thick = options.contrast === true ? 2 : 1;
  const palette = palettes[options.theme];
  context.fillStyle = options.contrast === true ? palette.text : palette.surface;
  const [width, height] = [g.cell * g.columns, g.cell * g.rows];
  for (let column = 1; column <= g.columns; column++) {
    context.fillRect(column * g.cell - thick, 0, thick, height);
  }
  for (let row = 1; row <= g.rows; row++) {
    context.fillRect(0, row * g.cell - thick, width, thick);
  }
}

function paintTexts(
  context: CanvasRenderingContext2D,
  matrix: Matrix,
  g: Geometry,
  theme: Theme,
): void {
  const inkOf = inks(matrix, theme);
  eachFlagged(matrix, EDITED, (row, column) => {
    const fold = Math.max(2, Math.min(9, g.cell / 3));
    const right = (column + 1) * g.cell - (g.cell >= HATCH_CELL ? 1 : 0);
    context.fillStyle = inkOf(row * g.columns + column);
    context.beginPath();
    context.moveTo(right - fold, row * g.cell);
    context.lineTo(right, row * g.cell);
    context.lineTo(right, row * g.cell + fold);
    context.fill();
  });
  if (g.cellFont === 0) return;
  context.font = `${g.cellFont}px ${fontStack}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (let at = 0; at < g.texts.length; at++) {
    const text = g.texts[at] as string;
    if (text === "") continue;
    context.fillStyle = inkOf(at);
    const column = at % g.columns;
    const row = (at - column) / g.columns;
    context.fillText(text, (column + 0.5) * g.cell - 0.5, (row + 0.5) * g.cell, g.cell - 2);
  }
}

/** The text colour of a cell. */
function inks(matrix: Matrix, theme: Theme): (at: number) => string {
  const table = lut(matrix.map, theme);
  const text = palettes[theme].text;
  return (at) => {
    const flag = matrix.flags[at] ?? 0;
    if ((flag & HIDDEN) !== 0 || Number.isNaN(matrix.values[at])) return text;
    const i = 3 * (matrix.colours[at] ?? 0);
    const [r, g, b] = [table[i] ?? 0, table[i + 1] ?? 0, table[i + 2] ?? 0];
    if ((flag & GREYED) === 0) return textOn(r, g, b);
    const level = grey(r, g, b);
    return textOn(level, level, level);
  };
}
