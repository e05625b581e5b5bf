// One poll of one account for one slot: from a source to the one value in which it ends.
import type { Instant, Observation } from '../domain/observation.ts';
import type { OptionObservation } from '../domain/payment-option.ts';
import type { BalanceSource, Clock, OptionReading, OptionSource, Reading } from './ports.ts';

const PATIENCE_MS = 2_000; // beyond its deadline; a source that is later than that has broken its promise
const AUTH_LIMIT = 5;
const AUTH_PAUSE_MS = 5 * 60_000;

interface Request<Source> {
  readonly account: string;
  readonly slot: Instant;
  readonly source: Source;
  readonly deadlineMs: number;
  /** No retry is waited for beyond this: the next slot. */
  readonly notAfter: Instant;
  readonly signal: AbortSignal;
}

/** What one poll is about. */
export interface PollRequest extends Request<BalanceSource> {
  /** Whether the account is known to have wallets: then a response without any is `empty`. */
  readonly hadWallets: boolean;
}

export interface OptionPollRequest extends Request<OptionSource> {
  /** As {@link PollRequest.hadWallets}, of options. */
  readonly hadOptions: boolean;
}

/** Polls once. Never rejects, and ends soon after the deadline even if the source hangs or throws. */
export function poll(request: PollRequest, clock: Clock): Promise<Observation> {
  const when = timed(request, clock);
  return bounded<Reading>(request, NO_WALLETS).then((reading) => {
    const none = reading.wallets.length === 0 && reading.unreadable.length === 0;
    const empty = reading.outcome === 'ok' && none && request.hadWallets;
    return { ...reading, outcome: empty ? 'empty' : reading.outcome, ...when() };
  });
}

/** The same of payment options. */
export function pollOptions(request: OptionPollRequest, clock: Clock): Promise<OptionObservation> {
  const when = timed(request, clock);
  return bounded<OptionReading>(request, NO_OPTIONS).then((reading) => {
    const none = reading.options.length === 0 && reading.unreadable.length === 0;
    const empty = reading.outcome === 'ok' && none && request.hadOptions;
    return { ...reading, outcome: empty ? 'empty' : reading.outcome, ...when() };
  });
}

/**
 * How long an account rests after this many refusals of its keys in a row, in milliseconds.
 *
 * A key that was refused five times will be refused a sixth: knocking on a locked door every few seconds gets
 * accounts locked out. Never longer than five minutes, so that a mended key is noticed.
 */
export function pauseAfterRefusals(refusals: number): number {
  return refusals < AUTH_LIMIT ? 0 : AUTH_PAUSE_MS;
}

interface AnySource<R> {
  read(asking: { readonly notAfter: Instant; readonly signal: AbortSignal }): Promise<R>;
}

const NO_ANSWER = { httpStatus: null, envelopeCode: null, unreadable: [] } as const;
const LATE = { ...NO_ANSWER, outcome: 'deadline', detail: 'The poll did not end in time.' } as const;
const BROKEN = {
  ...NO_ANSWER,
  outcome: 'protocol',
  detail: 'The poll failed in an unforeseen way.',
} as const;
const NO_WALLETS = { late: { ...LATE, wallets: [] }, broken: { ...BROKEN, wallets: [] } };
const NO_OPTIONS = { late: { ...LATE, options: [] }, broken: { ...BROKEN, options: [] } };

/** Starts the time of a poll; the function that it returns ends it. */
function timed({ account, slot }: Pick<Request<unknown>, 'account' | 'slot'>, clock: Clock) {
  const startedAt = clock.now();
  const started = clock.monotonic();
  return () => {
    const durationMs = Math.round(clock.monotonic() - started);
    return { account, slot, startedAt, observedAt: clock.now(), durationMs };
  };
}

/** What the source brings, or what stands for it when the source doesn't keep its promise. */
function bounded<R>(
  { source, deadlineMs, notAfter, signal }: Request<AnySource<R>>,
  { late, broken }: { readonly late: R; readonly broken: R },
): Promise<R> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, deadlineMs + PATIENCE_MS, late);
    const end = (reading: R) => {
      clearTimeout(timer);
      resolve(reading);
    };
    const read = async () => source.read({ notAfter, signal });
    read().then(end, () => end(broken));
  });
}
