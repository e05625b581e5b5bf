// Corrects messages that show an ended alert as firing. While Postgres is away, a replica that hasn't seen the alert end may
// change a message to "firing" after another replica has changed it to "ended"; and the outbox says that the end was told. So a
// replica that told of an alert while it could not ask, or before others had reported what they told, or when its lease may have
// been over, changes the message once more when the alert is over, also after a reload or a restart. So does a replica that told
// the end while it alone could not ask, if another has changed the message since, or has a message of its own about it.
import { NOTHING_SENT, type NotificationKind } from '../../monitor/alerts/outbox.ts';
import type { Messenger } from '../delivery/messenger.ts';
import type { DeliveryVerdict } from '../delivery/verdict.ts';
import type { Changeable } from '../local/unsure.ts';
import { briefly } from '../notification/group.ts';
import { groupOfMark } from '../notification/group-identity.ts';
import { type Notification, notificationKey } from '../notification/notification.ts';
import { endOf, isTaken, type LeftOpen, type LeftOpenOptions, lasts } from './ends-left.ts';

const SAID_WITHIN_MS = 20_000; // until others have reported what they told: a request takes ten to fail, the next follows in five
const SENT_WITHIN_MS = 15_000; // as much as is left of a lease when a message goes out
const SLEPT_MS = 1_000; // a smaller step of the wall clock is NTP's correction
const MAX_ENDED = 10_000;
const MAX_PAUSE_MS = 5 * 60_000; // as at most between two attempts to send a message

/** A time by both clocks. */
interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/** For one receiver whose messages are changed. */
export function createTakenBack(
  messenger: Pick<Messenger, 'send'>,
  { name, local, outbox, clock, lookEveryMs = 5_000, alerts, onSent }: LeftOpenOptions,
): LeftOpen {
  /**
   * Alerts told from here while Postgres was away, or while others may not have reported their end, and not ended from here
   * since.
   */
  const told = () => local.unsure(name);
  let lookedAt = Number.NEGATIVE_INFINITY;
  let awayAt = clock.monotonic(); // as far as is known: it may have been away before a reload or a restart
  /** How far the wall clock is ahead of the monotonic one, which stands still while the machine sleeps. */
  const aheadMs = () => clock.now() - clock.monotonic();
  /** The same when the present round began: what was claimed since may be told by others if the machine sleeps. */
  let awakeMs = aheadMs();
  let mayBeMore = false;
  let failures = 0; // in a row
  /** Episodes whose ends the chat hasn't taken. The others come first: it may be that one message can't be changed. */
  const refused = new Set<string>();
  /** What was told last, if Postgres was there then, as it seemed. The next look, or the next message, shows that it was. */
  let last: Changeable | undefined;
  /** By episode, the ends that were told while Postgres was away, perhaps for this replica alone, and since when. */
  const endedAlone = new Map<string, { readonly told: Changeable; readonly since: Moment }>();

  return {
    async send(notification, alone = false) {
      const isUnsure = alone || isJustBack();
      const since: Moment = { wall: clock.now(), monotonic: clock.monotonic() };
      const verdict = await messenger.send(notification);
      const hasSlept = aheadMs() - awakeMs > SLEPT_MS; // before, or while it was being sent
      note(notification, verdict, isUnsure || hasSlept || msSince(since) > SENT_WITHIN_MS);
      if (alone && verdict.kind === 'done') noteEnd(notification, since);
      return verdict;
    },

    away() {
      awayAt = clock.monotonic();
      if (last) local.noteUnsure(name, last);
      last = undefined;
    },

    async end() {
      last = undefined; // it was settled
      awakeMs = aheadMs();
      if (endedAlone.size > 0 && !isJustBack()) await findChanged().catch(() => {}); // tried again in the next round
      if (told().size === 0) return false;
      const pauseMs = Math.min(MAX_PAUSE_MS, lookEveryMs * 2 ** Math.max(0, failures - 1));
      if (clock.monotonic() - lookedAt < pauseMs) return mayBeMore;
      lookedAt = clock.monotonic();
      mayBeMore = await endOver().catch(() => false); // tried again at the next look
      return mayBeMore;
    },
  };

  /** At least so much later: the monotonic clock stands still while the machine sleeps, and the wall clock may be set back. */
  function msSince({ wall, monotonic }: Moment): number {
    return Math.max(clock.now() - wall, clock.monotonic() - monotonic);
  }

  function isJustBack(): boolean {
    return clock.monotonic() - awayAt < SAID_WITHIN_MS;
  }

  function noteEnd({ messageId, ...notification }: Notification, since: Moment): void {
    const { kind, episode, alert } = notification;
    if (kind !== 'resolve' || messageId === null) return;
    endedAlone.set(episode, { told: { ...notification, alert: briefly(alert), messageId }, since });
    if (endedAlone.size > MAX_ENDED) endedAlone.delete(endedAlone.keys().next().value!);
  }

  /**
   * Finds the messages that others have changed since their ends were told from here, and those of other replicas about the same
   * beginnings, which nobody has ended. By now Postgres knows these ends.
   */
  async function findChanged(): Promise<void> {
    const ends = [...endedAlone.values()];
    const keysOf = (kind: NotificationKind) => ends.map(({ told }) => notificationKey(told.alert, kind));
    const [begun, changes] = [keysOf('fire'), keysOf('update')];
    const known = await outbox.knownByKey(name, [...begun, ...changes]);
    for (const [i, { told, since }] of ends.entries()) {
      const change = known.get(changes[i]!);
      // One that isn't known to be taken may be: by now its end has settled it.
      const isChanged = change && (change.takenMsAgo ?? 0) <= msSince(since);
      const others = otherIds(known.get(begun[i]!)?.messageId ?? '', told.messageId);
      const messageId = [...(isChanged ? [told.messageId] : []), ...others].join('\n');
      if (messageId !== '') local.noteUnsure(name, { ...told, messageId });
      endedAlone.delete(told.episode);
    }
  }

  function note(notification: Notification, verdict: DeliveryVerdict, isUnsure: boolean): void {
    const { kind, episode } = notification;
    last = undefined;
    if (kind === 'resolve') {
      if (isTaken(verdict)) local.noteSure(name, episode);
      return;
    }
    // By now it may be another message. An attempt that failed may have changed it, too: the answer was lost, or it is one of two.
    const messageId = (verdict.kind === 'done' ? verdict.messageId : undefined) ?? notification.messageId;
    if (messageId === null) return;
    if (isUnsure || told().has(episode)) local.noteUnsure(name, { ...notification, messageId });
    else last = { ...notification, messageId };
  }

  async function endOver(): Promise<boolean> {
    const ones = [...told().values()];
    const keys = ones.map(({ alert }) => notificationKey(alert, 'resolve'));
    const known = await outbox.knownByKey(name, keys);
    // While an end waits, or Postgres doesn't know it yet, somebody will still tell it by that message.
    const ended = ones.filter((_, i) => (known.get(keys[i]!)?.state ?? 'waiting') !== 'waiting');
    if (ended.length === 0) return false;
    const wanted = new Set(ended.map(({ alert }) => alert.fingerprint));
    const now = Map.groupBy(
      alerts().filter(({ fingerprint }) => wanted.has(fingerprint)), // a few of hundreds of thousands
      ({ fingerprint }) => fingerprint,
    );
    const over = nextOf(ended.filter(({ alert }) => !lasts(alert, now.get(alert.fingerprint))));
    if (!over) return false;
    const alert = endOf(over.alert, now.get(over.alert.fingerprint) ?? [], clock.now());
    failures++;
    refused.add(over.episode); // at first: to send it may throw
    const verdict = await messenger.send({ ...over, kind: 'update', alert }); // an update: the end was announced already
    onSent(verdict);
    if (!isTaken(verdict)) return true;
    failures = 0;
    refused.delete(over.episode);
    local.noteSure(name, over.episode);
    return true; // one at a time: providers limit the rate
  }

  function nextOf(over: readonly Changeable[]): Changeable | undefined {
    const next = over.find(({ episode }) => !refused.has(episode));
    if (!next) refused.clear();
    return next ?? over[0];
  }
}

/** The ids of messages about a single beginning, a line each, without `ours`. */
function otherIds(ids: string, ours: string): readonly string[] {
  const known = new Set(['', NOTHING_SENT, ...ours.split('\n')]);
  return ids.split('\n').filter((id) => !known.has(id) && !groupOfMark(id));
}
