// The planner of the running monitor over a small house of wallets, each with a steady past of its own.
import { dayOf } from '../../src/domain/forecast/day.ts';
import { forecast } from '../../src/domain/forecast/forecaster.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { Board } from '../../src/monitor/board/board.ts';
import type { Clock } from '../../src/monitor/clock.ts';
import { createPlanner, type Planner, type PlannerOptions } from '../../src/monitor/forecast/planner.ts';
import type { TopUpSettings } from '../../src/monitor/forecast/plans.ts';
import { MINUTE, NOON } from '../metrics/house.ts';

const DAY = 86_400_000;
const HISTORY = 120;
const TODAY = dayOf(new Date(NOON).toISOString().slice(0, 10))!;

/** `daily`: what goes out of a wallet each day, by `account/CURRENCY/TYPE`; a wallet without has no history. */
export function createPlanning(
  { board, clock }: { readonly board: Board; readonly clock: Clock },
  daily: Readonly<Record<string, number>>,
  {
    settings = {},
    ...more
  }: Partial<Pick<PlannerOptions, 'requests'>> & { readonly settings?: Partial<TopUpSettings> } = {},
): Planner {
  const alerts = [{ lead: 2, look: 0.001, confidence: 0.95 }];
  const outlooks = new Map(
    Object.entries(daily).map(([name, amount]) => [
      name,
      forecast(new Array(HISTORY).fill(amount), TODAY - HISTORY, { alerts }),
    ]),
  );
  const own = new Map<string, TopUpSettings>();
  return createPlanner({
    ...{ board, clock, ...more },
    runways: {
      forecastOf: ({ account, currency, walletType }) => ({
        outlook: outlooks.get(`${account}/${currency}/${walletType}`),
        lookMs: MINUTE,
      }),
      revision: () => 1,
    },
    settingsOf(account) {
      const known = own.get(account) ?? { ...SETTINGS, account, ...settings };
      own.set(account, known);
      return known;
    },
  });
}

const SETTINGS: TopUpSettings = {
  ...{ account: '', timezone: 'Africa/Kampala', leadMs: 2 * DAY, confidence: 0.95, window: null },
  ...{ isClosed: () => false, source: null, roundTo: amountOf('10000'), minimum: amountOf('0') },
  target: { coverMs: 7 * DAY },
};
