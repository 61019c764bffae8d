// The boxes of an encoder–decoder with pre-norm, in the order of the computation. Each stands for
// tensors of the run, whose names begin with its id (Xiong et al. 2020: where the norm stands).

export const STACKS = ["encoder", "decoder"] as const;
export type Stack = (typeof STACKS)[number];
/** Of the shipped model, in each stack. */
export const LAYERS = 2;

const SUBLAYERS = {
  encoder: ["self_attention", "feed_forward"],
  decoder: ["self_attention", "cross_attention", "feed_forward"],
} as const;
export type Sublayer = (typeof SUBLAYERS)[Stack][number];

export type Kind = "embedding" | "norm" | "attention" | "feed_forward" | "sum" | "output";

export interface Box {
  readonly id: string;
  readonly stack: Stack;
  readonly kind: Kind;
  /** From 0; undefined before and after the layers. */
  readonly layer?: number;
  readonly sublayer?: Sublayer;
  /** What it reads: of a sum x, of a norm what is normed. */
  readonly x: string;
  /** Its row: x₀, x₁ … stand one below the other, what is read of them beside them. */
  readonly row: number;
}

/** Its tensor, as the small matrix shows it. */
export function tensorOf({ id, kind }: Box): string {
  if (kind === "attention") return `${id}.weights`;
  if (kind === "feed_forward") return `${id}.output`;
  return kind === "output" ? "probabilities" : id;
}

function boxesOf(stack: Stack): Box[] {
  const made: Box[] = [{ id: `${stack}.x`, stack, kind: "embedding", x: `${stack}.x`, row: 0 }];
  let x = `${stack}.x`;
  let row = 0;
  for (let layer = 0; layer < LAYERS; layer++) {
    for (const sublayer of SUBLAYERS[stack]) {
      const id = `${stack}.${layer}.${sublayer}`;
      const kind = sublayer === "feed_forward" ? sublayer : "attention";
      const own = { stack, layer, sublayer, x };
      made.push({ ...own, id: `${id}_norm`, kind: "norm", row }, { ...own, id, kind, row });
      row += 1;
      made.push({ ...own, id: `${id}_sum`, kind: "sum", row });
      x = `${id}_sum`;
    }
  }
  made.push({ id: `${stack}.norm`, stack, kind: "norm", x, row });
  if (stack === "decoder")
    made.push({ id: "logits", stack, kind: "output", x: `${stack}.norm`, row });
  return made;
}

export const boxes: readonly Box[] = STACKS.flatMap(boxesOf);

export const boxOf = (id: string) => boxes.find((box) => box.id === id) ?? (boxes[0] as Box);

/** Whether its keys and values come from the encoder. */
export const crosses = ({ kind, sublayer }: Box) =>
  kind === "attention" && sublayer === "cross_attention";

/** What is added up in an embedding or a sum; the sum itself is the box's tensor. */
export function addends({ stack, kind, x, layer, sublayer }: Box): [string, string] {
  return kind === "embedding"
    ? [`${stack}.scaled_embeddings`, `${stack}.positions`]
    : [x, `${stack}.${layer}.${sublayer}.output`];
}
