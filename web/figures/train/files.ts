// A run of training in a file: a safetensors file of the core, whose header says in words what was
// trained and how. The values of the state that such a file is of are read from them.
// Format: github.com/huggingface/safetensors

/** What the header calls the parameters of the state. */
const words: Readonly<Record<string, string>> = {
  ...{ task: "task", corpus: "task.language" },
  ...{ kind: "model.kind", layers: "model.decoder_layers", d_model: "model.d_model" },
  ...{ heads: "model.heads", positions: "model.positions", mask: "model.mask" },
  ...{ shifted: "training.shifted", rate: "training.rate", batch: "training.batch" },
  ...{ plan: "training.steps", seed: "training.seed", steps: "run.steps" },
};

/** Before the header [u64, little-endian]: how many bytes it has. */
const LENGTH = 8;
const LONGEST_HEADER = 1e6;

/** A number that is not whole is written as the bits of a double. */
function read(word: string): string {
  if (!/^0x[0-9a-f]{1,16}$/.test(word)) return word;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setBigUint64(0, BigInt(word));
  return String(bits.getFloat64(0));
}

/** As a link would give them; undefined: this is no such file. */
export function valuesIn(file: Uint8Array): Record<string, string> | undefined {
  if (file.length < LENGTH) return undefined;
  const size = new DataView(file.buffer, file.byteOffset).getBigUint64(0, true);
  if (size > LONGEST_HEADER) return undefined;
  const text = new TextDecoder().decode(file.subarray(LENGTH, LENGTH + Number(size)));
  try {
    const header = JSON.parse(text) as { __metadata__?: Record<string, unknown> };
    const found = header.__metadata__ ?? {};
    const values = Object.entries(words).flatMap(([name, word]) => {
      const value = found[word];
      return typeof value === "string" ? [[name, read(value)] as const] : [];
    });
    return values.some(([name]) => name === "task") ? Object.fromEntries(values) : undefined;
  } catch {
    return undefined;
  }
}
