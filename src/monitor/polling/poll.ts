// Polls one account for one slot: reads a source, and makes the one value in which the poll ends. The scheduler calls it.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import type { OptionReading, Reading } from './ports.ts';

const PATIENCE_MS = 2_000; // beyond the deadline; a source that is later than that breaks its contract
/** After so many refusals in a row an account rests. */
export const AUTH_LIMIT = 5;
const AUTH_PAUSE_MS = 5 * 60_000;

/** What a poll needs of an account. */
export interface PolledAccount<Source> {
  readonly name: string;
  readonly source: Source;
  /** Bounds a whole poll, retries included, in milliseconds. */
  readonly deadlineMs: number;
}

/** What one poll is about. */
export interface PollTurn<Account> {
  readonly account: Account;
  readonly slot: Instant;
  /** No retry waits beyond this: the next slot. */
  readonly notAfter: Instant;
  readonly signal: AbortSignal;
}

/** Polls once. Never rejects, and ends soon after the deadline even if the source hangs or throws. */
export type Poll<Account, Seen> = (turn: PollTurn<Account>) => Promise<Seen>;

/**
 * How long an account rests after this many refusals of its keys in a row, in milliseconds.
 *
 * A key that was refused five times will be refused a sixth time, and a service may lock an account after many attempts.
 * Never longer than five minutes, so that a corrected key is noticed.
 */
export function pauseAfterRefusals(refusals: number): number {
  return refusals < AUTH_LIMIT ? 0 : AUTH_PAUSE_MS;
}

/** What a poll knows about one kind of readings. */
interface ReadingKind<R> {
  /** How many records a reading names. */
  readonly found: (reading: R) => number;
  /** The reading that stands in when the source is late, or fails. */
  readonly late: R;
  readonly broken: R;
}

const NO_ANSWER = { httpStatus: null, envelopeCode: null, unreadable: [] } as const;
const LATE = { ...NO_ANSWER, outcome: 'deadline', detail: 'The poll did not end in time.' } as const;
const BROKEN = {
  ...NO_ANSWER,
  outcome: 'protocol',
  detail: 'The poll failed in an unforeseen way.',
} as const;

export const balanceReadings: ReadingKind<Reading> = {
  found: ({ wallets, unreadable }) => wallets.length + unreadable.length,
  late: { ...LATE, wallets: [] },
  broken: { ...BROKEN, wallets: [] },
};

export const optionReadings: ReadingKind<OptionReading> = {
  found: ({ options, unreadable }) => options.length + unreadable.length,
  late: { ...LATE, options: [] },
  broken: { ...BROKEN, options: [] },
};

interface AnySource<R> {
  read(asking: { readonly notAfter: Instant; readonly signal: AbortSignal }): Promise<R>;
}

/** Makes polls of one kind. `mayHaveSome`: an account may have records, so that a reading without any is `empty`. */
export function createPoll<R extends Pick<Reading, 'outcome'>>(
  kind: ReadingKind<R>,
  clock: Clock,
  mayHaveSome: (account: string) => boolean,
) {
  // A single promise, which holds only the result: while thousands of polls wait for their turn, it gets old for the garbage
  // collector, and all that an old object refers to stays in memory as long as the object.
  return ({ account: polled, slot, notAfter, signal }: PollTurn<PolledAccount<AnySource<R>>>) => {
    const { name: account, source, deadlineMs } = polled;
    const startedAt = clock.now();
    const started = clock.monotonic();
    const mayHave = mayHaveSome(account);

    const observation = (answered: R) => {
      // After a pause of the process or the machine, waiting answers are read before any timer runs.
      const passedMs = Math.max(clock.monotonic() - started, clock.now() - startedAt);
      const reading = passedMs > deadlineMs + PATIENCE_MS ? kind.late : answered;
      const isEmpty = mayHave && reading.outcome === 'ok' && kind.found(reading) === 0;
      const outcome = isEmpty ? ('empty' as const) : reading.outcome;
      const durationMs = Math.round(clock.monotonic() - started);
      return { ...reading, outcome, account, slot, startedAt, observedAt: clock.now(), durationMs };
    };

    return new Promise<ReturnType<typeof observation>>((resolve) => {
      const end = (reading: R) => {
        clearTimeout(timer);
        resolve(observation(reading));
      };
      const timer = setTimeout(end, deadlineMs + PATIENCE_MS, kind.late);
      try {
        source.read({ notAfter, signal }).then(end, () => end(kind.broken));
      } catch {
        end(kind.broken); // it should reject and not throw, but it breaks its contract
      }
    });
  };
}
