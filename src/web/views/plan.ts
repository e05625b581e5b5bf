// The plan as a page and the API put it together: what is asked, who comes first, and what must be deposited. Pure.
import { CONFIDENCE_TEXT, confidenceOf } from '../../conditions/settings.ts';
import { parseDuration } from '../../domain/duration.ts';
import { dayOf } from '../../domain/forecast/day.ts';
import type { Plan } from '../../domain/forecast/plan.ts';
import type { TopUp } from '../../domain/forecast/plans.ts';
import { addDays, isDay, localDay } from '../../domain/local-time.ts';
import { type Amount, addAmounts, amountOf, compareAmounts, netAmount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { PlanQuestion, PlanRow } from '../../monitor/forecast/plans.ts';
import type { AccountInfo } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { isAskedFor, type RawQuery, singleValues, zoneOfQuestion } from './question.ts';

const FURTHEST_DAYS = 366;
const DAY_MS = 86_400_000;
const NOTHING = amountOf('0');

/** What is asked: how it is to be planned, and which wallets are shown. */
export interface AskedPlan {
  /** Absent: as configured. */
  readonly question?: PlanQuestion;
  readonly account?: string;
  readonly currency?: string;
  readonly walletType?: string;
}

/** What is asked for, or a sentence that says what is wrong with it. */
export function readPlanQuestion(
  query: RawQuery,
  accounts: readonly AccountInfo[],
  now: Instant,
): AskedPlan | string {
  const { date, cover, confidence, account, currency, wallet_type: walletType } = singleValues(query);
  const { mistake } = texts.plan;
  if (date !== undefined && cover !== undefined) return mistake.both;
  const coverMs = cover === undefined ? undefined : parseDuration(cover);
  if (cover !== undefined && (!coverMs || coverMs > FURTHEST_DAYS * DAY_MS)) return mistake.cover;
  const timezone = zoneOfQuestion(undefined, accounts, account === undefined ? [] : [account]) ?? 'UTC';
  if (date !== undefined && !isAhead(date, localDay(now, timezone))) return mistake.date;
  const share = confidence === undefined ? undefined : confidenceOf(Number(confidence));
  if (confidence !== undefined && share === undefined) return mistake.confidence(CONFIDENCE_TEXT);
  const asks = date !== undefined || cover !== undefined || confidence !== undefined;
  const day = date === undefined ? undefined : dayOf(date);
  return {
    ...(asks && { question: { coverMs, date: day, confidence: share } }),
    ...(account !== undefined && { account }),
    ...(currency !== undefined && { currency }),
    ...(walletType !== undefined && { walletType }),
  };
}

function isAhead(date: string, today: string): boolean {
  return isDay(date) && date >= today && date <= addDays(today, FURTHEST_DAYS);
}

/** The plans of the wallets that are asked for. */
export function plansAskedFor(
  rows: readonly PlanRow[],
  { account, currency, walletType }: AskedPlan,
): readonly PlanRow[] {
  return rows.filter((row) => isAskedFor({ account, currency, walletType }, row));
}

/** A wallet that has a plan. */
export interface PlannedRow extends PlanRow {
  readonly topUp: Exclude<TopUp, { readonly unplanned: unknown }>;
}
/** A wallet that has none. */
export interface UnplannedRow extends PlanRow {
  readonly topUp: Extract<TopUp, { readonly unplanned: unknown }>;
}

/** What must be brought to a source, so that it can give what is asked of it. */
export interface Deposit {
  /** `account/CURRENCY/WALLET_TYPE`; `undefined` for wallets of the account that have no source. */
  readonly source: string | undefined;
  readonly account: string;
  readonly currency: string;
  readonly timezone: string;
  readonly amount: Amount;
  /** When the first of its wallets must be requested; `undefined` beyond 60 days. */
  readonly by: Instant | undefined;
  readonly late: boolean;
}

/** What is to be sent in a currency. */
export interface SendTotal {
  readonly currency: string;
  readonly amount: Amount;
  readonly wallets: number;
}

/** The plan of some wallets, in the order in which somebody would act. */
export interface PlanOverview {
  /** Those that need money, the most urgent first. */
  readonly send: readonly PlannedRow[];
  /** The shortest lasting first. */
  readonly enough: readonly PlannedRow[];
  readonly unplanned: readonly UnplannedRow[];
  readonly deposits: readonly Deposit[];
  readonly totals: readonly SendTotal[];
}

export function planOverview(rows: readonly PlanRow[]): PlanOverview {
  const planned = rows.filter(isPlanned);
  const send = planned.filter(({ topUp }) => topUp.needed !== NOTHING).toSorted(compareUrgency);
  return {
    send,
    enough: planned
      .filter(({ topUp }) => topUp.needed === NOTHING)
      .toSorted((a, b) => compareInstants(a.topUp.lastsUntil, b.topUp.lastsUntil) || compareNames(a, b)),
    unplanned: rows.filter(isUnplanned),
    deposits: depositsOf(send),
    totals: totalsOf(send),
  };
}

/** Late ones first, then by when they must be requested, then by name. */
function compareUrgency(a: PlannedRow, b: PlannedRow): number {
  return (
    Number(b.topUp.late) - Number(a.topUp.late) ||
    compareInstants(a.topUp.by, b.topUp.by) ||
    compareNames(a, b)
  );
}

/** `undefined` is too far away to be told, and comes last. */
function compareInstants(a: Instant | undefined, b: Instant | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a - b;
}

function compareNames(a: PlanRow, b: PlanRow): number {
  return nameOf(a) < nameOf(b) ? -1 : 1;
}

export function nameOf({ account, currency, walletType }: PlanRow): string {
  return `${account}/${currency}/${walletType}`;
}

function isPlanned(row: PlanRow): row is PlannedRow {
  return !('unplanned' in row.topUp);
}

function isUnplanned(row: PlanRow): row is UnplannedRow {
  return 'unplanned' in row.topUp;
}

/** `send` has the most urgent first, so the first wallet of a source tells by when. */
function depositsOf(send: readonly PlannedRow[]): readonly Deposit[] {
  const short = send.filter((row) => compareAmounts(lackingOf(row), NOTHING) > 0);
  const bySource = Map.groupBy(short, ({ source, account, currency }) => source ?? `${account}/${currency}/`);
  return [...bySource.values()].map((rows) => {
    const { source, account, currency, timezone, topUp } = rows[0]!;
    const amount = addAmounts(...rows.map(lackingOf));
    return { source, account, currency, timezone, amount, by: topUp.by, late: topUp.late };
  });
}

/** What must come from elsewhere: all of it where there is no source; of one whose balance isn't known, nothing is known. */
export function lackingOf({ source, topUp }: PlannedRow): Amount {
  return source === undefined ? topUp.needed : (topUp.shortfall ?? NOTHING);
}

function totalsOf(send: readonly PlannedRow[]): readonly SendTotal[] {
  return [...Map.groupBy(send, ({ currency }) => currency)]
    .map(([currency, rows]) => ({
      currency,
      amount: addAmounts(...rows.map(({ topUp }) => topUp.needed)),
      wallets: rows.length,
    }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** What a wallet lacks before it is rounded; negative for what it has left over. */
export function lackBeforeRounding({ reckoning, coming }: Pick<Plan, 'reckoning' | 'coming'>): Amount {
  const { available, most, expected } = reckoning;
  return netAmount([most, expected], [available, coming]);
}
