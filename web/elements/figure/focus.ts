// What the reader looks at: the (query, key) pair kept in view in every stage, the
// opened number in the inspector, and the rings around its operands.
import type { Explain } from "../../inspect/chain.js";
import type { Address } from "../../inspect/tree.js";
import { type Matrix, pairIn, type Scene } from "../../scene/scene.js";
import type { Cell } from "../../state/cells.js";
import { formatCell, parseCell } from "../../state/cells.js";
import type { ClearheadFigure } from "../figure.js";
import type { Inspector } from "../inspector.js";
import { type Position, positionIn } from "./operands.js";
import { inspector } from "./part.js";

const NONE: readonly Position[] = [];

export class Focus {
  active: { query: number; key: number } | undefined;
  /** The query ringed first, of which the guided mode asks. */
  first: number | undefined;
  /** Explains cells of the newest result; another function for every result. */
  explain: Explain | undefined;
  /** The operands of the opened number. */
  #marks: Address[] = [];
  /** The cell under the pointer, here or in the inspector. */
  #pointed: Address | undefined;
  #marked: { open: string; explain: Explain | undefined } = { open: "", explain: undefined };
  #inspected = "";
  /** A cell opened by a link does not take the focus. */
  #byReader = false;

  constructor(private readonly figure: ClearheadFigure) {}

  /** The figure shows another view. */
  forget(): void {
    this.active = this.first = this.explain = this.#pointed = undefined;
    this.#marks = [];
  }

  get opened(): Cell | undefined {
    return parseCell(this.#open);
  }

  get #open(): string {
    return String(this.figure.present?.state.open ?? "");
  }

  /** A cell was opened by the reader; `shown`: the inspector shows it already. */
  follow(cell: Cell | undefined, shown: boolean): void {
    this.#byReader = true;
    const left = this.opened;
    if (left && cell) {
      const part = inspector.for(this.figure);
      part?.reveal(this.figure, address(cell));
      part?.fly(this.figure, address(left), address(cell));
    } else if (cell) {
      // Once its card is loaded and the sheet has taken its place.
      const show = ({ reveal }: { reveal(figure: ClearheadFigure, cell: Address): void }) =>
        requestAnimationFrame(() => reveal(this.figure, address(cell)));
      inspector.load().then(show, () => undefined);
    }
    if (shown && cell) this.#inspected = formatCell(cell);
    if (cell) this.look(cell);
  }

  /** Keeps the pair of a cell in view; what the cell leaves open stays. */
  look({ tensor, index }: Pick<Cell, "tensor" | "index">): void {
    const { query, key } = { ...this.active, ...this.figure.present?.view.pairOf(tensor, index) };
    if (query === undefined || key === undefined) return;
    if (query === this.active?.query && key === this.active.key) return;
    this.active = { query, key };
    this.figure.requestUpdate();
  }

  /** The pair that the figure itself shows first. */
  begin(scene: Scene): void {
    this.active ??= pairIn(scene);
    this.first ??= this.active?.query ?? 0;
  }

  hover(cell: Cell | null): void {
    const pointed = cell ? address(cell) : undefined;
    if (pointed) this.look(pointed);
    if (pointed || this.#pointed) this.figure.requestUpdate();
    this.#pointed = pointed;
  }

  /** Cells of a panel to ring. */
  marksIn(matrix: Matrix): readonly Position[] {
    const cells = this.#pointed ? [this.#pointed] : this.#marks;
    const catalogue = this.figure.model.data?.catalogue ?? [];
    const found = cells.flatMap((cell) => positionIn(matrix, cell, catalogue) ?? []);
    return found.length ? found : NONE;
  }

  /** After drawing: shows the opened cell in the inspector, unless it was opened there. */
  show(card: Inspector | null): void {
    const { explain, opened } = this;
    const open = this.#open;
    if (!card || !explain) return;
    // Behind the first result comes what opens its numbers.
    const part = inspector.for(this.figure);
    if (!part) return;
    const { scene, model } = this.figure;
    if (scene && model.data) card.catalogue = part.drawn(scene, model.data.catalogue);
    if (explain !== this.#marked.explain || open !== this.#marked.open) this.#mark();
    if (open === this.#inspected) return;
    this.#inspected = open;
    if (!opened) return;
    this.look(opened);
    void card.open(address(opened), { focus: this.#byReader });
  }

  #mark(): void {
    const { explain, opened } = this;
    const open = this.#open;
    this.#marked = { open, explain };
    const set = (cells: Address[]) => {
      if (open !== this.#open || explain !== this.explain) return;
      this.#marks = cells;
      this.figure.requestUpdate();
    };
    if (!opened || !explain) {
      if (this.#marks.length > 0) set([]);
      return;
    }
    inspector
      .load()
      .then(async ({ unfold, operandsOf }) => operandsOf(await unfold(address(opened), explain)))
      .then(set, () => set([]));
  }
}

function address({ tensor, index, gradient, of }: Cell): Address {
  return { tensor, index: [...index], gradient, ...(of && { of: [...of] }) };
}
