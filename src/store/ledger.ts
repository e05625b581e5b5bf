// The ledger: one row per poll, first its claim, then its result. The lock and the history in one (docs/adr/0004).
import { randomUUID } from 'node:crypto';
import type { Instant, Observation } from '../domain/observation.ts';
import type { Clock, Ledger, SlotOfAccount } from '../monitor/ports.ts';
import { closePolls } from './close.ts';
import { quoteSchema } from './connection.ts';
import { createIds } from './ids.ts';
import { withPartitions } from './partitions.ts';
import type { Pool } from './pool.ts';
import { readEnded, readLatest } from './recall.ts';
import { iso } from './storable.ts';

const EARLY = '2 seconds'; // how far ahead of the database's clock a slot may be claimed
const EVER = '1000 years';
const COMPANY = '10 minutes'; // another replica that claimed within this is alive
const SKEW_CHECK_MS = 30_000;
const MOST_CLAIMS = 200_000;

export interface LedgerOptions {
  readonly pool: Pool;
  readonly schema: string;
  /** This process' name, as people see it in `polls`. */
  readonly replica: string;
  readonly clock: Clock;
  /** Until when what a poll of this slot sees is to be believed: the board's own rule, kept for the views. */
  readonly staleAt: (account: string, slot: Instant) => Instant;
  /** The time zone of an account's business day; UTC by default. */
  readonly timezone?: (account: string) => string;
  /** Told when our clock is ahead of the database's by more than two seconds, at most every 30 s. */
  readonly onClockAhead?: (byMs: number) => void;
}

export interface PostgresLedger extends Ledger {
  /**
   * Writes results in one transaction, all or none; says of each, in the same order, what became of it.
   *
   * `stored`: it is there now, or was already. `conflict`: another result of the slot was first, or the slot was
   * taken over from us; ours is kept beside it. Rejects with the driver's error; may be tried again as it is.
   */
  close(observations: readonly Observation[]): Promise<('stored' | 'conflict')[]>;
}

/** A ledger over a pool that it doesn't own. Its schema must have been migrated. */
export function createLedger(options: LedgerOptions): PostgresLedger {
  const { pool, schema, replica, clock, staleAt, timezone = () => 'UTC', onClockAhead = () => {} } = options;
  const home = quoteSchema(schema);
  const ids = createIds({ pool, schema, timezone });
  /** What we hold, until its result is written. */
  const claims = new Map<string, string>();
  let skewCheckedAt = Number.NEGATIVE_INFINITY;
  let ahead = false;

  return {
    claim: (due) => careful(() => claim(due)),
    takeOver: (open, olderThanMs) => careful(() => takeOver(open, olderThanMs)),
    ended: (open) => careful(() => readEnded({ pool, home, ids }, open)),
    latest: (accounts) => careful(() => readLatest({ pool, home, ids }, accounts)),

    async close(observations) {
      const context = { pool, home, ids, replica, staleAt };
      const claimOf = (each: Observation) => claims.get(keyOf(each)) ?? null;
      const fates = await careful(() =>
        withPartitions(pool, home, observations, () => closePolls(context, observations, claimOf)),
      );
      for (const each of observations) claims.delete(keyOf(each));
      return fates;
    },
  };

  /** After any failure the database may be another one than before. */
  async function careful<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      ids.forget();
      throw error;
    }
  }

  async function claim(due: readonly SlotOfAccount[]): Promise<SlotOfAccount[]> {
    if (due.length === 0) return [];
    const ours = await insertClaims(due, EARLY);
    if (ours.length === due.length) return ours;
    const taken = new Set(ours.map(keyOf));
    const early = await refusedAsEarly(due.filter((each) => !taken.has(keyOf(each))));
    if (early.length === 0 || (await inCompany(early))) return ours;
    // Nobody else polls these: better a poll that is early by the database's clock than none.
    return [...ours, ...(await insertClaims(early, EVER))];
  }

  async function insertClaims(due: readonly SlotOfAccount[], earliness: string): Promise<SlotOfAccount[]> {
    const uuid = randomUUID();
    const { accountIds, slots, find } = await keys(due);
    const rows = await withPartitions(pool, home, due, () =>
      pool.query<{ account_id: number; slot: Date }>(
        `INSERT INTO ${home}.poll (account_id, slot, operation, claim, claimed_at, replica)
         SELECT u.account_id, u.slot, 'balances', $3::uuid, now(), $4
         FROM unnest($1::int[], $2::timestamptz[]) AS u(account_id, slot)
         WHERE u.slot <= now() + $5::interval
         ON CONFLICT DO NOTHING RETURNING account_id, slot`,
        [accountIds, slots, uuid, replica, earliness],
      ),
    );
    return hold(rows.map(find), uuid);
  }

  async function takeOver(open: readonly SlotOfAccount[], olderThanMs: number): Promise<SlotOfAccount[]> {
    const uuid = randomUUID();
    const taken: SlotOfAccount[] = [];
    for (const [slot, each] of Map.groupBy(open, ({ slot }) => slot)) {
      const { accountIds, find } = await keys(each);
      const rows = await pool.query<{ account_id: number; slot: Date }>(
        `UPDATE ${home}.poll SET claim = $3::uuid, claimed_at = now(), replica = $4
         WHERE account_id = ANY($2::int[]) AND slot = $1 AND operation = 'balances'
           AND outcome IS NULL AND claimed_at <= now() - $5::int * interval '1 millisecond'
         RETURNING account_id, slot`,
        [iso(slot), accountIds, uuid, replica, Math.round(olderThanMs)],
      );
      taken.push(...hold(rows.map(find), uuid));
    }
    return taken;
  }

  function hold(slots: SlotOfAccount[], uuid: string): SlotOfAccount[] {
    for (const each of slots) claims.set(keyOf(each), uuid);
    // Results that never came: without its claim a result still fills the open row.
    for (const key of claims.keys()) {
      if (claims.size <= MOST_CLAIMS) break;
      claims.delete(key);
    }
    return slots;
  }

  async function keys(slots: readonly SlotOfAccount[]) {
    const accounts = await ids.accounts(slots.map(({ account }) => account));
    const names = new Map<number, string>();
    for (const { account } of slots) names.set(accounts.get(account)!, account);
    return {
      accountIds: slots.map(({ account }) => accounts.get(account)),
      slots: slots.map(({ slot }) => iso(slot)),
      find: (row: { account_id: number; slot: Date }): SlotOfAccount => ({
        account: names.get(row.account_id)!,
        slot: row.slot.getTime(),
      }),
    };
  }

  /** Those that the database's clock has not reached, instead of another replica having them. */
  async function refusedAsEarly(refused: readonly SlotOfAccount[]): Promise<SlotOfAccount[]> {
    if (!ahead && clock.monotonic() - skewCheckedAt < SKEW_CHECK_MS) return [];
    const [row] = await pool.query<{ ms: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
    );
    const aheadMs = clock.now() - row!.ms;
    ahead = aheadMs > 2_000;
    if (ahead && clock.monotonic() - skewCheckedAt >= SKEW_CHECK_MS) onClockAhead(Math.round(aheadMs));
    skewCheckedAt = clock.monotonic();
    return refused.filter(({ slot }) => slot > row!.ms + 2_000);
  }

  async function inCompany(early: readonly SlotOfAccount[]): Promise<boolean> {
    const { accountIds } = await keys(early);
    const others = await pool.query(
      `SELECT FROM ${home}.poll WHERE account_id = ANY($1::int[]) AND replica <> $2
         AND slot > now() - interval '1 day' AND slot < now() + interval '1 day'
         AND claimed_at > now() - interval '${COMPANY}'
       LIMIT 1`,
      [accountIds, replica],
    );
    return others.length > 0;
  }
}

function keyOf({ account, slot }: SlotOfAccount): string {
  return `${slot} ${account}`;
}
