// Collects what an account's forecasts must promise: to the account itself, and to each rule about runways that selects it.
import type { Rule } from '../../conditions/rule.ts';
import { matchesGlob } from '../../conditions/selector.ts';
import { forAccount, kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { Calendar } from '../../domain/forecast/calendar.ts';
import type { Instant } from '../../domain/observation.ts';
import type { Schedule } from '../polling/schedule.ts';

/** A promise: of the times that a wallet runs empty, in this share the first alert comes at least a lead time before. */
export interface Aim {
  readonly leadMs: number;
  /** From 0.5 to 0.99. */
  readonly confidence: number;
}

/** An account whose wallets are forecast. */
export interface ForecastAccount {
  readonly name: string;
  readonly schedule: Schedule;
  /** What is known of its days in advance; absent: nothing. */
  readonly calendar?: Calendar | undefined;
  /** The account's own aim first, then those of rules. */
  readonly aims: readonly [Aim, ...Aim[]];
}

export function forecastAccount(
  account: {
    readonly name: string;
    readonly schedule: Schedule;
    readonly topUpLeadMs: number;
    readonly confidence: number;
    readonly calendar?: Calendar | undefined;
  },
  rules: readonly Rule[],
): ForecastAccount {
  const { name, schedule, topUpLeadMs: leadMs, confidence, calendar } = account;
  const own = { leadMs, confidence };
  const asked = rules.flatMap((rule): Aim[] => {
    if (!('wallets' in rule) || !matchesGlob(rule.wallets.account, name)) return [];
    const condition = forAccount(rule.condition, account);
    const evidence = kindOfWalletCondition(condition).evidence(condition);
    return evidence.kind === 'runway' && evidence.aim ? [evidence.aim] : [];
  });
  const others = asked.filter(
    (aim, i) => !isSame(aim, own) && asked.findIndex((each) => isSame(each, aim)) === i,
  );
  return { name, schedule, calendar, aims: [own, ...others] };
}

export function isSame(a: Aim, b: Aim): boolean {
  return a.leadMs === b.leadMs && a.confidence === b.confidence;
}

/** The time from one look at the balance to the next, in days; a day at the most. */
export function lookOf({ next }: Schedule, now: Instant): number {
  const first = next(now);
  const second = first === undefined ? undefined : next(first);
  return second === undefined ? 1 : Math.min(1, (second - first!) / DAY_MS);
}

/** The time from `at` to the next look, in days; 0 without one. It can be longer than {@link lookOf}, as overnight. */
export function untilNextLook({ next }: Schedule, at: Instant): number {
  const slot = next(at);
  return slot === undefined ? 0 : (slot - at) / DAY_MS;
}
