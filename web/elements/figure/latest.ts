// Recomputation that never lags behind: at most one run in flight, at most one
// start a frame, and of the requests in between only the newest is kept.

const LATEST = 200;

export class Latest<Input, Output> {
  #waiting: { input: Input } | undefined;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #stopped = new AbortController();
  #paused = false;
  #idle: (() => void)[] = [];

  constructor(
    private readonly work: (input: Input, signal: AbortSignal) => Promise<Output>,
    private readonly done: (output: Output, input: Input) => void,
    private readonly failed: (error: unknown, input: Input) => void,
  ) {}

  request(input: Input): void {
    this.#waiting = { input };
    this.#schedule();
  }

  /** Resolves when nothing is waiting or running. */
  settled(): Promise<void> {
    if (!this.#waiting && !this.#running) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  /** While paused (off screen, hidden tab) requests only wait; the newest runs on resume. */
  set paused(paused: boolean) {
    this.#paused = paused;
    if (!paused) this.#schedule();
  }

  /** Runs what waits now, without waiting for a frame or for the figure to be seen. */
  flush(): void {
    this.#cancel();
    void this.#start();
  }

  stop(): void {
    this.#stopped.abort();
    this.#stopped = new AbortController();
    this.#waiting = undefined;
    this.#cancel();
    this.#release();
  }

  #schedule(): void {
    if (this.#paused || this.#frame || this.#running || !this.#waiting) return;
    const start = () => {
      this.#cancel();
      void this.#start();
    };
    this.#frame = requestAnimationFrame(start);
    // Frames never come in an iframe that is out of view.
    this.#timer = setTimeout(start, LATEST);
  }

  async #start(): Promise<void> {
    const next = this.#waiting;
    if (!next || this.#running) return;
    this.#waiting = undefined;
    this.#running = true;
    const { signal } = this.#stopped;
    try {
      const output = await this.work(next.input, signal);
      if (!signal.aborted) this.done(output, next.input);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.failed(error, next.input);
    }
    this.#running = false;
    if (this.#waiting) this.#schedule();
    else this.#release();
  }

  #cancel(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
  }

  #release(): void {
    const idle = this.#idle;
    this.#idle = [];
    for (const resolve of idle) resolve();
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
