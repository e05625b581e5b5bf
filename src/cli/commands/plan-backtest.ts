// `floatwatch plan --backtest`: replays the plan over the user's own past, beside other ways of topping up.
import { calendarOf, topUpSettings } from '../../app/configured.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { dateOf } from '../../domain/forecast/day.ts';
import { amountOf, formatAmount } from '../../domain/money.ts';
import { compareTexts } from '../../domain/order.ts';
import { type WalletId, walletName } from '../../domain/wallet.ts';
import { type Backtest, backtest, type Fared, type Untested } from '../../monitor/forecast/backtest.ts';
import { isSource } from '../../monitor/forecast/plans.ts';
import { createOutflowHistory } from '../../store/queries/outflow.ts';
import type { Store } from '../input/open-store.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { printSentence } from '../terminal/sentence.ts';
import { type Column, printTable, type TableFlags } from '../terminal/table.ts';

const UNTESTED_WORDS: Readonly<Record<Untested, string>> = {
  short_history: 'less than 28 days of history',
  nothing_went_out: 'nothing went out',
};

interface TestedWallet extends WalletId {
  readonly account: string;
  readonly result: Backtest | Untested;
}

/** Replays each wallet that has a plan, and prints the results. */
export async function printBacktest(
  io: Io,
  { pool, schema }: Pick<Store, 'pool' | 'schema'>,
  config: Config,
  flags: TableFlags & { readonly json?: true },
): Promise<void> {
  const now = Date.now();
  const history = createOutflowHistory({ pool, schema });
  const tested: TestedWallet[] = [];
  for (const account of config.accounts) {
    const settings = topUpSettings(account);
    const asked = { ...settings, coverMs: account.top_up.cover, calendar: calendarOf(account) };
    const outflows = [
      ...(await history.read([{ name: account.name, timezone: account.timezone }], now - (now % HOUR_MS))),
    ];
    for (const outflow of outflows.toSorted(byName)) {
      if (isSource(outflow, settings)) continue;
      const { currency, walletType } = outflow;
      tested.push({ account: account.name, currency, walletType, result: backtest(outflow, asked, now) });
    }
  }
  if (flags.json) {
    io.stdout.write(jsonText(tested.map(describe)));
    return;
  }
  const rows = tested.flatMap(rowsOf);
  if (rows.length > 0) printTable(io, COLUMNS, rows, flags);
  for (const { result, ...wallet } of tested)
    if (typeof result === 'string')
      printSentence(io, `${walletName(wallet)} can't be tested: ${UNTESTED_WORDS[result]}.`);
  if (tested.length === 0) io.stdout.write('There is no history of a wallet that money goes out from.\n');
}

function byName(a: WalletId, b: WalletId): number {
  return compareTexts(a.currency, b.currency) || compareTexts(a.walletType, b.walletType);
}

interface Row extends WalletId {
  readonly account: string;
  readonly by: string;
  readonly at: number | undefined;
  readonly days: number;
  readonly fared: Fared;
}

/** A row for each way of topping a wallet up. */
function rowsOf({ account, currency, walletType, result }: TestedWallet): Row[] {
  if (typeof result === 'string') return [];
  const { plan, threshold, hindsight, perfect, from, until } = result;
  const row = (by: string, fared: Fared, at?: number): Row => ({
    ...{ account, currency, walletType, by, fared, at, days: until - from },
  });
  return [
    row('plan', plan),
    row('threshold', threshold, threshold.at),
    row('hindsight', hindsight, hindsight.at),
    row('perfect', perfect),
  ];
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'ACCOUNT', cell: ({ account }) => account },
  { title: 'WALLET', cell: ({ currency, walletType }) => `${currency}/${walletType}` },
  { title: 'BY', cell: ({ by }) => by },
  {
    title: 'TOO LATE',
    align: 'right',
    cell: ({ fared: { late } }) => String(late),
    tone: ({ fared: { late } }) => (late > 0 ? 'warn' : undefined),
  },
  { title: 'TOP-UPS', align: 'right', cell: ({ fared: { topUps } }) => String(topUps) },
  { title: 'IDLE', align: 'right', cell: ({ fared: { idle } }) => estimate(idle) },
  { title: 'LEFT', align: 'right', drop: 1, cell: ({ fared: { left } }) => estimate(left) },
  { title: 'THRESHOLD', align: 'right', drop: 2, cell: ({ at }) => (at === undefined ? '' : estimate(at)) },
  {
    title: 'DAYS SHORT',
    align: 'right',
    drop: 3,
    cell: ({ fared: { short } }) => `${(100 * short).toFixed(1)}%`,
  },
  { title: 'OF DAYS', align: 'right', drop: 4, cell: ({ days }) => String(days) },
];

function estimate(amount: number): string {
  return formatAmount(amountOf(amount.toFixed(0)));
}

function describe({ account, currency, walletType, result }: TestedWallet): object {
  const wallet = { account, currency, wallet_type: walletType };
  if (typeof result === 'string') return { ...wallet, untested: result };
  const { from, until, plan, threshold, hindsight, perfect } = result;
  const fared = ({ late, topUps, short, idle, left }: Fared) => ({
    ...{ too_late: late, top_ups: topUps, days_short: Math.round(10_000 * short) / 10_000 },
    ...{ idle: idle.toFixed(2), left: left.toFixed(2) },
  });
  const withThreshold = (each: Backtest['threshold']) => ({ threshold: each.at.toFixed(2), ...fared(each) });
  return {
    ...wallet,
    ...{ from: dateOf(from), to: dateOf(until - 1), days: until - from },
    plan: fared(plan),
    threshold: withThreshold(threshold),
    hindsight: withThreshold(hindsight),
    perfect: fared(perfect),
  };
}
