import type { Command } from 'commander';
import { forecastAccounts, readConfigured } from '../../app/configured.ts';
import { CONFIDENCE_TEXT, confidenceOf } from '../../conditions/settings.ts';
import type { Config } from '../../config/resolve.ts';
import { parseDuration } from '../../domain/duration.ts';
import { dayOf } from '../../domain/forecast/day.ts';
import type { Doubt, Unplanned } from '../../domain/forecast/plan.ts';
import { zoneOf } from '../../domain/forecast/zone.ts';
import { type Amount, formatAmount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { type PlanRow, planWallets, type TopUpSettings } from '../../monitor/forecast/plans.ts';
import { createRunways } from '../../monitor/forecast/runways.ts';
import { createOutflowHistory } from '../../store/queries/outflow.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, dataCommand, readConfig } from '../input/read-config.ts';
import { jsonText } from '../terminal/format.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { localMinute } from '../terminal/local-time.ts';
import { type Column, printTable } from '../terminal/table.ts';

interface PlanFlags extends ConfigFlags {
  readonly cover?: string;
  readonly date?: string;
  readonly confidence?: string;
}

const WHY: Readonly<Record<Unplanned, string>> = {
  balance_unknown: 'no plan: its balance is not known',
  no_history: 'no plan: less than seven days of history',
  nobody_approves: 'no plan: nobody approves within a year',
};
const LESS_SURE: Readonly<Record<Doubt, string>> = {
  young: 'young history',
  jump: 'outflow has jumped',
  lumpy: 'pays out on few days',
};

/** `floatwatch plan`: how much must be sent to each wallet, by when and from where; from the database. */
export function plan(io: Io): Command {
  return dataCommand(
    'plan',
    'how much must be sent to each wallet, by when, from where, and until when it then lasts',
  )
    .option('--cover <duration>', "how long a top-up is to last after it has arrived; the account's own")
    .option('--date <date>', 'or until when the money is to last, as 2026-12-31')
    .option('--confidence <share>', "in which share of cases, from 0.5 to 0.99; the account's own")
    .action(async (flags: PlanFlags) => {
      const config = askedOf(readConfig(flags['config.file'], io), flags);
      await using store = await openStore(config, io);
      const rows = await readPlans(store, config, flags.date);
      if (flags.json) io.stdout.write(jsonText(rows.map(describe)));
      else printTable(io, columns(config), rows, flags);
    });
}

/** The configuration with what the flags say in place of what it says. */
function askedOf(config: Config, { cover, date, confidence }: PlanFlags): Config {
  const coverMs = cover === undefined ? undefined : parseDuration(cover);
  const share = confidence === undefined ? undefined : confidenceOf(Number(confidence));
  if (cover !== undefined && !coverMs)
    throw new CommandError(`--cover ${cover}: is not a duration such as 7d`);
  if (date !== undefined && dayOf(date) === undefined)
    throw new CommandError(`--date ${date}: is not a date such as 2026-12-31`);
  if (confidence !== undefined && share === undefined)
    throw new CommandError(`--confidence ${confidence}: must be ${CONFIDENCE_TEXT}`);
  if (cover !== undefined && date !== undefined)
    throw new CommandError('--cover and --date exclude each other');
  const accounts = config.accounts.map((account) => ({
    ...account,
    confidence: share ?? account.confidence,
    top_up: { ...account.top_up, cover: coverMs ?? account.top_up.cover },
  }));
  return { ...config, accounts };
}

async function readPlans(
  { pool, schema }: Store,
  config: Config,
  date?: string,
): Promise<readonly PlanRow[]> {
  const now = Date.now();
  const runways = createRunways({
    history: createOutflowHistory({ pool, schema }),
    clock: { now: () => now, monotonic: () => now },
    onFailure(error) {
      throw error;
    },
  });
  await runways.refresh(forecastAccounts(readConfigured(config)));
  const wallets = await pool.query<{
    account: string;
    currency: string;
    walletType: string;
    available: Amount | null;
  }>(
    `SELECT account, currency, wallet_type AS "walletType",
       CASE WHEN state = 'fresh' THEN available END AS available
     FROM ${schema}.balances_latest WHERE account = ANY($1) ORDER BY account, currency, wallet_type`,
    [config.accounts.map(({ name }) => name)],
  );
  const settings = new Map(config.accounts.map((account) => [account.name, settingsOf(account, date)]));
  return planWallets(wallets, settings, { runways, now });
}

/** `date`: the money is to last until that day is over. */
function settingsOf(account: Config['accounts'][number], date: string | undefined): TopUpSettings {
  const { name, top_up_lead_time: leadMs, confidence, timezone } = account;
  const { window, closed, source, round_to: roundTo, minimum, cover: coverMs } = account.top_up;
  const until = date === undefined ? undefined : zoneOf(timezone).instantOf(dayOf(date)! + 1);
  const target = until === undefined ? { coverMs } : { until };
  return { account: name, leadMs, confidence, window, closed, source, roundTo, minimum, target };
}

function describe({ account, currency, walletType, source, topUp }: PlanRow): object {
  const wallet = { account, currency, wallet_type: walletType };
  if ('unplanned' in topUp) return { ...wallet, unplanned: topUp.unplanned };
  const { needed, late, confidence, doubts, given, shortfall } = topUp;
  return {
    ...wallet,
    ...{ needed, late, confidence, doubts },
    by: iso(topUp.by),
    requestable: iso(topUp.requestable),
    arrives: iso(topUp.arrives),
    lasts_until: iso(topUp.lastsUntil),
    then_lasts_until: iso(topUp.thenLastsUntil),
    ...{ source: source ?? null, given: given ?? null, shortfall: shortfall ?? null },
  };
}

function columns(config: Config): readonly Column<PlanRow>[] {
  const zones = new Map(config.accounts.map(({ name, timezone }) => [name, timezone]));
  const local = (row: PlanRow, at: Instant | undefined) =>
    at === undefined ? 'beyond 60d' : localMinute(at, zones.get(row.account)!);
  const planned = (row: PlanRow) => ('unplanned' in row.topUp ? undefined : row.topUp);
  const amount = (of: Amount | undefined) => (of === undefined ? '?' : formatAmount(of));
  return [
    { title: 'ACCOUNT', cell: (row) => row.account },
    { title: 'WALLET', cell: (row) => `${row.currency}/${row.walletType}` },
    { title: 'SEND', align: 'decimal', cell: (row) => amount(planned(row)?.needed) },
    { title: 'BY', cell: (row) => (planned(row) ? local(row, planned(row)!.by) : '') },
    { title: 'FROM', drop: 4, cell: ({ source = '' }) => source.slice(source.indexOf('/') + 1) },
    {
      title: 'SHORT OF',
      align: 'decimal',
      drop: 3,
      cell: (row) => (row.source ? amount(planned(row)?.shortfall) : ''),
    },
    {
      title: 'LASTS UNTIL',
      drop: 1,
      cell: (row) => (planned(row) ? local(row, planned(row)!.lastsUntil) : ''),
    },
    {
      title: 'THEN UNTIL',
      drop: 5,
      cell: (row) => (planned(row) ? local(row, planned(row)!.thenLastsUntil) : ''),
    },
    {
      title: 'SURE',
      drop: 2,
      cell: (row) => (planned(row) ? `${Math.round(100 * planned(row)!.confidence)}%` : ''),
    },
    {
      title: 'NOTE',
      cell: ({ topUp }) =>
        'unplanned' in topUp
          ? WHY[topUp.unplanned]
          : [...(topUp.late ? ['late'] : []), ...topUp.doubts.map((doubt) => LESS_SURE[doubt])].join(', '),
    },
  ];
}

function iso(at: Instant | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
