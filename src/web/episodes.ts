// Which of the database's episodes belong to the past. Used by pages and API alike; `views/episode.ts`
// is about a single one.
import type { Alert } from '../domain/alert.ts';
import { episodeOf, fingerprintOf } from '../monitor/alerts/episode.ts';
import type { Episode } from './sources.ts';

/** The names of those that last, which nobody needs to ask the database for. */
export function lastingEpisodes(alerts: readonly Alert[]): readonly string[] {
  return alerts.filter(({ phase }) => phase === 'firing').map(episodeOf);
}

/**
 * The episodes without those that last: their alerts fire now and are shown as that. Another replica may have named them
 * by another instant, so they are known by their labels.
 */
export function pastEpisodes(episodes: readonly Episode[], alerts: readonly Alert[]): readonly Episode[] {
  const firing = new Set(
    alerts.filter(({ phase }) => phase === 'firing').map(({ fingerprint }) => fingerprint),
  );
  return episodes.filter(
    ({ resolvedAt, labels }) => resolvedAt !== null || !firing.has(fingerprintOf(labels)),
  );
}
