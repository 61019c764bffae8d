// One polite live region a document, shared by all elements. What is said within 200 ms of another
// message replaces it, so that a held arrow key does not queue up sentences.

const QUIET = 200;
let region: HTMLElement | undefined;
let timer = 0;

export function announce(text: string, language: string): void {
  region ??= makeRegion();
  if (!region.isConnected) document.body.append(region);
  window.clearTimeout(timer);
  const place = region;
  timer = window.setTimeout(() => {
    place.lang = language;
    // The same sentence twice must be spoken twice.
    place.textContent = place.textContent === text ? `${text}\u00a0` : text;
  }, QUIET);
}

function makeRegion(): HTMLElement {
  const made = document.createElement("div");
  made.setAttribute("role", "status");
  made.setAttribute("aria-live", "polite");
  made.dataset.clearhead = "live";
  const style = { position: "fixed", width: "1px", height: "1px", overflow: "hidden" };
  Object.assign(made.style, style, { clipPath: "inset(50%)", whiteSpace: "nowrap" });
  return made;
}
