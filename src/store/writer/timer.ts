// A timer for one action: setting it again replaces the action.

/** Runs a function after that many milliseconds; returns a function that cancels it. */
export type After = (ms: number, run: () => void) => () => void;

/** The real implementation. */
export const later: After = (ms, run) => {
  const handle = setTimeout(run, ms);
  return () => clearTimeout(handle);
};

export interface Timer {
  set(ms: number, run: () => void): void;
  unlessSet(ms: number, run: () => void): void;
  clear(): void;
}

export function timer(after: After): Timer {
  let forget: (() => void) | undefined;
  const set = (ms: number, run: () => void) => {
    forget?.();
    forget = after(ms, () => {
      forget = undefined;
      run();
    });
  };
  return {
    set,
    unlessSet: (ms, run) => forget || set(ms, run),
    clear() {
      forget?.();
      forget = undefined;
    },
  };
}
