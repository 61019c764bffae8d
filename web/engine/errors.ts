// What goes wrong, as types a caller can tell apart. The message says what was
// given, what is allowed and what to do.

export type ErrorCode =
  | "argument"
  | "shape"
  | "range"
  | "unknown"
  | "memory"
  | "disposed"
  | "cancelled"
  | "unsupported"
  | "load"
  | "crashed";

/** Every error of the engine but AbortError, which is the platform's own. */
export class ClearheadError extends Error {
  override name = "ClearheadError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A value of the wrong kind, or a field that does not exist. */
export class ArgumentError extends ClearheadError {
  override name = "ArgumentError";
  constructor(message: string) {
    super("argument", message);
  }
}

/** Tensors whose shapes do not fit together, or data that does not fill its shape. */
export class ShapeError extends ClearheadError {
  override name = "ShapeError";
  constructor(message: string) {
    super("shape", message);
  }
}

/** A number or an index outside its range. */
export class OutOfRangeError extends ClearheadError {
  override name = "OutOfRangeError";
  constructor(message: string) {
    super("range", message);
  }
}

/** A name that does not exist: an operation, an attribute, a tensor. */
export class UnknownNameError extends ClearheadError {
  override name = "UnknownNameError";
  constructor(message: string) {
    super("unknown", message);
  }
}

/** More than the memory budget allows. */
export class MemoryError extends ClearheadError {
  override name = "MemoryError";
  constructor(message: string) {
    super("memory", message);
  }
}

/** Something used after its dispose(). */
export class DisposedError extends ClearheadError {
  override name = "DisposedError";
  constructor(message: string) {
    super("disposed", message);
  }
}

/** The platform lacks something the engine needs. */
export class UnsupportedError extends ClearheadError {
  override name = "UnsupportedError";
  constructor(message: string) {
    super("unsupported", message);
  }
}

/** A file of the release folder could not be loaded. */
export class LoadError extends ClearheadError {
  override name = "LoadError";
  constructor(message: string, options?: ErrorOptions) {
    super("load", message, options);
  }
}

/** A part of the program that is loaded later; its absence is a LoadError. */
export function loaded<Module>(part: Promise<Module>): Promise<Module> {
  return part.catch((error: Error) => {
    throw new LoadError(error.message, { cause: error });
  });
}

/** The engine stopped in the middle of this call. It has been started again. */
export class EngineCrashedError extends ClearheadError {
  override name = "EngineCrashedError";
  constructor(message: string, options?: ErrorOptions) {
    super("crashed", message, options);
  }
}

/** What a cancelled or superseded call rejects with. */
export function abortError(signal?: AbortSignal): DOMException {
  const reason: unknown = signal?.reason;
  if (reason instanceof DOMException && reason.name === "AbortError") return reason;
  return new DOMException("the call was cancelled or superseded by a later one", "AbortError");
}

const classes = {
  argument: ArgumentError,
  shape: ShapeError,
  range: OutOfRangeError,
  unknown: UnknownNameError,
  memory: MemoryError,
  disposed: DisposedError,
  unsupported: UnsupportedError,
  load: LoadError,
  crashed: EngineCrashedError,
} satisfies Record<Exclude<ErrorCode, "cancelled">, new (message: string) => ClearheadError>;

/** An error as a value: how it leaves C++ and how it crosses the worker boundary. */
export interface Failure {
  code: ErrorCode;
  message: string;
}

export type Outcome<T> = { value: T; error?: undefined } | { error: Failure; value?: undefined };

export function errorOf({ code, message }: Failure): Error {
  return code === "cancelled" ? abortError() : new classes[code](shorten(message));
}

/** The core repeats what it was given, however long; head and tail of it say enough. */
function shorten(message: string): string {
  return message.length > 600 ? `${message.slice(0, 300)} … ${message.slice(-200)}` : message;
}

/** The error as a value. What is not one of ours is a crash: wasm trapped, or a defect. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ClearheadError) return { code: error.code, message: error.message };
  if (error instanceof DOMException && error.name === "AbortError") {
    return { code: "cancelled", message: error.message };
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: "crashed", message: `the engine stopped (${text})` };
}

export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.error) throw errorOf(outcome.error);
  return outcome.value as T;
}
