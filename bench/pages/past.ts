// What the database would tell the pages of 5,000 wallets, and alerts on one wallet of each account.
import { setImmediate } from 'node:timers/promises';
import type { Alert } from '../../src/domain/alert.ts';
import { amountOf } from '../../src/domain/money.ts';
import type { StatementLine } from '../../src/domain/statement.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type { Episode, PageSources, SparkPoint, WalletName } from '../../src/web/sources.ts';

const HOUR_MS = 3_600_000;
const POINTS = 1_440; // a wallet's day
const PAST = 200; // episodes
const LINES_AT_ONCE = 2_000;
const ZERO = amountOf('0.00');
const START = Date.now();

export function alertsOf(wallets: readonly WalletName[]): Pick<PageSources, 'alerts' | 'episodes'> {
  const alerts = wallets.map((wallet, i): Alert => {
    const { account, currency, walletType } = wallet;
    const labels = {
      alertname: 'PayoutFloatLow',
      severity: 'warning',
      account,
      currency,
      wallet_type: walletType,
    };
    const fingerprint = (i + 1).toString(16).padStart(16, '0');
    return {
      ...{ ...wallet, labels, fingerprint, rule: 'PayoutFloatLow', severity: 'warning', reason: 'lasting' },
      ...{ annotations: { summary: 'The float is low.' }, held: false, phase: 'firing', resolvedAt: null },
      ...{
        pendingAt: START - HOUR_MS,
        firingAt: START - HOUR_MS,
        value: '50000000.50',
        threshold: '60000000',
        level: { of: 'available', bad: 'below' },
      },
    };
  });
  const episodes = Array.from({ length: PAST }, (_, i): Episode => {
    const alert = alerts[i % alerts.length]!;
    const firingAt = START - (i + 2) * 12 * HOUR_MS;
    const times = { firingAt, pendingAt: firingAt, resolvedAt: firingAt + HOUR_MS };
    return { ...alert, ...times, episode: episodeOf({ ...alert, firingAt }) };
  });
  return { alerts: () => alerts, episodes: async () => episodes };
}

export function pastOf(wallets: readonly WalletName[]): Partial<PageSources> {
  const amountAt = (i: number) => amountOf(`${5_000_000 - i * 1_234}.50`);
  const spark: readonly SparkPoint[] = Array.from({ length: 96 }, (_, i) => ({
    ...{ at: START - (96 - i) * 900_000, available: amountAt(i) },
  }));
  const points = Array.from({ length: POINTS }, (_, i) => {
    const [at, available] = [START - (POINTS - i) * 60_000, amountAt(i)];
    const balance = { available, actual: available, uncleared: ZERO, reserve: ZERO };
    return { ...balance, at, slot: at, since: null, lowest: available, highest: available, samples: 1 };
  });
  const seen = {
    balance: points[0]!,
    observedAt: START - 60_000,
    slot: START - 60_000,
    staleAt: START + 24 * HOUR_MS,
  };
  const gap = {
    since: START - 30 * HOUR_MS,
    until: START - 29 * HOUR_MS,
    failed: 60,
    outcomes: { deadline: 60 },
  };
  return {
    sparklines: async (shown) => {
      await setImmediate(); // a database answers in another turn of the loop
      return new Map(shown.map((each) => [`${each.account}/${each.currency}/${each.walletType}`, spark]));
    },
    chart: async () => points,
    rises: async () => [{ at: points[700]!.at, by: amountOf('2500000.50') }],
    gaps: async () => ({ first: START - 60 * 24 * HOUR_MS, gaps: [gap] }),
    at: async () => ({ wallets: wallets.map((wallet) => ({ ...wallet, seen })), accounts: [] }),
    statement: ({ from, to }) => statement(wallets, from, to),
  };
}

async function* statement(
  wallets: readonly WalletName[],
  from: string,
  to: string,
): AsyncGenerator<readonly StatementLine[]> {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += 24 * HOUR_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  const opening = amountOf('4133000.50');
  const figures = { opening, closing: opening, lowest: opening, highest: opening, netChange: ZERO };
  const rest = { available: figures, actual: figures, closingUncleared: ZERO, closingReserve: ZERO };
  const flows = { inflow: ZERO, outflow: ZERO, samples: 1_440 };
  const atOnce = Math.ceil(LINES_AT_ONCE / days.length);
  for (let i = 0; i < wallets.length; i += atOnce)
    yield wallets
      .slice(i, i + atOnce)
      .flatMap((wallet) => days.map((day) => ({ ...wallet, day, ...rest, ...flows })));
}
