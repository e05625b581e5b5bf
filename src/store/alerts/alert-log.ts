// The log of alerts: their newest states, and their episodes.
import type { Episode } from '../../domain/past.ts';
import { replaces } from '../../domain/reconcile.ts';
import { episodeOfSaved } from '../../monitor/alerts/episode.ts';
import type { EpisodeDelivery } from '../../monitor/alerts/outbox.ts';
import type { AlertLog, SavedAlert } from '../../monitor/alerts/ports.ts';
import { createIds, type IdsOptions, resetIdsOnError } from '../ledger/ids.ts';
import type { Schema } from '../postgres/connection.ts';
import { wellFormed } from '../postgres/encode.ts';
import type { Pool, Queryable } from '../postgres/pool.ts';
import { abandonedAmong } from './abandoned.ts';
import { at, byAlert, COMMON, COMMON_NAMES, common, keyOf, type StateRow, savedOf } from './alert-rows.ts';
import { type DeliveryQuery, readDeliveries } from './deliveries.ts';
import { type EpisodeQuery, readEpisode, readEpisodes, readOver } from './episodes.ts';
import { saveEpisodes } from './save-episodes.ts';

const ASKED_FOR = '1 day'; // with a shorter time, the result would depend on which replicas happen to run
const TOLD_EVERY = '5 minutes'; // whoever takes an alert over says so at the start; then it is one replica of all, every ten minutes
const LEFT_AFTER = '20 minutes'; // every replica that runs has said so by then
const HANDED_OVER = '12 hours'; // longer than that, and shorter than ASKED_FOR

interface AbandonedRow extends StateRow {
  readonly account_id: number;
  /** Whether its account isn't ours. */
  readonly stranger: boolean;
  /** Whether a process has asked for it within {@link ASKED_FOR}. */
  readonly asked: boolean;
}

export interface AlertLogOptions {
  readonly pool: Pool;
  /**
   * The pool for episodes, which people read.
   *
   * @default pool
   */
  readonly readers?: Pool;
  readonly schema: Schema;
  /** The time zone of an account's business day. @default UTC */
  readonly timezone?: (account: string) => string | undefined;
  /** See `IdsOptions.onDoubt`. */
  readonly onDoubt?: IdsOptions['onDoubt'];
}

export interface PostgresAlertLog extends AlertLog {
  /** Episodes, the newest first. */
  episodes(query?: EpisodeQuery & { readonly signal?: AbortSignal }): Promise<readonly Episode[]>;
  /** The episode with that id; `undefined` when none is known. */
  episode(id: string, signal?: AbortSignal): Promise<Episode | undefined>;
  /** What receivers were told of an episode, the oldest first. */
  deliveries(query: DeliveryQuery, signal?: AbortSignal): Promise<readonly EpisodeDelivery[]>;
}

/** A log over a pool that it does not own. */
export function createAlertLog(options: AlertLogOptions): PostgresAlertLog {
  const { pool, readers = pool, schema, timezone = () => 'UTC' } = options;
  const ids = createIds({ pool, schema, timezone, onDoubt: options.onDoubt });
  const SELECT_STATES = `SELECT s.account_id, a.name, s.fingerprint, s.rule, s.severity, s.currency, s.wallet_type,
      s.labels, s.asked_at, s.phase, s.pending_at, s.firing_at, s.resolved_at, s.clear_since, s.value, s.threshold, s.at
    FROM ${schema}.alert_state s JOIN ${schema}.account a ON a.account_id = s.account_id`;

  return {
    async load(accounts, remembered = []) {
      const known = await resetIdsOnError(ids, () => ids.accounts(accounts));
      const rows = await pool.query<StateRow>(
        `${SELECT_STATES} WHERE s.account_id = ANY($1::int[])
           AND (s.phase <> 'inactive' OR s.resolved_at > now() - interval '1 day' OR s.alert = ANY($2::text[]))`,
        [accounts.map((account) => known.get(account)), remembered.map(keyOf)],
      );
      return rows.map(savedOf);
    },

    async abandoned(accounts) {
      const rows = await pool.query<AbandonedRow>(
        `SELECT states.*, name <> ALL($1::text[]) AS stranger, asked_at > now() - interval '${ASKED_FOR}' AS asked
         FROM (${SELECT_STATES}) states
         WHERE phase <> 'inactive'
           AND (name <> ALL($1::text[]) OR asked_at <= now() - interval '${LEFT_AFTER}')`,
        [accounts],
      );
      const strangers = rows.filter(({ stranger }) => stranger).map(({ account_id }) => account_id);
      const abandoned = await abandonedAmong(pool, schema, [...new Set(strangers)]);
      return rows
        .filter((row) => !row.stranger || abandoned.has(row.account_id))
        .map((row) => (row.stranger || !row.asked ? savedOf(row) : { ...savedOf(row), elsewhere: true }));
    },

    async askedAgo(alerts) {
      if (alerts.length === 0) return new Map();
      const known = await resetIdsOnError(ids, () => ids.accounts(alerts.map(({ account }) => account)));
      const rows = await pool.query<{ readonly fingerprint: string; readonly ago: number }>(
        `SELECT fingerprint, 1000 * extract(epoch FROM now() - asked_at)::float8 AS ago FROM ${schema}.alert_state
         WHERE account_id = ANY($1::int[]) AND alert = ANY($2::text[]) AND phase <> 'inactive'`,
        [alerts.map(({ account }) => known.get(account)), alerts.map(keyOf)],
      );
      return new Map(rows.map(({ fingerprint, ago }) => [fingerprint, ago]));
    },

    async endsOf(alerts) {
      const known = await resetIdsOnError(ids, () => ids.accounts(alerts.map(({ account }) => account)));
      const accountIds = alerts.map(({ account }) => known.get(account));
      const over = await readOver(pool, schema, { accountIds, names: alerts.map(episodeOfSaved) });
      return new Map([...over].map(([episode, { resolvedAt }]) => [episode, resolvedAt]));
    },

    async keep(alerts) {
      if (alerts.length === 0) return;
      const known = await resetIdsOnError(ids, () => ids.accounts(alerts.map(({ account }) => account)));
      const rows = alerts.toSorted(byAlert);
      await pool.query(
        `UPDATE ${schema}.alert_state s SET asked_at = now()
         FROM unnest($1::int[], $2::text[]) AS u(account_id, alert)
         WHERE s.account_id = u.account_id AND s.alert = u.alert AND s.account_id = ANY($1::int[])
           AND s.asked_at < now() - interval '${TOLD_EVERY}'`,
        [rows.map(({ account }) => known.get(account)), rows.map(keyOf)],
      );
    },

    async save(alerts) {
      await resetIdsOnError(ids, async () => {
        const known = await ids.accounts(alerts.map(({ account }) => account));
        const id = ({ account }: SavedAlert): number => known.get(account)!;
        for (const [handedOver, some] of Map.groupBy(alerts, (alert) => alert.handedOver ?? false)) {
          // One transaction: a state that is already stored is not saved again, so its episode would be lost.
          await pool.transaction(async (tx) => {
            await saveStates(tx, some, { id, handedOver });
            await saveEpisodes(tx, some, { schema, id });
          });
        }
      });
    },

    episodes: (query = {}) => readEpisodes(readersOf(query.signal), schema, query),
    episode: (id, signal) => readEpisode(readersOf(signal), schema, id),
    deliveries: (query, signal) => readDeliveries(readersOf(signal), schema, query),
  };

  function readersOf(signal: AbortSignal | undefined): Queryable {
    return signal ? readers.until(signal) : readers;
  }

  async function saveStates(
    tx: Queryable,
    alerts: readonly SavedAlert[],
    { id, handedOver }: { readonly id: (alert: SavedAlert) => number; readonly handedOver: boolean },
  ): Promise<void> {
    // A statement may change a row only once, so only the latest state of each alert is sent. Evidence is never dated
    // after the database's now, neither new nor stored evidence: with a clock that is ahead, it would keep out all
    // other evidence until then. `asked_at` has that now, since Citus allows no now() here.
    const latest = new Map<string, SavedAlert>();
    for (const alert of alerts) {
      const other = latest.get(alert.fingerprint);
      if (!other || replaces(alert.state, other.state)) latest.set(alert.fingerprint, alert);
    }
    const rows = [...latest.values()].sort(byAlert);
    // The last end stays stored, though the saving replica may have loaded too little to know it: a replica that was
    // away for days needs it.
    const isForgotten = 'excluded.firing_at IS NULL AND alert_state.resolved_at IS NOT NULL';
    // From here on as for `replaces`. Of two states of one episode at one time, the end is the later one.
    const isOver = `alert_state.at = excluded.at AND alert_state.firing_at = excluded.firing_at
           AND alert_state.resolved_at IS NOT NULL AND excluded.phase = 'firing'`;
    // A state that doesn't know the episode ends nothing, nor does it keep the episode out. Its replica began later, or
    // Postgres was away.
    const isUnaware = (state: string, of: string) => `${of}.phase = 'firing' AND ${state}.phase <> 'firing'
           AND (${state}.resolved_at IS NULL OR ${state}.resolved_at < ${of}.firing_at)`;
    // Nobody asks for what is handed over. Whoever has its account now may take it over at once, and has half a day for it.
    const [ago, asked, storedAt] = handedOver
      ? [HANDED_OVER, 'greatest(alert_state.asked_at, excluded.asked_at)', 'alert_state.at']
      : ['0', 'excluded.asked_at', 'least(alert_state.at, excluded.asked_at)'];
    await tx.query(
      `INSERT INTO ${schema}.alert_state (account_id, alert, rule, severity, currency, wallet_type, value, threshold,
         labels, at, pending_at, firing_at, resolved_at, fingerprint, phase, clear_since, asked_at)
       SELECT u.account_id, u.alert, u.rule, u.severity, u.currency, u.wallet_type, u.value, u.threshold,
         u.labels::jsonb, least(u.at, now()), u.pending_at, u.firing_at, u.resolved_at, u.fingerprint, u.phase, u.clear_since,
         now() - interval '${ago}'
       FROM unnest(${COMMON}, $14::text[], $15::text[], $16::timestamptz[])
         AS u(${COMMON_NAMES}, fingerprint, phase, clear_since)
       ON CONFLICT (account_id, alert) DO UPDATE SET at = excluded.at, asked_at = ${asked}, pending_at = excluded.pending_at,
         firing_at = CASE WHEN ${isForgotten} THEN alert_state.firing_at ELSE excluded.firing_at END,
         resolved_at = CASE WHEN ${isForgotten} THEN alert_state.resolved_at ELSE excluded.resolved_at END,
         clear_since = excluded.clear_since, phase = excluded.phase, value = excluded.value, threshold = excluded.threshold
       WHERE (${storedAt} <= excluded.at OR ${isUnaware('alert_state', 'excluded')})
         AND (${isOver} OR ${isUnaware('excluded', 'alert_state')}) IS NOT TRUE`,
      [
        ...common(rows, id),
        rows.map(({ fingerprint }) => wellFormed(fingerprint)),
        rows.map(({ state }) => state.phase),
        rows.map(({ state }) => at(state.clearSince)),
      ],
    );
  }
}
