import { hostname } from 'node:os';
import type { ScheduledAccount } from '../../app/configured.ts';
import { counted } from '../../domain/counted.ts';
import type { Instant, Observation, Outcome } from '../../domain/observation.ts';
import { succeeded } from '../../domain/observation.ts';
import { MAX_WALLETS } from '../../domain/wallet.ts';
import { isExpected } from '../../monitor/board/board-entry.ts';
import { staleFrom } from '../../monitor/board/staleness.ts';
import { AUTH_LIMIT, balanceReadings, createPoll, pauseAfterRefusals } from '../../monitor/polling/poll.ts';
import { createLedger } from '../../store/ledger/ledger.ts';
import { iso } from '../../store/postgres/encode.ts';
import { readAccountIds } from '../../store/queries/account-ids.ts';
import { askEach } from '../input/ask-each.ts';
import { namedAccounts } from '../input/named-accounts.ts';
import { openSources } from '../input/open-sources.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { pollJson } from '../json/readings.ts';
import { jsonText } from '../terminal/format.ts';
import type { Io } from '../terminal/io.ts';
import { localTime } from '../terminal/local-time.ts';
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

  const resting = await restingUntil(store, accounts, clock.now());
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
  for (const { account, outcome } of observations) {
    const until = resting.get(account);
    if (until === undefined || !succeeded(outcome)) continue;
    const when = localTime(until, byName.get(account)!.config.timezone);
    io.stderr.write(
      `floatwatch: ${account}: the monitor, whose keys were refused, asks again by ${when}, and shows nothing new before; a reload makes it ask at its next slot\n`,
    );
  }
  const unstored = observations.filter((_, i) => completed[i] === 'future').map(({ account }) => account);
  if (unstored.length > 0) io.stderr.write(`floatwatch: ${unstored.join(', ')}: ${FUTURE}\n`);
  for (const [name, count] of leftOut)
    io.stderr.write(
      `floatwatch: ${name}: ${counted(count, 'new wallet')} not stored: the account has ${MAX_WALLETS} others, and no more are kept\n`,
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

/**
 * Until when a monitor rests at the longest, for the accounts whose keys it was refused again and again. It doesn't learn
 * of this poll: whoever has just put the keys right would wonder why its page still says that they are refused.
 */
async function restingUntil(
  { pool, schema }: Store,
  accounts: readonly ScheduledAccount[],
  now: Instant,
): Promise<ReadonlyMap<string, Instant>> {
  const pauseMs = pauseAfterRefusals(AUTH_LIMIT);
  const ids = await readAccountIds(
    pool,
    schema,
    accounts.map(({ name }) => name),
  );
  const rows = await pool.query<{ account_id: number; last: Date; newest: readonly Outcome[] }>(
    `SELECT account_id, max(slot) AS last, (array_agg(outcome ORDER BY slot DESC))[1:$4::int] AS newest
     FROM ${schema}.poll
     WHERE account_id = ANY($1::int[]) AND slot > $2 AND slot <= $3 AND operation = 'balances' AND outcome IS NOT NULL
     GROUP BY account_id`,
    [[...ids.values()], iso(now - AUTH_LIMIT * pauseMs), iso(now), AUTH_LIMIT],
  );
  const isRefused = (outcome: Outcome) => outcome === 'auth';
  const last = new Map(
    rows
      .filter(({ newest }) => newest.length === AUTH_LIMIT && newest.every(isRefused))
      .map((row) => [row.account_id, row.last.getTime()]),
  );
  return new Map(
    accounts.flatMap(({ name, schedule }) => {
      const until = (last.get(ids.get(name) ?? 0) ?? Number.NEGATIVE_INFINITY) + pauseMs;
      const next = schedule.next(now) ?? Number.POSITIVE_INFINITY;
      return next < until ? [[name, until] as const] : [];
    }),
  );
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
