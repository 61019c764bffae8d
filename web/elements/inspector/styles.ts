// The look of the card, a file a part.
import { card } from "./styles/card.js";
import { foot } from "./styles/foot.js";
import { formula } from "./styles/formula.js";
import { rows } from "./styles/rows.js";

export const styles = [card, formula, rows, foot];
