// What a bank would print: each wallet, each business day.

import type { Amount } from '../../domain/money.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';

/** A wallet and a business day. `null` where no amount could be read all day. */
export interface StatementLine {
  /** `2026-05-04`, in the account's time zone. */
  readonly day: string;
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  readonly available: DayFigures;
  readonly actual: DayFigures;
  readonly closingUncleared: Amount | null;
  readonly closingReserve: Amount | null;
  /** How many snapshots the day had. */
  readonly samples: number;
}

/** Opening and closing are the first and the last snapshot of the day. */
export interface DayFigures {
  readonly opening: Amount | null;
  readonly closing: Amount | null;
  readonly lowest: Amount | null;
  readonly highest: Amount | null;
  readonly netChange: Amount | null;
}

export interface StoredStatementQuery {
  /** The first and the last day, `2026-05-04`. */
  readonly from: string;
  readonly to: string;
  /** None: all. */
  readonly accounts?: readonly string[];
  readonly currency?: string;
  readonly walletType?: string;
}

type Figure = 'opening' | 'closing' | 'lowest' | 'highest' | 'net_change';
type StatementRow = Readonly<Record<`${Figure}_${'available' | 'actual'}`, Amount | null>> & {
  readonly day: string;
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly closing_uncleared: Amount | null;
  readonly closing_reserve: Amount | null;
  readonly samples: number;
};

/** The lines by account, wallet and day. */
export async function readStatement(
  db: Queryable,
  schema: Schema,
  { from, to, accounts = [], currency, walletType }: StoredStatementQuery,
): Promise<StatementLine[]> {
  const rows = await db.query<StatementRow>(
    `SELECT d.*, d.day::text AS day FROM ${schema}.balances_daily d
     WHERE d.day >= $1::date AND d.day <= $2::date
       AND ($3::text[] = '{}' OR d.account = ANY($3::text[]))
       AND ($4::text IS NULL OR d.currency = $4) AND ($5::text IS NULL OR d.wallet_type = $5)
     ORDER BY d.account, d.currency, d.wallet_type, d.day`,
    [from, to, accounts, currency ?? null, walletType ?? null],
  );
  return rows.map((row) => ({
    day: row.day,
    account: row.account,
    currency: row.currency,
    walletType: row.wallet_type,
    available: figuresOf(row, 'available'),
    actual: figuresOf(row, 'actual'),
    closingUncleared: row.closing_uncleared,
    closingReserve: row.closing_reserve,
    samples: row.samples,
  }));
}

function figuresOf(row: StatementRow, field: 'available' | 'actual'): DayFigures {
  return {
    opening: row[`opening_${field}`],
    closing: row[`closing_${field}`],
    lowest: row[`lowest_${field}`],
    highest: row[`highest_${field}`],
    netChange: row[`net_change_${field}`],
  };
}
