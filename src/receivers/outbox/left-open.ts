// Tells the end of alerts that a receiver keeps open although they are over. Replicas that couldn't ask Postgres may have told
// one alert both alone and in a group, one group under two names, or one alert again after another replica had ended it. The
// outbox then tells only one end. So each machine checks whether the alerts that it opened itself have been ended since.
import type { Alert } from '../../domain/alert.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { KnownMessage } from '../../monitor/alerts/outbox.ts';
import type { Messenger } from '../delivery/messenger.ts';
import type { DeliveryVerdict } from '../delivery/verdict.ts';
import type { Opened } from '../local/opened.ts';
import { isGroup } from '../notification/group.ts';
import { groupMark, ruleOf } from '../notification/group-identity.ts';
import { type Notification, notificationKey } from '../notification/notification.ts';
import { endOf, isTaken, type LeftOpen, type LeftOpenOptions, lasts } from './ends-left.ts';
import { createTakenBack } from './taken-back.ts';

const LOOK_EVERY_MS = 60_000;
const CROSSING_MS = 15_000; // two messages that are this close may have arrived in either order

/** For one receiver. If it keeps nothing open and changes no messages, there is nothing to end. */
export function createLeftOpen(
  messenger: Pick<Messenger, 'send' | 'keepsOpen' | 'changesMessages'>,
  options: LeftOpenOptions,
): LeftOpen {
  if (messenger.changesMessages) return createTakenBack(messenger, options);
  if (!messenger.keepsOpen) return { send: messenger.send, away() {}, end: async () => false };
  const { name, local, outbox, clock, alerts, onSent } = options;
  let lookedAt = clock.monotonic();

  return {
    send,

    away() {}, // not needed: it compares when this machine told of an alert with when others told its end

    async end() {
      if (clock.monotonic() - lookedAt < LOOK_EVERY_MS) return false;
      lookedAt = clock.monotonic();
      const opened = local.opened(name);
      if (opened.length > 0) await endOver(opened).catch(() => {}); // tried again at a later look
      return false; // this look has told all of them
    },
  };

  /** Notes the alert before it is sent: a process that dies in between may have opened it. */
  async function send(notification: Notification): Promise<DeliveryVerdict> {
    const { kind, alert } = notification;
    const ends = kind === 'resolve';
    const isNew = !ends && local.noteOpened(name, alert);
    const verdict = await messenger.send(notification);
    if (ends ? isTaken(verdict) : isNew && verdict.kind === 'permanent') local.noteClosed(name, alert);
    else if (!ends) local.noteOpened(name, alert); // the receiver was being told until now
    return verdict;
  }

  async function endOver(opened: readonly Opened[]): Promise<void> {
    const wanted = new Set(opened.map(({ alert }) => alert.fingerprint));
    const now = Map.groupBy(
      alerts().filter(({ fingerprint }) => wanted.has(fingerprint)), // a few of hundreds of thousands
      ({ fingerprint }) => fingerprint,
    );
    const silent = opened.filter(({ alert }) => !lasts(alert, now.get(alert.fingerprint)));
    if (silent.length === 0) return;
    const keys = silent.map(({ alert }) => notificationKey(alert, 'resolve'));
    const known = await outbox.knownByKey(name, keys);
    const coming = new Set(local.unshared(name).map(({ key }) => key)); // the usual way is about to take these
    for (const [i, one] of silent.entries()) {
      const ours = now.get(one.alert.fingerprint) ?? [];
      const end = known.get(keys[i]!);
      if (coming.has(keys[i]!)) continue;
      if (end?.state === 'waiting' || (!end && !(await isOver(one.alert, ours)))) continue;
      if (end && isEndedSince(one, end)) local.noteClosed(name, one.alert);
      else if (!(await tellEnd(endOf(one.alert, ours, clock.now())))) return;
    }
  }

  /** Whether an alert is over although Postgres has never heard of its end. */
  async function isOver(alert: Alert, ours: readonly Alert[]): Promise<boolean> {
    if (!isGroup(alert)) return ours.some(({ firingAt }) => (firingAt ?? 0) >= alert.firingAt!);
    const mark = groupMark({ ...alert, firingAt: alert.firingAt! });
    const { lasting, ended } = await outbox.membersOf(name, mark);
    if (lasting.length > 0 || ended.length > 0) return lasting.length === 0;
    // Postgres names no member before it is settled, and another replica may be about to settle some.
    return !alerts().some((one) => one.phase === 'firing' && !isGroup(one) && ruleOf(one) === ruleOf(alert));
  }

  function isEndedSince({ toldAt }: Opened, { takenMsAgo }: KnownMessage): boolean {
    return takenMsAgo !== null && clock.monotonic() - takenMsAgo > toldAt + CROSSING_MS;
  }

  async function tellEnd(alert: Alert): Promise<boolean> {
    const [key, episode] = [notificationKey(alert, 'resolve'), episodeOf(alert)];
    const verdict = await send({ kind: 'resolve', alert, key, episode, messageId: null });
    onSent(verdict);
    return isTaken(verdict);
  }
}
