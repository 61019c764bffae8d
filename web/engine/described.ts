// The core's table of operations with the words that people read about it. They are loaded
// when a program asks for them: no figure does.

import type { CoreOperation } from "./handlers.js";
import { notes } from "./notes.gen.js";
import type { OperationSchema } from "./types.js";

export function described(operations: readonly CoreOperation[]): OperationSchema[] {
  return operations.map(({ name, attributes, ...rest }) => {
    const [summary = "", source = "", ...words] = notes[name] ?? [];
    return {
      name,
      summary,
      source,
      ...structuredClone(rest),
      attributes: attributes.map((attribute, i) => ({
        ...structuredClone(attribute),
        summary: words[i] ?? "",
      })),
    };
  });
}
