import { type Command, Option } from 'commander';
import { forecastAccounts, readConfigured, topUpSettings } from '../../app/configured.ts';
import { CONFIDENCE_TEXT, confidenceOf } from '../../conditions/settings.ts';
import type { Config } from '../../config/resolve.ts';
import { parseDuration } from '../../domain/duration.ts';
import { dayOf } from '../../domain/forecast/day.ts';
import type { Kept, Plan } from '../../domain/forecast/plan.ts';
import type { Verdict } from '../../domain/forecast/top-up-outcome.ts';
import { type Amount, formatAmount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import { walletKey } from '../../domain/wallet.ts';
import { planCsv } from '../../monitor/forecast/plan-csv.ts';
import {
  describePlan,
  doubtWords,
  expiredWords,
  offsetName,
  shortTime,
  UNPLANNED_WORDS,
} from '../../monitor/forecast/plan-words.ts';
import { type PlanQuestion, type PlanRow, planWallets, settingsAsked } from '../../monitor/forecast/plans.ts';
import type { WalletOf } from '../../monitor/forecast/runways.ts';
import { createPlanLog } from '../../store/plans/plan-log.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, dataCommand, readConfig } from '../input/read-config.ts';
import { noteRequest, readRequests } from '../input/requested-top-ups.ts';
import { runwaysAt } from '../input/runways.ts';

import { jsonText } from '../terminal/format.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { type Column, printTable } from '../terminal/table.ts';
import { printBacktest } from './plan-backtest.ts';

interface PlanFlags extends ConfigFlags {
  readonly cover?: string;
  readonly date?: string;
  readonly confidence?: string;
  readonly csv?: true;
  readonly requested?: readonly string[];
  readonly backtest?: true;
}

/** `floatwatch plan`: how much must be sent to each wallet, by when and from where; from the database. */
export function plan(io: Io): Command {
  return dataCommand(
    'plan',
    'how much must be sent to each wallet, by when, from where, and until when it then lasts',
  )
    .option('--cover <duration>', "how long a top-up is to last after it has arrived; the account's own")
    .option('--date <date>', 'or until when the money is to last, as 2026-12-31')
    .option('--confidence <share>', "in which share of cases, from 0.5 to 0.99; the account's own")
    .addOption(new Option('--csv', 'as CSV; times in UTC').conflicts(['json']))
    .addOption(
      new Option(
        '--requested <wallet-amount...>',
        'writes down that a top-up was asked for, as acme-ug/UGX/MERCHANT_PAYOUT 5000000: it counts until it has arrived',
      ).conflicts(['json', 'csv', 'cover', 'date', 'confidence']),
    )
    .addOption(
      new Option(
        '--backtest',
        'replays the past: how often each wallet would have been topped up too late, by the plan and by fixed thresholds',
      ).conflicts(['csv', 'date', 'requested']),
    )
    .action(async (flags: PlanFlags) => {
      if (flags.requested)
        return await noteRequest(flags.requested, readConfig(flags['config.file'], io), io);
      const config = readConfig(flags['config.file'], io);
      const question = askedOf(flags);
      await using store = await openStore(config, io);
      if (flags.backtest) return await printBacktest(io, store, asIfConfigured(config, question), flags);
      const rows = await readPlans(store, config, question);
      if (flags.csv) io.stdout.write(planCsv(rows));
      else if (flags.json) io.stdout.write(jsonText(rows.map(describePlan)));
      else printTable(io, columns(), rows, flags);
    });
}

/** What the flags ask in place of what the configuration says. */
function askedOf({ cover, date, confidence }: PlanFlags): PlanQuestion {
  const coverMs = cover === undefined ? undefined : parseDuration(cover);
  const share = confidence === undefined ? undefined : confidenceOf(Number(confidence));
  const day = date === undefined ? undefined : dayOf(date);
  if (cover !== undefined && !coverMs)
    throw new CommandError(`--cover ${cover}: is not a duration such as 7d`);
  if (date !== undefined && day === undefined)
    throw new CommandError(`--date ${date}: is not a date such as 2026-12-31`);
  if (confidence !== undefined && share === undefined)
    throw new CommandError(`--confidence ${confidence}: must be ${CONFIDENCE_TEXT}`);
  if (cover !== undefined && date !== undefined)
    throw new CommandError('--cover and --date exclude each other');
  return { coverMs, date: day, confidence: share };
}

/** The configuration as if it said what is asked: a replay of the past learns from the first day on. */
function asIfConfigured(config: Config, { coverMs, confidence }: PlanQuestion): Config {
  const accounts = config.accounts.map((account) => ({
    ...account,
    confidence: confidence ?? account.confidence,
    top_up: { ...account.top_up, cover: coverMs ?? account.top_up.cover },
  }));
  return { ...config, accounts };
}

async function readPlans(
  { pool, schema }: Pick<Store, 'pool' | 'schema'>,
  config: Config,
  question: PlanQuestion,
): Promise<readonly PlanRow[]> {
  const now = Date.now();
  const runways = runwaysAt(now, { pool, schema });
  await runways.refresh(forecastAccounts(readConfigured(config)));
  const wallets = await pool.query<{
    account: string;
    currency: string;
    walletType: string;
    available: Amount | null;
    uncleared: Amount | null;
  }>(
    `SELECT account, currency, wallet_type AS "walletType",
       CASE WHEN state = 'fresh' THEN available END AS available,
       CASE WHEN state = 'fresh' THEN uncleared END AS uncleared
     FROM ${schema}.balances_latest WHERE account = ANY($1) ORDER BY account, currency, wallet_type`,
    [config.accounts.map(({ name }) => name)],
  );
  const settings = new Map(
    config.accounts.map((account) => [account.name, settingsAsked(topUpSettings(account), question)]),
  );
  const { comingTo } = await readRequests({ pool, schema }, config, now);
  const kept = await createPlanLog({ db: pool, schema, replica: '' }).newest([...settings.keys()]);
  const topUps = new Map(kept.map((each) => [`${each.account}/${walletKey(each)}`, each.topUp ?? undefined]));
  const lastTopUp = (wallet: WalletOf) => topUps.get(`${wallet.account}/${walletKey(wallet)}`);
  return planWallets(wallets, settings, { runways, comingTo, lastTopUp, now });
}

function columns(): readonly Column<PlanRow>[] {
  const local = ({ timezone }: PlanRow, at: Instant | undefined) =>
    at === undefined ? 'beyond 60d' : shortTime(at, timezone);
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
      title: 'ZONE',
      drop: 7,
      cell: (row) => (planned(row) ? offsetName(planned(row)!.requestable, row.timezone) : ''),
    },
    {
      title: 'SURE',
      drop: 2,
      cell: (row) => (planned(row) ? `${Math.round(100 * planned(row)!.confidence)}%` : ''),
    },
    { title: 'HELD', align: 'right', drop: 6, cell: (row) => heldText(planned(row)) },
    {
      title: 'NOTE',
      cutFirst: true,
      cell: ({ topUp, lastTopUp, timezone }) =>
        'unplanned' in topUp
          ? `no plan: ${UNPLANNED_WORDS[topUp.unplanned]}`
          : [noteOf(topUp, timezone), lastTopUp && OUTCOME_NOTES[lastTopUp.verdict]]
              .filter(Boolean)
              .join(', '),
    },
  ];
}

const OUTCOME_NOTES: Readonly<Record<Verdict, string>> = {
  in_time: 'last top-up in time',
  not_followed: 'last top-up too late, though told in time',
  told_too_late: 'last top-up too late',
};

function noteOf(topUp: Plan, timezone: string): string {
  const coming = topUp.coming === '0' ? [] : [`${formatAmount(topUp.coming)} on its way`];
  const late = topUp.late ? ['late'] : [];
  return [...late, ...coming, ...expiredWords(topUp, timezone), ...doubtWords(topUp)].join(', ');
}

/** `38/40`: of the last 40 forecasts 38 held. */
function heldText(plan: { readonly record: Kept } | undefined): string {
  return !plan || plan.record.of === 0 ? '' : `${plan.record.held}/${plan.record.of}`;
}
