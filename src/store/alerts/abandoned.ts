// Which accounts nobody polls any more. That our configuration doesn't name one isn't enough: another deployment may share
// the schema, or a newer configuration may name it that this process doesn't have yet. `alert-log.ts` asks.
import type { Instant } from '../../domain/observation.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

const DAY_MS = 86_400_000;
const NEWEST = 12; // enough to have seen the weekend of a schedule of working days

/**
 * Of these accounts those whose last poll is a day ago, and more than twice their longest pause of late. By the
 * database's clock, for ours may be wrong.
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

/** By the newest slots, the newest first. */
function isAbandoned(slots: readonly Instant[], now: Instant): boolean {
  const [last = Number.NEGATIVE_INFINITY] = slots;
  const pauses = slots.slice(1).map((slot, i) => slots[i]! - slot);
  return now - last > Math.max(DAY_MS, 2 * Math.max(0, ...pauses));
}
