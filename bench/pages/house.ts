// A server of pages for 5,000 wallets: a hundred accounts, each with a past, and with a plan for every wallet from which
// money goes out.
import { dayOf } from '../../src/domain/forecast/day.ts';
import { forecast } from '../../src/domain/forecast/forecaster.ts';
import { localDay } from '../../src/domain/local-time.ts';
import { amountOf } from '../../src/domain/money.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createPlanner } from '../../src/monitor/forecast/planner.ts';
import type { TopUpSettings } from '../../src/monitor/forecast/plans.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { createWebServer } from '../../src/web/server.ts';
import type { PageSources, WalletName } from '../../src/web/sources.ts';
import { alertsOf, pastOf } from './past.ts';

const ACCOUNTS = 100;
const CURRENCIES = ['UGX', 'KES', 'TZS', 'RWF'];
const WALLETS = 50; // per account
const DAY_MS = 86_400_000;
const HISTORY = 120; // days
const ZERO = amountOf('0.00');

/** The pages that a person opens there, by the name of their figures. */
export const PAGES = {
  first_page: '',
  search: '?q=payout+ugx&order=amount',
  plan: 'plan',
  plan_asked: 'plan?cover=14d&confidence=0.9',
  plan_list: 'plan?view=list',
  at: 'at',
  statement: 'statement',
  wallet: 'wallets/account-0/UGX/MERCHANT_PAYOUT_8',
  account: 'accounts/account-0',
  accounts: 'accounts',
  alerts: 'alerts',
} as const;

export interface House extends AsyncDisposable {
  /** With a slash at its end. */
  readonly url: string;
  readonly sources: PageSources;
  /** Makes a poll of the next account, which brings other balances. */
  poll(): void;
}

/** The names of an account's wallets. The first wallet of each currency is the one from which the others are topped up. */
function nameOf(i: number) {
  const kind = i < CURRENCIES.length ? 'MERCHANT_COLLECTION' : `MERCHANT_PAYOUT_${i}`;
  return { currency: CURRENCIES[i % CURRENCIES.length]!, walletType: kind };
}

/** All wallets of a house. */
export function walletsOf(scale: number): readonly WalletName[] {
  return accountsOf(scale).flatMap((account) =>
    Array.from({ length: WALLETS }, (_, i) => ({ account, ...nameOf(i) })),
  );
}

function accountsOf(scale: number): readonly string[] {
  return Array.from({ length: Math.round(ACCOUNTS * scale) }, (_, i) => `account-${i}`);
}

/** `more` replaces sources that would answer from memory. */
export async function openHouse(scale: number, more: Partial<PageSources> = {}): Promise<House> {
  const schedule = createSchedule('* * * * *', 'UTC');
  const accounts = accountsOf(scale);
  const clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const board = createBoard(
    accounts.map((name) => ({ name, schedule, staleAfter: 2, expect: [] })),
    clock,
  );
  let round = 0;
  const observe = (account: string) => {
    const slot = schedule.current(Date.now())!;
    const wallets = Array.from({ length: WALLETS }, (_, i) => {
      const available = amountOf(`${(i + 1) * 1_000_000 + round}.50`);
      return { ...nameOf(i), available, actual: available, uncleared: ZERO, reserve: ZERO, exposable: true };
    });
    const times = { slot, startedAt: slot, observedAt: slot + 100, durationMs: 100 };
    const fine = { outcome: 'ok', httpStatus: 200, envelopeCode: 200, detail: null, unreadable: [] } as const;
    board.observe({ account, ...times, ...fine, wallets });
  };
  for (const account of accounts) observe(account);
  const pages: PageSources = {
    ...{ clock, board: () => board, version: '0.0.0' },
    accounts: () =>
      accounts.map((account) => ({ account, schedule: '* * * * *', timezone: 'UTC', staleAfter: 2 })),
    ...alertsOf(accounts.map((account) => ({ account, ...nameOf(WALLETS - 1) }))),
    ...plans(board, clock),
    ...pastOf(walletsOf(scale)),
    ...more,
  };
  const fine = () => ({ ok: true, text: '' });
  const server = await createWebServer({
    listen: [{ host: '127.0.0.1', port: 0 }],
    externalUrl: 'http://localhost',
    operations: { scrape: async () => ({ headers: {}, pieces: [] }), healthy: fine, ready: fine },
    pages,
  });
  return {
    url: `http://${server.addresses[0]}/`,
    sources: pages,
    poll: () => observe(accounts[round++ % accounts.length]!),
    [Symbol.asyncDispose]: () => server.close(0),
  };
}

/** Plans: some of the wallets last long, most don't. */
function plans(
  board: ReturnType<typeof createBoard>,
  clock: PageSources['clock'],
): Pick<PageSources, 'plan' | 'planOf'> {
  const today = dayOf(localDay(clock.now(), 'UTC'))!;
  const alerts = [{ lead: 2, look: 0.001, confidence: 0.95 }];
  const outlooks = Array.from({ length: 10 }, (_, i) =>
    forecast(
      Array.from({ length: HISTORY }, (__, day) => (i + 1) * 500_000 * (1 + ((day * 7) % 10) / 10)),
      today - HISTORY,
      { alerts },
    ),
  );
  const known = new Map<string, TopUpSettings>();
  const planner = createPlanner({
    ...{ board, clock },
    runways: {
      forecastOf: ({ walletType }) => ({ outlook: outlooks[Number(walletType.at(-1))], lookMs: 60_000 }),
      revision: () => 1,
    },
    settingsOf(account) {
      const settings: TopUpSettings = known.get(account) ?? {
        ...{ account, timezone: 'Africa/Kampala', leadMs: 2 * DAY_MS, confidence: 0.95, window: null },
        ...{ isClosed: () => false, source: null, roundTo: amountOf('10000'), minimum: amountOf('0') },
        target: { coverMs: 7 * DAY_MS },
      };
      known.set(account, settings);
      return settings;
    },
  });
  return { plan: planner.all, planOf: planner.of };
}
