// Selects the episodes of the database that belong to the past. Used by pages and API; `views/episode.ts` is about a
// single episode.
import type { Alert } from '../domain/alert.ts';
import { episodeOf, fingerprintOf } from '../monitor/alerts/episode.ts';
import type { Episode } from './sources.ts';

/** The ids of the episodes that last: nobody needs to ask the database for them. */
export function lastingEpisodes(alerts: readonly Alert[]): readonly string[] {
  return alerts.filter(({ phase }) => phase === 'firing').map(episodeOf);
}

/**
 * The episodes without those that last: their alerts fire now and are shown as alerts. Labels identify them, as another
 * replica may have given an episode another instant.
 */
export function pastEpisodes(episodes: readonly Episode[], alerts: readonly Alert[]): readonly Episode[] {
  const firing = new Set(
    alerts.filter(({ phase }) => phase === 'firing').map(({ fingerprint }) => fingerprint),
  );
  return episodes.filter(
    ({ resolvedAt, labels }) => resolvedAt !== null || !firing.has(fingerprintOf(labels)),
  );
}
