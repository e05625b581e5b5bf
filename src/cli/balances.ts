import { Command } from 'commander';
import type { Config } from '../config/complete.ts';
import { formatDuration } from '../domain/duration.ts';
import { judge } from '../domain/judge.ts';
import { type Amount, formatAmount } from '../domain/money.ts';
import { matchesGlob, type Rule } from '../domain/rule.ts';
import { AMOUNT_FIELDS, type AmountField } from '../domain/wallet.ts';
import { configFileOption } from './config-file.ts';
import type { Io } from './io.ts';
import { openStore, type Store } from './open-store.ts';
import { readConfig } from './run.ts';
import { type Column, table } from './table.ts';

interface Flags {
  readonly 'config.file': string;
  readonly json?: true;
  readonly check?: true;
}

interface Row extends Readonly<Record<AmountField, Amount | null>> {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  readonly observed_at: Date;
  readonly slot: Date;
  readonly state: 'fresh' | 'stale' | 'missing';
  /** Rules whose threshold is breached by what is known; none while it isn't fresh. */
  readonly breached: readonly string[];
}

/** `floatwatch balances`: what is known now, from the database. */
export function balances(io: Io): Command {
  return new Command('balances')
    .description('what is known now: amounts, age, state, breached thresholds')
    .addOption(configFileOption())
    .option('--json', 'as JSON; amounts are strings')
    .option('--check', 'exit with 3 when a threshold is breached, with 1 when a balance is not known')
    .action(async (flags: Flags) => {
      const config = readConfig(flags['config.file'], io);
      await using store = await openStore(config, io);
      const rows = await readLatest(store, config);
      io.stdout.write(flags.json ? `${JSON.stringify(rows, null, 2)}\n` : table(columns(Date.now()), rows));
      if (!flags.check) return;
      if (rows.some(({ breached }) => breached.length > 0)) io.exitCode = 3;
      else if (rows.length === 0 || rows.some(({ state }) => state !== 'fresh')) io.exitCode = 1;
    });
}

async function readLatest({ pool, home }: Store, config: Config): Promise<Row[]> {
  const rows = await pool.query<Omit<Row, 'breached'>>(
    `SELECT account, currency, wallet_type, available, actual, uncleared, reserve, observed_at, slot, state
     FROM ${home}.balances_latest WHERE account = ANY($1) ORDER BY account, currency, wallet_type`,
    [config.accounts.map(({ name }) => name)],
  );
  return rows.map((row) => ({
    ...row,
    breached: config.alerts.rules.filter((rule) => isBreached(rule, row)).map(({ name }) => name),
  }));
}

function isBreached(rule: Rule, row: Omit<Row, 'breached'>): boolean {
  if (!('wallets' in rule) || !['below', 'above', 'difference_above'].includes(rule.condition.kind))
    return false;
  const { account, currency, walletType } = rule.wallets;
  if (row.state !== 'fresh') return false;
  if (!matchesGlob(account, row.account) || !matchesGlob(currency, row.currency)) return false;
  if (!matchesGlob(walletType, row.wallet_type)) return false;
  const at = row.slot.getTime();
  const judgement = judge(
    rule.condition,
    { kind: 'seen', balance: row },
    { knownAt: at, window: undefined },
    at,
  );
  return judgement.verdict === 'met';
}

function columns(now: number): readonly Column<Row>[] {
  return [
    { title: 'ACCOUNT', cell: (row) => row.account },
    { title: 'WALLET', cell: (row) => `${row.currency}/${row.wallet_type}` },
    ...AMOUNT_FIELDS.map(
      (field): Column<Row> => ({
        title: field.toUpperCase(),
        align: 'right',
        cell: (row) => (row[field] === null ? '?' : formatAmount(row[field])),
      }),
    ),
    { title: 'AGE', align: 'right', cell: (row) => age(now - row.observed_at.getTime()) },
    { title: 'STATE', cell: (row) => row.state },
    { title: 'BREACHED', cell: (row) => row.breached.join(', ') },
  ];
}

function age(ms: number): string {
  return formatDuration(Math.max(0, Math.floor(ms / 1_000) * 1_000));
}
