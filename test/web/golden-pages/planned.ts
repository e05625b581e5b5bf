// Rows of a plan, as the planner gives them.
import type { Plan, Unplanned } from '../../../src/domain/forecast/plan.ts';
import type { Share } from '../../../src/domain/forecast/source.ts';
import { amountOf } from '../../../src/domain/money.ts';
import type { PlanRow } from '../../../src/monitor/forecast/plans.ts';
import { NOON } from '../../metrics/house.ts';
import { DAY, HOUR } from './samples.ts';

type Planned = Plan & Share;

const PLAN: Planned = {
  ...{ needed: amountOf('1500000'), by: NOON + 30 * HOUR, late: false, open: true },
  ...{ requestable: NOON + HOUR, arrives: NOON + 49 * HOUR },
  ...{ lastsUntil: NOON + 3 * DAY, thenLastsUntil: NOON + 10 * DAY, confidence: 0.95 },
  ...{ coming: amountOf('0'), expired: [], doubts: [], jump: undefined, record: { held: 38, of: 40 } },
  reckoning: {
    ...{ available: amountOf('500000.25'), most: amountOf('800000'), expected: amountOf('1195000.25') },
    ...{ target: { coverMs: 7 * DAY }, roundTo: amountOf('10000'), minimum: amountOf('0') },
  },
  ...{ given: amountOf('1500000'), shortfall: amountOf('0') },
};

/** A wallet of acme that needs money, unless told otherwise. */
export function plannedRow(
  walletType: string,
  plan: Partial<Planned> = {},
  row: Partial<PlanRow> = {},
): PlanRow {
  return {
    ...{ account: 'acme', currency: 'UGX', walletType, timezone: 'Africa/Kampala' },
    ...{ available: PLAN.reckoning.available, source: 'acme/UGX/MERCHANT_COLLECTION' },
    ...{ topUp: { ...PLAN, ...plan }, ...row },
  };
}

/** One that has no plan. */
export function unplannedRow(walletType: string, unplanned: Unplanned, row: Partial<PlanRow> = {}): PlanRow {
  return plannedRow(walletType, {}, { topUp: { unplanned }, ...row });
}
