// One poll of one account for one slot: from a source to the one value in which it ends.
import type { Instant, Observation } from '../domain/observation.ts';
import type { BalanceSource, Clock, Reading } from './ports.ts';

const PATIENCE_MS = 2_000; // beyond its deadline; a source that is later than that has broken its promise
const AUTH_LIMIT = 5;
const AUTH_PAUSE_MS = 5 * 60_000;

/** What one poll is about. */
export interface PollRequest {
  readonly account: string;
  readonly slot: Instant;
  readonly source: BalanceSource;
  readonly deadlineMs: number;
  /** No retry is waited for beyond this: the next slot. */
  readonly notAfter: Instant;
  /** Whether the account is known to have wallets: then a response without any is `empty`. */
  readonly hadWallets: boolean;
  readonly signal: AbortSignal;
}

/** Polls once. Never rejects, and ends soon after the deadline even if the source hangs or throws. */
export async function poll(request: PollRequest, clock: Clock): Promise<Observation> {
  const { account, slot, notAfter, signal } = request;
  const startedAt = clock.now();
  const started = clock.monotonic();
  const read = async () => request.source.read({ notAfter, signal });
  const reading = await bounded(read(), request.deadlineMs + PATIENCE_MS);
  const none = reading.wallets.length === 0 && reading.unreadable.length === 0;
  return {
    ...reading,
    outcome: reading.outcome === 'ok' && none && request.hadWallets ? 'empty' : reading.outcome,
    account,
    slot,
    startedAt,
    observedAt: clock.now(),
    durationMs: Math.round(clock.monotonic() - started),
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

async function bounded(reading: Promise<Reading>, ms: number): Promise<Reading> {
  const late = Promise.withResolvers<Reading>();
  const timer = setTimeout(() => late.resolve(failure('deadline', 'The poll did not end in time.')), ms);
  try {
    return await Promise.race([reading, late.promise]);
  } catch {
    return failure('protocol', 'The poll failed in an unforeseen way.');
  } finally {
    clearTimeout(timer);
  }
}

function failure(outcome: Reading['outcome'], detail: string): Reading {
  return { outcome, detail, httpStatus: null, envelopeCode: null, wallets: [], unreadable: [] };
}
