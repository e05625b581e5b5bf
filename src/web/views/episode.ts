// One episode of an alert, lasting or over, whether this process or the database knows it. Pure.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { episodeOf, fingerprintOf } from '../../monitor/alerts/episode.ts';
import type { Episode, WalletName } from '../sources.ts';

/** An episode as its page shows it. */
export interface EpisodeView extends WalletName {
  readonly episode: string;
  readonly rule: string;
  readonly severity: string;
  readonly labels: Readonly<Record<string, string>>;
  /** What the alert says of itself while it lasts; empty once it is over. */
  readonly annotations: Readonly<Record<string, string>>;
  readonly pendingAt: Instant | null;
  readonly firingAt: Instant;
  /** `null` while it lasts. */
  readonly resolvedAt: Instant | null;
  /**
   * While it lasts, the value of now; once it is over, the value with which it fired, or `null` if the database has none.
   */
  readonly value: string | null;
  readonly threshold: string | null;
  readonly held: boolean;
}

/** The episode whose id begins so, among alerts that fire, or have ended since this process started. */
export function currentEpisode(alerts: readonly Alert[], id: string): EpisodeView | undefined {
  const alert = alerts.find((each) => each.firingAt !== null && episodeOf(each).startsWith(id));
  return alert && viewOf(alert);
}

/** The alert's latest episode; `undefined` when it has never fired. */
export function viewOf(alert: Alert): EpisodeView | undefined {
  if (alert.firingAt === null) return undefined;
  const { rule, severity, account, currency, walletType, labels, annotations, pendingAt } = alert;
  const { firingAt, value, threshold, held } = alert;
  return {
    ...{ episode: episodeOf(alert), rule, severity, account, currency, walletType, labels, annotations },
    ...{ pendingAt, firingAt, value, threshold, held },
    resolvedAt: alert.phase === 'firing' ? null : alert.resolvedAt,
  };
}

/** A past episode, from its alert. The alert is still evaluated, so what it says is of now: that is left out. */
export function endedEpisode(view: EpisodeView): EpisodeView {
  return { ...view, annotations: {}, value: null, held: false };
}

/** The episode as the database has it. */
export function storedEpisode(episode: Episode): EpisodeView {
  return { ...episode, annotations: {}, held: false };
}

/**
 * The episode as its alert stands, which fires here with another beginning: the process that stored this one didn't know
 * yet that the alert already lasted. `undefined` for an episode that is over, or doesn't fire here.
 */
export function lastingEpisode(
  alerts: readonly Alert[],
  { episode, labels, resolvedAt }: Episode,
): EpisodeView | undefined {
  if (resolvedAt !== null) return undefined;
  const fingerprint = fingerprintOf(labels);
  const alert = alerts.find((each) => hasFired(each) && each.fingerprint === fingerprint);
  const view = alert && viewOf(alert);
  return view && { ...view, episode };
}

/** Whether an alert fires: a pending alert still has the instants of its last episode. */
export function hasFired({ phase, firingAt }: Alert): boolean {
  return phase === 'firing' && firingAt !== null;
}
