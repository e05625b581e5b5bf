// Claims slots: an open row of the ledger says which replica has a slot (docs/adr/0004).
import { randomUUID } from 'node:crypto';
import type { Instant } from '../../domain/observation.ts';
import type { PolledOperation } from '../../domain/poll-result.ts';
import { type Clock, createSetBackDetector } from '../../monitor/clock.ts';
import type { AccountSlot } from '../../monitor/storage/ports.ts';
import { MAX_AHEAD_MS, readDatabaseClock } from '../postgres/clock.ts';
import type { Schema } from '../postgres/connection.ts';
import { arrayOf, iso } from '../postgres/encode.ts';
import { withPartitions } from '../postgres/partitions.ts';
import type { Pool } from '../postgres/pool.ts';
import type { Ids } from './ids.ts';

const EARLY_MS = 2_000; // how far a slot may be ahead of the database's clock when other replicas poll too
const COMPANY = '10 minutes'; // another replica with a claim as recent as this is alive
const STANDSTILL_MS = 90_000; // unless its newest slot stays the same for this long: then each waits for the other
const LOOKED_AT = 50; // accounts: a few are enough, since replicas share them all
const SKEW_CHECK_MS = 30_000;
const MAX_CLAIMS = 200_000;

export interface ClaimOptions {
  readonly pool: Pool;
  readonly schema: Schema;
  readonly operation: PolledOperation;
  readonly ids: Ids;
  readonly replica: string;
  readonly clock: Clock;
  /** Called when our clock is more than two seconds ahead of the database's, at most every 30 s. */
  readonly onClockAhead: (byMs: number) => void;
}

/** Claims slots that nobody has claimed, and slots of dead processes; remembers which slots are ours. */
export function createClaims(options: ClaimOptions) {
  const { pool, schema, operation, ids, replica, clock, onClockAhead } = options;
  /** The claims that we hold, until their results are written. */
  const claims = new Map<string, string>();
  /** The newest slot that others have claimed, and when we first saw that, by account. */
  const others = new Map<number, { readonly slot: Instant; readonly seenAt: number }>();
  let skewCheckedAt = Number.NEGATIVE_INFINITY;
  let skewed = false;
  const setBack = createSetBackDetector(clock);

  return {
    claim,
    takeOver,
    /** The claim by which a slot is ours; `null` when we know of none. */
    of: (slot: AccountSlot): string | null => claims.get(keyOf(slot)) ?? null,
    /** Call it when results are written. */
    forget(slots: readonly AccountSlot[]): void {
      for (const each of slots) claims.delete(keyOf(each));
    },
  };

  async function claim(due: readonly AccountSlot[]): Promise<AccountSlot[]> {
    if (due.length === 0) return [];
    const ours = await insertClaims(due, EARLY_MS);
    if (ours.length === due.length) return ours;
    const taken = new Set(ours.map(keyOf));
    const refused = due.filter((each) => !taken.has(keyOf(each)));
    const now = await databaseClock();
    if (now === null) return ours;
    // Our clock is behind: others polled these slots long ago. So we poll them too, without a claim.
    if (clock.now() < now - MAX_AHEAD_MS) return [...ours, ...refused];
    const early = refused
      .filter(({ slot }) => slot > now + EARLY_MS)
      .map((each) => ({ ...each, isFuture: each.slot > now + MAX_AHEAD_MS }));
    if (early.length === 0 || (await inCompany(early))) return ours;
    // No other replica polls these: a poll that is early by the database's clock is better than none. A slot so far
    // ahead that it will not be stored is polled without a claim.
    const claimed = await insertClaims(early, MAX_AHEAD_MS);
    const known = new Set(claimed.map(keyOf));
    const unclaimed = early.filter((each) => each.isFuture && !known.has(keyOf(each)));
    return [...ours, ...claimed, ...unclaimed.map(({ account, slot }) => ({ account, slot }))];
  }

  async function insertClaims(due: readonly AccountSlot[], earlyMs: number): Promise<AccountSlot[]> {
    const uuid = randomUUID();
    const { accountIds, slots, find } = await keys(due);
    const rows = await withPartitions(pool, schema, due, () =>
      pool.query<{ account_id: number; slot: Date }>(
        `INSERT INTO ${schema}.poll (account_id, slot, operation, claim, claimed_at, replica)
         SELECT u.account_id, u.slot, $6, $3::uuid, now(), $4
         FROM unnest($1::int[], $2::timestamptz[]) AS u(account_id, slot)
         WHERE u.slot <= now() + $5::int * interval '1 millisecond'
         ON CONFLICT DO NOTHING RETURNING account_id, slot`,
        [accountIds, slots, uuid, replica, earlyMs, operation],
      ),
    );
    return hold(rows.map(find), uuid);
  }

  async function takeOver(open: readonly AccountSlot[], olderThanMs: number): Promise<AccountSlot[]> {
    const uuid = randomUUID();
    const { accountIds, slots, find } = await keys(open);
    const rows = await pool.query<{ account_id: number; slot: Date }>(
      `UPDATE ${schema}.poll p SET claim = $3::uuid, claimed_at = now(), replica = $4
       FROM unnest($1::int[], $2::timestamptz[]) AS u(account_id, slot)
       WHERE p.account_id = u.account_id AND p.slot = u.slot AND p.operation = $6
         AND p.account_id = ANY($1::int[]) AND p.slot = ANY($2::timestamptz[])
         AND p.outcome IS NULL AND p.claimed_at <= now() - $5::int * interval '1 millisecond'
       RETURNING p.account_id, p.slot`,
      [accountIds, slots, uuid, replica, Math.round(olderThanMs), operation],
    );
    return hold(rows.map(find), uuid);
  }

  function hold(slots: AccountSlot[], uuid: string): AccountSlot[] {
    for (const each of slots) claims.set(keyOf(each), uuid);
    // Drops the oldest claims, whose results never came. A result without its claim still fills the open row.
    for (const key of claims.keys()) {
      if (claims.size <= MAX_CLAIMS) break;
      claims.delete(key);
    }
    return slots;
  }

  /** Sorts the slots the same way on every replica, so that two that claim the same slots wait and do not deadlock. */
  async function keys(slots: readonly AccountSlot[]) {
    const accounts = await ids.accounts(slots.map(({ account }) => account));
    const names = new Map<number, string>();
    for (const { account } of slots) names.set(accounts.get(account)!, account);
    const rows = slots
      .map(({ account, slot }) => ({ id: accounts.get(account)!, slot }))
      .sort((a, b) => a.id - b.id || a.slot - b.slot);
    return {
      accountIds: arrayOf(rows.map(({ id }) => id)),
      slots: arrayOf(rows.map(({ slot }) => iso(slot))),
      find: (row: { account_id: number; slot: Date }): AccountSlot => ({
        account: names.get(row.account_id)!,
        slot: row.slot.getTime(),
      }),
    };
  }

  /** The database's clock; `null` when it agreed with ours a moment ago and ours was not set back since. */
  async function databaseClock(): Promise<Instant | null> {
    if (setBack() > 0) skewed = true;
    if (!skewed && clock.monotonic() - skewCheckedAt < SKEW_CHECK_MS) return null;
    const now = await readDatabaseClock(pool);
    const aheadMs = clock.now() - now;
    const isAhead = aheadMs > EARLY_MS;
    if (isAhead && clock.monotonic() - skewCheckedAt >= SKEW_CHECK_MS) onClockAhead(Math.round(aheadMs));
    skewed = isAhead || aheadMs < -MAX_AHEAD_MS;
    skewCheckedAt = clock.monotonic();
    return now;
  }

  /**
   * Whether another replica polls these accounts.
   *
   * Its slots must move on: when the database's clock falls behind, no replica may claim any, and each would leave
   * the slots to the other.
   */
  async function inCompany(early: readonly AccountSlot[]): Promise<boolean> {
    const { accountIds } = await keys(early.slice(0, LOOKED_AT));
    const rows = await pool.query<{ account_id: number; slot: Date }>(
      `SELECT account_id, max(slot) AS slot FROM ${schema}.poll WHERE account_id = ANY($1::int[]) AND replica <> $2
         AND slot > now() - interval '1 hour' AND slot < now() + interval '1 day'
         AND claimed_at > now() - interval '${COMPANY}'
       GROUP BY account_id`,
      [accountIds, replica],
    );
    const seenAt = clock.monotonic();
    for (const { account_id: id, slot } of rows) {
      if (slot.getTime() > (others.get(id)?.slot ?? Number.NEGATIVE_INFINITY)) {
        others.set(id, { slot: slot.getTime(), seenAt });
      }
    }
    return rows.some(({ account_id: id }) => seenAt - others.get(id)!.seenAt < STANDSTILL_MS);
  }
}

function keyOf({ account, slot }: AccountSlot): string {
  return `${slot} ${account}`;
}
