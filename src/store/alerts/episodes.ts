// Reads episodes of alerts, for people who look for one.
import type { Instant } from '../../domain/observation.ts';
import type { Episode } from '../../domain/past.ts';
import type { Schema } from '../postgres/connection.ts';
import { iso } from '../postgres/encode.ts';
import type { Queryable } from '../postgres/pool.ts';
import { among, readChosenIds } from '../queries/account-ids.ts';
import { type EpisodeRow, episodeOf } from './alert-rows.ts';

/** An end that is dated later than this from now says nothing of other episodes. Clocks differ by seconds. */
export const AHEAD = '1 minute';
const MAX_UNNAMED = 5_000; // of episodes that were written before episodes had a name

export interface EpisodeQuery {
  /** Only episodes that lasted at some instant from here on; absent: all. */
  readonly since?: Instant;
  /** Only episodes that fired before this. */
  readonly until?: Instant;
  /** Absent: every account. */
  readonly account?: string;
  /**
   * Only these accounts; empty: every account.
   *
   * @default none
   */
  readonly accounts?: readonly string[];
  readonly currency?: string;
  readonly walletType?: string;
  /** The rule's name. */
  readonly rule?: string;
  /**
   * Names of episodes to leave out; others take their places.
   *
   * @default none
   */
  readonly without?: readonly string[];
  /**
   * The greatest number of episodes; the newest are returned.
   *
   * @default 1000
   */
  readonly most?: number;
}

const COLUMNS = `a.name, e.episode, e.rule, e.severity, e.currency, e.wallet_type, e.pending_at, e.firing_at, e.resolved_at,
  e.value, e.threshold, e.labels`;

/** Episodes, the newest first. */
export async function readEpisodes(
  db: Queryable,
  schema: Schema,
  {
    since,
    until,
    account,
    accounts = [],
    currency,
    walletType,
    rule,
    without = [],
    most = 1_000,
  }: EpisodeQuery,
): Promise<readonly Episode[]> {
  const isNobody = account !== undefined && accounts.length > 0 && !accounts.includes(account);
  const ids = isNobody
    ? undefined
    : await readChosenIds(db, schema, account === undefined ? accounts : [account]);
  if (!ids) return [];
  const rows = await db.query<EpisodeRow>(
    `SELECT ${COLUMNS} FROM ${schema}.alert_episode e JOIN ${schema}.account a ON a.account_id = e.account_id
     WHERE ($1::timestamptz IS NULL OR e.resolved_at IS NULL OR e.resolved_at >= $1)
       AND ${among(ids, 'e.account_id', 2)} AND ($4::timestamptz IS NULL OR e.firing_at < $4)
       AND ($5::text IS NULL OR e.currency = $5) AND ($6::text IS NULL OR e.wallet_type = $6)
       AND ($7::text IS NULL OR e.rule = $7) AND (e.episode IS NULL OR e.episode <> ALL($8::text[]))
     ORDER BY e.firing_at DESC, a.name, e.rule LIMIT $3`,
    [
      ...[since === undefined ? null : iso(since), ids, most],
      ...[
        until === undefined ? null : iso(until),
        currency ?? null,
        walletType ?? null,
        rule ?? null,
        without,
      ],
    ],
  );
  return rows.map(episodeOf);
}

/** The episode whose name begins with these 16 digits; `undefined` when none is known. */
export async function readEpisode(db: Queryable, schema: Schema, id: string): Promise<Episode | undefined> {
  const from = `FROM ${schema}.alert_episode e JOIN ${schema}.account a ON a.account_id = e.account_id`;
  const [found] = await db.query<EpisodeRow>(`SELECT ${COLUMNS} ${from} WHERE left(e.episode, 16) = $1`, [
    id,
  ]);
  if (found) return episodeOf(found);
  const unnamed = await db.query<EpisodeRow>(
    `SELECT ${COLUMNS} ${from} WHERE e.episode IS NULL ORDER BY e.firing_at DESC LIMIT ${MAX_UNNAMED}`,
  );
  return unnamed.map(episodeOf).find(({ episode }) => episode.startsWith(id));
}

interface Named {
  readonly accountIds: readonly (number | undefined)[];
  /** Of episodes. */
  readonly names: readonly string[];
}

/** An episode that is over. */
export interface Over {
  readonly resolvedAt: Instant;
  /**
   * Whether another of the same alert began later. Only a machine that was away for long would open such an episode anew, or
   * make it longer: then the rows of an alert would overlap.
   */
  readonly followed: boolean;
  /** Whether a clock that was ahead has dated the end: it was stored more than {@link AHEAD} before it. */
  readonly ahead: boolean;
}

/** Those of these episodes that are over, by name. */
export async function readOver(
  db: Queryable,
  schema: Schema,
  { accountIds, names }: Named,
): Promise<ReadonlyMap<string, Over>> {
  const rows = await db.query<{
    readonly episode: string;
    readonly resolved_at: Date;
    readonly followed: boolean;
    readonly ahead: boolean;
  }>(
    `SELECT e.episode, e.resolved_at, e.resolved_at > e.at + interval '${AHEAD}' AS ahead,
       EXISTS (SELECT FROM ${schema}.alert_episode later WHERE later.account_id = e.account_id
         AND later.alert = e.alert AND later.firing_at > e.firing_at) AS followed
     FROM ${schema}.alert_episode e WHERE e.account_id = ANY($1::int[])
       AND left(e.episode, 16) = ANY($2::text[]) AND e.episode = ANY($3::text[]) AND e.resolved_at IS NOT NULL`,
    [accountIds, names.map((name) => name.slice(0, 16)), names],
  );
  return new Map(
    rows.map(({ episode, resolved_at: at, ...known }) => [episode, { ...known, resolvedAt: at.getTime() }]),
  );
}
