// One method per operation of the table: engine.softmax({ x, axis, stages, … }).

import { ArgumentError } from "./errors.js";
import type { CoreOperation } from "./handlers.js";
import { show } from "./tensors.js";
import type { ApplyOptions, ApplyResult, AttributeValue, Engine, TensorInput } from "./types.js";

const OPTIONS = ["stages", "outputGradient", "signal"];

type Given = Record<string, unknown>;

/** "layer_norm" → "layerNorm": the table's names as JavaScript writes them. */
export function camelCase(name: string): string {
  return name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

export function addShortcuts(engine: Engine, operations: CoreOperation[]): void {
  for (const schema of operations) {
    Object.defineProperty(engine, camelCase(schema.name), {
      value: (given: Given = {}) => apply(engine, schema, given),
      enumerable: true,
    });
  }
}

async function apply(engine: Engine, schema: CoreOperation, given: Given): Promise<ApplyResult> {
  if (typeof given !== "object" || given === null) {
    throw new ArgumentError(
      `${schema.name}: ${show(given)} is no object; give { ${names(schema).join(", ")} }`,
    );
  }
  const inputs: Record<string, TensorInput> = {};
  const attributes: Record<string, AttributeValue> = {};
  const options: Given = {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined) continue;
    const named = ({ name }: { name: string }): boolean => camelCase(name) === key;
    const input = schema.inputs.find(named);
    const attribute = schema.attributes.find(named);
    if (input) inputs[input.name] = value as TensorInput;
    else if (attribute) attributes[attribute.name] = value as AttributeValue;
    else if (OPTIONS.includes(key)) options[key] = value;
    else {
      throw new ArgumentError(
        `${schema.name}: there is no argument ${show(key)}; allowed: ${names(schema).join(", ")}`,
      );
    }
  }
  return engine.apply(schema.name, inputs, attributes, options as ApplyOptions);
}

function names({ inputs, attributes }: CoreOperation): string[] {
  return [...[...inputs, ...attributes].map(({ name }) => camelCase(name)), ...OPTIONS];
}
