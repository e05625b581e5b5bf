// Makes the table of `floatwatch plan`.
import type { Kept } from '../../domain/forecast/plan.ts';
import type { TopUpVerdict } from '../../domain/forecast/top-up-outcome.ts';
import { type Amount, formatAmount, ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { isPlanned, needsMoney, type PlannedRow } from '../../monitor/forecast/plan-order.ts';
import {
  doubtWords,
  expiredWords,
  offsetName,
  percentText,
  shortTime,
  UNPLANNED_WORDS,
} from '../../monitor/forecast/plan-words.ts';
import type { PlanRow } from '../../monitor/forecast/plans.ts';
import type { Column } from '../terminal/table.ts';

const ALL: readonly Column<PlanRow>[] = [
  { title: 'ACCOUNT', cell: (row) => row.account },
  { title: 'WALLET', cell: (row) => `${row.currency}/${row.walletType}` },
  { title: 'SEND', align: 'decimal', cell: sendText },
  {
    title: 'BY',
    cell: (row) => whenSent(row, ({ by }) => local(row, by)),
    tone: ({ topUp }) => ('unplanned' in topUp || !topUp.late ? undefined : 'bad'),
  },
  {
    title: 'FROM',
    drop: 4,
    cell: (row) => whenSent(row, () => row.source?.slice(row.source.indexOf('/') + 1) ?? ''),
  },
  {
    title: 'SHORT OF',
    align: 'decimal',
    drop: 3,
    cell: (row) => whenSent(row, ({ shortfall }) => (row.source ? amountText(shortfall) : '')),
  },
  {
    title: 'LASTS UNTIL',
    drop: 1,
    cell: (row) => whenPlanned(row, ({ lastsUntil }) => local(row, lastsUntil)),
  },
  {
    title: 'THEN UNTIL',
    drop: 5,
    cell: (row) => whenSent(row, ({ thenLastsUntil }) => local(row, thenLastsUntil)),
  },
  {
    title: 'ZONE',
    drop: 7,
    cell: (row) => whenPlanned(row, ({ requestable }) => offsetName(requestable, row.timezone)),
  },
  {
    title: 'SURE',
    drop: 2,
    cell: (row) => whenPlanned(row, ({ confidence }) => `${percentText(confidence)}%`),
  },
  { title: 'HELD', align: 'right', drop: 6, cell: (row) => whenPlanned(row, heldText) },
  { title: 'NOTE', cutFirst: true, cell: noteOf },
];

/** The columns of the table. A wallet that needs nothing shows only that, and until when it lasts, in dim text. */
export const PLAN_COLUMNS: readonly Column<PlanRow>[] = ALL.map((column) => ({
  ...column,
  tone: (row) => (isPlanned(row) && !needsMoney(row) ? 'dim' : column.tone?.(row)),
}));

function whenPlanned(row: PlanRow, cell: (topUp: PlannedRow['topUp']) => string): string {
  return isPlanned(row) ? cell(row.topUp) : '';
}

function whenSent(row: PlanRow, cell: (topUp: PlannedRow['topUp']) => string): string {
  return isPlanned(row) && needsMoney(row) ? cell(row.topUp) : '';
}

function local({ timezone }: PlanRow, at: Instant | undefined): string {
  return at === undefined ? 'beyond 60d' : shortTime(at, timezone);
}

function amountText(amount: Amount | undefined): string {
  return amount === undefined ? '?' : formatAmount(amount);
}

function sendText(row: PlanRow): string {
  if (!isPlanned(row)) return '?';
  return needsMoney(row) ? formatAmount(row.topUp.needed) : 'nothing';
}

const OUTCOME_NOTES: Readonly<Record<TopUpVerdict, string>> = {
  in_time: 'last top-up in time',
  not_followed: 'last top-up too late, though told in time',
  told_too_late: 'last top-up too late',
};

function noteOf(row: PlanRow): string {
  const { topUp, lastTopUp, timezone, isAssumed } = row;
  if ('unplanned' in topUp) return `no plan: ${UNPLANNED_WORDS[topUp.unplanned]}`;
  const counts = isAssumed ? 'counts as requested' : 'on its way';
  const coming = topUp.coming === ZERO ? [] : [`${formatAmount(topUp.coming)} ${counts}`];
  const late = whenSent(row, () => (topUp.late ? 'late' : ''));
  const last = lastTopUp ? [OUTCOME_NOTES[lastTopUp.verdict]] : [];
  const notes = [late, ...coming, ...expiredWords(topUp, timezone), ...doubtWords(topUp), ...last];
  return notes.filter((note) => note !== '').join(', ');
}

/** Such as `38/40`: 38 of the last 40 forecasts held. */
function heldText({ record }: { readonly record: Kept }): string {
  return record.of === 0 ? '' : `${record.held}/${record.of}`;
}
