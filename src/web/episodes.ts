// Which of the database's episodes belong to the past. Used by pages and API alike; `views/episode.ts`
// is about a single one.
import type { Alert } from '../domain/alert.ts';
import { episodeOf } from '../monitor/alerts/episode.ts';
import type { Episode } from './sources.ts';

/** The names of those that last, which nobody needs to ask the database for. */
export function lastingEpisodes(alerts: readonly Alert[]): readonly string[] {
  return alerts.filter(({ phase }) => phase === 'firing').map(episodeOf);
}

/**
 * The episodes without those that last: their alerts fire now and are shown as that. Another replica may have named them
 * by another instant, so they are known by what they are about.
 */
export function pastEpisodes(episodes: readonly Episode[], alerts: readonly Alert[]): readonly Episode[] {
  const firing = new Set(alerts.filter(({ phase }) => phase === 'firing').map(identityOf));
  return episodes.filter((episode) => episode.resolvedAt !== null || !firing.has(identityOf(episode)));
}

function identityOf({
  rule,
  severity,
  account,
  currency,
  walletType,
}: Pick<Episode, 'rule' | 'severity' | 'account' | 'currency' | 'walletType'>): string {
  return JSON.stringify([rule, severity, account, currency, walletType]);
}
