// The statement of business days: its query, its lines and its CSV. The store answers the query; commands, API and
// pages show the lines.
import { csvLine } from './csv.ts';
import type { Amount } from './money.ts';
import type { WalletId } from './wallet.ts';

/** Selects lines of the statement of business days. */
export interface StatementQuery {
  /** The first and the last business day, `2026-05-04`. */
  readonly from: string;
  readonly to: string;
  /** Empty or absent: all. */
  readonly accounts?: readonly string[];
  readonly currencies?: readonly string[];
  readonly walletTypes?: readonly string[];
  /** Only the lines after this one. */
  readonly after?: StatementPosition | undefined;
}

/** A line's place in the order of the statement. */
export interface StatementPosition extends WalletId {
  readonly account: string;
  readonly day: string;
}

/** One wallet on one business day. `null` where no amount could be read all day. */
export interface StatementLine extends StatementPosition {
  readonly available: DayFigures;
  readonly actual: DayFigures;
  readonly closingUncleared: Amount | null;
  readonly closingReserve: Amount | null;
  /** The sum of the decreases of available from one snapshot of the day to the next; `null` where that isn't stored. */
  readonly outflow: Amount | null;
  /** The sum of its increases: `inflow - outflow` is the net change. */
  readonly inflow: Amount | null;
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

const FIGURES = {
  opening: 'opening',
  closing: 'closing',
  lowest: 'lowest',
  highest: 'highest',
  net_change: 'netChange',
} as const satisfies Readonly<Record<string, keyof DayFigures>>;

/** A line with flat names, as in the view `balances_daily`: the columns of the CSV, in order. */
export function statementRecord(line: StatementLine): Readonly<Record<string, string | number | null>> {
  const figures = (['available', 'actual'] as const).flatMap((field) =>
    Object.entries(FIGURES).map(([name, key]) => [`${name}_${field}`, line[field][key]] as const),
  );
  return {
    ...{ day: line.day, account: line.account, currency: line.currency, wallet_type: line.walletType },
    ...Object.fromEntries(figures),
    ...{ closing_uncleared: line.closingUncleared, closing_reserve: line.closingReserve },
    ...{ inflow: line.inflow, outflow: line.outflow, samples: line.samples },
  };
}

const NOTHING: DayFigures = { opening: null, closing: null, lowest: null, highest: null, netChange: null };
const EMPTY: StatementLine = {
  ...{ day: '', account: '', currency: '', walletType: '', available: NOTHING, actual: NOTHING },
  ...{ closingUncleared: null, closingReserve: null, inflow: null, outflow: null, samples: 0 },
};

/** The header line of the CSV. */
export function statementCsvTitle(): string {
  return csvLine(Object.keys(statementRecord(EMPTY)));
}

/** Lines as CSV, without the header. */
export function statementCsv(lines: readonly StatementLine[]): string {
  return lines.map((line) => csvLine(Object.values(statementRecord(line)))).join('');
}
