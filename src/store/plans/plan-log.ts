// The log of plans as they were told: the monitor writes a plan when it changes; people read the view `plans`.
import { dateOf, dayOf } from '../../domain/forecast/day.ts';
import type { TopUpOutcome, TopUpVerdict } from '../../domain/forecast/top-up-outcome.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import type { KeptPlan, LoggedWallet, NewPlan, PlanLog, SeenTopUp } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso, storable } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { lastLookBefore } from './last-look.ts';

export interface PlanLogOptions {
  readonly db: Queryable;
  readonly schema: Schema;
  /** The name that is stored with each plan. */
  readonly replica: string;
}

interface NewestRow {
  readonly account: string;
  readonly currency: string;
  readonly walletType: string;
  readonly accountId: number;
  readonly walletId: number;
  /** `null`, like all fields that follow, when no plan is stored. */
  readonly number: number | null;
  readonly at: number;
  readonly by: number | null;
  readonly late: boolean;
  readonly confidence: number;
  readonly available: Amount;
  readonly coming: Amount;
  readonly needed: Amount;
  readonly shortfall: Amount | null;
  readonly source: string | null;
  readonly doubts: string;
  readonly historyUntil: string;
  readonly replica: string;
  readonly topUpAt: number | null;
  readonly topUp: Amount;
  readonly leftBefore: Amount;
  readonly emptySince: number | null;
  readonly outcome: TopUpVerdict;
}

const ms = (column: string, name: string) => `(extract(epoch FROM ${column}) * 1000)::float8 AS "${name}"`;

export function createPlanLog({ db, schema, replica }: PlanLogOptions): PlanLog {
  return {
    async newest(accounts) {
      const ids = await db.query<{ account_id: number }>(
        `SELECT account_id FROM ${schema}.account WHERE name = ANY($1::text[])`,
        [accounts],
      );
      const rows = await db.query<NewestRow>(
        `SELECT a.name AS account, w.currency, w.wallet_type AS "walletType", w.account_id AS "accountId",
           w.wallet_id AS "walletId", p.number, ${ms('p.planned_at', 'at')}, ${ms('p.request_by', 'by')}, p.late,
           p.confidence::float8 AS confidence, p.available::text AS available, p.coming::text AS coming,
           p.needed::text AS needed, p.shortfall::text AS shortfall, p.source,
           array_to_string(p.doubts, ' ') AS doubts, p.history_until::text AS "historyUntil", p.replica,
           ${ms('t.top_up_at', 'topUpAt')}, t.top_up::text AS "topUp", t.left_before::text AS "leftBefore",
           ${ms('t.empty_since', 'emptySince')}, t.outcome
         FROM ${schema}.wallet w
         JOIN ${schema}.account a ON a.account_id = w.account_id
         LEFT JOIN LATERAL (
           SELECT * FROM ${schema}.plan p
           WHERE p.account_id = w.account_id AND p.wallet_id = w.wallet_id ORDER BY p.number DESC LIMIT 1
         ) p ON true
         LEFT JOIN LATERAL (
           SELECT * FROM ${schema}.plan t
           WHERE t.account_id = w.account_id AND t.wallet_id = w.wallet_id AND t.top_up_at IS NOT NULL
           ORDER BY t.number DESC LIMIT 1
         ) t ON true
         WHERE w.account_id = ANY($1::int[])`,
        [ids.map(({ account_id }) => account_id)],
      );
      return rows.map(keptOf);
    },
    topUpSince: (plan) => readTopUp(db, schema, plan),
    add: (plans) => addPlans({ db, schema, replica }, plans),
  };
}

function keptOf(row: NewestRow): KeptPlan {
  const { account, currency, walletType, accountId, walletId, number, historyUntil, topUpAt } = row;
  const topUp: TopUpOutcome | null =
    topUpAt === null
      ? null
      : {
          ...{ at: topUpAt, amount: row.topUp, leftBefore: row.leftBefore },
          ...{ emptySince: row.emptySince, verdict: row.outcome },
        };
  const { at, by, late, confidence, available, coming, needed, shortfall, source, doubts, replica } = row;
  const plan = { at, by, late, confidence, available, coming, needed, shortfall, source, doubts, replica };
  const newest = number === null ? null : { number, ...plan, historyUntil: dayOf(historyUntil)! };
  return { account, currency, walletType, accountId, walletId, newest, topUp };
}

/** The largest rise since the plan, and since when the wallet was empty while money was asked for. */
async function readTopUp(
  db: Queryable,
  schema: Schema,
  { accountId, walletId, number, at }: LoggedWallet & { readonly number: number; readonly at: Instant },
): Promise<SeenTopUp | undefined> {
  const told = await db.query<ToldPlan>(
    `SELECT ${ms('planned_at', 'at')}, ${ms('request_by', 'by')}, needed > 0 AS asks, needed + coming > 0 AS awaits,
       top_up_at IS NOT NULL AS begins
     FROM ${schema}.plan
     WHERE account_id = $1 AND wallet_id = $2 AND number <= $3 ORDER BY number DESC LIMIT ${MAX_TOLD}`,
    [accountId, walletId, number],
  );
  const awaiting = told.slice(0, lengthOf(told)).reverse();
  const since = awaiting[0]?.at ?? at;
  const [rise] = await db.query<{
    at: number;
    amount: Amount;
    leftBefore: Amount;
    emptySince: number | null;
  }>(
    `SELECT ${ms('seen', 'at')}, (available - before)::text AS amount, before::text AS "leftBefore",
       ${ms('empty', 'emptySince')}
     FROM (
       SELECT slot, slot + observed_after * interval '1 millisecond' AS seen, available,
         lag(available) OVER past AS before,
         min(slot) FILTER (WHERE available <= 0) OVER (ORDER BY slot ROWS UNBOUNDED PRECEDING) AS empty
       FROM ${schema}.snapshot
       WHERE account_id = $1 AND wallet_id = $2 AND slot >= ${lastLookBefore(schema, '$3::timestamptz')} AND available IS NOT NULL
       WINDOW past AS (ORDER BY slot)
     ) changes
     WHERE available > before AND seen > $4::timestamptz ORDER BY available - before DESC, slot LIMIT 1`,
    [accountId, walletId, iso(since), iso(at)],
  );
  const asking = awaiting.filter(({ asks }) => asks);
  return rise && { ...rise, told: asking.map(({ at: from, by }) => ({ at: from, by })) };
}

interface ToldPlan {
  readonly at: number;
  readonly by: number | null;
  readonly asks: boolean;
  /** Whether it asks for money, or requested money is on its way. */
  readonly awaits: boolean;
  readonly begins: boolean;
}

const MAX_TOLD = 1_000; // of a wallet that has asked for money for a year

/** How many of the newest plans, which come first, have awaited money without a break. */
function lengthOf(told: readonly ToldPlan[]): number {
  const quiet = told.findIndex(({ awaits }) => !awaits);
  const begin = told.findIndex(({ begins }) => begins); // this plan was made when the top-up before it had come
  return Math.min(quiet === -1 ? told.length : quiet, begin === -1 ? told.length : begin + 1);
}

async function addPlans(
  { db, schema, replica }: PlanLogOptions,
  plans: readonly NewPlan[],
): Promise<readonly boolean[]> {
  const columns: Readonly<Record<string, readonly [type: string, of: (plan: NewPlan) => unknown]>> = {
    planned_at: ['timestamptz', ({ at }) => iso(at)],
    request_by: ['timestamptz', ({ by }) => time(by)],
    lasts_until: ['timestamptz', ({ lastsUntil }) => time(lastsUntil)],
    then_lasts_until: ['timestamptz', ({ thenLastsUntil }) => time(thenLastsUntil)],
    arrives_at: ['timestamptz', ({ arrives }) => iso(arrives)],
    top_up_at: ['timestamptz', ({ topUp }) => time(topUp?.at)],
    empty_since: ['timestamptz', ({ topUp }) => time(topUp?.emptySince)],
    account_id: ['int', ({ accountId }) => accountId],
    wallet_id: ['int', ({ walletId }) => walletId],
    number: ['int', ({ number }) => number],
    history_until: ['date', ({ historyUntil }) => dateOf(historyUntil)],
    late: ['boolean', ({ late }) => late],
    confidence: ['numeric', ({ confidence }) => String(confidence)],
    available: ['numeric', ({ available }) => available],
    coming: ['numeric', ({ coming }) => coming],
    needed: ['numeric', ({ needed }) => needed],
    given: ['numeric', ({ given }) => given],
    shortfall: ['numeric', ({ shortfall }) => shortfall],
    top_up: ['numeric', ({ topUp }) => topUp?.amount ?? null],
    left_before: ['numeric', ({ topUp }) => topUp?.leftBefore ?? null],
    outcome: ['text', ({ topUp }) => topUp?.verdict ?? null],
    source: ['text', ({ source }) => source && storable(source, 1_000)],
    doubts: ['text', ({ doubts }) => doubts],
    replica: ['text', () => replica],
  };
  const names = Object.keys(columns);
  const chosen = names.map((name) => (name === 'doubts' ? "string_to_array(u.doubts, ' ')" : `u.${name}`));
  const taken = await db.query<{ account_id: number; wallet_id: number; number: number }>(
    `INSERT INTO ${schema}.plan (${names.join(', ')})
     SELECT ${chosen.join(', ')}
     FROM unnest(${Object.values(columns).map(([type], i) => `$${i + 1}::${type}[]`)}) AS u(${names.join(', ')})
     ON CONFLICT DO NOTHING RETURNING account_id, wallet_id, number`,
    Object.values(columns).map(([, of]) => plans.map(of)),
  );
  const keys = new Set(taken.map((row) => `${row.account_id} ${row.wallet_id} ${row.number}`));
  return plans.map(({ accountId, walletId, number }) => keys.has(`${accountId} ${walletId} ${number}`));
}

function time(at: Instant | null | undefined): string | null {
  return at === null || at === undefined ? null : iso(at);
}
