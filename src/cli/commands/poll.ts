import { hostname } from 'node:os';
import type { ScheduledAccount } from '../../app/configured.ts';
import type { Observation } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import { MAX_WALLETS } from '../../domain/wallet.ts';
import { isExpected } from '../../monitor/board/board-entry.ts';
import { staleFrom } from '../../monitor/board/staleness.ts';
import { balanceReadings, createPoll } from '../../monitor/polling/poll.ts';
import { createLedger } from '../../store/ledger/ledger.ts';
import { askEach } from '../input/ask-each.ts';
import { namedAccounts } from '../input/named-accounts.ts';
import { openSources } from '../input/open-sources.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { pollJson } from '../json/readings.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { printTable } from '../terminal/table.ts';

const FUTURE =
  "not stored, this machine's clock is more than a minute ahead of the database's: set both by NTP";

/** `floatwatch poll`: polls once now, and stores the results like any others. */
export async function poll(io: Io, names: readonly string[], flags: ConfigFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const accounts = namedAccounts(config, names);
  await using store = await openStore(config, io, 'write');
  using sources = openSources(config, accounts);
  const { clock } = sources;
  const leftOut = new Map<string, number>();
  const byName = new Map(accounts.map((account) => [account.name, account]));
  const ledger = createLedger({
    ...store,
    clock,
    replica: `${hostname()}:${process.pid}`,
    staleAt: (name, slot) => staleFrom(byName.get(name)!, slot),
    timezone: (name) => byName.get(name)!.config.timezone,
    expects: (name, wallet) => isExpected(byName.get(name)!, wallet),
    onLeftOut: (name, count) => void leftOut.set(name, count),
  });

  const { signal } = io; // taken before a slot is claimed, so that a claimed slot is completed
  const known = await accountsWithWallets(store, accounts);
  const now = clock.now();
  const slot = now % 1_000 === 0 ? now + 1 : now; // never the slot of a schedule
  await ledger.claim(accounts.map(({ name }) => ({ account: name, slot })));
  const pollOnce = createPoll(balanceReadings, clock, (name) => known.has(name));
  const observations = await askEach(accounts, (place) => {
    const account = sources.accounts[place]!;
    return pollOnce({ account, slot, notAfter: clock.now() + account.deadlineMs, signal });
  });
  const completed = await ledger.complete(observations);
  if (flags.json) io.stdout.write(jsonText(observations.map(pollJson)));
  else printSummary(io, observations, flags);
  const unstored = observations.filter((_, i) => completed[i] === 'future').map(({ account }) => account);
  if (unstored.length > 0) io.stderr.write(`floatwatch: ${unstored.join(', ')}: ${FUTURE}\n`);
  for (const [name, count] of leftOut)
    io.stderr.write(
      `floatwatch: ${name}: ${count} new wallets were not stored: the account has ${MAX_WALLETS} others, and no more are kept\n`,
    );
  if (unstored.length > 0 || leftOut.size > 0 || !observations.every(({ outcome }) => succeeded(outcome)))
    io.exitCode = 1;
}

/** The accounts whose wallets are known: for them an answer without wallets is `empty`, for the others `ok`. */
async function accountsWithWallets(
  { pool, schema }: Store,
  accounts: readonly ScheduledAccount[],
): Promise<ReadonlySet<string>> {
  const rows = await pool.query<{ account: string }>(
    `SELECT DISTINCT account FROM ${schema}.balances_latest WHERE account = ANY($1)`,
    [accounts.map(({ name }) => name)],
  );
  return new Set(rows.map(({ account }) => account));
}

function printSummary(io: Io, observations: readonly Observation[], flags: ConfigFlags): void {
  printTable(
    io,
    [
      { title: 'ACCOUNT', cell: (each) => each.account },
      {
        title: 'OUTCOME',
        cell: (each) => each.outcome,
        tone: ({ outcome }) => (succeeded(outcome) ? undefined : 'bad'),
      },
      { title: 'WALLETS', align: 'right', cell: (each) => String(each.wallets.length) },
      { title: 'TOOK', align: 'right', drop: 1, cell: (each) => `${each.durationMs} ms` },
      { title: 'DETAIL', cutFirst: true, cell: (each) => each.detail ?? '' },
    ],
    observations,
    flags,
  );
}
