// The wait of a loop, which others may end.

export interface WakeUp {
  /** Ends the wait under way, or else the next one at once: no call in between is lost. */
  now(): void;
  /** Ends the wait under way if that is a rest; else does nothing. */
  fromRest(): void;
  /** Whether the next wait would end at once. */
  isDue(): boolean;
  /**
   * Resolves after so many milliseconds, or when woken.
   * @param isRest whether `fromRest` wakes it, too; by default it doesn't
   */
  after(ms: number, isRest?: boolean): Promise<void>;
}

/** For one loop. */
export function createWakeUp(): WakeUp {
  let woken = Promise.withResolvers<void>();
  let isDue = false;
  let rests = false;
  const now = () => {
    isDue = true;
    woken.resolve();
  };
  return {
    now,
    fromRest() {
      if (rests) now();
    },
    isDue: () => isDue,
    async after(ms, isRest = false) {
      rests = isRest;
      const timer = setTimeout(now, ms);
      await woken.promise;
      clearTimeout(timer);
      rests = false;
      woken = Promise.withResolvers();
      isDue = false;
    },
  };
}

/** Resolves after so many milliseconds. Doesn't keep the process alive. */
export function afterMs(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms).unref();
  return promise;
}
