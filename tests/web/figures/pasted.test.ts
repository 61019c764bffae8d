import assert from "node:assert/strict";
import { test } from "node:test";
import { formatMatrix, matrixOf, parseMatrix } from "../../../web/figures/attention/pasted.js";
import { t } from "../../../web/i18n/t.js";
// The view brings the words.
import "../../../web/views/attention.js";

const square = [
  [1, -0.5],
  [0.25, 2000],
];

const spellings = {
  csv: "1,-0.5\n0.25,2e3",
  "csv of Windows with blanks": " 1 , -0.5 \r\n 0.25 , 2000 \r\n\r\n",
  tsv: "1\t-0.5\n0.25\t2000",
  blanks: "1   -.5\n0.25 2000.",
  "one line": "1,-0.5;0.25,2000",
  json: "[[1,-0.5],[0.25,2000]]",
  "Python list": "[[1, -0.5],\n [1/4, 2_000]]".replace("_", ""),
  "trailing commas": "[\n  [1, -0.5,],\n  [0.25, 2000,],\n]",
  numpy: "[[ 1.0e+00 -5.0e-01]\n [ 2.5e-01  2.0e+03]]",
  array: "np.array([[1, -0.5], [0.25, 2000]], dtype=float32)",
  PyTorch:
    "tensor([[ 1.0000, -0.5000],\n        [ 0.2500, 2000.0000]], grad_fn=<SoftmaxBackward0>)",
  "four axes": "[[[[1, -0.5], [0.25, 2000]]]]",
  "other signs": "１,−0.5\n1/4,2000",
};

for (const [name, text] of Object.entries(spellings)) {
  test(`reads ${name}`, () => assert.deepEqual(parseMatrix(text), { rows: square }));
}

const wrong: [string, number | undefined, RegExp][] = [
  ["", undefined, /no number/],
  ["[]", undefined, /no number/],
  ["[[]]", undefined, /no number/],
  ["1,2\n3,x", undefined, /Row 2, column 2: “x”/],
  ["1,2\n3,nan", undefined, /Row 2, column 2: “nan”/],
  ["1,inf\n3,4", undefined, /Row 1, column 2: “inf”/],
  ["1,1e39\n3,4", undefined, /Row 1, column 2: “1e39”/],
  ["1,1/0\n3,4", undefined, /Row 1, column 2/],
  ["1,,2\n3,4,5", undefined, /Row 1, column 2: “”/],
  ["[[1 ... 2]]", undefined, /Row 1, column 2: “...”/],
  ["1,2\n3", undefined, /Row 2 has 1 number; the first row has 2/],
  ["1,2,3\n4,5,6", undefined, /2 rows and 3 columns; 2 × 2 are needed/],
  ["1,2\n3,4", 3, /2 rows and 2 columns; 3 × 3 are needed/],
  [Array(65).fill("1").join("\n"), undefined, /65 rows and 1 columns; at most 64/],
  ["1".repeat(100_001), undefined, /longer than 100,000 characters/],
  ["[[1,2],[3,4]] trailing 5", undefined, /Row 3, column 1: “trailing”/],
  ["[[1,2],[3,4]] 5", undefined, /Row 3 has 1 number/],
  ["9 [[1,2],[3,4]]", undefined, /Row 3 has 1 number/],
  ["np.array([[1,2],[3,4]]) + x", undefined, /Row 3, column 1: “np.array\(”/],
  ["<script>alert(1)</script>", undefined, /Row 1, column 1/],
];

test("says what is wrong, and where", () => {
  for (const [text, size, message] of wrong) {
    const parsed = parseMatrix(text, size);
    assert.ok("error" in parsed, text);
    assert.match(t("en", parsed.error.key, parsed.error.parameters), message);
    assert.match(t("zh", parsed.error.key, parsed.error.parameters), /\p{Script=Han}/u);
  }
});

test("64 × 64 survives the state", () => {
  const rows = Array.from({ length: 64 }, (_, i) =>
    Array.from({ length: 64 }, (_, j) => Math.fround(Math.sin(i * 64 + j))),
  );
  const text = formatMatrix({ tensor: "scores", rows });
  assert.ok(text.length < 100_000);
  assert.deepEqual(matrixOf(text), { tensor: "scores", rows });
  for (const bad of ["", "scores", "scores:", "query:1", "scores:1,2", "weights:x"]) {
    assert.equal(matrixOf(bad), undefined, bad);
  }
});
