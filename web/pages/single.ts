// single.html: the figure, the engine and core.wasm in one file, which needs no server.
// The engine runs in a classic worker made from a Blob: module workers from a Blob do not
// start on file:// pages. Where no worker may start it runs in this thread.
import wasm from "clearhead:core.wasm";
import workerSource from "clearhead:worker";
import { configure } from "../engine/index.js";
import { start } from "./embed/start.js";

configure({
  wasm,
  worker: () => {
    const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
    try {
      return new Worker(url);
    } finally {
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    }
  },
});

start();
