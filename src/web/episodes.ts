// Which of the database's episodes belong to the past. Used by pages and API alike; `views/episode.ts`
// is about a single one.
import type { Alert } from '../domain/alert.ts';
import type { Episode } from './sources.ts';

/** The episodes without those that last: their alerts fire now and are shown as that. */
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
