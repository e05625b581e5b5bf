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
export async function poll(request: PollRequest, clock: Clock): Promise<Observation> {
  const { hadWallets } = request;
  const failed = { ...NO_ANSWER, wallets: [], unreadable: [] };
  const { reading, ...when } = await timed<Reading>(request, failed, clock);
  const none = reading.wallets.length === 0 && reading.unreadable.length === 0;
  return {
    ...reading,
    outcome: reading.outcome === 'ok' && none && hadWallets ? 'empty' : reading.outcome,
    ...when,
  };
}

/** The same of payment options. */
export async function pollOptions(request: OptionPollRequest, clock: Clock): Promise<OptionObservation> {
  const { hadOptions } = request;
  const failed = { ...NO_ANSWER, options: [], unreadable: [] };
  const { reading, ...when } = await timed<OptionReading>(request, failed, clock);
  const none = reading.options.length === 0 && reading.unreadable.length === 0;
  return {
    ...reading,
    outcome: reading.outcome === 'ok' && none && hadOptions ? 'empty' : reading.outcome,
    ...when,
  };
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

type AnyReading = Pick<Reading, 'outcome' | 'detail' | 'httpStatus' | 'envelopeCode'>;
interface AnySource<R> {
  read(asking: { readonly notAfter: Instant; readonly signal: AbortSignal }): Promise<R>;
}

const NO_ANSWER = { outcome: 'deadline', detail: null, httpStatus: null, envelopeCode: null } as const;

async function timed<R extends AnyReading>(
  { account, slot, source, deadlineMs, notAfter, signal }: Request<AnySource<R>>,
  failed: R,
  clock: Clock,
) {
  const startedAt = clock.now();
  const started = clock.monotonic();
  const read = async () => source.read({ notAfter, signal });
  const reading = await bounded(read(), deadlineMs + PATIENCE_MS, failed);
  const durationMs = Math.round(clock.monotonic() - started);
  return { reading, account, slot, startedAt, observedAt: clock.now(), durationMs };
}

async function bounded<R extends AnyReading>(reading: Promise<R>, ms: number, failed: R): Promise<R> {
  const late = Promise.withResolvers<R>();
  const timer = setTimeout(
    () => late.resolve({ ...failed, outcome: 'deadline', detail: 'The poll did not end in time.' }),
    ms,
  );
  try {
    return await Promise.race([reading, late.promise]);
  } catch {
    return { ...failed, outcome: 'protocol', detail: 'The poll failed in an unforeseen way.' };
  } finally {
    clearTimeout(timer);
  }
}
