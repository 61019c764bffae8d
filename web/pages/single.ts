// single.html: the figure, the engine and the trained models in one file, which needs no server.
// All but this is compressed in it; what unpacks it is in browsers since 2023.
import { held } from "./single/held.js";

async function begin(): Promise<void> {
  if (!("DecompressionStream" in globalThis)) throw new Error("no DecompressionStream");
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([await held("main.js")], { type: "text/javascript" }));
  document.head.append(script);
}

begin().catch(() => {
  for (const line of document.querySelectorAll<HTMLElement>(".old")) line.hidden = false;
});
