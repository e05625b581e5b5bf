// Makes the identity of an episode from the alert's labels and the instant at which it fired. So every replica makes the
// same one, also after a restart.
import { createHash } from 'node:crypto';
import type { Alert } from '../../domain/alert.ts';
import type { SavedAlert } from './ports.ts';

const ID_LENGTH = 16;

type Fired = Pick<Alert, 'fingerprint' | 'firingAt'>;

/** The identity of an alert's episode: 64 hexadecimal digits. */
export function episodeOf(alert: Fired): string {
  const known = episodes.get(alert);
  if (known !== undefined) return known;
  const { fingerprint, firingAt } = alert;
  const episode = createHash('sha256').update(`${fingerprint}|${firingAt}`).digest('hex');
  episodes.set(alert, episode);
  return episode;
}

/** The identity of the episode of a remembered state. */
export function episodeOfSaved({ fingerprint, state }: Pick<SavedAlert, 'fingerprint' | 'state'>): string {
  return episodeOf({ fingerprint, firingAt: state.firingAt });
}

/** By alert: an alert that does not change is the same object, and is asked for again and again. */
const episodes = new WeakMap<Fired, string>();

/**
 * The states by which the episodes of these alerts are stored, of two that say the same of one episode the fuller one last. A
 * pending alert that fired before tells the end of that episode: on a disk, where each alert has one state, nothing else does.
 */
export function episodesIn(alerts: readonly SavedAlert[]): readonly SavedAlert[] {
  const [pending, others] = [[] as SavedAlert[], [] as SavedAlert[]];
  for (const alert of alerts) (alert.state.phase === 'pending' ? pending : others).push(alert);
  const before = pending.flatMap((alert): SavedAlert[] => {
    const { state } = alert;
    if (state.resolvedAt === null) return [];
    return [{ ...alert, state: { ...state, phase: 'inactive', pendingAt: null, at: state.resolvedAt } }];
  });
  return [...before, ...others].filter(({ state }) => state.firingAt !== null);
}

/** The first 16 digits: the name of an episode's page. */
function episodeId(alert: Fired): string {
  return episodeOf(alert).slice(0, ID_LENGTH);
}

/** Whether a text could be the name of an episode's page. */
export function isEpisodeId(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}

/** The path of an episode's page, after the external URL: `/alerts/3f2a9c0d1b4e5f67`. */
export function episodePath(alert: Fired): string {
  return `/alerts/${episodeId(alert)}`;
}

/** Whether a fingerprint is of a report of a replica about itself: it names a replica and no account. */
export function isReport(fingerprint: string): boolean {
  return fingerprint.startsWith('alertname="') && fingerprint.includes(',replica="');
}

/** The identity of an alert, its labels in sorted order: `account="acme-ug",alertname="PayoutFloatLow",…`. */
export function fingerprintOf(labels: Readonly<Record<string, string>>): string {
  return Object.keys(labels)
    .sort()
    .map((name) => `${name}=${JSON.stringify(labels[name])}`)
    .join(',');
}
