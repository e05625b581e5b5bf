// What went out of wallets by the hour, from the hourly figures. Amounts are added up in Postgres, exactly; what leaves
// it are floating-point numbers, for an estimate.

import { PAST_HOURS } from '../../domain/forecast/history.ts';
import { MAX_GAP_HOURS } from '../../domain/outflow.ts';
import type { OutflowHistory, WalletOutflow } from '../../monitor/storage/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';

const HOUR_MS = 3_600_000;

interface OutflowRow {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  /**
   * For each hour with figures `spent`, for the first `hour spent`, and after a gap `hour spent gap fallen`, divided by
   * commas: hours since 1970; what went out within the hour, or since the one before it; hours since the last figures;
   * and by how much the balance fell meanwhile, negative when it rose. `spent|cleared` where money was uncleared at the
   * hour before: what became available of it. As one text: arrays take the driver ten times as long.
   */
  readonly hours: string;
}

/** Reads what src/store/maintenance/rollups.ts has made; the hour that runs and the one before it are not in it. */
export function createOutflowHistory({
  pool,
  schema,
}: {
  readonly pool: Queryable;
  readonly schema: Schema;
}): OutflowHistory {
  return {
    async withPast(accounts, before) {
      // Account by account: the planner would else read all figures there are, to find their accounts.
      const rows = await pool.query<{ name: string }>(
        `SELECT a.name FROM ${schema}.account a
         CROSS JOIN LATERAL (
           SELECT 1 FROM ${schema}.balance_hourly h
           WHERE h.account_id = a.account_id AND h.hour < $2::timestamptz LIMIT 1
         ) past
         WHERE a.name = ANY($1::text[])`,
        [accounts, iso(before)],
      );
      return rows.map(({ name }) => name);
    },

    async read(accounts, before) {
      const until = Math.floor(before / HOUR_MS);
      // Figures of before migration 0008 have no outflow: what their extremes prove stands in for it.
      const rows = await pool.query<OutflowRow>(
        `SELECT a.name AS account, w.currency, w.wallet_type, o.hours
         FROM (
           SELECT account_id, wallet_id, string_agg(
             CASE WHEN gap = 1 THEN
               CASE WHEN was_uncleared > 0 THEN concat(outflow + greatest(fallen, 0), '|',
                 least(greatest(closing - opening + outflow + greatest(-fallen, 0), 0), was_uncleared))
               ELSE (outflow + greatest(fallen, 0))::text END
               WHEN gap > 1 THEN concat_ws(' ', hour, outflow, gap, fallen)
               ELSE concat_ws(' ', hour, outflow + greatest(fallen, 0)) END, ',' ORDER BY hour) AS hours
           FROM (
             SELECT account_id, wallet_id, hour, outflow, hour - lag(hour) OVER past AS gap,
               lag(closing) OVER past - opening AS fallen, opening, closing, lag(uncleared) OVER past AS was_uncleared
             FROM (
               SELECT h.account_id, h.wallet_id, floor(date_part('epoch', h.hour) / 3600)::int AS hour,
                 h.opening_available AS opening, h.closing_available AS closing, h.closing_uncleared AS uncleared,
                 coalesce(h.outflow, greatest(h.opening_available - h.lowest_available,
                   h.highest_available - h.closing_available)) AS outflow
               FROM ${schema}.balance_hourly h
               WHERE h.account_id = ANY($1::int[]) AND h.hour >= $2::timestamptz AND h.hour < $3::timestamptz
                 AND h.closing_available IS NOT NULL
             ) figures
             WINDOW past AS (PARTITION BY account_id, wallet_id ORDER BY hour)
           ) changes
           GROUP BY account_id, wallet_id
         ) o
         JOIN ${schema}.wallet w ON w.account_id = o.account_id AND w.wallet_id = o.wallet_id
         JOIN ${schema}.account a ON a.account_id = o.account_id`,
        [await idsOf(accounts), iso((until - PAST_HOURS) * HOUR_MS), iso(until * HOUR_MS)],
      );
      return outflows(rows, until);
    },
  };

  async function idsOf(accounts: readonly string[]): Promise<readonly number[]> {
    const rows = await pool.query<{ account_id: number }>(
      `SELECT account_id FROM ${schema}.account WHERE name = ANY($1::text[])`,
      [accounts],
    );
    return rows.map(({ account_id }) => account_id);
  }
}

function* outflows(rows: readonly OutflowRow[], until: number): Generator<WalletOutflow> {
  for (const row of rows) yield outflowOf(row, until);
}

function outflowOf(row: OutflowRow, until: number): WalletOutflow {
  const first = Number.parseInt(row.hours, 10); // a text begins with its first hour
  const hours = new Float64Array(until - first).fill(Number.NaN); // of a young wallet, not of a year
  const cleared = row.hours.includes('|') ? hours.slice() : undefined;
  let place = Number.NaN;
  for (const figures of row.hours.split(',')) {
    if (!figures.includes(' ')) {
      const [spent = '', clears = '0'] = cleared ? figures.split('|') : [figures];
      hours[++place] = Number(spent);
      if (cleared) cleared[place] = Number(clears);
      continue;
    }
    const [hour = '', spent = '', gap, fallen] = figures.split(' ');
    place = Number(hour) - first;
    hours[place] = (hours[place] || 0) + Number(spent); // half an hour's change of a clock makes two of one
    if (gap === undefined || Number(fallen) < 0 || Number(gap) > MAX_GAP_HOURS) continue;
    const each = Number(fallen) / Number(gap);
    for (let past = place - Number(gap) + 1; past < place; past++) hours[past] = each;
    hours[place]! += each;
  }
  const { account, currency, wallet_type: walletType } = row;
  return { account, currency, walletType, hours, ...(cleared && { cleared }) };
}
