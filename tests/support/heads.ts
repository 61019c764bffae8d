// ONNX joins the heads of a tensor with three axes.

import type { Tensor } from "clearhead/engine.js";
import { flatOf, tensorOf } from "./cells.js";
import type { VectorTensor } from "./vectors.js";

type Four = [number, number, number, number];

/** [B, T, H·D] as [B, H, T, D]; four axes stay. The cells keep the file's type. */
export function split(x: VectorTensor, heads: number): VectorTensor {
  if (x.shape.length === 4) return x;
  const [batch, rows, width] = x.shape as [number, number, number];
  const d = width / heads;
  const shape = [batch, heads, rows, d];
  const cells = Array.from(x.data as ArrayLike<number>);
  const order = tensorOf(shape, ([b, h, t, c]: Four) => flatOf(x.shape, [b, t, h * d + c]));
  const data = order.map((from) => Number(cells[from]));
  return { ...x, shape, data: x.dtype === "f16" ? Uint16Array.from(data) : data };
}

/** [B, H, T, D] as [B, T, H·D] where the expected output has three axes. */
export function join(x: Tensor, axes: number): Tensor {
  if (axes === 4) return x;
  const [batch, heads, rows, d] = x.shape as Four;
  const shape = [batch, rows, heads * d];
  const data = tensorOf(shape, ([b, t, c]: [number, number, number]) =>
    Number(x.data[flatOf(x.shape, [b, Math.floor(c / d), t, c % d])]),
  );
  return { shape, data: Float32Array.from(data) };
}
