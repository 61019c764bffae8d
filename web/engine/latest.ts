/** For work where only the last request counts: each signal aborts the one before it. */
export function latest(): () => AbortSignal {
  let controller: AbortController | undefined;
  return () => {
    controller?.abort();
    controller = new AbortController();
    return controller.signal;
  };
}
