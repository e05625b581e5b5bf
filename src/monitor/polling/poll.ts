// One poll of one account for one slot: from a source to the one value in which it ends. The scheduler calls it.
import type { Instant } from '../../domain/observation.ts';
import type { Clock } from '../clock.ts';
import type { OptionReading, Reading } from './ports.ts';

const PATIENCE_MS = 2_000; // beyond its deadline; a source that is later than that has broken its promise
const AUTH_LIMIT = 5;
const AUTH_PAUSE_MS = 5 * 60_000;

/** An account as far as one poll of it goes. */
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
  /** No retry is waited for beyond this: the next slot. */
  readonly notAfter: Instant;
  readonly signal: AbortSignal;
}

/** Polls once. Never rejects, and ends soon after the deadline even if the source hangs or throws. */
export type Poll<Account, Seen> = (turn: PollTurn<Account>) => Promise<Seen>;

/**
 * How long an account rests after this many refusals of its keys in a row, in milliseconds.
 *
 * A key that was refused five times will be refused a sixth: knocking on a locked door every few seconds gets
 * accounts locked out. Never longer than five minutes, so that a mended key is noticed.
 */
export function pauseAfterRefusals(refusals: number): number {
  return refusals < AUTH_LIMIT ? 0 : AUTH_PAUSE_MS;
}

/** What one kind of readings looks like. */
interface ReadingKind<R> {
  /** How many records it names. */
  readonly found: (reading: R) => number;
  /** What stands for it when the source is late, or breaks. */
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

/** Polls of one kind. `mayHaveSome` says whether an account has records, as far as is known: then a reading without is `empty`. */
export function createPoll<R extends Pick<Reading, 'outcome'>>(
  kind: ReadingKind<R>,
  clock: Clock,
  mayHaveSome: (account: string) => boolean,
) {
  // One promise, which holds what the poll comes to and nothing else: while thousands wait for their turn it becomes old, and
  // what something old held is kept as long as that, however short its own life was.
  return ({ account: polled, slot, notAfter, signal }: PollTurn<PolledAccount<AnySource<R>>>) => {
    const { name: account, source, deadlineMs } = polled;
    const startedAt = clock.now();
    const started = clock.monotonic();
    const mayHave = mayHaveSome(account);

    const observation = (answered: R) => {
      // After a pause of the process or the machine, what lay unread is read before any timer runs.
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
        end(kind.broken); // it is to reject, and not to throw; but it keeps no promise
      }
    });
  };
}
