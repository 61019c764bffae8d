// Indices of row-major tensors.

export function flatOf(shape: number[], index: number[]): number {
  return shape.reduce((flat, size, axis) => flat * size + (index[axis] ?? 0), 0);
}

/** The cells of a tensor, row-major, each from its index. */
export function tensorOf<Index extends number[]>(
  shape: number[],
  cell: (at: Index) => number,
): number[] {
  const count = shape.reduce((all, size) => all * size, 1);
  const data: number[] = [];
  for (let flat = 0; flat < count; ++flat) {
    let rest = flat;
    const index = shape.map(() => 0);
    for (let axis = shape.length - 1; axis >= 0; --axis) {
      const size = shape[axis] as number;
      index[axis] = rest % size;
      rest = Math.floor(rest / size);
    }
    data.push(cell(index as Index));
  }
  return data;
}
