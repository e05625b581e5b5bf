// Finds accounts that nobody polls any more. An account that our configuration lacks may still be polled: another
// deployment may share the schema, or a newer configuration that this process lacks may name it. Used by
// `alert-log.ts`.
import { DAY_MS } from '../../domain/duration.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

const NEWEST = 12; // enough to include the weekend of a schedule of working days

/**
 * Those of these accounts that have no poll, or whose last poll is over a day ago and over twice their longest recent
 * pause.
 *
 * By the database's clock, because ours may be wrong.
 */
export async function abandonedAmong(
  db: Queryable,
  schema: Schema,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const abandoned = new Set<number>();
  for (const accountId of accountIds) {
    const rows = await db.query<{ slot: Date; now: Date }>(
      `SELECT slot, now() AS now FROM ${schema}.poll WHERE account_id = $1 AND operation = 'balances'
       ORDER BY slot DESC LIMIT ${NEWEST}`,
      [accountId],
    );
    const slots = rows.map(({ slot }) => slot.getTime());
    if (rows[0] === undefined || isAbandoned(slots, rows[0].now.getTime())) abandoned.add(accountId);
  }
  return abandoned;
}

/** Decides by the newest slots, newest first. */
function isAbandoned(slots: readonly Instant[], now: Instant): boolean {
  const [last = Number.NEGATIVE_INFINITY] = slots;
  const pauses = slots.slice(1).map((slot, i) => slots[i]! - slot);
  return now - last > Math.max(DAY_MS, 2 * Math.max(0, ...pauses));
}
