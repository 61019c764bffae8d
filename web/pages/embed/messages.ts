// The contract between an embedded figure and the page that holds its iframe.
//   child → host   ready · resize{height} · change{state} · state{state} · error{message}
//   host  → child  set{state} · get · theme{theme}
// Every one of them is { clearhead: 1, type, id?, … }; `id` of a request comes back in
// its answer. For learning platforms heights are also sent as { subject:
// "lti.frameResize", height }. The child obeys nobody but its parent and evaluates nothing.
import type { ClearheadFigure } from "../../elements/figure.js";
import { excerpt } from "../../state/text.js";

interface Message {
  clearhead: 1;
  type: string;
  id?: string | number;
  state?: unknown;
  theme?: unknown;
}

function isMessage(data: unknown): data is Message {
  return (
    typeof data === "object" &&
    data !== null &&
    (data as Message).clearhead === 1 &&
    typeof (data as Message).type === "string"
  );
}

const THEMES = ["auto", "light", "dark"];

/** Connects a figure to the page around its iframe; without one it does nothing. */
export function connect(figure: ClearheadFigure): void {
  const host = window.parent;
  if (host === window) return;
  // The host's origin is unknown to a figure that any site may embed. `change` and `state`
  // hold what the reader types, too: the figure says so in its frame.
  const send = (type: string, detail: Record<string, unknown> = {}) =>
    host.postMessage({ clearhead: 1, type, ...detail }, "*");

  // Before there is a figure or an error to show, the height that the host gave is right.
  const watch = () =>
    sendHeight(figure, (height) => {
      send("resize", { height });
      host.postMessage({ subject: "lti.frameResize", height }, "*");
    });
  figure.addEventListener("ch-change", () => send("change", { state: figure.getState() }));
  figure.addEventListener("ch-error", (event) => {
    send("error", { message: (event as CustomEvent<{ message: string }>).detail.message });
  });
  window.addEventListener("message", (event) => {
    if (event.source !== host || !isMessage(event.data)) return;
    answer(figure, event.data, send);
  });
  void figure.ready.then(() => {
    watch();
    send("ready", { state: figure.getState() });
  }, watch);
}

function answer(
  figure: ClearheadFigure,
  message: Message,
  send: (type: string, detail?: Record<string, unknown>) => void,
): void {
  const { theme } = message;
  const id = message.id === undefined ? {} : { id: message.id };
  switch (message.type) {
    case "set": {
      const ignored = figure.setState(asState(message.state));
      send("state", { ...id, state: figure.getState(), ignored });
      break;
    }
    case "get":
      send("state", { ...id, state: figure.getState() });
      break;
    case "theme":
      if (typeof theme === "string" && THEMES.includes(theme)) {
        figure.setState({ theme });
        send("state", { ...id, state: figure.getState() });
      } else {
        const given = typeof theme === "string" ? `"${excerpt(theme)}"` : `(${typeof theme})`;
        send("error", { ...id, message: `theme ${given}: use auto, light or dark` });
      }
      break;
    default:
      send("error", {
        ...id,
        message: `message type "${excerpt(message.type)}": use set, get or theme`,
      });
  }
}

function asState(state: unknown): string | Record<string, string | number | boolean> {
  if (typeof state === "string") return state;
  const clean: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(Object(state))) {
    if (["string", "number", "boolean"].includes(typeof value)) {
      clean[name] = value as string | number | boolean;
    }
  }
  return clean;
}

/**
 * Tells the height at once, then at most once a frame and only when it moved by more than
 * a pixel.
 */
function sendHeight(figure: HTMLElement, tell: (height: number) => void): void {
  let last = 0;
  let frame = 0;
  const measure = () => {
    const height = Math.ceil(figure.getBoundingClientRect().height);
    if (Math.abs(height - last) <= 1) return;
    last = height;
    tell(height);
  };
  measure();
  new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(measure);
  }).observe(figure);
}
