// What scripts/web/single.mjs puts into single.html.
declare module "clearhead:core.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module "clearhead:more.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module "clearhead:models.wasm" {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module "clearhead:worker" {
  const source: string;
  export default source;
}
