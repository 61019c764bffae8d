// Writes the few ONNX models that the bench runs: protobuf by hand, the field
// numbers are those of onnx.proto.

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

/** Bytes one after another; weights are too many to spread. */
function joined(parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const integer = (field, value) => [...varint(field * 8), ...varint(value)];
const bytes = (field, content) => joined([varint(field * 8 + 2), varint(content.length), content]);
const text = (field, value) => bytes(field, new TextEncoder().encode(value));
const float = (field, value) => [
  ...varint(field * 8 + 5),
  ...new Uint8Array(Float32Array.of(value).buffer),
];

const FLOAT = 1;
const INT = 2;
const FLOAT_TENSOR = 1;

/** Integers are written as INT, an object { float } as FLOAT. */
function attribute([name, value]) {
  const content = text(1, name);
  if (typeof value === "object")
    return [...content, ...float(2, value.float), ...integer(20, FLOAT)];
  return [...content, ...integer(3, value), ...integer(20, INT)];
}

function node({ type, inputs, outputs, domain = "", attributes = {} }) {
  return joined([
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, type),
    ...Object.entries(attributes).map((entry) => bytes(5, attribute(entry))),
    domain ? text(7, domain) : [],
  ]);
}

/** A float32 tensor of a fixed shape. */
function value([name, shape]) {
  const dimensions = joined(shape.map((size) => bytes(1, integer(1, size))));
  const tensor = joined([integer(1, FLOAT), bytes(2, dimensions)]);
  return joined([text(1, name), bytes(2, bytes(1, tensor))]);
}

/** A weight: [cells, shape]. */
function constant([name, [cells, shape]]) {
  return joined([
    ...shape.map((size) => integer(1, size)),
    integer(2, FLOAT_TENSOR),
    text(8, name),
    bytes(9, new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength)),
  ]);
}

/** inputs and outputs: names with their shapes; weights: with their cells, too. */
export function model({ nodes, inputs, outputs, opset, weights = {} }) {
  const graph = joined([
    ...nodes.map((each) => bytes(1, node(each))),
    text(2, "bench"),
    ...Object.entries(weights).map((entry) => bytes(5, constant(entry))),
    ...Object.entries(inputs).map((entry) => bytes(11, value(entry))),
    ...Object.entries(outputs).map((entry) => bytes(12, value(entry))),
  ]);
  const own = joined([text(1, ""), integer(2, opset)]);
  const microsoft = joined([text(1, "com.microsoft"), integer(2, 1)]);
  return joined([integer(1, 10), bytes(7, graph), bytes(8, own), bytes(8, microsoft)]);
}
