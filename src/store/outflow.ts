// What went out of wallets by the hour, from the hourly figures. Amounts are added up in Postgres, exactly; what leaves
// it are floating-point numbers, for an estimate.
import { LONGEST_GAP_HOURS } from '../domain/outflow.ts';
import { PAST_HOURS } from '../domain/runway.ts';
import type { OutflowHistory, WalletOutflow } from '../monitor/ports.ts';
import { quoteSchema } from './connection.ts';
import type { Queryable } from './pool.ts';
import { iso } from './storable.ts';

const HOUR_MS = 3_600_000;

interface Row {
  readonly account: string;
  readonly currency: string;
  readonly wallet_type: string;
  /** Hours since 1970 of which there are figures. */
  readonly hours: readonly number[];
  /** What went out within the hour, and between the one before it and it. */
  readonly spent: readonly number[];
  /** Hours since the last figures; `null` for one. */
  readonly gaps: readonly (number | null)[];
  /** By how much the balance fell in a gap; negative when it rose. */
  readonly fallen: readonly (number | null)[];
}

/** Reads what src/store/rollups.ts has made; the hour that runs and the one before it are not in it. */
export function createOutflowHistory({
  pool,
  schema,
}: {
  readonly pool: Queryable;
  readonly schema: string;
}): OutflowHistory {
  const home = quoteSchema(schema);
  return {
    async read(accounts, before) {
      const until = Math.floor(before / HOUR_MS);
      // Figures of before migration 0008 have no outflow: what their extremes prove stands in for it.
      const rows = await pool.query<Row>(
        `SELECT a.name AS account, w.currency, w.wallet_type, o.hours, o.spent, o.gaps, o.fallen
         FROM (
           SELECT account_id, wallet_id, array_agg(hour ORDER BY hour) AS hours,
             array_agg((outflow + CASE WHEN gap = 1 THEN greatest(fallen, 0) ELSE 0 END)::float8 ORDER BY hour) AS spent,
             array_agg(CASE WHEN gap > 1 THEN gap END ORDER BY hour) AS gaps,
             array_agg(CASE WHEN gap > 1 THEN fallen::float8 END ORDER BY hour) AS fallen
           FROM (
             SELECT account_id, wallet_id, hour, outflow, hour - lag(hour) OVER past AS gap,
               lag(closing) OVER past - opening AS fallen
             FROM (
               SELECT h.account_id, h.wallet_id, floor(extract(epoch FROM h.hour) / 3600)::int AS hour,
                 h.opening_available AS opening, h.closing_available AS closing,
                 greatest(h.outflow, h.opening_available - h.lowest_available,
                   h.highest_available - h.closing_available) AS outflow
               FROM ${home}.balance_hourly h
               WHERE h.account_id = ANY($1::int[]) AND h.hour >= $2::timestamptz AND h.hour < $3::timestamptz
                 AND h.closing_available IS NOT NULL
             ) figures
             WINDOW past AS (PARTITION BY account_id, wallet_id ORDER BY hour)
           ) changes
           GROUP BY account_id, wallet_id
         ) o
         JOIN ${home}.wallet w ON w.account_id = o.account_id AND w.wallet_id = o.wallet_id
         JOIN ${home}.account a ON a.account_id = o.account_id`,
        [await idsOf(accounts), iso((until - PAST_HOURS) * HOUR_MS), iso(until * HOUR_MS)],
      );
      return rows.map((row) => outflowOf(row, until));
    },
  };

  async function idsOf(accounts: readonly string[]): Promise<readonly number[]> {
    const rows = await pool.query<{ account_id: number }>(
      `SELECT account_id FROM ${home}.account WHERE name = ANY($1::text[])`,
      [accounts],
    );
    return rows.map(({ account_id }) => account_id);
  }
}

function outflowOf(row: Row, until: number): WalletOutflow {
  const hours = new Float64Array(PAST_HOURS).fill(Number.NaN);
  const first = until - PAST_HOURS;
  for (const [i, hour] of row.hours.entries()) {
    const place = hour - first;
    const gap = row.gaps[i] ?? 1;
    const fallen = row.fallen[i] ?? 0;
    hours[place] = (hours[place] || 0) + row.spent[i]!;
    if (gap === 1 || fallen < 0 || gap > LONGEST_GAP_HOURS) continue;
    for (let each = place - gap + 1; each < place; each++) hours[each] = fallen / gap;
    hours[place] += fallen / gap;
  }
  const { account, currency, wallet_type: walletType } = row;
  return { account, currency, walletType, hours };
}
