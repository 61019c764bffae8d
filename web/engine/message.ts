// Messages to and from the core: the strict subset of MessagePack that
// wasm/format.h describes. Requests are plain data whose kinds were checked before;
// what UTF-8 cannot say, a half of a UTF-16 pair alone, becomes U+FFFD.

import type { CoreModule, CoreSession } from "./core.js";
import { type ErrorCode, errorOf } from "./errors.js";
import { tagOf } from "./tensors.js";
import type { Tensor } from "./types.js";

type Cells = Tensor["data"];
export type Message =
  | undefined
  | boolean
  | number
  | string
  | Cells
  | readonly Message[]
  | { readonly [key: string]: Message };

const NIL = 0xc0;
const FALSE = 0xc2;
const TRUE = 0xc3;
const CELLS = 0xc9;
const NUMBER = 0xcb;
const TEXT = 0xdb;
const LIST = 0xdd;
const MAP = 0xdf;

type Kind = Float32ArrayConstructor;
const KINDS = [Float32Array, Int32Array, Uint8Array] as unknown as Kind[];
/** Bytes: where cells may begin. */
const ALIGNMENT = 64;

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** Bytes of a text that is read without the decoder. */
const SHORT = 24;

/** Performs one call of the core; throws its error. */
export function call(core: CoreModule, session: CoreSession, request: Message[]): unknown {
  const writer = new Writer();
  writer.item(request);
  const room = session.open(writer.size);
  // Without room the core answers with the error that says so.
  if (room > 0) writer.moveTo(core.HEAPU8.buffer, room);
  const at = session.call();
  const [code, answer] = new Reader(core.HEAPU8.buffer, at).item() as unknown[];
  if (code === undefined) return answer;
  throw errorOf({ code: code as ErrorCode, message: answer as string });
}

class Writer {
  #bytes = new Uint8Array(1 << 10);
  #view = new DataView(this.#bytes.buffer);
  #end = 0;
  /** Cells to lie behind the message, and where in it their address is missing. */
  readonly #cells: { data: Cells; kind: Kind; length: number; at: number }[] = [];

  /** Bytes of the message and the cells behind it. */
  get size(): number {
    return this.#cells.reduce(
      (size, { kind, length }) => aligned(size) + length * kind.BYTES_PER_ELEMENT,
      this.#end,
    );
  }

  item(value: Message): void {
    if (value === undefined) this.#tag(NIL);
    else if (typeof value === "boolean") this.#tag(value ? TRUE : FALSE);
    else if (typeof value === "number") this.#number(value);
    else if (typeof value === "string") this.#text(value);
    else if (Array.isArray(value)) this.#list(value);
    else if (ArrayBuffer.isView(value)) this.#reference(value as Cells);
    else this.#map(value as { [key: string]: Message });
  }

  /** Copies the message and its cells to `room` in `memory`. */
  moveTo(memory: ArrayBuffer, room: number): void {
    let offset = this.#end;
    for (const { data, kind, length, at } of this.#cells) {
      offset = aligned(offset);
      this.#view.setUint32(at, room + offset);
      const copy = new kind(memory, room + offset, length);
      copy.set(data);
      offset += copy.byteLength;
    }
    new Uint8Array(memory, room).set(this.#bytes.subarray(0, this.#end));
  }

  #number(value: number): void {
    this.#tag(NUMBER);
    const at = this.#advance(8);
    this.#view.setFloat64(at, value);
  }

  #text(value: string): void {
    this.#head(TEXT, 0);
    const length = this.#end - 4;
    const start = this.#advance(3 * value.length);
    const { written } = utf8Encoder.encodeInto(value, this.#bytes.subarray(start));
    this.#end = start + written;
    this.#view.setUint32(length, written);
  }

  #list(items: readonly Message[]): void {
    this.#head(LIST, items.length);
    for (const item of items) this.item(item);
  }

  #map(value: { readonly [key: string]: Message }): void {
    const entries = Object.entries(value);
    this.#head(MAP, entries.length);
    for (const [key, item] of entries) {
      this.#text(key);
      this.item(item);
    }
  }

  #reference(data: Cells): void {
    const { length } = data;
    const kind = KINDS.findIndex(({ name }) => tagOf(data) === name);
    this.#head(CELLS, 8);
    this.#tag(kind);
    const at = this.#advance(8);
    this.#cells.push({ data, kind: KINDS[kind] as Kind, length, at });
    this.#view.setUint32(at + 4, length);
  }

  #head(tag: number, count: number): void {
    this.#tag(tag);
    const at = this.#advance(4);
    this.#view.setUint32(at, count);
  }

  #tag(tag: number): void {
    const at = this.#advance(1);
    this.#view.setUint8(at, tag);
  }

  /** Makes room for `bytes` more and gives their start; the view may be another afterwards. */
  #advance(bytes: number): number {
    const start = this.#end;
    this.#end += bytes;
    if (this.#end > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#end);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return start;
  }
}

class Reader {
  readonly #view: DataView<ArrayBuffer>;
  #at: number;

  constructor(memory: ArrayBuffer, at: number) {
    this.#view = new DataView(memory);
    this.#at = at;
  }

  item(): unknown {
    const tag = this.#view.getUint8(this.#advance(1));
    switch (tag) {
      case NIL:
        return undefined;
      case FALSE:
      case TRUE:
        return tag === TRUE;
      case NUMBER:
        return this.#view.getFloat64(this.#advance(8));
    }
    const count = this.#whole();
    switch (tag) {
      case TEXT:
        return this.#text(count);
      case LIST:
        return Array.from({ length: count }, () => this.item());
      case MAP:
        return this.#map(count);
      case CELLS:
        return this.#cells();
    }
    throw new Error(`an answer of the core is damaged at ${this.#at}`);
  }

  #text(length: number): string {
    const start = this.#advance(length);
    if (length < SHORT) {
      // A decoder takes longer to start than a name of ASCII takes to read.
      let text = "";
      while (text.length < length) {
        const byte = this.#view.getUint8(start + text.length);
        if (byte >= 0x80) break;
        text += String.fromCharCode(byte);
      }
      if (text.length === length) return text;
    }
    return utf8Decoder.decode(new Uint8Array(this.#view.buffer, start, length));
  }

  /** What is absent is no key of the object. */
  #map(count: number): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    for (let i = 0; i < count; ++i) {
      const key = this.item() as string;
      const value = this.item();
      if (value !== undefined) object[key] = value;
    }
    return object;
  }

  /** A copy: the core's cells stay only until the next request. */
  #cells(): Cells {
    const kind = KINDS[this.#view.getUint8(this.#advance(1))] as Kind;
    return new kind(this.#view.buffer, this.#whole(), this.#whole()).slice() as Cells;
  }

  #whole(): number {
    return this.#view.getUint32(this.#advance(4));
  }

  #advance(bytes: number): number {
    this.#at += bytes;
    return this.#at - bytes;
  }
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
