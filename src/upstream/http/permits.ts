// The lines in which requests to an origin wait for a permit, in the order in which they came. Used by `origins.ts`;
// `app/polling.ts` keeps them, because the polls before a reload and those after it share them.
import type { Deadline, DeadlineError } from './deadline.ts';

export interface PermitLines {
  /** The line of an origin, with this number of permits from now on. Permits in use are not taken away. */
  of(origin: string, concurrency: number): PermitLine;
}

export interface PermitLine {
  /** Calls `enter` when a permit is free, at once or later; calls `gaveUp` when the time is up first. */
  enter(deadline: Deadline, enter: () => void, gaveUp: (why: DeadlineError) => void): void;
  /** Gives a permit back. */
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
  const front = waiting.values(); // one iterator for ever: a new one steps over the places of all deleted entries each time
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
