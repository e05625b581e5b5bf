// Tells which new payment options of an account were missing before; the others may always have been there.
import type { Instant } from '../../domain/observation.ts';
import { type PaymentOption, paymentOptionKey } from '../../domain/payment-option.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

/**
 * Of options that no poll before `slot` has seen, the keys of those that one of these polls has shown to be missing: it was
 * good, and none of its unreadable records may be about the option, as in `aboutOption`.
 */
export async function missingBefore(
  tx: Queryable,
  schema: Schema,
  {
    accountId,
    slot,
    options,
  }: {
    readonly accountId: number;
    readonly slot: Instant;
    readonly options: readonly PaymentOption[];
  },
): Promise<ReadonlySet<string>> {
  if (options.length === 0) return new Set();
  const rows = await tx.query<{ readonly key: string }>(
    `SELECT u.key FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       AS u(key, currency, transaction_type, transaction_method, provider_code)
     WHERE EXISTS (SELECT FROM ${schema}.poll p WHERE p.account_id = $1 AND p.operation = 'options' AND p.slot < $2
       AND p.outcome IN ('ok', 'partial') AND NOT EXISTS (
         SELECT FROM jsonb_array_elements(p.unreadable) record
         WHERE record ->> 'currency' IN ('', u.currency)
           AND record ->> 'transactionType' IN ('', u.transaction_type)
           AND record ->> 'transactionMethod' IN ('', u.transaction_method)
           AND record ->> 'providerCode' IN ('', u.provider_code)))`,
    [
      ...[accountId, iso(slot), options.map(paymentOptionKey)],
      ...[options.map(({ currency }) => currency), options.map(({ transactionType }) => transactionType)],
      options.map(({ transactionMethod }) => transactionMethod),
      options.map(({ providerCode }) => providerCode),
    ],
  );
  return new Set(rows.map(({ key }) => key));
}
