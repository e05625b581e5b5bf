// Writes the episodes of alerts. Used by `alert-log.ts`.
import { episodeOfSaved, episodesIn } from '../../monitor/alerts/episode.ts';
import type { SavedAlert } from '../../monitor/alerts/ports.ts';
import type { Schema } from '../postgres/connection.ts';
import type { Queryable } from '../postgres/pool.ts';
import { at, byAlert, COMMON, COMMON_NAMES, common, keyOf } from './alert-rows.ts';
import { AHEAD, readOver } from './episodes.ts';

interface Place {
  readonly schema: Schema;
  /** The number of the alert's account. */
  id(alert: SavedAlert): number;
}

/**
 * Stores the episodes that these states tell of, and ends what is over with them. An end that a clock has dated ahead is stored
 * once: told again when its time has come, it would end what has begun since on other replicas.
 */
export async function saveEpisodes(tx: Queryable, alerts: readonly SavedAlert[], to: Place): Promise<void> {
  const { schema, id } = to;
  const latest = new Map<string, SavedAlert>();
  for (const alert of episodesIn(alerts)) {
    const key = `${alert.state.firingAt} ${alert.fingerprint}`;
    const other = latest.get(key);
    if (!other || other.state.at <= alert.state.at) latest.set(key, alert);
  }
  const all = [...latest.values()].sort(byAlert);
  if (all.length === 0) return;
  const over = await readOver(tx, schema, { accountIds: all.map(id), names: all.map(episodeOfSaved) });
  const told = all.filter((alert) => {
    const known = over.get(episodeOfSaved(alert));
    return !known?.ahead || known.resolvedAt !== alert.state.resolvedAt;
  });
  const rows = told.filter((alert) => !over.get(episodeOfSaved(alert))?.followed);
  await tx.query(
    `INSERT INTO ${schema}.alert_episode (account_id, alert, rule, severity, currency, wallet_type, value, threshold,
       labels, at, pending_at, firing_at, resolved_at, episode)
     SELECT u.account_id, u.alert, u.rule, u.severity, u.currency, u.wallet_type, u.value, u.threshold,
       u.labels::jsonb, least(u.at, now()), u.pending_at, u.firing_at, u.resolved_at, u.episode
     FROM unnest(${COMMON}, $14::text[]) AS u(${COMMON_NAMES}, episode)
     ON CONFLICT (account_id, alert, firing_at) DO UPDATE SET at = excluded.at, episode = excluded.episode,
       pending_at = coalesce(excluded.pending_at, alert_episode.pending_at), resolved_at = excluded.resolved_at
     WHERE alert_episode.at < excluded.at OR alert_episode.at = excluded.at
       AND (excluded.resolved_at IS NOT NULL OR alert_episode.resolved_at IS NULL)`,
    [...common(rows, id), rows.map(episodeOfSaved)],
  );
  await endOthers(tx, told, to);
}

/**
 * Ends the other open episodes of alerts that are over.
 *
 * One alert may have several beginnings, because a process that had forgotten the first saw another. An episode
 * that is saved as firing stays open: it lies before an end because a clock was set back. So may one that begins
 * before an end that lies ahead: a clock that was ahead has dated it.
 */
async function endOthers(tx: Queryable, alerts: readonly SavedAlert[], to: Place): Promise<void> {
  const ends = alerts.filter(({ state }) => state.phase === 'inactive' && state.resolvedAt !== null);
  const inOrder = ends.toSorted((a, b) => a.state.resolvedAt! - b.state.resolvedAt!);
  const lasting = alerts.filter(({ state }) => state.phase === 'firing');
  const endsOf = [...Map.groupBy(inOrder, ({ fingerprint }) => fingerprint).values()];
  // The first end of each alert, then the second of each: an episode is over with the first end after its beginning.
  const most = Math.max(0, ...endsOf.map(({ length }) => length));
  for (let i = 0; i < most; i++) {
    const next = endsOf.flatMap((each) => each[i] ?? []);
    await endAt(tx, { over: next, lasting }, to);
  }
}

async function endAt(
  tx: Queryable,
  { over, lasting }: { readonly over: readonly SavedAlert[]; readonly lasting: readonly SavedAlert[] },
  { schema, id }: Place,
): Promise<void> {
  await tx.query(
    `UPDATE ${schema}.alert_episode e SET at = least(u.at, now()), resolved_at = u.resolved_at
     FROM unnest($1::int[], $2::text[], $3::timestamptz[], $4::timestamptz[]) AS u(account_id, alert, at, resolved_at)
     WHERE e.account_id = u.account_id AND e.alert = u.alert AND e.account_id = ANY($1::int[])
       AND e.resolved_at IS NULL AND e.firing_at <= u.resolved_at AND e.at <= u.at
       AND u.resolved_at <= now() + interval '${AHEAD}'
       AND (e.episode IS NULL OR e.episode <> ALL($5::text[]))`,
    [
      over.map(id),
      over.map(keyOf),
      over.map(({ state }) => at(state.at)),
      over.map(({ state }) => at(state.resolvedAt)),
      lasting.map(episodeOfSaved),
    ],
  );
}
