import assert from "node:assert/strict";
import { test } from "node:test";
import { line } from "../../../web/elements/matrix/brush.js";

test("a fast stroke crosses every cell between two places", () => {
  const cells = (from: [number, number], to: [number, number]) =>
    line({ row: from[0], column: from[1] }, { row: to[0], column: to[1] }).map(
      ({ row, column }) => `${row},${column}`,
    );
  assert.deepEqual(cells([0, 0], [0, 3]), ["0,0", "0,1", "0,2", "0,3"]);
  assert.deepEqual(cells([3, 3], [0, 0]), ["3,3", "2,2", "1,1", "0,0"]);
  assert.deepEqual(cells([2, 1], [2, 1]), ["2,1", "2,1"]);
  // Neighbours touch, by a side or a corner, whatever the slope.
  const slanted = line({ row: 0, column: 0 }, { row: 7, column: 19 });
  assert.equal(slanted.length, 20);
  for (const [at, cell] of slanted.entries()) {
    const before = slanted[at - 1] ?? cell;
    assert.ok(Math.abs(cell.row - before.row) <= 1 && Math.abs(cell.column - before.column) <= 1);
  }
});
