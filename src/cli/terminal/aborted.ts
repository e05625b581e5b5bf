// Waits for Ctrl-C. Used by commands that run until they are stopped.

/** Resolves when the signal aborts, or at once if it already has. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
