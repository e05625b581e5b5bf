// Remembers which members of groups this process told to fire while Postgres was away. Another replica may have told their
// ends before: then the receiver takes these alerts for firing again, and Postgres says that their ends were told.
import type { Alert } from '../../domain/alert.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { Members } from '../../monitor/alerts/outbox.ts';
import type { GroupAlert } from '../notification/group.ts';
import { type Notification, toldAfter } from '../notification/notification.ts';

/** For one receiver; each group by its mark. */
export interface ToldAlone {
  /** Takes in a message about a group that was sent while Postgres was away, whether it arrived or not. */
  sent(mark: string, notification: Notification): void;
  /** Whether the end of that episode may have been taken back from here. */
  has(mark: string, episode: string): boolean;
  /** Those of these alerts that are over, and whose ends have to be told again although Postgres counts them as told. */
  takenBack(
    mark: string,
    known: Pick<Members, 'ended' | 'untold'>,
    alerts: () => readonly Alert[],
  ): readonly Alert[];
  /** The message of the group's end, under another key if the receiver may have heard it before, and would drop it. */
  ending(mark: string, notification: Notification): Notification;
  /** Takes in that the receiver has heard the group's end from here. */
  over(mark: string): void;
}

interface Told {
  readonly episodes: Set<string>;
  /** The key of the last message that said that members fire. */
  lastKey: string;
}

export function createToldAlone(): ToldAlone {
  const groups = new Map<string, Told>();
  return {
    sent(mark, { alert, key }) {
      const firing = (alert as GroupAlert).group.alerts.filter(({ phase }) => phase === 'firing');
      if (firing.length === 0) return;
      const told = groups.get(mark) ?? { episodes: new Set(), lastKey: key };
      groups.set(mark, Object.assign(told, { lastKey: key }));
      for (const one of firing) told.episodes.add(episodeOf(one));
    },

    has: (mark, episode) => groups.get(mark)?.episodes.has(episode) ?? false,

    takenBack(mark, { ended, untold }, alerts) {
      const told = groups.get(mark);
      if (!told) return [];
      const over = new Set(ended.filter((episode) => told.episodes.has(episode) && !untold.has(episode)));
      return alerts().filter((alert) => alert.phase !== 'firing' && over.has(episodeOf(alert)));
    },

    ending(mark, notification) {
      const told = groups.get(mark);
      return told ? toldAfter(notification, told.lastKey) : notification;
    },

    over: (mark) => void groups.delete(mark),
  };
}
