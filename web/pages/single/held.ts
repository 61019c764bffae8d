// What single.html holds beside its script: files, compressed and as base64, each in an element of
// the document that nothing runs.

/** The bytes of a file that the document holds. */
export async function held(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const text = document.getElementById(name)?.textContent;
  if (!text) throw new Error(`single.html does not hold ${name}: load it again, whole`);
  try {
    const packed = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
  } catch (cause) {
    throw new Error(`what single.html holds of ${name} is damaged: load it again`, { cause });
  }
}
