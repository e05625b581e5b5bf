// Describes a plan in words and as JSON. Commands, API, pages and alerts all use it.
import type { PlanAnnotation } from '../../domain/annotate.ts';
import { type Day, dateOf, weekdayOf } from '../../domain/forecast/day.ts';
import type { Jump } from '../../domain/forecast/jump.ts';
import type { Doubt, Plan, Unplanned } from '../../domain/forecast/plan.ts';
import type { TopUpOutcome } from '../../domain/forecast/top-up-outcome.ts';
import { type Amount, compareAmounts, formatAmount, ZERO } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { remembering } from '../../domain/remembering.ts';
import type { PlanRow } from './plans.ts';

/** Why there is no plan. */
export const UNPLANNED_WORDS: Readonly<Record<Unplanned, string>> = {
  balance_unknown: 'its balance is not known',
  history_unread: 'its history has not been read yet',
  no_history: 'less than seven days of history',
  history_outdated: 'its history could not be read for two days',
  nobody_approves: 'nobody approves within a year',
};

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Why a plan is less sure than its confidence says; each reason begins with a small letter. */
export function doubtWords({ doubts, jump }: Pick<Plan, 'doubts' | 'jump'>): readonly string[] {
  const words: Readonly<Record<Doubt, string>> = {
    young: 'young history',
    jump: jump ? jumpWords(jump) : 'outflow has jumped',
    lumpy: 'pays out on few days',
  };
  return doubts.map((doubt) => words[doubt]);
}

/** A confidence in percent: `95`, `97.5`. */
export function percentText(share: number): string {
  return String(Math.round(1_000 * share) / 10);
}

/** How sure a plan is: `95 % sure`, or why it is less. */
export function sureWords(plan: Pick<Plan, 'doubts' | 'jump' | 'confidence'>): string {
  const share = `${percentText(plan.confidence)} %`;
  const doubts = doubtWords(plan);
  return doubts.length === 0 ? `${share} sure` : `less than ${share} sure: ${doubts.join(', ')}`;
}

/** `of the last 40 forecasts 38 held`; `undefined` when there is none yet. */
export function recordWords({ record: { held, of } }: Pick<Plan, 'record'>): string | undefined {
  if (of === 1) return `the last forecast ${held === 1 ? 'held' : 'did not hold'}`;
  return of === 0 ? undefined : `of the last ${of} forecasts ${held} held`;
}

/** The money that was requested and didn't come: `1,000 requested on Fri 2026-05-08 17:00 UTC+3 has not arrived: ask`. */
export function expiredWords({ expired }: Pick<Plan, 'expired'>, timezone: string): readonly string[] {
  return expired.map(
    ({ at, amount }) =>
      `${formatAmount(amount)} requested on ${zonedTime(at, timezone)} has not arrived: ask`,
  );
}

/** The outcome of a plan: `the last top-up came in time: 1,000 on Fri 2026-05-08 17:00 UTC+3, when 20 was left`. */
export function topUpWords(topUp: TopUpOutcome, timezone: string): string {
  const { at, amount, leftBefore, emptySince, verdict } = topUp;
  const came = `${formatAmount(amount)} on ${zonedTime(at, timezone)}`;
  if (emptySince === null)
    return `the last top-up came in time: ${came}, when ${formatAmount(leftBefore)} was left`;
  const fault =
    verdict === 'not_followed'
      ? 'the plan had said early enough by when to request it'
      : 'the plan had said too late by when to request it';
  return `the last top-up came too late: ${came}, empty since ${zonedTime(emptySince, timezone)}; ${fault}`;
}

function jumpWords({ since, until, factor }: Jump): string {
  return `outflow ${factorWords(factor)} on ${dateWords(since)}; less sure until ${dateWords(until)}`;
}

function factorWords(factor: number): string {
  if (factor > 1.8 && factor < 2.25) return 'doubled';
  if (factor > 0.44 && factor < 0.56) return 'halved';
  if (factor > 2.7 && factor < 3.3) return 'tripled';
  if (factor > 1) return `rose to ${Math.round(100 * factor)} %`;
  return `fell to ${Math.round(100 * factor)} %`;
}

/** `Tue 2026-05-05` */
function dateWords(day: Day): string {
  return `${WEEKDAYS[weekdayOf(day)]} ${dateOf(day)}`;
}

/** Stands for an instant that is more than 60 days ahead. */
const BEYOND = 'beyond 60 days';

const annotations = new WeakMap<PlanRow, PlanAnnotation>();

/** A plan as `floatwatch plan --json` and `/api/v1/plan` show it: amounts are exact texts, times ISO 8601 in UTC. */
export function describePlan(row: PlanRow): object {
  const { account, currency, walletType, timezone, source, topUp, lastTopUp } = row;
  const wallet = { account, currency, wallet_type: walletType, timezone };
  if ('unplanned' in topUp) return { ...wallet, unplanned: topUp.unplanned };
  const { needed, coming, expired, late, confidence, doubts, jump, record, given, shortfall } = topUp;
  return {
    ...wallet,
    ...{ needed, late, confidence, doubts, coming },
    expired: expired.map(({ at, amount }) => ({ requested_at: iso(at), amount })),
    jump: jump
      ? { since: dateOf(jump.since), until: dateOf(jump.until), factor: Math.round(100 * jump.factor) / 100 }
      : null,
    record,
    by: iso(topUp.by),
    requestable: iso(topUp.requestable),
    arrives: iso(topUp.arrives),
    lasts_until: iso(topUp.lastsUntil),
    then_lasts_until: iso(topUp.thenLastsUntil),
    ...{ source: source ?? null, given: given ?? null, shortfall: shortfall ?? null },
    last_top_up: lastTopUp ? describeTopUp(lastTopUp) : null,
  };
}

function describeTopUp({ at, amount, leftBefore, emptySince, verdict }: TopUpOutcome): object {
  return {
    ...{ at: iso(at), amount, left_before: leftBefore },
    ...{ empty_since: iso(emptySince ?? undefined), outcome: verdict },
  };
}

/** The annotation of a wallet that other wallets are topped up from. */
export const SOURCE_PLAN: PlanAnnotation = { plan: 'no plan: other wallets are topped up from it' };

/** The texts about a plan that annotations of alerts may use; made once for each plan. */
export function planAnnotation(row: PlanRow): PlanAnnotation {
  const known = annotations.get(row) ?? annotationOf(row);
  annotations.set(row, known);
  return known;
}

/** An instant in a time zone, with its offset: `Fri 2026-05-08 17:00 UTC+3`. */
export function zonedTime(at: Instant, timeZone: string): string {
  const { weekday, year, month, day, hour, minute } = partsOf(at, timeZone);
  return `${weekday} ${year}-${month}-${day} ${hour}:${minute} ${offsetName(at, timeZone)}`;
}

/** An instant without year and time zone, for places that show them elsewhere: `Fri 05-08 17:00`. */
export function shortTime(at: Instant, timeZone: string): string {
  const { weekday, month, day, hour, minute } = partsOf(at, timeZone);
  return `${weekday} ${month}-${day} ${hour}:${minute}`;
}

/** The offset of a time zone at an instant: `UTC+3`. */
export function offsetName(at: Instant, timeZone: string): string {
  return partsOf(at, timeZone)['timeZoneName']!.replace('GMT', 'UTC').replace(/\+0$/, '');
}

function annotationOf(row: PlanRow): PlanAnnotation {
  const { source, topUp, timezone } = row;
  const plan = planSentence(row);
  if ('unplanned' in topUp) return { plan };
  return {
    plan,
    needed: formatAmount(topUp.needed),
    by: topUp.by === undefined ? BEYOND : zonedTime(topUp.by, timezone),
    ...(source !== undefined && { source }),
    ...(topUp.shortfall !== undefined && { shortfall: formatAmount(topUp.shortfall) }),
    until: topUp.thenLastsUntil === undefined ? BEYOND : zonedTime(topUp.thenLastsUntil, timezone),
  };
}

/** The plan of one wallet as a sentence without its full stop. */
export function planSentence({ topUp, source, currency, timezone, isAssumed }: PlanRow): string {
  if ('unplanned' in topUp) return `no plan: ${UNPLANNED_WORDS[topUp.unplanned]}`;
  const { needed, by, late, shortfall, thenLastsUntil, coming } = topUp;
  const at = (instant: Instant | undefined) =>
    instant === undefined ? BEYOND : zonedTime(instant, timezone);
  const lasting = thenLastsUntil === undefined ? 'for more than 60 days' : `until ${at(thenLastsUntil)}`;
  const until = `${lasting} (${sureWords(topUp)})`;
  const isComing = compareAmounts(coming, ZERO) > 0;
  // The messages of the alert go on while it lasts: they must still say what to ask for.
  const counts = isAssumed ? 'counts as requested: ask for it if nobody has' : 'is on its way';
  const under = isComing ? `${formatAmount(coming)} ${currency} ${counts}; ` : '';
  const also =
    under +
    expiredWords(topUp, timezone)
      .map((words) => `${words}; `)
      .join('');
  const more = isAssumed && isComing ? ' more' : '';
  if (needed === ZERO) return `${also}send nothing${more}, it lasts ${until}`;
  const sum = `${also}send ${formatAmount(needed)} ${currency}${more}`;
  const from = sourceWords(source, shortfall);
  if (late) {
    const there = topUp.open
      ? `${sum} at once${from}: it is there ${at(topUp.arrives)} at the soonest`
      : `${sum}${from}: nobody approves before ${at(topUp.requestable)}, it is there ${at(topUp.arrives)} at the soonest`;
    return `${there}, and the wallet may be empty from ${at(topUp.lastsUntil)} on; it then lasts ${until}`;
  }
  return `${sum}${by === undefined ? '' : ` by ${at(by)}`}${from}; it then lasts ${until}`;
}

/** The source, and how much it lacks; empty where there is no source. */
function sourceWords(source: string | undefined, shortfall: Amount | undefined): string {
  if (source === undefined) return '';
  if (shortfall === undefined) return ` from ${source}, whose balance is not known`;
  return compareAmounts(shortfall, ZERO) > 0
    ? ` from ${source}, which lacks ${formatAmount(shortfall)}`
    : ` from ${source}`;
}

function partsOf(at: Instant, timeZone: string): Readonly<Record<string, string>> {
  const parts = formatOf(timeZone).formatToParts(at);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

const formatOf = remembering(
  Number.POSITIVE_INFINITY,
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB-u-hc-h23', {
      timeZone,
      ...{ weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'shortOffset' },
    }),
);

function iso(at: Instant | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
