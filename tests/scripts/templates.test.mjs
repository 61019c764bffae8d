// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources here are texts
// What the build takes from css and html templates, and what it must leave.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shrink } from "../../scripts/web/templates.mjs";

test("css loses comments, indentation and idle zeros", () => {
  const source = "css`\n  /* why */\n  .a > .b {\n    color: red;\n    margin: 0 0.5rem;\n  }\n`";
  assert.equal(shrink(source), "css` .a>.b{color:red;margin:0 .5rem}`");
});

test("css keeps strings, selectors, arithmetic and holes", () => {
  const kept = 'css`.a :hover{content:"a  ;  b";width:calc(100% - 2px)}${rest}b{c:${d(`x  y`)}}`';
  assert.equal(shrink(kept), kept);
});

test("html keeps a blank between words and the slash after an unquoted hole", () => {
  const source = "html`<b\n  class=${c}\n>a\n  b</b>\n<input value=${v} />`";
  assert.equal(shrink(source), "html`<b class=${c}>a b</b> <input value=${v} />`");
});

test("a template in a hole of a template is shrunk too, other texts are not", () => {
  const source = "html`<p>  ${on ? html`<i>  a</i>` : `  b`}  </p>`; const x = `  c`;";
  assert.equal(shrink(source), "html`<p> ${on ? html`<i> a</i>` : `  b`} </p>`; const x = `  c`;");
});
