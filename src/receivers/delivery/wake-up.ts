// The waiting of a loop that others may wake.

export interface WakeUp {
  /** Ends the wait under way, or the next one at once: nothing that is told in between is overheard. */
  now(): void;
  /** Ends the wait under way if that is a rest, and no other. */
  fromRest(): void;
  /** Whether the next wait would end at once. */
  isDue(): boolean;
  /**
   * Resolves after so many milliseconds, or when woken.
   * @param isRest whether `fromRest` wakes, too; by default it doesn't
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

/** Resolves after so many milliseconds; doesn't keep the process alive. */
export function afterMs(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, ms).unref();
  return promise;
}
