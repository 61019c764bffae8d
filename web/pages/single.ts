// single.html: the figure, the engine and the trained models in one file, which needs no server.
// All but this is compressed in it; what unpacks it is in browsers since 2023.
import { held } from "./single/held.js";
import { tell } from "./single/told.js";

async function begin(): Promise<void> {
  if (!("DecompressionStream" in globalThis)) return tell("old");
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([await held("main.js")], { type: "text/javascript" }));
  await new Promise((run, failed) => {
    script.addEventListener("load", run);
    script.addEventListener("error", () => failed(new Error("its script may not run here")));
    document.head.append(script);
  });
}

begin().catch((error: unknown) => tell("failed", error));
