// The lines in which requests to an origin wait for a permit: so many at once, in the order in which they came. Used by
// `origins.ts`; kept by `app/polling.ts`, because the polls of before a reload and those of after it share them.
import type { Deadline, DeadlineError } from './deadline.ts';

export interface PermitLines {
  /** The line of an origin, with so many permits from now on; of those in use none is taken away. */
  of(origin: string, concurrency: number): PermitLine;
}

export interface PermitLine {
  /** Calls `enter` when a permit is free, at once or later; `gaveUp` when the time is up before. */
  enter(deadline: Deadline, enter: () => void, gaveUp: (why: DeadlineError) => void): void;
  /** A permit is free again. */
  leave(): void;
}

export function createPermitLines(): PermitLines {
  const lines = new Map<string, PermitLine & { limit(concurrency: number): void }>();
  return {
    of(origin, concurrency) {
      const line = lines.get(origin) ?? createPermitLine();
      lines.set(origin, line);
      line.limit(concurrency);
      return line;
    },
  };
}

function createPermitLine(): PermitLine & { limit(concurrency: number): void } {
  const waiting = new Set<() => void>();
  const front = waiting.values(); // one for ever: a new one would pass by the places of all that have gone, for each that goes
  let permits = 0;
  let inUse = 0;

  function letIn(): void {
    while (inUse < permits && waiting.size > 0) {
      const next = front.next().value!;
      waiting.delete(next);
      inUse++;
      next();
    }
  }

  return {
    limit(concurrency) {
      permits = concurrency;
      letIn();
    },
    enter(deadline, enter, gaveUp) {
      waiting.add(enter);
      deadline.tell((why) => {
        waiting.delete(enter);
        gaveUp(why);
      });
      letIn();
    },
    leave() {
      inUse--;
      letIn();
    },
  };
}
