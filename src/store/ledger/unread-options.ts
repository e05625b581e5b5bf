// Tells which new payment options of an account may always have been there: no poll has said that they are missing.
import type { Instant } from '../../domain/observation.ts';
import { aboutOption, type PaymentOptionId, type UnreadableOption } from '../../domain/payment-option.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

/** A check of options that are new in a poll: true if every earlier poll left open whether the account has them. */
export async function unreadBefore(
  tx: Queryable,
  schema: Schema,
  {
    accountId,
    observation: { slot },
  }: { readonly accountId: number; readonly observation: { readonly slot: Instant } },
): Promise<(option: PaymentOptionId) => boolean> {
  const [before] = await tx.query<{ readonly unreadable: readonly UnreadableOption[] | null }>(
    `SELECT unreadable FROM ${schema}.poll WHERE account_id = $1 AND operation = 'options' AND slot < $2
       AND outcome IN ('ok', 'partial') ORDER BY slot DESC LIMIT 1`,
    [accountId, iso(slot)],
  );
  const unread = before?.unreadable ?? [];
  if (unread.length === 0) return () => false;
  const whole = await tx.query(
    `SELECT slot FROM ${schema}.poll WHERE account_id = $1 AND operation = 'options' AND slot < $2
       AND outcome = 'ok' LIMIT 1`,
    [accountId, iso(slot)],
  );
  return whole.length > 0 ? () => false : aboutOption(unread);
}
