// Simulated time: the wall clock's time at another speed. It is a function of wall time, so a restarted sandbox goes on
// at the right time. Made by the demo and by `floatwatch sandbox`, used by `server.ts` and `control.ts`.
import type { Instant } from '../domain/observation.ts';

const LAST: Instant = 8.64e15; // the latest that a date can be

export interface SimulatedClock {
  now(): Instant;
  /** Simulated milliseconds per millisecond of the wall. */
  readonly speed: number;
  readonly frozen: boolean;
  /** Stops time until `resume`, which goes on from there. */
  freeze(): void;
  resume(): void;
  /** Moves time on by these simulated milliseconds, frozen or not; never back. */
  advance(ms: number): void;
}

export interface SimulatedClockOptions {
  /** The wall's time in epoch milliseconds. */
  readonly wall: () => Instant;
  /** @default 1 */
  readonly speed?: number;
  /** The wall instant at which both times are the same. @default 0, which only makes sense at speed 1 */
  readonly start?: Instant;
}

export function createSimulatedClock({ wall, speed = 1, start = 0 }: SimulatedClockOptions): SimulatedClock {
  let ahead = 0;
  let frozenAt: Instant | null = null;
  const running = (): Instant => start + Math.floor((wall() - start) * speed) + ahead;
  return {
    speed,
    now: () => frozenAt ?? running(),
    get frozen() {
      return frozenAt !== null;
    },
    freeze() {
      frozenAt ??= running();
    },
    resume() {
      if (frozenAt !== null) ahead += frozenAt - running();
      frozenAt = null;
    },
    advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`time only moves on: ${ms} ms`);
      if ((frozenAt ?? running()) + ms > LAST) throw new RangeError('there is no date so far ahead');
      if (frozenAt === null) ahead += ms;
      else frozenAt += ms;
    },
  };
}
