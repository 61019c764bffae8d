import assert from "node:assert/strict";
import { test } from "node:test";
import { cellColour, lut } from "../../../web/scene/colours.js";
import type { Scene } from "../../../web/scene/scene.js";
import { paintSvg } from "../../../web/scene/svg.js";
import { exactScene, largeMatrix } from "./sample.js";

/** A strict reader of the XML we write: throws at anything not well formed. */
function elementsOf(xml: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const open: string[] = [];
  let at = 0;
  const tag = /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<]*")*)(\/?)>/y;
  while (at < xml.length) {
    const next = xml.indexOf("<", at);
    const text = xml.slice(at, next < 0 ? undefined : next);
    assert.ok(!/&(?!(amp|lt|gt|quot|#39);)/.test(text) && !text.includes(">"), `text "${text}"`);
    if (next < 0) break;
    tag.lastIndex = next;
    const match = tag.exec(xml);
    assert.ok(match !== null, `no tag at ${xml.slice(next, next + 80)}`);
    const [whole, closing, name = "", list = "", empty] = match;
    const attributes: Record<string, string> = {};
    for (const [, key = "", value = ""] of list.matchAll(/ ([a-zA-Z:-]+)="([^"]*)"/g)) {
      assert.ok(!/&(?!(amp|lt|gt|quot|#39);)/.test(value), value);
      attributes[key] = value;
    }
    if (closing === "/") assert.equal(open.pop(), name);
    else {
      found.push({ name, attributes });
      if (empty !== "/") open.push(name);
    }
    at = next + whole.length;
  }
  assert.deepEqual(open, []);
  return found;
}

test("the same scene is the same bytes, in every theme, width and language", () => {
  const seen = new Set<string>();
  for (const language of ["en", "zh"] as const) {
    for (const theme of ["light", "dark"] as const) {
      for (const width of [320, 960]) {
        const once = paintSvg(exactScene(language), { width, theme });
        assert.equal(paintSvg(exactScene(language), { width, theme }), once);
        assert.ok(once.startsWith('<svg xmlns="http://www.w3.org/2000/svg"'));
        seen.add(once);
      }
    }
  }
  assert.equal(seen.size, 8);
});

test("cells carry tensor, index and the engine's value, and the colour of their index", () => {
  const scene = exactScene();
  const cells = elementsOf(paintSvg(scene)).filter(({ attributes }) => attributes["data-index"]);
  assert.equal(cells.length, 12 + 12 + 6 + 9 + 9 + 9);
  const weights = scene.bands[1]?.panels[2];
  assert.ok(weights !== undefined);
  const drawn = cells.filter(({ attributes }) => attributes["data-tensor"] === "weights");
  assert.equal(drawn.length, 9);
  drawn.forEach(({ attributes }, i) => {
    assert.equal(attributes["data-index"], `0,0,${Math.floor(i / 3)},${i % 3}`);
    assert.equal(Number(attributes["data-value"]), weights.values[i]);
    const colour = cellColour(lut("sequential", "light"), weights.colours[i] ?? 0, false);
    assert.equal(attributes.fill, colour.fill);
  });
});

test("hidden cells are hatched with −∞, edited ones marked, both with a word in the legend", () => {
  const svg = paintSvg(exactScene());
  const hidden = elementsOf(svg).filter(({ attributes }) => attributes["data-hidden"]);
  assert.equal(hidden.length, 3);
  for (const { attributes } of hidden)
    assert.match(attributes.fill ?? "", /^url\(#ch-[a-z0-9]+-hatch\)$/);
  assert.ok(svg.includes(">−∞<") && svg.includes(">hidden<") && svg.includes("set by you"));
  assert.equal(elementsOf(svg).filter(({ attributes }) => attributes["data-edited"]).length, 2);
  assert.ok(paintSvg(exactScene("zh")).includes("被遮住"));
});

test("fractions, axis titles, formulas, roles and the summary are in the picture", () => {
  const svg = paintSvg(exactScene());
  for (const text of [
    ">4/7<",
    ">4/5<",
    ">query ↓<",
    ">key →<",
    ">S = Q · Kᵀ<",
    ">Every number opens.<",
  ]) {
    assert.ok(svg.includes(text), text);
  }
  assert.match(svg, /<desc id="[^"]+">Three tokens; weights from 1\/10 to 4\/5\.<\/desc>/);
  assert.match(svg, /role="img" aria-labelledby="\S+ \S+"/);
});

const hostile = [
  `</text><script>alert(1)</script>`,
  `"onload="alert(1)`,
  `'&amp;<![CDATA[`,
  `]]>-->&#0;`,
  "\u0000\u0007\u001b[31m",
  "\ud800 lone",
  "lone \udfff",
  "\ufffe\uffff",
  "\u202e\u2066 bidi",
];

test("hostile tokens and titles stay text", () => {
  for (const word of hostile) {
    const base = exactScene("en", [word, "cat", "sat"]);
    const scene: Scene = { ...base, title: word, summary: word, notes: [word], figure: word };
    for (const band of scene.bands) {
      band.title = word;
      band.id = word;
      band.joints = [word, word];
      for (const panel of band.panels) {
        panel.title = word;
        panel.formulaText = word;
        panel.tensor = word;
        panel.text = () => word;
      }
    }
    const svg = paintSvg(scene);
    const names = new Set(elementsOf(svg).map(({ name }) => name));
    assert.ok(!names.has("script"), word);
    assert.ok(
      ![...names].some((name) => name === "foreignobject" || name === "a" || name === "image"),
    );
    for (const { attributes } of elementsOf(svg)) {
      for (const key of Object.keys(attributes)) assert.ok(!key.startsWith("on"), key);
    }
    const allowed = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
    assert.ok(allowed.test(svg), JSON.stringify(word));
  }
});

test("nothing outside the picture is named", () => {
  const svg = paintSvg(exactScene()).replace("http://www.w3.org/2000/svg", "");
  assert.ok(!/https?:|url\((?!#)|@import|<image|href=/.test(svg));
});

test("a picture of very many cells stays small: runs instead of cells", () => {
  const scene = { ...exactScene(), bands: [{ id: "b", panels: [largeMatrix(128)] }] };
  const svg = paintSvg(scene);
  elementsOf(svg);
  assert.ok(svg.length < 400_000, String(svg.length));
  assert.ok(svg.includes('<path data-tensor="large128x128"'));
});
