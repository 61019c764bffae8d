// The first script of index.html, before anything is painted: which of the two languages
// written into the page is shown, and in which theme. A classic script without imports,
// so that the browser waits for it; index.ts decides by the same rules once it runs.
{
  const linked = (name: string) => new RegExp(`[#&]${name}=(\\w+)`).exec(location.hash)?.[1];
  const remembered = (name: string) => {
    try {
      return localStorage.getItem(`clearhead.${name}`);
    } catch {
      return null;
    }
  };
  const chosen = (name: string, words: RegExp, stored: string) =>
    [linked(name), remembered(stored)].find((word) => word && words.test(word));

  const root = document.documentElement;
  const language = chosen("lang", /^(?:en|zh)$/, "language") ?? navigator.language;
  root.dataset.theme = chosen("theme", /^(?:light|dark)$/, "theme") ?? "auto";
  if (/^zh\b/i.test(language)) {
    root.lang = "zh-CN";
    document.title = document.querySelector("title")?.dataset.zh ?? document.title;
  }
}
