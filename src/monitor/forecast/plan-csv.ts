// Writes plans as CSV, for spreadsheets. The command and the API use it.
import { csvLine } from '../../domain/csv.ts';
import type { Kept } from '../../domain/forecast/plan.ts';
import { describePlan } from './plan-words.ts';
import type { PlanRow } from './plans.ts';

/** A line of titles, then a line for each wallet with the values of {@link describePlan}; spaces separate doubts. */
export function planCsv(rows: readonly PlanRow[]): string {
  return planCsvTitle() + rows.map(planCsvLine).join('');
}

/** The line of titles. */
export function planCsvTitle(): string {
  return csvLine(CSV);
}

/** The line of one wallet. */
export function planCsvLine(row: PlanRow): string {
  const { doubts, jump, expired, record, last_top_up, ...plan } = describePlan(row) as Readonly<
    Record<string, never>
  >;
  const { held, of } = (record ?? {}) as Partial<Kept>;
  const { at: last_top_up_at, outcome: last_top_up_outcome } = (last_top_up ?? {}) as Readonly<
    Record<string, string>
  >;
  const all: Readonly<Record<string, unknown>> = {
    ...plan,
    doubts: (doubts as string[] | undefined)?.join(' '),
    ...{ held, of, last_top_up_at, last_top_up_outcome },
  };
  return csvLine(
    CSV.map((name) => all[name]).map((value) =>
      value === undefined || value === null ? null : String(value),
    ),
  );
}

const CSV = [
  ...[
    'account',
    'currency',
    'wallet_type',
    'timezone',
    'unplanned',
    'needed',
    'coming',
    'by',
    'late',
    'requestable',
  ],
  ...['arrives', 'lasts_until', 'then_lasts_until', 'confidence', 'doubts', 'held', 'of'],
  ...['source', 'given', 'shortfall', 'last_top_up_at', 'last_top_up_outcome'],
];
