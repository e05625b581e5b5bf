// One time that an alert fired, whether it lasts or is over, whoever knows it. Pure.
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
  /** As last evaluated while it lasts; as it was when it fired once it is over, `null` if the database doesn't tell. */
  readonly value: string | null;
  readonly threshold: string | null;
  readonly held: boolean;
}

/** The episode of that name among alerts that fire, or have ended since this process began. */
export function currentEpisode(alerts: readonly Alert[], id: string): EpisodeView | undefined {
  const alert = alerts.find((each) => each.firingAt !== null && episodeOf(each).startsWith(id));
  return alert && viewOf(alert);
}

/** The last time that it fired; `undefined` when it never has. */
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

/** One that is over, of an alert as it stands: that goes on to be evaluated, so what it says is of now, not of then. */
export function endedEpisode(view: EpisodeView): EpisodeView {
  return { ...view, annotations: {}, value: null, held: false };
}

/** As the database has it. */
export function storedEpisode(episode: Episode): EpisodeView {
  return { ...episode, annotations: {}, held: false };
}

/**
 * As its alert stands, which fires under another beginning: whoever told of this one didn't know yet that it lasted already.
 * `undefined` for one that is over, or doesn't fire here.
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

/** An alert that pends again has the instants of its last episode still. */
export function hasFired({ phase, firingAt }: Alert): boolean {
  return phase === 'firing' && firingAt !== null;
}
