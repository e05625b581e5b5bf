import { receiverNames, testReceiver } from '../../app/alerts/receivers.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { subjectOf } from '../../domain/alert-subject.ts';
import { formatDuration } from '../../domain/duration.ts';
import { listed } from '../../domain/listed.ts';
import type { Episode } from '../../domain/past.ts';
import { nearestOf } from '../../domain/spelling.ts';
import type { AlertLog, SavedAlert } from '../../monitor/alerts/ports.ts';
import { createAlertLog } from '../../store/alerts/alert-log.ts';
import { newest } from '../input/newest.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { presentFigures } from '../input/present-figures.ts';
import type { Figures } from '../input/present-options.ts';
import { type ConfigFlags, readConfig, sharedTimezone, timezones } from '../input/read-config.ts';
import { pastInstantOf } from '../input/when.ts';
import { isoOrNull, jsonText, valueText } from '../terminal/format.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { localTime } from '../terminal/local-time.ts';
import { printSentence } from '../terminal/sentence.ts';
import { type Column, printTable } from '../terminal/table.ts';

interface AlertsFlags extends ConfigFlags {
  readonly history?: true;
  readonly since: string;
}

/** `floatwatch alerts`: prints the alerts that fire or are pending now, or those of the past. */
export async function alerts(io: Io, flags: AlertsFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const now = Date.now();
  const accounts = config.accounts.map(({ name }) => name);
  const timezone = timezones(config, flags);
  const since = pastInstantOf('--since', flags.since, { now, timezone: sharedTimezone(accounts, timezone) });
  await using store = await openStore(config, io);
  const log = createAlertLog({ ...store, timezone: timezones(config) });
  if (!flags.history) sayWhoIsUnknown(await withoutFreshBalance(store, accounts), io);
  const rows = flags.history
    ? (await newest(io, (most) => log.episodes({ since, most }))).map((episode) => episodeRow(episode, now))
    : await lastingRows(store, config, { log, now });
  if (flags.json) io.stdout.write(jsonText(rows.map(jsonOf)));
  else if (rows.length > 0) printTable(io, columns(timezone, flags), rows, flags);
  else printSentence(io, flags.history ? `No alert of an account fired (--since ${flags.since}).` : NOTHING);
}

async function lastingRows(
  store: Store,
  config: Config,
  { log, now }: { readonly log: AlertLog; readonly now: number },
): Promise<readonly AlertRow[]> {
  const saved = await log.load(config.accounts.map(({ name }) => name));
  const alerts = saved.filter(({ state }) => state.phase !== 'inactive');
  const figuresOf = await presentFigures(store, config, { alerts, now });
  return alerts.map((alert) => stateRow(alert, figuresOf(alert), now));
}

/** Finds the accounts without any fresh balance: never read, or not recently. */
async function withoutFreshBalance(
  { pool, schema }: Store,
  accounts: readonly string[],
): Promise<readonly string[]> {
  const fresh = await pool.query<{ account: string }>(
    `SELECT DISTINCT account FROM ${schema}.balances_latest WHERE account = ANY($1) AND state = 'fresh'`,
    [accounts],
  );
  const known = new Set(fresh.map(({ account }) => account));
  return accounts.filter((account) => !known.has(account));
}

/** Names the accounts whose alerts nobody evaluates now: "none fires" must not look like good news about them. */
function sayWhoIsUnknown(accounts: readonly string[], { stderr }: Io): void {
  if (accounts.length === 0) return;
  const them = accounts.length === 1 ? 'it' : 'them';
  stderr.write(
    `floatwatch: no fresh balance is known of ${listed(accounts)}: alerts about ${them} may be outdated\n`,
  );
}

/** `floatwatch alerts test RECEIVER`: sends one alert. */
export async function testAlert(io: Io, receiver: string, flags: AlertsFlags): Promise<void> {
  const config = readConfig(flags['config.file'], io);
  const verdict = await testReceiver(config, receiver);
  if (!verdict) {
    const instead = nearestOf(receiver, receiverNames(config.alerts));
    throw new CommandError(`no receiver is called ${receiver}; ${instead}`, 2);
  }
  if (verdict.kind !== 'done') throw new CommandError(`${receiver} did not accept it: ${verdict.detail}`);
  io.stdout.write(`${receiver} accepted the alert FloatwatchTest\n`);
}

interface AlertRow extends Omit<Episode, 'firingAt' | 'episode'> {
  readonly phase: 'pending' | 'firing' | 'resolved';
  readonly firingAt: number | null;
  readonly held: Figures['held'];
  readonly lastedMs: number;
}

function episodeRow({ episode: _, ...episode }: Episode, now: number): AlertRow {
  const { firingAt, resolvedAt } = episode;
  const phase = resolvedAt === null ? 'firing' : 'resolved';
  return { ...episode, held: null, phase, lastedMs: Math.max(0, (resolvedAt ?? now) - firingAt) };
}

function stateRow(
  { rule, severity, account, currency, walletType, labels, state }: SavedAlert,
  figures: Figures,
  now: number,
): AlertRow {
  const { pendingAt } = state;
  const phase = state.phase === 'firing' ? 'firing' : 'pending';
  const firingAt = phase === 'firing' ? state.firingAt : null;
  const lastedMs = Math.max(0, now - (firingAt ?? pendingAt ?? now)); // this clock may be behind the monitor's
  return {
    rule,
    severity,
    account,
    currency,
    walletType,
    labels,
    pendingAt,
    firingAt,
    resolvedAt: null,
    ...figures,
    phase,
    lastedMs,
  };
}

const NOTHING =
  'No alert of an account fires or is pending; --history lists those that are over. What floatwatch reports of itself, ' +
  'such as NotificationFailing, is on its page /alerts alone.';

function columns(
  timezone: (account: string) => string,
  { history }: AlertsFlags,
): readonly Column<AlertRow>[] {
  return [
    {
      title: 'STATE',
      cell: ({ phase, held }) => (held ? `${phase}, held` : phase),
      tone: ({ phase }) => (phase === 'firing' ? 'bad' : phase === 'pending' ? 'warn' : undefined),
    },
    { title: 'RULE', cell: ({ rule }) => rule },
    { title: 'SEVERITY', cell: ({ severity }) => severity, drop: 4 },
    { title: 'WALLET', cell: subjectOf },
    {
      title: 'SINCE',
      drop: history ? 0 : 3, // how long it has lasted tells the same of what lasts
      cell: ({ account, firingAt, pendingAt }) => localTime(firingAt ?? pendingAt, timezone(account)),
    },
    {
      title: 'LASTED',
      align: 'right',
      drop: 2,
      cell: ({ lastedMs }) => formatDuration(Math.floor(lastedMs / 1_000) * 1_000),
    },
    {
      title: 'VALUE',
      align: 'decimal',
      drop: 1,
      tone: ({ held }) => (held ? 'warn' : undefined),
      cell: ({ value }) => valueText(value),
    },
    { title: 'THRESHOLD', align: 'decimal', drop: 5, cell: ({ threshold }) => valueText(threshold) },
  ];
}

function jsonOf({ walletType, pendingAt, firingAt, resolvedAt, lastedMs, ...row }: AlertRow) {
  return {
    ...row,
    wallet_type: walletType,
    pending_at: isoOrNull(pendingAt),
    firing_at: isoOrNull(firingAt),
    resolved_at: isoOrNull(resolvedAt),
    lasted_seconds: lastedMs / 1_000,
  };
}
