import { forecastAccounts, readConfigured, topUpSettings } from '../../app/configured.ts';
import { CONFIDENCE_TEXT, confidenceOf } from '../../conditions/settings.ts';
import type { Config } from '../../config/resolve/resolve.ts';
import { DAY_MS, parseDuration } from '../../domain/duration.ts';
import { dayOf } from '../../domain/forecast/day.ts';
import { zoneOf } from '../../domain/forecast/zone.ts';
import { listed } from '../../domain/listed.ts';
import { walletName } from '../../domain/wallet.ts';
import { planCsv } from '../../monitor/forecast/plan-csv.ts';
import { asOneList, orderedPlans } from '../../monitor/forecast/plan-order.ts';
import { describePlan } from '../../monitor/forecast/plan-words.ts';
import {
  type PlannableWallet,
  type PlanQuestion,
  type PlanRow,
  planWallets,
  settingsAsked,
} from '../../monitor/forecast/plans.ts';
import type { WalletOf } from '../../monitor/forecast/runways.ts';
import { createPlanLog } from '../../store/plans/plan-log.ts';
import { namedAccounts } from '../input/named-accounts.ts';
import { openStore, type Store } from '../input/open-store.ts';
import { type ConfigFlags, readConfig } from '../input/read-config.ts';
import { noteRequest, readRequests } from '../input/requested-top-ups.ts';
import { runwaysAt } from '../input/runways.ts';
import { jsonText } from '../terminal/format.ts';
import { CommandError, type Io } from '../terminal/io.ts';
import { printSentence } from '../terminal/sentence.ts';
import { printTable } from '../terminal/table.ts';
import { printBacktest } from './plan-backtest.ts';
import { PLAN_COLUMNS } from './plan-table.ts';

const FURTHEST_DAYS = 366;

interface PlanFlags extends ConfigFlags {
  readonly cover?: string;
  readonly date?: string;
  readonly confidence?: string;
  readonly csv?: true;
  readonly requested?: readonly string[];
  readonly backtest?: true;
}

/** `floatwatch plan`: prints how much must be sent to each wallet, by when and from where, from the database. */
export async function plan(io: Io, names: readonly string[], flags: PlanFlags): Promise<void> {
  const whole = readConfig(flags['config.file'], io);
  if (flags.requested) {
    if (names.length > 0) throw new CommandError('--requested takes no account: its wallet names it', 2);
    return await noteRequest(flags.requested, whole, io);
  }
  const config = { ...whole, accounts: namedAccounts(whole, names).map((account) => account.config) };
  const question = askedOf(flags, config);
  await using store = await openStore(config, io);
  if (flags.backtest) return await printBacktest(io, store, asIfConfigured(config, question), flags);
  const wallets = await readWallets(store, config);
  const rows = asOneList(await orderedPlans(await planned(store, config, { question, wallets })));
  if (flags.csv) io.stdout.write(planCsv(rows));
  else if (flags.json) io.stdout.write(jsonText(rows.map(describePlan)));
  else if (rows.length > 0) printTable(io, PLAN_COLUMNS, rows, flags);
  else {
    const whose = names.length > 0 ? ` of ${listed(names)}` : '';
    printSentence(io, `There is nothing to plan yet: no wallet${whose} is known that money goes out from.`);
  }
  if (rows.length > 0) sayWhoIsUnseen(config, wallets, io);
}

/** Names the accounts that the plan passes over: it must not look as if they needed nothing. */
function sayWhoIsUnseen({ accounts }: Config, wallets: readonly PlannableWallet[], { stderr }: Io): void {
  const seen = new Set(wallets.map(({ account }) => account));
  const unseen = accounts.map(({ name }) => name).filter((name) => !seen.has(name));
  if (unseen.length > 0) stderr.write(`floatwatch: no wallet was seen yet of ${listed(unseen)}\n`);
}

/** Reads the flags that replace settings of the configuration, within the same limits as the page. */
function askedOf({ cover, date, confidence }: PlanFlags, { accounts }: Config): PlanQuestion {
  const coverMs = cover === undefined ? undefined : parseDuration(cover);
  const share = confidence === undefined ? undefined : confidenceOf(Number(confidence));
  const day = date === undefined ? undefined : dayOf(date);
  const refuse = (why: string) => new CommandError(why, 2);
  if (cover !== undefined && date !== undefined) throw refuse('--cover and --date exclude each other');
  if (cover !== undefined && !coverMs) throw refuse(`--cover ${cover}: is not a duration such as 7d`);
  if (date !== undefined && day === undefined)
    throw refuse(`--date ${date}: is not a date such as 2026-12-31`);
  if (confidence !== undefined && share === undefined)
    throw refuse(`--confidence ${confidence}: must be ${CONFIDENCE_TEXT}`);
  if (coverMs && coverMs > FURTHEST_DAYS * DAY_MS) throw refuse(`--cover ${cover}: is more than a year`);
  const now = Date.now();
  const todays = accounts.map(({ timezone }) => zoneOf(timezone).localOf(now).day);
  if (day !== undefined && day < Math.min(...todays)) throw refuse(`--date ${date}: is over`);
  if (day !== undefined && day > Math.max(...todays) + FURTHEST_DAYS)
    throw refuse(`--date ${date}: is more than a year ahead`);
  return { coverMs, date: day, confidence: share };
}

/** The configuration with the flags put in: a replay of the past uses them from its first day on. */
function asIfConfigured(config: Config, { coverMs, confidence }: PlanQuestion): Config {
  const accounts = config.accounts.map((account) => ({
    ...account,
    confidence: confidence ?? account.confidence,
    top_up: { ...account.top_up, cover: coverMs ?? account.top_up.cover },
  }));
  return { ...config, accounts };
}

/** What is known of each wallet; those that are expected and were never seen are among them, as on the page. */
async function readWallets(
  { pool, schema }: Pick<Store, 'pool' | 'schema'>,
  { accounts }: Config,
): Promise<readonly PlannableWallet[]> {
  const seen = await pool.query<PlannableWallet>(
    `SELECT account, currency, wallet_type AS "walletType", (extract(epoch FROM observed_at) * 1000)::float8 AS "seenAt",
       CASE WHEN state = 'fresh' THEN available END AS available,
       CASE WHEN state = 'fresh' THEN uncleared END AS uncleared
     FROM ${schema}.balances_latest WHERE account = ANY($1) ORDER BY account, currency, wallet_type`,
    [accounts.map(({ name }) => name)],
  );
  const names = new Set(seen.map(walletName));
  const expected = accounts.flatMap(({ name: account, expect }) =>
    expect.map((wallet): PlannableWallet => ({ account, ...wallet, available: null })),
  );
  return [...seen, ...expected.filter((wallet) => !names.has(walletName(wallet)))];
}

async function planned(
  { pool, schema }: Pick<Store, 'pool' | 'schema'>,
  config: Config,
  { question, wallets }: { readonly question: PlanQuestion; readonly wallets: readonly PlannableWallet[] },
): Promise<readonly PlanRow[]> {
  const now = Date.now();
  const runways = runwaysAt(now, { pool, schema });
  await runways.refresh(forecastAccounts(readConfigured(config)));
  const settings = new Map(
    config.accounts.map((account) => [account.name, settingsAsked(topUpSettings(account), question)]),
  );
  const { comingTo } = await readRequests({ pool, schema }, config, now);
  const kept = await createPlanLog({ db: pool, schema, replica: '' }).newest([...settings.keys()]);
  const topUps = new Map(kept.map((each) => [walletName(each), each.topUp ?? undefined]));
  const lastTopUp = (wallet: WalletOf) => topUps.get(walletName(wallet));
  return planWallets(wallets, settings, { runways, comingTo, lastTopUp, now });
}
