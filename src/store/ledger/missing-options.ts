// Tells which new payment options of an account were missing before; the others may always have been there.
import type { Instant } from '../../domain/observation.ts';
import { aboutOption, type PaymentOptionId, type UnreadableOption } from '../../domain/payment-option.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

const MAX_LISTS = 100; // of a service whose answers are unreadable in ever new ways, everything that is new is news

/** An account, and the poll that shows its options for the first time. */
interface Poll {
  readonly accountId: number;
  readonly slot: Instant;
}

/**
 * A check of options that no poll before has seen: true if one of these polls has shown that the option is missing. It was
 * good, and none of its unreadable records may be about the option.
 */
export async function missingBefore(
  tx: Queryable,
  schema: Schema,
  { accountId, slot }: Poll,
): Promise<(option: PaymentOptionId) => boolean> {
  const polls = `${schema}.poll WHERE account_id = $1 AND operation = 'options' AND slot < $2`;
  const whole = await tx.query(`SELECT slot FROM ${polls} AND outcome = 'ok' LIMIT 1`, [
    accountId,
    iso(slot),
  ]);
  if (whole.length > 0) return () => true;
  const lists = await tx.query<{ readonly unreadable: readonly UnreadableOption[] }>(
    `SELECT DISTINCT unreadable FROM ${polls} AND outcome = 'partial' LIMIT ${MAX_LISTS + 1}`,
    [accountId, iso(slot)],
  );
  if (lists.length === 0 || lists.length > MAX_LISTS) return () => true;
  const mayBeIn = lists.map(({ unreadable }) => aboutOption(unreadable));
  return (option) => !mayBeIn.every((isAbout) => isAbout(option));
}
