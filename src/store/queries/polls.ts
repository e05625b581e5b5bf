// Reads the polls of an account, for pages and the API.
import type { Instant, Outcome } from '../../domain/observation.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { readAccountIds } from './account-ids.ts';

const MAX_ROWS = 1_000;

/** One attempt to read an account, for people. */
export interface StoredPoll {
  readonly slot: Instant;
  readonly outcome: Outcome;
  /** Until when its result could be believed; `null` for a failure, and for an imported poll. */
  readonly staleAt: Instant | null;
  readonly httpStatus: number | null;
  readonly envelopeCode: number | null;
  /** `null` for a poll whose process died. */
  readonly durationMs: number | null;
  readonly wallets: number | null;
  readonly replica: string;
  readonly detail: string | null;
}

/** Ended polls of an account, the latest first. */
export interface StoredPolls {
  /** At most 1,000. */
  readonly polls: readonly StoredPoll[];
  /** The first slot that the account ever had; `null` when it was never polled. */
  readonly first: Instant | null;
}

interface EndedPollRow {
  readonly slot: Date;
  readonly outcome: Outcome;
  readonly stale_at: Date | null;
  readonly http_status: number | null;
  readonly envelope_code: number | null;
  readonly duration_ms: number | null;
  readonly wallets: number | null;
  readonly replica: string;
  readonly detail: string | null;
}

/** The ended polls of an account whose slots are in a range; none for an unknown account. */
export async function readPolls(
  db: Queryable,
  schema: Schema,
  account: string,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<StoredPolls> {
  const accountId = (await readAccountIds(db, schema, [account])).get(account);
  if (accountId === undefined) return { polls: [], first: null };
  const [known] = await db.query<{ first: Date | null }>(
    `SELECT min(slot) AS first FROM ${schema}.poll WHERE account_id = $1 AND operation = 'balances'`,
    [accountId],
  );
  const rows = await db.query<EndedPollRow>(
    `SELECT slot, outcome, stale_at, http_status, envelope_code, duration_ms, wallets, replica, detail
     FROM ${schema}.poll
     WHERE account_id = $1 AND operation = 'balances' AND outcome IS NOT NULL
       AND slot >= $2::timestamptz AND slot < $3::timestamptz
     ORDER BY slot DESC LIMIT ${MAX_ROWS}`,
    [accountId, iso(from), iso(to)],
  );
  const polls = rows.map((row) => ({
    slot: row.slot.getTime(),
    outcome: row.outcome,
    staleAt: row.stale_at?.getTime() ?? null,
    httpStatus: row.http_status,
    envelopeCode: row.envelope_code,
    durationMs: row.duration_ms,
    wallets: row.wallets,
    replica: row.replica,
    detail: row.detail,
  }));
  return { polls, first: known?.first?.getTime() ?? null };
}
