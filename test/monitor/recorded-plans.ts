// A record of plans, with a log that a test has in its hands.
import type { PlanGist } from '../../src/domain/forecast/plan-news.ts';
import type { TopUpOutcome } from '../../src/domain/forecast/top-up-outcome.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createPlanRecord } from '../../src/monitor/forecast/plan-record.ts';
import type { PlanRow } from '../../src/monitor/forecast/plans.ts';
import type { KeptPlan, NewPlan, PlanLog, SeenTopUp } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const LEAD = 2 * DAY;
export const PAYOUT = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
export const IDS = { accountId: 3, walletId: 4 };
export const START = Date.parse('2026-05-04T10:00:00Z');
export const OUTCOME: TopUpOutcome = {
  ...{ at: START - DAY, amount: amountOf('900'), leftBefore: amountOf('20'), emptySince: null },
  verdict: 'in_time',
};
const GIST: PlanGist = {
  ...{ at: START - MINUTE, available: amountOf('500'), coming: amountOf('0'), needed: amountOf('1000') },
  ...{
    by: START + DAY,
    late: false,
    confidence: 0.95,
    source: null,
    shortfall: null,
    doubts: '',
    historyUntil: 100,
  },
};
export type Newest = NonNullable<KeptPlan['newest']>;
export const stored = (own: Partial<Newest> = {}): Newest => ({ ...GIST, number: 7, replica: 'a', ...own });

interface Told {
  readonly available?: string;
  readonly plan?: object;
  readonly source?: string;
}

/** The record of replica a, of one wallet of which Postgres knows this. */
export function recording(newest: Newest | null, topUp: TopUpOutcome | null = null) {
  const clock = handClock(START);
  const state = {
    ...{ newest, topUp, taken: true, accounts: [PAYOUT.account], seen: undefined as SeenTopUp | undefined },
    ...{ reads: 0, asked: [] as object[], added: [] as NewPlan[], fails: '' },
  };
  const attempt = (what: string) => {
    if (state.fails === what) throw new Error(what);
  };
  const log: PlanLog = {
    async newest(accounts) {
      state.reads++;
      attempt('newest');
      return accounts.map((account) => ({
        ...PAYOUT,
        ...IDS,
        account,
        newest: state.newest,
        topUp: state.topUp,
      }));
    },
    async topUpSince(asked) {
      state.asked.push(asked);
      attempt('topUpSince');
      return state.seen;
    },
    async add(plans) {
      attempt('add');
      if (state.taken) state.added.push(...plans);
      return plans.map(() => state.taken);
    },
  };
  let row: PlanRow | undefined;
  const failures: unknown[] = [];
  const record = createPlanRecord({
    planner: { all: async () => (row ? [row] : []) },
    board: {
      get accounts() {
        return state.accounts;
      },
    },
    runways: { forecastOf: () => ({ outlook: { from: 100 } as never, lookMs: MINUTE }) },
    ...{ log, clock, replica: 'a', leadOf: () => LEAD, onFailure: (error) => void failures.push(error) },
  });
  const note = async ({ available = '500', plan = {}, source }: Told = {}) => {
    const topUp = {
      ...{ needed: amountOf('1000'), by: START + DAY, late: false, open: true, confidence: 0.95 },
      ...{
        requestable: START,
        arrives: START + LEAD,
        lastsUntil: START + 3 * DAY,
        thenLastsUntil: undefined,
      },
      ...{ coming: amountOf('0'), expired: [], doubts: [], jump: undefined, record: { held: 0, of: 0 } },
      ...{ given: undefined, shortfall: undefined },
      ...plan,
    } as unknown as PlanRow['topUp'];
    row = { ...PAYOUT, timezone: 'UTC', available: amountOf(available), source, topUp };
    await record.note();
    clock.advance(MINUTE);
    return state.added.map(({ number }) => number);
  };
  return { clock, state, record, note, failures };
}
