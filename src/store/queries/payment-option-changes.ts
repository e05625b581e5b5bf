// Reads the changes of payment options, for people.
import type { Instant } from '../../domain/observation.ts';
import type { OptionField } from '../../domain/option-change.ts';
import type { PaymentOptionId } from '../../domain/payment-option.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { readIds } from './account-ids.ts';

/** One change of one field. */
export interface StoredOptionChange extends PaymentOptionId {
  readonly account: string;
  readonly seenAt: Instant;
  readonly field: OptionField;
  /** `null`: the service did not say. */
  readonly before: string | null;
  readonly after: string | null;
}

interface OptionChangeRow {
  readonly account: string;
  readonly seen_at: Date;
  readonly currency: string;
  readonly transaction_type: string;
  readonly transaction_method: string;
  readonly provider_code: string;
  readonly field: OptionField;
  readonly old_value: string | null;
  readonly new_value: string | null;
}

/** Selects changes; an absent part restricts nothing. */
export interface OptionChangeQuery {
  readonly accounts: readonly string[];
  /** Only changes seen from here on. */
  readonly since: Instant;
  /** Only changes seen before this. */
  readonly until?: Instant;
  readonly currency?: string;
  readonly providerCode?: string;
  /**
   * The greatest number of changes; the newest are returned.
   *
   * @default 1000
   */
  readonly most?: number;
}

/** The selected changes, the newest first. */
export async function readOptionChanges(
  db: Queryable,
  schema: Schema,
  { accounts, since, until, currency, providerCode, most = 1_000 }: OptionChangeQuery,
): Promise<StoredOptionChange[]> {
  const ids = await readIds(db, schema, accounts);
  const rows = await db.query<OptionChangeRow>(
    `SELECT account, seen_at, currency, transaction_type, transaction_method, provider_code, field, old_value, new_value
     FROM ${schema}.payment_option_changes WHERE account_id = ANY($1::int[]) AND seen_at >= $2::timestamptz
       AND seen_at < coalesce($3::timestamptz, 'infinity')
       AND currency = coalesce($4, currency) AND provider_code = coalesce($5, provider_code)
     ORDER BY seen_at DESC, account, provider_code, field LIMIT $6`,
    [ids, iso(since), until === undefined ? null : iso(until), currency ?? null, providerCode ?? null, most],
  );
  return rows.map((row) => ({
    account: row.account,
    seenAt: row.seen_at.getTime(),
    currency: row.currency,
    transactionType: row.transaction_type,
    transactionMethod: row.transaction_method,
    providerCode: row.provider_code,
    field: row.field,
    before: row.old_value,
    after: row.new_value,
  }));
}
