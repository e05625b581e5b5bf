import type { Config } from '../../config/resolve/resolve.ts';
import { addDays, localDay } from '../../domain/local-time.ts';
import { type Amount, formatAmount } from '../../domain/money.ts';
import { nearestOf } from '../../domain/spelling.ts';
import {
  type StatementLine,
  statementCsv,
  statementCsvTitle,
  statementRecord,
} from '../../domain/statement.ts';
import { flawOfCurrency } from '../../domain/wallet.ts';
import { readAccountIds } from '../../store/queries/account-ids.ts';
import { readStatementParts } from '../../store/queries/statement.ts';
import { refuseUnknown } from '../input/named-accounts.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, readConfig, sharedTimezone } from '../input/read-config.ts';
import { dayOf } from '../input/when.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { writeJsonList, writePiece } from '../terminal/pieces.ts';
import { printSentence } from '../terminal/sentence.ts';
import { type Column, printTable } from '../terminal/table.ts';

interface StatementFlags extends ConfigFlags {
  readonly from?: string;
  readonly to?: string;
  readonly currency: readonly string[];
  readonly walletType: readonly string[];
  readonly field: 'available' | 'actual';
  readonly csv?: true;
}

const WEEK = 7;
const MOST_NAMES = 2_000;

/** `floatwatch statement`: prints the figures of each wallet for each business day. */
export async function statement(io: Io, accounts: readonly string[], flags: StatementFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const { today, latest } = daysNow(config, accounts);
  const asked = flags.from === undefined ? undefined : dayOf('--from', flags.from, today);
  const usual = asked !== undefined && asked > today ? asked : today; // it has begun for some account
  const to = flags.to === undefined ? usual : dayOf('--to', flags.to, today);
  const from = asked ?? addDays(to, -WEEK);
  if (from > latest) throw new CommandError(`${from} is still to come: there is no statement of it yet`, 2);
  if (from > to) throw new CommandError('--from must not be after --to', 2);

  const flaw = flags.currency.flatMap((code) => flawOfCurrency(code) ?? [])[0];
  if (flaw !== undefined) throw new CommandError(`--currency ${flaw}`, 2);

  await using store = await openStore(config, io);
  const stored = await readAccountIds(store.pool, store.schema, accounts);
  refuseUnknown(config, accounts, (name) => stored.has(name)); // one that was renamed keeps its history
  await refuseUnseen(store, flags);
  const parts = readStatementParts(store.pool, store.schema, {
    from,
    to,
    accounts,
    currencies: flags.currency,
    walletTypes: flags.walletType,
  });
  if (flags.csv) return await writeCsv(io, parts);
  if (flags.json) return await writeJsonList(io, recordsOf(parts));
  const lines: StatementLine[] = [];
  for await (const part of parts) lines.push(...part);
  if (lines.length > 0) printTable(io, columns(flags.field), lines, flags);
  else
    printSentence(
      io,
      `Nothing is known of ${from} to ${to}: no poll of these wallets brought a balance then.`,
    );
}

/**
 * Today, as on the page: by the clocks of the accounts asked for if they share them, else in UTC; and the latest day of all
 * accounts, as some may be a day ahead.
 */
function daysNow(
  { accounts }: Config,
  asked: readonly string[],
): { readonly today: string; readonly latest: string } {
  const now = Date.now();
  const timezone = new Map(accounts.map((account) => [account.name, account.timezone]));
  const names = asked.length > 0 ? asked.filter((name) => timezone.has(name)) : [...timezone.keys()];
  const today = localDay(
    now,
    sharedTimezone(names, (name) => timezone.get(name)!),
  );
  const days = [...timezone.values()].map((zone) => localDay(now, zone));
  return { today, latest: days.reduce((latest, day) => (day > latest ? day : latest), today) };
}

/** Throws a usage error for a currency or a type that no wallet has. */
async function refuseUnseen(
  { pool, schema }: Store,
  { currency, walletType }: Pick<StatementFlags, 'currency' | 'walletType'>,
): Promise<void> {
  if (currency.length + walletType.length === 0) return;
  const seen = await pool.query<{ currency: string; type: string }>(
    `SELECT DISTINCT currency, wallet_type AS type FROM ${schema}.wallet ORDER BY 1, 2 LIMIT ${MOST_NAMES}`,
  );
  if (seen.length === 0 || seen.length === MOST_NAMES) return; // before the first poll, or not all were read
  const unseen = (flag: string, asked: readonly string[], names: readonly string[]): void => {
    const stranger = asked.find((name) => !names.includes(name));
    if (stranger === undefined) return;
    const instead = nearestOf(stranger, [...new Set(names)]);
    throw new CommandError(`${flag} ${stranger}: no such wallet was ever seen; ${instead}`, 2);
  };
  unseen(
    '--currency',
    currency,
    seen.map((each) => each.currency),
  );
  unseen(
    '--wallet-type',
    walletType,
    seen.map((each) => each.type),
  );
}

async function writeCsv(io: Io, parts: AsyncIterable<readonly StatementLine[]>): Promise<void> {
  await writePiece(io, statementCsvTitle());
  for await (const part of parts) await writePiece(io, statementCsv(part));
}

async function* recordsOf(
  parts: AsyncIterable<readonly StatementLine[]>,
): AsyncGenerator<readonly ReturnType<typeof statementRecord>[]> {
  for await (const part of parts) yield part.map(statementRecord);
}

function columns(field: StatementFlags['field']): readonly Column<StatementLine>[] {
  const figure = (title: string, of: keyof StatementLine['available'], drop = 0): Column<StatementLine> => ({
    ...{ title, drop },
    align: 'decimal',
    cell: (line) => shown(line[field][of]),
  });
  return [
    { title: 'ACCOUNT', cell: (line) => line.account },
    { title: 'WALLET', cell: (line) => `${line.currency}/${line.walletType}` },
    { title: 'DAY', cell: (line) => line.day },
    figure('OPENING', 'opening', 3),
    figure('CLOSING', 'closing'),
    figure('LOWEST', 'lowest', 1),
    figure('HIGHEST', 'highest', 4),
    figure('NET CHANGE', 'netChange', 2),
    { title: 'SAMPLES', align: 'right', drop: 5, cell: (line) => String(line.samples) },
  ];
}

function shown(amount: Amount | null): string {
  return amount === null ? '?' : formatAmount(amount);
}
