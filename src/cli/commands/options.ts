import { listed } from '../../domain/listed.ts';
import { type Amount, formatAmount } from '../../domain/money.ts';
import { readOptionChanges, type StoredOptionChange } from '../../store/queries/payment-option-changes.ts';
import { type PaymentOptionRow, readPaymentOptions } from '../../store/queries/payment-options.ts';
import { namedAccounts } from '../input/named-accounts.ts';
import { newest } from '../input/newest.ts';
import { openStore } from '../input/open-store.ts';
import { type ConfigFlags, readConfig, sharedTimezone, timezones } from '../input/read-config.ts';
import { pastInstantOf } from '../input/when.ts';
import { isoOrNull, jsonText, valueText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { localTime } from '../terminal/local-time.ts';
import { printSentence } from '../terminal/sentence.ts';
import { type Column, printTable } from '../terminal/table.ts';

interface OptionsFlags extends ConfigFlags {
  readonly changes?: true;
  readonly since: string;
}

/** `floatwatch options`: prints the current payment options, or their changes, from the database. */
export async function options(io: Io, names: readonly string[], flags: OptionsFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const accounts = namedAccounts(config, names).map(({ name }) => name);
  const timezone = timezones(config, flags);
  const here = { now: Date.now(), timezone: sharedTimezone(accounts, timezone) };
  const since = pastInstantOf('--since', flags.since, here);
  await using store = await openStore(config, io);
  const { pool, schema } = store;
  if (flags.changes) {
    const changes = await newest(io, (most) => readOptionChanges(pool, schema, { accounts, since, most }));
    if (flags.json) io.stdout.write(jsonText(changes.map(changeJson)));
    else if (changes.length > 0) printTable(io, changeColumns(timezone), changes, flags);
    else printSentence(io, `No payment option${ofNames(names)} has changed (--since ${flags.since}).`);
    return;
  }
  const rows = await readPaymentOptions(pool, schema, accounts);
  if (flags.json) io.stdout.write(jsonText(rows));
  else if (rows.length > 0) printTable(io, columns(timezone), rows, flags);
  else
    printSentence(
      io,
      `No payment option${ofNames(names)} is known yet: "run" asks for them with "payment_options" set.`,
    );
}

/** Such as ` of acme-ug, acme-ke`; empty where all accounts are meant. */
const ofNames = (names: readonly string[]): string => (names.length > 0 ? ` of ${listed(names)}` : '');

const optionName = (row: { account: string }, ...names: readonly string[]): string =>
  [row.account, ...names].join('/');

type Timezone = (account: string) => string;

function columns(timezone: Timezone): readonly Column<PaymentOptionRow>[] {
  return [
    {
      title: 'OPTION',
      cell: (row) =>
        optionName(row, row.currency, row.transaction_type, row.transaction_method, row.provider_code),
    },
    {
      title: 'ACTIVE',
      cell: ({ active }) => (active === null ? '?' : active ? 'yes' : 'no'),
      tone: ({ active }) => (active === false ? 'bad' : undefined),
    },
    { title: 'MIN', align: 'decimal', drop: 2, cell: ({ min_amount }) => figure(min_amount) },
    { title: 'MAX', align: 'decimal', drop: 1, cell: ({ max_amount }) => figure(max_amount) },
    {
      title: 'MAX DAILY',
      align: 'decimal',
      drop: 3,
      cell: ({ max_daily_amount }) => figure(max_daily_amount),
    },
    {
      title: 'STATE',
      cell: ({ state }) => state,
      tone: ({ state }) => (state === 'fresh' ? undefined : 'warn'),
    },
    {
      title: 'LAST SEEN',
      drop: 4,
      cell: ({ account, last_seen }) => localTime(last_seen.getTime(), timezone(account)),
    },
  ];
}

function changeColumns(timezone: Timezone): readonly Column<StoredOptionChange>[] {
  return [
    { title: 'SEEN', cell: ({ account, seenAt }) => localTime(seenAt, timezone(account)) },
    {
      title: 'OPTION',
      cell: (row) =>
        optionName(row, row.currency, row.transactionType, row.transactionMethod, row.providerCode),
    },
    { title: 'FIELD', cell: ({ field }) => field },
    { title: 'OLD', align: 'right', drop: 1, cell: ({ before }) => valueText(before, '?') },
    { title: 'NEW', align: 'right', cell: ({ after }) => valueText(after, '?') },
  ];
}

function figure(amount: Amount | null): string {
  return amount === null ? '?' : formatAmount(amount);
}

function changeJson({ seenAt, account, field, before, after, ...id }: StoredOptionChange): object {
  return {
    seen_at: isoOrNull(seenAt),
    account,
    currency: id.currency,
    transaction_type: id.transactionType,
    transaction_method: id.transactionMethod,
    provider_code: id.providerCode,
    field,
    old_value: before,
    new_value: after,
  };
}
