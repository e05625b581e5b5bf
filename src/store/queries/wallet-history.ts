// Reads one wallet's past: every snapshot, or figures by hour or business day.
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { Amount } from '../../domain/money.ts';
import type { Instant } from '../../domain/observation.ts';
import {
  AMOUNT_FIELDS,
  type Balance,
  balanceOf,
  UNKNOWN_BALANCE,
  type WalletId,
} from '../../domain/wallet.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { withBreaks } from './breaks.ts';
import type { HistoryStep } from './history-step.ts';

const AT_ONCE = 1_000; // snapshots per statement: reading that many takes the event loop some milliseconds
const MAX_POINTS = 1_500; // of a chart: more than a screen has columns

/** A known wallet, with the names that people use for it. */
export interface StoredWallet extends WalletId {
  readonly account: string;
  readonly accountId: number;
  readonly walletId: number;
  /** The time zone of the account's business day. */
  readonly timezone: string;
  /** Whether Postgres knows the time zone; without it there are no days. */
  readonly isZoneKnown: boolean;
}

/** From the first instant, included, to the last, excluded. */
export interface StoredRange {
  readonly from: Instant;
  readonly to: Instant;
}

/** A snapshot, or the last one of an hour or a day with the figures of all. `null` is unknown, never zero. */
export interface StoredHistoryPoint extends Balance {
  /** When the snapshot was seen; else the end of the hour or day, or now while it lasts. */
  readonly at: Instant;
  /** The start of an hour or a day; `null` for a snapshot. */
  readonly since: Instant | null;
  /** The slot of a snapshot; `null` for a point that is made from several. */
  readonly slot: Instant | null;
  /** Of the available balance; the snapshot's own amount when there is only one. */
  readonly opening: Amount | null;
  readonly lowest: Amount | null;
  readonly highest: Amount | null;
  readonly samples: number;
}

/** The wallet of that name; `undefined` when none was ever seen. */
export async function findWallet(
  db: Queryable,
  schema: Schema,
  { account, currency, walletType }: WalletId & { readonly account: string },
): Promise<StoredWallet | undefined> {
  const [known] = await db.query<{ account_id: number; timezone: string; zone_known: boolean }>(
    `SELECT account_id, timezone, zone_known FROM ${schema}.account WHERE name = $1`,
    [account],
  );
  if (!known) return undefined;
  const [row] = await db.query<{ wallet_id: number }>(
    `SELECT wallet_id FROM ${schema}.wallet WHERE account_id = $1 AND currency = $2 AND wallet_type = $3`,
    [known.account_id, currency, walletType],
  );
  return (
    row && {
      account,
      currency,
      walletType,
      accountId: known.account_id,
      walletId: row.wallet_id,
      timezone: known.timezone,
      isZoneKnown: known.zone_known,
    }
  );
}

/** The step with which a range has about a hundred to two thousand points. */
export function stepFor({ from, to }: StoredRange): HistoryStep {
  if (to - from <= 26 * HOUR_MS) return 'raw';
  return to - from <= 62 * DAY_MS ? 'hour' : 'day';
}

/** The points in the range, oldest first, in parts that fit into memory. */
export async function* readHistory(
  db: Queryable,
  schema: Schema,
  {
    wallet,
    range,
    step,
  }: { readonly wallet: StoredWallet; readonly range: StoredRange; readonly step: HistoryStep },
): AsyncGenerator<StoredHistoryPoint[]> {
  if (step === 'hour') yield await readHours(db, schema, wallet, range);
  else if (step === 'day') yield await readDays(db, schema, wallet, range);
  else yield* readSnapshots(db, schema, wallet, range);
}

/**
 * As many points of the range as a chart can show: bins of one length for up to a day, hours for longer ranges, then
 * days.
 *
 * `lowest` and `highest` show what a line through the last values would hide. Where nothing was seen for unusually
 * long, there is a point without amounts.
 */
export async function readChart(
  db: Queryable,
  schema: Schema,
  wallet: StoredWallet,
  range: StoredRange,
): Promise<StoredHistoryPoint[]> {
  const step = stepFor(range);
  if (step === 'hour') return withBreaks(await readHours(db, schema, wallet, range), BREAK);
  if (step === 'day') return withBreaks(await readDays(db, schema, wallet, range), BREAK);
  const binMs = Math.max(1_000, Math.ceil((range.to - range.from) / MAX_POINTS / 1_000) * 1_000);
  const rows = await db.query<HistoryRow>(
    `SELECT at, available[1] AS opening, lowest, highest, samples,
       ${AMOUNT_FIELDS.map((field) => `${field}[cardinality(${field})] AS ${field}`).join(', ')}
     FROM (
       SELECT max(s.slot + s.observed_after * interval '1 millisecond') AS at,
         ${AMOUNT_FIELDS.map((field) => `array_agg(s.${field} ORDER BY s.slot) AS ${field}`).join(', ')},
         min(s.available) AS lowest, max(s.available) AS highest, count(*)::int AS samples
       FROM ${schema}.snapshot s
       WHERE s.account_id = $1 AND s.wallet_id = $2 AND s.slot >= $3::timestamptz AND s.slot < $4::timestamptz
       GROUP BY date_bin($5::int * interval '1 millisecond', s.slot, $3::timestamptz)
     ) bins
     ORDER BY at`,
    [wallet.accountId, wallet.walletId, iso(range.from), iso(range.to), binMs],
  );
  return withBreaks(rows.map(pointOf), BREAK);
}

/** A point between two others that makes the line break. */
const BREAK = {
  ...{ since: null, slot: null, ...UNKNOWN_BALANCE },
  ...{ opening: null, lowest: null, highest: null, samples: 0 },
} as const;

interface HistoryRow extends Balance {
  readonly at: Date;
  readonly since?: Date;
  readonly slot?: Date;
  readonly opening: Amount | null;
  readonly lowest: Amount | null;
  readonly highest: Amount | null;
  readonly samples: number;
}

function pointOf({ at, since, slot, ...row }: HistoryRow): StoredHistoryPoint {
  const { opening, lowest, highest, samples } = row;
  const instants = {
    at: at.getTime(),
    since: since?.getTime() ?? null,
    slot: slot?.getTime() ?? null,
  };
  return { ...instants, ...balanceOf(row), opening, lowest, highest, samples };
}

async function* readSnapshots(
  db: Queryable,
  schema: Schema,
  { accountId, walletId }: StoredWallet,
  { from, to }: StoredRange,
): AsyncGenerator<StoredHistoryPoint[]> {
  let start = from;
  for (;;) {
    const rows = await db.query<HistoryRow>(
      `SELECT s.slot, s.slot + s.observed_after * interval '1 millisecond' AS at,
         ${AMOUNT_FIELDS.map((field) => `s.${field}`).join(', ')}, s.available AS opening, s.available AS lowest, s.available AS highest, 1 AS samples
       FROM ${schema}.snapshot s
       WHERE s.account_id = $1 AND s.wallet_id = $2 AND s.slot >= $3::timestamptz AND s.slot < $4::timestamptz
       ORDER BY s.slot LIMIT ${AT_ONCE}`,
      [accountId, walletId, iso(start), iso(to)],
    );
    if (rows.length > 0) yield rows.map(pointOf);
    if (rows.length < AT_ONCE) return;
    start = rows.at(-1)!.slot!.getTime() + 1;
  }
}

const FIGURES = `${AMOUNT_FIELDS.map((field) => `closing_${field} AS ${field}`).join(', ')}, opening_available AS opening, lowest_available AS lowest,
  highest_available AS highest, samples`;

async function readHours(db: Queryable, schema: Schema, wallet: StoredWallet, { from, to }: StoredRange) {
  const rows = await db.query<HistoryRow>(
    `SELECT hour AS since, least(hour + interval '1 hour', now()) AS at, ${FIGURES}
     FROM ${schema}.balances_hourly
     WHERE account_id = $1 AND currency = $2 AND wallet_type = $3
       AND hour > $4::timestamptz - interval '1 hour' AND hour < $5::timestamptz
     ORDER BY hour`,
    [wallet.accountId, wallet.currency, wallet.walletType, iso(from), iso(to)],
  );
  return rows.map(pointOf);
}

async function readDays(db: Queryable, schema: Schema, wallet: StoredWallet, { from, to }: StoredRange) {
  if (!wallet.isZoneKnown) return [];
  const rows = await db.query<HistoryRow>(
    `SELECT day::timestamp AT TIME ZONE $4 AS since,
       least((day + 1)::timestamp AT TIME ZONE $4, now()) AS at, ${FIGURES}
     FROM ${schema}.balances_daily
     WHERE account_id = $1 AND currency = $2 AND wallet_type = $3
       AND day >= ($5::timestamptz AT TIME ZONE $4)::date AND day <= ($6::timestamptz AT TIME ZONE $4)::date
     ORDER BY day`,
    [
      wallet.accountId,
      wallet.currency,
      wallet.walletType,
      wallet.timezone,
      iso(from),
      iso(Math.max(from, to - 1)),
    ],
  );
  return rows.map(pointOf);
}
