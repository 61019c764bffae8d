// single.html: the figure, the engine and the whole core in one file, which needs no server.
// The engine runs in a classic worker made from a Blob: module workers from a Blob do not
// start on file:// pages. Where no worker may start it runs in this thread.
import wasm from "clearhead:core.wasm";
import models from "clearhead:models.wasm";
import more from "clearhead:more.wasm";
import workerSource from "clearhead:worker";
import { configure } from "../engine/index.js";
import { start } from "./embed/start.js";

configure({
  wasm,
  more,
  models,
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
