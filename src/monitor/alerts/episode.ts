// The identity of one time that an alert fires. It follows from the alert's labels and the instant at which it fired,
// so every replica and every restart makes the same, without asking anybody.
import { createHash } from 'node:crypto';
import type { Alert } from '../../domain/alert.ts';

const ID_LENGTH = 16;

type Fired = Pick<Alert, 'fingerprint' | 'firingAt'>;

/** 64 hexadecimal digits. */
export function episodeOf(alert: Fired): string {
  const known = episodes.get(alert);
  if (known !== undefined) return known;
  const { fingerprint, firingAt } = alert;
  const episode = createHash('sha256').update(`${fingerprint}|${firingAt}`).digest('hex');
  episodes.set(alert, episode);
  return episode;
}

/** Of alerts as they stand: each is the same object as long as it does, and is told again and again. */
const episodes = new WeakMap<Fired, string>();

/** The first 16 of them: the name of an episode's page. */
function episodeId(alert: Fired): string {
  return episodeOf(alert).slice(0, ID_LENGTH);
}

/** Whether a text could be the name of an episode's page. */
export function isEpisodeId(text: string): boolean {
  return /^[0-9a-f]{16}$/.test(text);
}

/** `/alerts/3f2a9c0d1b4e5f67`: the path of an episode's page, after the external URL. */
export function episodePath(alert: Fired): string {
  return `/alerts/${episodeId(alert)}`;
}

/** Whether an alert is what a replica reports of itself, by its fingerprint: it names a replica, and no account. */
export function isReport(fingerprint: string): boolean {
  return fingerprint.startsWith('alertname="') && fingerprint.includes(',replica="');
}

/** `account="acme-ug",alertname="PayoutFloatLow",…`: labels in sorted order, quoted; the identity of an alert. */
export function fingerprintOf(labels: Readonly<Record<string, string>>): string {
  return Object.keys(labels)
    .sort()
    .map((name) => `${name}=${JSON.stringify(labels[name])}`)
    .join(',');
}
