// Reads the payment options as they were seen last, for people.
import type { SeenState } from '../../monitor/board/board.ts';
import type { OptionRow } from '../ledger/payment-option-rows.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';
import { readIds } from './account-ids.ts';

/** A row of the view `payment_options`. */
export interface PaymentOptionRow
  extends Omit<OptionRow, 'account_id' | 'option_id' | 'exposable' | 'last_seen'> {
  readonly account: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly state: SeenState;
}

/** The options of these accounts, ordered by their names. */
export async function readPaymentOptions(
  db: Queryable,
  schema: Schema,
  accounts: readonly string[],
): Promise<readonly PaymentOptionRow[]> {
  const ids = await readIds(db, schema, accounts);
  return await db.query<PaymentOptionRow>(
    `SELECT account, currency, transaction_type, transaction_method, provider_code, provider_name, method_name,
       active, min_amount, max_amount, max_daily_amount, prefixes, first_seen, last_seen, vanished_at, state
     FROM ${schema}.payment_options WHERE account_id = ANY($1::int[])
     ORDER BY account, currency, transaction_type, provider_code, transaction_method`,
    [ids],
  );
}
