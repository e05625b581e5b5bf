// The difference between the ledger's two kinds of polls: how a result becomes rows, and how rows become a result.
import type { Instant, Outcome, Polled } from '../../domain/observation.ts';
import type { PolledOperation } from '../../domain/poll-result.ts';
import type { AccountSlot } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';
import type { Ids } from './ids.ts';

/** What every statement of a ledger needs. */
export interface LedgerContext {
  readonly pool: Pool;
  readonly schema: Schema;
  readonly ids: Ids;
  readonly replica: string;
  /** Until when the result of a poll of this slot can be believed. */
  readonly staleAt: (account: string, slot: Instant) => Instant;
}

/** A result, and the other values of its row. */
export interface Result<Seen extends Polled> {
  readonly accountId: number;
  /** `null` when we know of no claim for the poll. */
  readonly claim: string | null;
  readonly observation: Seen;
  /** How many records were readable. */
  readonly records: number;
  /** The records that can't be believed, with their names, as JSON; `null` for none. */
  readonly unreadable: string | null;
}

/** A result whose row was just written. */
export interface StoredResult<Seen extends Polled> extends Result<Seen> {
  /** It came so long after its slot that the figures of its hour may exist already. */
  readonly late: boolean;
}

/** A row of `poll` that has ended. */
export interface EndedPoll {
  readonly account_id: number;
  readonly slot: Date;
  readonly outcome: Outcome;
  readonly claimed_at: Date;
  readonly started_at: Date | null;
  readonly observed_at: Date | null;
  readonly duration_ms: number | null;
  readonly http_status: number | null;
  readonly envelope_code: number | null;
  readonly detail: string | null;
  readonly unreadable: unknown;
}

/** A poll whose result a caller asks for. */
export interface AskedPoll extends AccountSlot {
  readonly accountId: number;
}

/** An ended poll and its account's name. */
export interface NamedPoll {
  readonly account: string;
  readonly poll: EndedPoll;
}

/**
 * Writes what the polls saw, in the transaction that wrote their rows. Returns, by account, how many records were
 * left out because there is no room for them.
 */
export type WriteSeen<Seen extends Polled> = (
  tx: Queryable,
  stored: readonly StoredResult<Seen>[],
  when: {
    /** The time by the database's clock. */
    readonly now: Instant;
    /** Whether this is a second attempt: then some of it may be stored already. */
    readonly mayExist: boolean;
  },
) => Promise<LeftOut>;

/** The number of records that were left out, by account. */
export type LeftOut = ReadonlyMap<string, number>;

/** What happened to a result. `future`: it was refused, because its slot is ahead of the database's clock. */
export type Completed = 'stored' | 'conflict' | 'future';

/** Writes and reads the results of one operation. `Latest` is what a restart needs to continue its polls. */
export interface PollCodec<Seen extends Polled, Latest> {
  readonly operation: PolledOperation;
  /** How many records were readable. */
  count(seen: Seen): number;
  /** The records that can't be believed, with their names, as JSON; `null` for none. */
  unreadable(seen: Seen): string | null;
  /** The records as JSON, for a result that came second. */
  records(seen: Seen): string;
  /** Does the work before the transaction, and returns the function that writes what was seen within it. */
  prepare(context: LedgerContext, seen: readonly Seen[]): Promise<WriteSeen<Seen>>;
  /** The results of those of these polls that have ended, as far as the relay has them. */
  relayed(context: LedgerContext, asked: readonly AskedPoll[]): Promise<Seen[]>;
  /** The results of these polls, in the order of their slots, without polls whose records are gone. */
  read(context: LedgerContext, polls: readonly NamedPoll[]): Promise<Seen[]>;
  /** What is known of each account that was ever polled. `before`, for payment options only: what was known before an instant. */
  latest(context: LedgerContext, accounts: readonly string[], before?: Instant): Promise<Latest[]>;
}

/** The key of a poll within one operation, as text. */
export function pollKey(accountId: number, slot: Instant): string {
  return `${accountId} ${slot}`;
}

export function resultKey({ accountId, observation }: Result<Polled>): string {
  return pollKey(accountId, observation.slot);
}

export function rowKey({ account_id, slot }: { readonly account_id: number; readonly slot: Date }): string {
  return pollKey(account_id, slot.getTime());
}

/** The fields that all polls have, from a row. */
export function polledOf({ account, poll }: NamedPoll): Polled {
  return {
    account,
    slot: poll.slot.getTime(),
    outcome: poll.outcome,
    startedAt: (poll.started_at ?? poll.claimed_at).getTime(),
    observedAt: (poll.observed_at ?? poll.claimed_at).getTime(),
    durationMs: poll.duration_ms ?? 0,
    httpStatus: poll.http_status,
    envelopeCode: poll.envelope_code,
    detail: poll.detail,
  };
}
