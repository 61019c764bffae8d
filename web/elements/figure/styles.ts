// The look of a figure, a file a part; what stands in two of them does not meet. The
// controls bring theirs when they are loaded.
import { visuallyHidden } from "../../controls/style.js";
import { bands } from "./styles/bands.js";
import { frame } from "./styles/frame.js";
import { messages } from "./styles/messages.js";
import { prompt } from "./styles/prompt.js";
import { side } from "./styles/side.js";
import { widgets } from "./styles/widgets.js";

export const styles = [visuallyHidden, frame, widgets, bands, prompt, messages, side];
