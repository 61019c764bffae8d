// What goes wrong before there is a figure that says it itself.

/** Shows the lines of a class, and the error in those that have a place for it. */
export function tell(lines: "old" | "failed", error?: unknown): void {
  for (const line of document.querySelectorAll<HTMLElement>(`.${lines}`)) {
    line.hidden = false;
    const place = line.querySelector("span");
    if (place) place.textContent = error instanceof Error ? error.message : String(error);
  }
}
