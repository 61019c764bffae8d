// The figure and the engine of single.html, with all files that they need. The engine runs in a
// classic worker made from a Blob: module workers from a Blob do not start on file:// pages. Where
// no worker may start it runs in this thread.
import workerSource from "clearhead:worker";
import { configure } from "../../engine/index.js";
import { shippedFileName } from "../../engine/shipped.js";
import { held } from "./held.js";
import { tell } from "./told.js";

async function begin(): Promise<void> {
  const names = ["core.wasm", "more.wasm", "models.wasm"];
  const [wasm, more, models] = await Promise.all(names.map(held));
  configure({
    ...{ wasm, more, models },
    shipped: async (name) => held(shippedFileName(name)),
    worker: () => {
      const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
      try {
        return new Worker(url);
      } finally {
        setTimeout(() => URL.revokeObjectURL(url), 60_000);
      }
    },
  });
  // The figure's element asks for the engine as soon as it is defined.
  const { start } = await import("../embed/start.js");
  start();
}

begin().catch((error: unknown) => tell("failed", error));
