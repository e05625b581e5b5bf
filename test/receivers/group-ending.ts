// A group over a queue that names its members as told, what it is asked and told, and what is sent.
import type { Alert } from '../../src/domain/alert.ts';
import { episodeOf } from '../../src/monitor/alerts/episode.ts';
import type { Members, MessageQueue } from '../../src/monitor/alerts/outbox.ts';
import type { DeliveryVerdict } from '../../src/receivers/delivery/verdict.ts';
import { createGroupEnds } from '../../src/receivers/groups/group-ends.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { type GroupAlert, groupAlert } from '../../src/receivers/notification/group.ts';
import { groupMark, identityOf } from '../../src/receivers/notification/group-identity.ts';
import {
  messageOf,
  type Notification,
  notificationKey,
} from '../../src/receivers/notification/notification.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, memoryShelf } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

export const NOON = Date.parse('2026-03-02T12:00:00Z');
export const { alertsOf } = alertsSince(NOON);
export const [a, b, c] = alertsOf(3) as [Alert, Alert, Alert];
const IDENTITY = identityOf([a]);
export const MARK = groupMark(IDENTITY);
export const [ofA, ofB, ofC] = [episodeOf(a), episodeOf(b), episodeOf(c)];
export const over = (alert: Alert, afterMs = 1_000): Alert => ({
  ...{ ...alert, phase: 'inactive', resolvedAt: NOON + afterMs },
});
export const groupOf = (firing: readonly Alert[], untold: readonly Alert[] = []): GroupAlert =>
  groupAlert(IDENTITY, { firing, ended: untold, untold, total: firing.length + untold.length });
export const NONE: Members = { lasting: [], ended: [], untold: new Map() };
export const bodies = (...ends: readonly Alert[]) =>
  new Map(ends.map((end) => [episodeOf(end), JSON.stringify({ alert: end })]));

/** The ends of groups, over Postgres or over this machine alone, which names these members. */
export function ends({ here = false, goesByEach = false, now = [] as readonly Alert[] } = {}) {
  const it = {
    members: NONE as Members | Error,
    noted: [] as (readonly string[])[],
    brought: [] as readonly string[],
    asked: [] as (readonly string[])[],
    joinedOwn: [] as (readonly string[])[],
    gone: [] as string[],
    verdicts: [] as DeliveryVerdict[],
    sent: [] as Notification[],
    canNote: true,
  };
  const queue: MessageQueue = {
    ...sharedOutbox(),
    async membersOf() {
      if (it.members instanceof Error) throw it.members;
      return it.members;
    },
    async noteTold(_, __, episodes) {
      it.noted.push(episodes);
      if (!it.canNote) throw new Error('away');
    },
  };
  const local = createLocalOutbox(memoryShelf(), handClock(NOON));
  const outbox = { ...sharedOutbox(), ...queue };
  const groups = createGroupEnds({
    ...{ name: 'ops', local, outbox, goesByEach, alerts: () => now },
    own: {
      joined: (_, episodes) => void it.joinedOwn.push(episodes),
      async bring(_, known) {
        it.asked.push(known);
        return it.brought;
      },
      forget: (mark) => void it.gone.push(mark),
    },
  });
  const from = here ? queue : outbox;
  return Object.assign(it, {
    ...{ groups, from },
    join: (...alerts: readonly Alert[]) =>
      groups.joined(
        MARK,
        alerts.map((alert) => messageOf(alert, alert.phase === 'firing' ? 'fire' : 'resolve', 'ops', NOON)),
      ),
    async known(queue = from) {
      const { lasting, ended, ends, untold } = await groups.membersOf(queue, MARK);
      return { lasting: [...lasting], ended: [...ended], ends, untold };
    },
    /** Sends it; returns the verdict. What was sent is in `sent`, and each is answered in turn, at last with success. */
    async send(kind: Notification['kind'], alert: Alert) {
      it.sent.length = 0;
      const [key, episode] = [notificationKey(alert, kind), episodeOf(alert)];
      return await groups.send(from, { kind, alert, key, episode, messageId: null }, async (notification) => {
        it.sent.push(notification);
        return it.verdicts.shift() ?? { kind: 'done' };
      });
    },
    listed: () => it.sent.map(({ alert }) => (alert as GroupAlert).group.alerts.map(episodeOf)),
  });
}
