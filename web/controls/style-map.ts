// Styles that follow values, set property by property. lit's own styleMap writes a
// `style` attribute at first, which a page with `style-src 'self'` forbids.
import { noChange } from "lit";
import { type AttributePart, Directive, directive } from "lit/directive.js";

export type Styles = Readonly<Record<string, string>>;

class StyleMap extends Directive {
  #before: Styles = {};

  override render(_styles: Styles): typeof noChange {
    return noChange;
  }

  override update(part: AttributePart, [styles]: [Styles]): typeof noChange {
    const { style } = part.element as HTMLElement;
    for (const name of Object.keys(this.#before)) {
      if (!(name in styles)) style.removeProperty(dashed(name));
    }
    for (const [name, value] of Object.entries(styles)) {
      if (this.#before[name] !== value) style.setProperty(dashed(name), value);
    }
    this.#before = styles;
    return noChange;
  }
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export const styleMap = directive(StyleMap);
