// Reads the outflow of a wallet by hour from the hourly figures. Postgres adds up exact amounts; the results are
// floating-point numbers, for an estimate.
import { MAX_GAP_HOURS } from '../../domain/outflow.ts';
import type { Schema } from '../postgres/connection.ts';

/** By hour, oldest first; `NaN` is unknown. */
export interface OutflowHours {
  readonly hours: Float64Array;
  /** How much uncleared money became available. */
  readonly cleared: Float64Array;
  /** Whether there was any uncleared money. */
  readonly clears: boolean;
}

/**
 * A subquery for one text, `hours`, of the statement's wallet `w`, between two instants in SQL.
 * `also` may be one more condition on the figures `h`.
 *
 * The text has one entry for each hour with figures, separated by commas: `spent`, for the first `hour spent`, and
 * after a gap `hour spent gap fallen`. `hour` counts from 1970; `spent` went out within the hour, or since the hour
 * before; `gap` is in hours since the last figures; `fallen` is the fall in the gap, negative for a rise.
 * `spent|cleared`: in the hour before, money was uncleared, and `cleared` of it became available. Arrays would take
 * the driver ten times as long as one text.
 */
export function hoursText(schema: Schema, since: string, until: string, also = ''): string {
  // Figures from before migration 0008 have no outflow: the least that their extremes prove is used.
  return `SELECT string_agg(
      CASE WHEN gap = 1 THEN
        CASE WHEN was_uncleared > 0 THEN concat(outflow + greatest(fallen, 0), '|',
          least(greatest(closing - opening + outflow + greatest(-fallen, 0), 0), was_uncleared))
        ELSE (outflow + greatest(fallen, 0))::text END
        WHEN gap > 1 THEN concat_ws(' ', hour, outflow, gap, fallen)
        ELSE concat_ws(' ', hour, outflow + greatest(fallen, 0)) END, ',' ORDER BY hour) AS hours
    FROM (
      SELECT hour, outflow, hour - lag(hour) OVER past AS gap, lag(closing) OVER past - opening AS fallen,
        opening, closing, lag(uncleared) OVER past AS was_uncleared
      FROM (
        SELECT floor(date_part('epoch', h.hour) / 3600)::int AS hour,
          h.opening_available AS opening, h.closing_available AS closing, h.closing_uncleared AS uncleared,
          coalesce(h.outflow, greatest(h.opening_available - h.lowest_available,
            h.highest_available - h.closing_available)) AS outflow
        FROM ${schema}.balance_hourly h
        WHERE h.account_id = w.account_id ${also} AND h.wallet_id = w.wallet_id
          AND h.hour >= ${since} AND h.hour < ${until} AND h.closing_available IS NOT NULL
      ) figures
      WINDOW past AS (ORDER BY hour)
    ) changes`;
}

/** Reads {@link hoursText}; `until` is the end of its range, in hours since 1970. */
export function hoursOf(text: string, until: number): OutflowHours {
  const first = Number.parseInt(text, 10) || until; // a text begins with its first hour
  const hours = new Float64Array(until - first).fill(Number.NaN); // short for a young wallet
  const cleared = hours.slice();
  let place = Number.NaN;
  for (const figures of text === '' ? [] : text.split(',')) {
    if (!figures.includes(' ')) {
      const bar = figures.indexOf('|');
      hours[++place] = Number(bar === -1 ? figures : figures.slice(0, bar));
      cleared[place] = bar === -1 ? 0 : Number(figures.slice(bar + 1));
      continue;
    }
    const [hour, spent, gap, fallen] = figures.split(' ');
    place = Number(hour) - first;
    hours[place] = (hours[place] || 0) + Number(spent); // a change of the clock by half an hour makes two of one
    if (gap === undefined || Number(fallen) < 0 || Number(gap) > MAX_GAP_HOURS) continue;
    const each = Number(fallen) / Number(gap);
    for (let past = place - Number(gap) + 1; past < place; past++) hours[past] = each;
    hours[place]! += each;
  }
  return { hours, cleared, clears: text.includes('|') };
}
