// One poll of one account for one slot: from a source to the one value in which it ends.
import type { Instant, Observation } from '../../domain/observation.ts';
import type { OptionObservation } from '../../domain/payment-option.ts';
import type { Clock } from '../clock.ts';
import type { BalanceSource, OptionReading, OptionSource, Reading } from './ports.ts';

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
  const found = ({ wallets, unreadable }: Reading) => wallets.length + unreadable.length;
  return ended(request, clock, { had: request.hadWallets, found, standIns: NO_WALLETS });
}

/** The same of payment options. */
export function pollOptions(request: OptionPollRequest, clock: Clock): Promise<OptionObservation> {
  const found = ({ options, unreadable }: OptionReading) => options.length + unreadable.length;
  return ended(request, clock, { had: request.hadOptions, found, standIns: NO_OPTIONS });
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
const NO_WALLETS: StandIns<Reading> = { late: { ...LATE, wallets: [] }, broken: { ...BROKEN, wallets: [] } };
const NO_OPTIONS: StandIns<OptionReading> = {
  late: { ...LATE, options: [] },
  broken: { ...BROKEN, options: [] },
};

interface Ending<R> {
  /** Whether there was something before: then a good reading without anything is `empty`. */
  readonly had: boolean;
  readonly found: (reading: R) => number;
  readonly standIns: StandIns<R>;
}

function ended<R extends Pick<Reading, 'outcome'>>(
  request: Request<AnySource<R>>,
  clock: Clock,
  { had, found, standIns }: Ending<R>,
) {
  const { account, slot } = request;
  const startedAt = clock.now();
  const started = clock.monotonic();
  return bounded(request, standIns).then((reading) => {
    const isEmpty = had && reading.outcome === 'ok' && found(reading) === 0;
    const outcome = isEmpty ? ('empty' as const) : reading.outcome;
    const durationMs = Math.round(clock.monotonic() - started);
    return { ...reading, outcome, account, slot, startedAt, observedAt: clock.now(), durationMs };
  });
}

interface StandIns<R> {
  readonly late: R;
  readonly broken: R;
}

/** What the source brings, or what stands for it when the source doesn't keep its promise. */
function bounded<R>(
  { source, deadlineMs, notAfter, signal }: Request<AnySource<R>>,
  { late, broken }: StandIns<R>,
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
