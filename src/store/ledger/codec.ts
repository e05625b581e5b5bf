// What tells the ledger's two kinds of polls apart: how a result becomes rows, and rows a result again.
import type { Instant, Outcome, Polled } from '../../domain/observation.ts';
import type { PolledOperation } from '../../domain/poll-result.ts';
import type { AccountSlot } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';
import type { Ids } from './ids.ts';

/** What every statement of a ledger needs to know. */
export interface LedgerContext {
  readonly pool: Pool;
  readonly schema: Schema;
  readonly ids: Ids;
  readonly replica: string;
  /** Until when what a poll of this slot sees is to be believed. */
  readonly staleAt: (account: string, slot: Instant) => Instant;
}

/** A result, and what its row says beside it. */
export interface Result<Seen extends Polled> {
  readonly accountId: number;
  /** Under which it was polled; `null` when we know of none. */
  readonly claim: string | null;
  readonly observation: Seen;
  /** How many records were readable. */
  readonly records: number;
  /** What was named but can't be believed, as JSON; `null` for none. */
  readonly unreadable: string | null;
}

/** A result whose row was written just now. */
export interface StoredResult<Seen extends Polled> extends Result<Seen> {
  /** It came so long after its slot that the figures of its hour may have been made already. */
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

/** A poll of which somebody wants to know what it saw. */
export interface AskedPoll extends AccountSlot {
  readonly accountId: number;
}

/** An ended poll and its account's name. */
export interface NamedPoll {
  readonly account: string;
  readonly poll: EndedPoll;
}

/**
 * Writes what was seen, in the transaction that wrote the rows of the polls; returns by account how many records were left
 * out, because there is no room for them.
 */
export type WriteSeen<Seen extends Polled> = (
  tx: Queryable,
  stored: readonly StoredResult<Seen>[],
  when: {
    /** The time by the database. */
    readonly now: Instant;
    /** At a second attempt: some of it is stored already. */
    readonly mayExist: boolean;
  },
) => Promise<LeftOut>;

/** By account. */
export type LeftOut = ReadonlyMap<string, number>;

/** What became of a result. `future`: refused, since its slot lies ahead of the database's clock. */
export type Completed = 'stored' | 'conflict' | 'future';

/** How one operation's results are written and read. `Latest` is where a restart of its polls begins. */
export interface PollCodec<Seen extends Polled, Latest> {
  readonly operation: PolledOperation;
  /** How many records were readable. */
  count(seen: Seen): number;
  /** What was named but can't be believed, as JSON; null for none. */
  unreadable(seen: Seen): string | null;
  /** What was read, as JSON, for a result that came second. */
  records(seen: Seen): string;
  /** Does what must be done before the transaction, and returns what writes within it what was seen. */
  prepare(context: LedgerContext, seen: readonly Seen[]): Promise<WriteSeen<Seen>>;
  /** What those of these polls saw that have ended, as far as that can be told without their rows. */
  relayed(context: LedgerContext, asked: readonly AskedPoll[]): Promise<Seen[]>;
  /** What these polls saw, in the order of their slots; one whose records are gone since is left out. */
  read(context: LedgerContext, polls: readonly NamedPoll[]): Promise<Seen[]>;
  /** What is known of each account, or of payment options was known `before` an instant; nothing of one that was never polled. */
  latest(context: LedgerContext, accounts: readonly string[], before?: Instant): Promise<Latest[]>;
}

/** An instant's poll as text: `poll`'s key within one operation. */
export function pollKey(accountId: number, slot: Instant): string {
  return `${accountId} ${slot}`;
}

export function resultKey({ accountId, observation }: Result<Polled>): string {
  return pollKey(accountId, observation.slot);
}

export function rowKey({ account_id, slot }: { readonly account_id: number; readonly slot: Date }): string {
  return pollKey(account_id, slot.getTime());
}

/** What all polls have in common, of a row. */
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
