import { forecastAccounts, readConfigured, type ScheduledAccount } from '../../app/configured.ts';
import type { Rule } from '../../conditions/rule.ts';
import { rulesByAccount } from '../../conditions/rules-by-account.ts';
import { selectsWallet } from '../../conditions/selector.ts';
import type { RunwayAim } from '../../conditions/wallet/condition.ts';
import { forAccount, kindOfWalletCondition } from '../../conditions/wallet/conditions.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { formatDuration } from '../../domain/duration.ts';
import { HORIZON_MS, type Runway } from '../../domain/forecast/history.ts';
import { listed } from '../../domain/listed.ts';
import { formatAmount } from '../../domain/money.ts';
import {
  AMOUNT_FIELDS,
  type AmountField,
  type WalletId,
  walletKey,
  walletName,
} from '../../domain/wallet.ts';
import { namedAccounts } from '../input/named-accounts.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { runwaysAt } from '../input/runways.ts';
import { type BalanceRow, neverSeenJson, seenJson } from '../json/balance-rows.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { repeat } from '../terminal/repeat.ts';
import { printSentence } from '../terminal/sentence.ts';
import { type Column, printTable } from '../terminal/table.ts';

interface BalancesFlags extends ConfigFlags {
  readonly check?: true;
  readonly watch?: string | true;
}

/** `floatwatch balances`: prints the balances that the database knows now. */
export async function balances(io: Io, names: readonly string[], flags: BalancesFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const named = namedAccounts(config, names);
  const accounts = named.map(({ name }) => name);
  await using store = await openStore(config, io);
  if (flags.watch) {
    await repeat(io, flags.watch, async () =>
      print(io, await readLatest(store, config, accounts), { named, flags }),
    );
    return;
  }
  const rows = await readLatest(store, config, accounts);
  if (flags.json) printJson(io, rows, named);
  else print(io, rows, { named, flags });
  if (!flags.check) return;
  if (rows.some(({ breached }) => breached.length > 0)) io.exitCode = 3;
  else if (!withWallets(named, rows).every(isKnown)) io.exitCode = 1;
}

/** Whether the account was read recently, with every wallet that is expected, and with all available amounts. */
function isKnown(account: WithWallets): boolean {
  return (
    unknownOf(account).length === 0 &&
    account.wallets.every(({ state, available }) => state === 'fresh' && available !== null)
  );
}

interface WithWallets {
  readonly account: ScheduledAccount;
  readonly wallets: readonly BalanceRow[];
}

function withWallets(
  accounts: readonly ScheduledAccount[],
  rows: readonly BalanceRow[],
): readonly WithWallets[] {
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  return accounts.map((account) => ({ account, wallets: byAccount.get(account.name) ?? [] }));
}

function printJson(io: Io, rows: readonly BalanceRow[], named: readonly ScheduledAccount[]): void {
  const accounts = withWallets(named, rows);
  const neverSeen = accounts.flatMap((each) =>
    unseenOf(each).map((wallet) => neverSeenJson(each.account.name, wallet)),
  );
  io.stdout.write(jsonText([...rows.map(seenJson), ...neverSeen]));
  sayUnknown(io, accounts);
}

interface Asked {
  readonly named: readonly ScheduledAccount[];
  readonly flags: BalancesFlags;
}

function print(io: Io, rows: readonly BalanceRow[], { named, flags }: Asked): void {
  if (rows.length === 0) {
    printSentence(
      io,
      'No balance is known yet: "floatwatch probe" asks the service now, "run" keeps asking.',
    );
    return;
  }
  printTable(io, columns(Date.now()), rows, flags);
  sayUnknown(io, withWallets(named, rows));
}

function sayUnknown(io: Io, accounts: readonly WithWallets[]): void {
  const unknown = accounts.flatMap(unknownOf);
  if (unknown.length > 0) io.stderr.write(`floatwatch: no balance is known of ${listed(unknown)}\n`);
}

/** What the table can't show: the account if it has no known wallet, or the expected wallets that aren't known. */
function unknownOf(account: WithWallets): readonly string[] {
  const { name } = account.account;
  if (account.wallets.length === 0) return [name];
  return unseenOf(account).map((wallet) => walletName({ account: name, ...wallet }));
}

/** The expected wallets that were never seen. */
function unseenOf({ account: { expect }, wallets }: WithWallets): readonly WalletId[] {
  const keys = keysOf(wallets);
  return expect.filter((wallet) => !keys.has(walletKey(wallet)));
}

function keysOf(rows: readonly BalanceRow[]): ReadonlySet<string> {
  return new Set(rows.map((row) => walletKey({ currency: row.currency, walletType: row.wallet_type })));
}

async function readLatest(
  { pool, schema }: Store,
  config: Config,
  names: readonly string[],
): Promise<BalanceRow[]> {
  const now = Date.now();
  const runways = runwaysAt(now, { pool, schema });
  const accounts = readConfigured(config);
  const asked = new Set(names);
  await runways.refresh(forecastAccounts(accounts).filter(({ name }) => asked.has(name)));
  const rows = await pool.query<Omit<BalanceRow, 'breached' | 'runway_seconds'>>(
    `SELECT account, currency, wallet_type, ${AMOUNT_FIELDS.join(', ')}, observed_at, slot, state
     FROM ${schema}.balances_latest WHERE account = ANY($1) ORDER BY account, currency, wallet_type`,
    [names],
  );
  const rulesOf = rulesByAccount(config.alerts.rules);
  const rules = new Map(names.map((name) => [name, rulesOf(name)]));
  return rows.map((row) => {
    const wallet = { account: row.account, currency: row.currency, walletType: row.wallet_type };
    const account = accounts.accounts.get(row.account)!;
    const runwayFor: RunwayFor = (aim) =>
      row.state === 'fresh' ? runways.of(wallet, row.available, now, aim) : undefined;
    return {
      ...row,
      runway_seconds: secondsOf(runwayFor(undefined), account.confidence),
      breached: rules
        .get(row.account)!
        .filter((rule) => isBreached(rule, row, { runwayFor, account }))
        .map(({ name }) => name),
    };
  });
}

type RunwayFor = (aim: RunwayAim | undefined) => Runway | undefined;

function secondsOf(runway: Runway | undefined, confidence: number): BalanceRow['runway_seconds'] {
  if (!runway) return null;
  const [median, sure] = [runway.median, runway.pessimistic].map((ms) => Math.floor(ms / 1_000));
  return { [confidence]: sure!, '0.5': median! };
}

function isBreached(
  rule: Rule,
  row: Omit<BalanceRow, 'breached' | 'runway_seconds'>,
  { runwayFor, account }: { readonly runwayFor: RunwayFor; readonly account: ScheduledAccount },
): boolean {
  const wallet = { currency: row.currency, walletType: row.wallet_type };
  if (row.state !== 'fresh' || !('wallets' in rule) || !selectsWallet(rule.wallets, row.account, wallet))
    return false;
  const condition = forAccount(rule.condition, account);
  const kind = kindOfWalletCondition(condition);
  const evidence = kind.evidence(condition);
  if (evidence.kind !== 'balance' && evidence.kind !== 'runway') return false; // the others need the past
  const runway = evidence.kind === 'runway' ? runwayFor(evidence.aim) : undefined;
  const at = row.slot.getTime();
  return (
    kind.evaluate(condition, { kind: 'seen', balance: row }, { knownAt: at, runway }, at).state === 'met'
  );
}

const DROPPED: Readonly<Record<AmountField, number>> = { available: 0, actual: 6, uncleared: 7, reserve: 8 };

function columns(now: number): readonly Column<BalanceRow>[] {
  return [
    { title: 'ACCOUNT', cell: (row) => row.account },
    { title: 'WALLET', cell: (row) => `${row.currency}/${row.wallet_type}` },
    ...AMOUNT_FIELDS.map(
      (field): Column<BalanceRow> => ({
        title: field.toUpperCase(),
        align: 'decimal',
        drop: DROPPED[field],
        tone: ({ breached, state }) =>
          state !== 'fresh' ? 'warn' : breached.length > 0 && field === 'available' ? 'bad' : undefined,
        cell: (row) => (row[field] === null ? '?' : formatAmount(row[field])),
      }),
    ),
    {
      title: 'LASTS',
      align: 'right',
      drop: 3,
      cell: ({ runway_seconds: lasts }) => lastsText(lasts?.['0.5']),
    },
    {
      title: 'AT WORST',
      align: 'right',
      drop: 5,
      cell: ({ runway_seconds: lasts }) => lastsText(lasts ? Math.min(...Object.values(lasts)) : undefined),
    },
    { title: 'AGE', align: 'right', drop: 4, cell: (row) => age(now - row.observed_at.getTime()) },
    {
      title: 'STATE',
      cell: (row) => row.state,
      tone: ({ state }) => (state === 'fresh' ? undefined : 'warn'),
    },
    { title: 'BREACHED', cell: (row) => row.breached.join(', '), tone: () => 'bad' },
  ];
}

/** Formats a runway: in whole hours from one day on, in minutes below. */
function lastsText(seconds: number | undefined): string {
  if (seconds === undefined) return '?';
  if (seconds * 1_000 >= HORIZON_MS) return `>${formatDuration(HORIZON_MS)}`;
  const unit = seconds < 86_400 ? 60 : 3_600;
  return formatDuration(Math.floor(seconds / unit) * unit * 1_000);
}

function age(ms: number): string {
  return formatDuration(Math.max(0, Math.floor(ms / 1_000) * 1_000));
}
