// The plan as page and API show it: the question, the order of the wallets, and the deposits. It is made in turns of the
// event loop, as there may be thousands of wallets.
import { CONFIDENCE_TEXT, confidenceOf } from '../../conditions/settings.ts';
import { DAY_MS, parseDuration } from '../../domain/duration.ts';
import { dayOf } from '../../domain/forecast/day.ts';
import type { Plan } from '../../domain/forecast/plan.ts';
import { addDays, isDay, localDay } from '../../domain/local-time.ts';
import { type Amount, compareAmounts, netAsWritten, ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { compareTexts } from '../../domain/order.ts';
import { type OrderedPlans, orderedPlans, type PlannedRow } from '../../monitor/forecast/plan-order.ts';
import type { PlanQuestion, PlanRow } from '../../monitor/forecast/plans.ts';
import { createTurns } from '../../monitor/turns.ts';
import type { AccountInfo } from '../sources.ts';
import { texts } from '../texts/texts.ts';
import { isAskedFor, type RawQuery, singleValues, zoneForDays } from './question.ts';

const FURTHEST_DAYS = 366;
const TURN_MS = 4;

/** The question: how to plan, and which wallets to show. */
export interface AskedPlan {
  /** Absent: as configured. */
  readonly question?: PlanQuestion;
  readonly account?: string;
  readonly currency?: string;
  readonly walletType?: string;
}

/** The question, or a sentence that says what is wrong with it. */
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
  const timezone = zoneForDays(accounts, account);
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

/** The plans of the wallets that are asked for, in order; made in turns short enough for the event loop. */
export function plansAskedFor(
  rows: readonly PlanRow[],
  { account, currency, walletType }: AskedPlan,
): Promise<OrderedPlans> {
  return orderedPlans(rows.filter((row) => isAskedFor({ account, currency, walletType }, row)));
}

/** What must be deposited in a source, so that it can give what its wallets need. */
export interface Deposit {
  /** `account/CURRENCY/WALLET_TYPE`; `undefined` for wallets of the account that have no source. */
  readonly source: string | undefined;
  readonly account: string;
  readonly currency: string;
  readonly timezone: string;
  readonly amount: Amount;
  /** When the first of its wallets must be requested; `undefined`: beyond 60 days. */
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
export interface PlanOverview extends OrderedPlans {
  readonly deposits: readonly Deposit[];
  readonly totals: readonly SendTotal[];
}

export async function planOverview(plans: OrderedPlans): Promise<PlanOverview> {
  const totals = totalsOf(plans.send); // for thousands of wallets each step takes some milliseconds
  return { ...plans, totals, deposits: await depositsOf(plans.send) };
}

/** `send` has the most urgent wallet first, so the first wallet of a source says by when. */
async function depositsOf(send: readonly PlannedRow[]): Promise<readonly Deposit[]> {
  const turns = createTurns(TURN_MS);
  await turns.next();
  const bySource = new Map<string, PlannedRow[]>();
  for (const row of send) {
    if (turns.isOver()) await turns.next();
    if (compareAmounts(lackingOf(row), ZERO) <= 0) continue;
    const { source, account, currency } = row;
    const name = source ?? `${account}/${currency}/`;
    const others = bySource.get(name);
    if (others) others.push(row);
    else bySource.set(name, [row]);
  }
  await turns.next();
  return [...bySource.values()].map((rows) => {
    const { source, account, currency, timezone, topUp } = rows[0]!;
    const amount = netAsWritten(rows.map(lackingOf));
    return { source, account, currency, timezone, amount, by: topUp.by, late: topUp.late };
  });
}

/** What must come from elsewhere: all of it without a source; nothing while the source's balance isn't known. */
export function lackingOf({ source, topUp }: PlannedRow): Amount {
  return source === undefined ? topUp.needed : (topUp.shortfall ?? ZERO);
}

function totalsOf(send: readonly PlannedRow[]): readonly SendTotal[] {
  return [...Map.groupBy(send, ({ currency }) => currency)]
    .map(([currency, rows]) => ({
      currency,
      amount: netAsWritten(rows.map(({ topUp }) => topUp.needed)),
      wallets: rows.length,
    }))
    .sort((a, b) => compareTexts(a.currency, b.currency));
}

/** What a wallet lacks before rounding; negative for what it has left over. */
export function lackBeforeRounding({ reckoning, coming }: Pick<Plan, 'reckoning' | 'coming'>): Amount {
  const { available, most, expected } = reckoning;
  return netAsWritten([most, expected], [available, coming]);
}
