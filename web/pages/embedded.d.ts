// What scripts/web/single.mjs puts into single.html.
declare module "clearhead:worker" {
  const source: string;
  export default source;
}
