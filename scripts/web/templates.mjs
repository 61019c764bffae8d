// An esbuild plugin: the css, html and svg templates of web/ lose their comments
// and the whitespace that only shows their structure to readers of the source.
import { readFileSync } from "node:fs";
import ts from "typescript";

/** Outside of strings, which keep what they hold. */
function outsideStrings(text, shrink) {
  return text.replace(/("[^"\n]*"|'[^'\n]*')|[^"']+/g, (part, string) =>
    string === undefined ? shrink(part) : part,
  );
}

function css(text) {
  return outsideStrings(text.replaceAll(/\/\*[\s\S]*?\*\//g, ""), (part) =>
    part
      .replaceAll(/\s+/g, " ")
      .replaceAll(/ ?([{};,>]) ?/g, "$1")
      .replaceAll(/: /g, ":")
      .replaceAll(/;}/g, "}")
      .replaceAll(/(?<=[\s:,(-])0\.(?=\d)/g, "."),
  );
}

/** A run of whitespace counts as one blank, inside a tag and between words. */
function html(text) {
  return text
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ >/g, ">");
}

const shrinkers = { css, html, svg: html };

/** The source with every tagged template shrunk; holes stay as they are. */
export function shrink(source, name = "source.ts") {
  const edits = [];
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(file) in shrinkers) {
      const { template } = node;
      const texts = ts.isNoSubstitutionTemplateLiteral(template)
        ? [template]
        : [template.head, ...template.templateSpans.map((span) => span.literal)];
      for (const literal of texts) {
        const [start, end] = [literal.getStart(file) + 1, literal.getEnd()];
        const close = source.startsWith("${", end - 2) ? end - 2 : end - 1;
        edits.push([start, close, shrinkers[node.tag.getText(file)]]);
      }
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ES2022);
  visit(file);
  edits.sort(([a], [b]) => b - a);
  let text = source;
  for (const [start, end, shorter] of edits) {
    text = text.slice(0, start) + shorter(text.slice(start, end)) + text.slice(end);
  }
  return text;
}

/** What a module's text is bundled as. */
export function bundled(path) {
  const source = readFileSync(path, "utf8");
  return /\b(?:css|html|svg)`/.test(source) ? shrink(source, path) : source;
}

export const templates = {
  name: "templates",
  setup(plugin) {
    plugin.onLoad({ filter: /[\\/]web[\\/].*\.ts$/ }, ({ path }) => {
      return { contents: bundled(path), loader: "ts" };
    });
  },
};
