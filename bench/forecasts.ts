// Measures what a day's forecasts cost us and Postgres: the settled day is added up and kept, a year of days is read for
// each wallet, and an outlook is made of it; and how long that holds the event loop. Each wallet costs the same, so ten
// thousand are computed from about a hundred. The same is measured where no day is kept yet.
import { readFileSync } from 'node:fs';
import { PAST_HOURS } from '../src/domain/forecast/history.ts';
import type { ForecastAccount } from '../src/monitor/forecast/aims.ts';
import { createRunways, type Runways } from '../src/monitor/forecast/runways.ts';
import { createSchedule } from '../src/monitor/polling/schedule.ts';
import { keepDailyOutflow } from '../src/store/maintenance/daily-outflow.ts';
import { quoteSchema } from '../src/store/postgres/connection.ts';
import { createPool, type Pool } from '../src/store/postgres/pool.ts';
import { createOutflowHistory } from '../src/store/queries/outflow.ts';
import { cpuMs, type Measurement, median } from './measure.ts';
import { SCHEMA, startDatabase } from './store/database.ts';

const ACCOUNTS = 12;
const WALLETS = 10;
const MANY = 10_000;
const ROUNDS = 3;
const TICKS = 100; // of Linux' clock, per second
const DAY_MS = 86_400_000;

/** The group `forecasts`: 120 wallets times `scale`; money clears in every fifth of them. */
export async function forecasts(scale: number): Promise<Record<string, Measurement>> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startDatabase());
  const pool = stack.use(createPool({ url, max: 1, queryTimeoutMs: 600_000 }));
  const names = Array.from({ length: Math.round(ACCOUNTS * scale) }, (_, i) => `account-${i}`);
  await fill(pool, names);

  const now = Date.now();
  const schedule = createSchedule('* * * * *', 'Africa/Kampala');
  const accounts = names.map((name): ForecastAccount => {
    return { name, schedule, aims: [{ leadMs: 2 * DAY_MS, confidence: 0.95 }] };
  });
  const [backend] = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { pid } = backend!;
  const wallets = names.length * WALLETS;
  const ofMany = (ms: number) => (ms / 1_000 / wallets) * MANY;
  const keep = async () => {
    const failures = new Map<number, Error>();
    const all = await keepDailyOutflow(pool, quoteSchema(SCHEMA), { isOver: () => false, failures });
    if (!all || failures.size > 0) throw new Error('days were left out');
  };
  const withoutDays = await costOf(pid, () => runwaysOf(pool, now).refresh(accounts));
  const firstDays = await costOf(pid, keep);
  await pool.query(`ANALYZE ${SCHEMA}.outflow_daily`);
  const kept: Cost[] = [];
  const made: Cost[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await pool.query(`UPDATE ${SCHEMA}.account SET outflow_until = outflow_until - 1`);
    kept.push(await costOf(pid, keep));
    const runways = runwaysOf(pool, now);
    made.push(await costOf(pid, () => runways.refresh(accounts)));
    const { outlook } = runways.forecastOf({ account: names[0]!, currency: 'C0', walletType: 'PAYOUT' });
    if (!outlook) throw new Error('no outlook was made');
  }
  const stalls = await stallsOf(() => runwaysOf(pool, now).refresh(accounts)); // in a separate round: measuring costs too
  const ours = ofMany(median(made.map((each) => each.ours)) + median(kept.map((each) => each.ours)));
  const theirs = ofMany(
    median(made.map((each) => each.postgres)) + median(kept.map((each) => each.postgres)),
  );
  return {
    day_10000_wallets_s: { value: ours + theirs, unit: 's', target: 60 },
    day_10000_wallets_ours_s: { value: ours, unit: 's' },
    day_10000_wallets_postgres_s: { value: theirs, unit: 's' },
    keeping_10000_wallets_s: { value: ofMany(median(kept.map(sumOf))), unit: 's' },
    first_keeping_10000_wallets_s: { value: ofMany(sumOf(firstDays)), unit: 's' },
    without_days_10000_wallets_s: { value: ofMany(sumOf(withoutDays)), unit: 's' },
    stall_p99_ms: { value: stalls.p99, unit: 'ms', target: 20 },
    stall_worst_ms: { value: stalls.worst, unit: 'ms' },
  };
}

/** Milliseconds of CPU, user and system. */
interface Cost {
  readonly ours: number;
  readonly postgres: number;
}

async function costOf(pid: number, work: () => Promise<unknown>): Promise<Cost> {
  const before = cpuOf(pid);
  const ours = await cpuMs(work);
  return { ours, postgres: cpuOf(pid) - before };
}

/** The loop's CPU between two looks at it, a millisecond of rest apart; what other processes use isn't in it. */
async function stallsOf(
  work: () => Promise<unknown>,
): Promise<{ readonly p99: number; readonly worst: number }> {
  const turns: number[] = [];
  let before = process.threadCpuUsage();
  const look = () => {
    const now = process.threadCpuUsage();
    turns.push((now.user + now.system - before.user - before.system) / 1_000);
    before = now;
    timer = setTimeout(look, 1);
  };
  let timer = setTimeout(look, 1);
  await work();
  clearTimeout(timer);
  turns.sort((a, b) => a - b);
  return { p99: turns[Math.floor(0.99 * turns.length)] ?? 0, worst: turns.at(-1) ?? 0 };
}

function sumOf({ ours, postgres }: Cost): number {
  return ours + postgres;
}

function runwaysOf(pool: Pool, now: number): Runways {
  return createRunways({
    history: createOutflowHistory({ pool, schema: quoteSchema(SCHEMA) }),
    clock: { now: () => now, monotonic: () => now },
    onFailure(error) {
      throw error;
    },
  });
}

/** A year of hourly figures, as the roll-up makes them. */
async function fill(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query('SET statement_timeout = 0');
  await pool.query(
    `INSERT INTO ${SCHEMA}.account (name, timezone) SELECT u, 'Africa/Kampala' FROM unnest($1::text[]) u`,
    [names],
  );
  await pool.query(
    `INSERT INTO ${SCHEMA}.wallet (account_id, currency, wallet_type, exposable)
     SELECT account_id, 'C' || n, CASE WHEN n % 5 = 4 THEN 'COLLECTION' ELSE 'PAYOUT' END, true
     FROM ${SCHEMA}.account, generate_series(0, ${WALLETS - 1}) n`,
  );
  for (const name of names) {
    await pool.query(
      `INSERT INTO ${SCHEMA}.balance_hourly (hour, account_id, wallet_id, samples, opening_available, closing_available,
         lowest_available, highest_available, opening_actual, closing_actual, lowest_actual, highest_actual,
         closing_uncleared, closing_reserve, outflow)
       SELECT date_trunc('hour', now()) - h * interval '1 hour', w.account_id, w.wallet_id, 60,
         f.opening, f.closing, f.closing, f.opening, f.opening, f.closing, f.closing, f.opening,
         CASE WHEN wallet_type = 'COLLECTION' THEN f.opening / 10 ELSE 0 END, 0, f.opening - f.closing
       FROM ${SCHEMA}.wallet w JOIN ${SCHEMA}.account a USING (account_id), generate_series(1, ${PAST_HOURS}) h,
         LATERAL (SELECT 5000000 + (hashint4(h * 7 + wallet_id) % 2000000)::numeric / 100 AS opening) o,
         LATERAL (SELECT o.opening, o.opening - (1 + h % 24) * 1234.56 AS closing) f
       WHERE a.name = $1`,
      [name],
    );
  }
  await pool.query(`UPDATE ${SCHEMA}.wallet SET rolled_to = date_trunc('hour', now())`);
  await pool.query(`ANALYZE ${SCHEMA}.balance_hourly`);
}

/** Milliseconds of CPU that a process of this machine has used. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1_000;
}
