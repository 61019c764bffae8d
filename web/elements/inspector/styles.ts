// The look of the card, a file a part.
import { visuallyHidden } from "../../controls/style.js";
import { card } from "./styles/card.js";
import { foot } from "./styles/foot.js";
import { formula } from "./styles/formula.js";
import { rows } from "./styles/rows.js";

export const styles = [visuallyHidden, card, formula, rows, foot];
