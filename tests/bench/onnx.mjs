// Writes the few ONNX models that the bench runs: protobuf by hand, the field
// numbers are those of onnx.proto.

function varint(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

const integer = (field, value) => [...varint(field * 8), ...varint(value)];
const bytes = (field, content) => [...varint(field * 8 + 2), ...varint(content.length), ...content];
const text = (field, value) => bytes(field, [...new TextEncoder().encode(value)]);
const float = (field, value) => [
  ...varint(field * 8 + 5),
  ...new Uint8Array(Float32Array.of(value).buffer),
];

const FLOAT = 1;
const INT = 2;

/** Integers are written as INT, an object { float } as FLOAT. */
function attribute([name, value]) {
  const content = text(1, name);
  if (typeof value === "object")
    return [...content, ...float(2, value.float), ...integer(20, FLOAT)];
  return [...content, ...integer(3, value), ...integer(20, INT)];
}

function node({ type, inputs, outputs, domain = "", attributes = {} }) {
  return [
    ...inputs.flatMap((name) => text(1, name)),
    ...outputs.flatMap((name) => text(2, name)),
    ...text(4, type),
    ...Object.entries(attributes).flatMap((entry) => bytes(5, attribute(entry))),
    ...(domain ? text(7, domain) : []),
  ];
}

/** A float32 tensor of a fixed shape. */
function value([name, shape]) {
  const dimensions = shape.flatMap((size) => bytes(1, integer(1, size)));
  const tensor = [...integer(1, FLOAT), ...bytes(2, dimensions)];
  return [...text(1, name), ...bytes(2, bytes(1, tensor))];
}

/** inputs and outputs: names with their shapes. */
export function model({ nodes, inputs, outputs, opset }) {
  const graph = [
    ...nodes.flatMap((each) => bytes(1, node(each))),
    ...text(2, "bench"),
    ...Object.entries(inputs).flatMap((entry) => bytes(11, value(entry))),
    ...Object.entries(outputs).flatMap((entry) => bytes(12, value(entry))),
  ];
  const own = [...text(1, ""), ...integer(2, opset)];
  const microsoft = [...text(1, "com.microsoft"), ...integer(2, 1)];
  return Uint8Array.from([
    ...integer(1, 10),
    ...bytes(7, graph),
    ...bytes(8, own),
    ...bytes(8, microsoft),
  ]);
}
