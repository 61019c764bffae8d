// The reader's place: when what has the focus goes (an undone edit, a closed number), the
// focus goes to where it came from, or to what is next to it, and never to the page's top.
const STOPS = "button, input, select, textarea, summary, [tabindex]";

export class Place {
  /** What the opened number was opened from. */
  #from: HTMLElement | undefined;
  /** What has the focus, and what it stands in, inmost first. */
  #held: Element[] = [];

  constructor(private readonly root: () => ShadowRoot | null) {}

  /** A number is opened from what has the focus now. */
  opened(): void {
    let at = this.root()?.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    this.#from = (at ?? undefined) as HTMLElement | undefined;
  }

  /** Before drawing. */
  note(): void {
    this.#held = [];
    let at = this.root()?.activeElement ?? null;
    for (; at; at = at.parentElement) this.#held.push(at);
  }

  /** After drawing. */
  keep(): void {
    const [focused, ...around] = this.#held;
    if (!focused || shown(focused)) return;
    const next = [
      ...(focused.localName === "ch-inspector" && this.#from ? [this.#from] : []),
      ...around.filter(shown).flatMap((place) => [...place.querySelectorAll<HTMLElement>(STOPS)]),
    ].find(shown);
    next?.focus();
  }
}

function shown(element: Element): boolean {
  // What is folded away has boxes, too; older browsers cannot tell.
  return element.getClientRects().length > 0 && (element.checkVisibility?.() ?? true);
}
