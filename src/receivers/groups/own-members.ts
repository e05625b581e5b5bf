// Remembers which episodes this process has taken into groups. Postgres may not know some: they were told while it was away and
// were more than this machine keeps for it, or it has forgotten them, as after a failover. This process brings those again.
import type { Alert } from '../../domain/alert.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { ClaimedMessage } from '../../monitor/alerts/outbox.ts';
import type { ReceiverContext } from '../delivery/receiver.ts';
import { alertIn, messageOf, notificationKey } from '../notification/notification.ts';

export interface OwnMembers {
  /** Takes in that these episodes were told with the group of that mark. */
  joined(mark: string, episodes: readonly string[]): void;
  /** The mark of the group into which an episode was taken. */
  markOf(episode: string): string | undefined;
  /**
   * Brings Postgres the beginnings of a group's firing members that are not `known` and that it has never heard of. Returns
   * their episodes. Rejects when Postgres is away.
   */
  bring(mark: string, known: readonly string[]): Promise<readonly string[]>;
  /**
   * Adds the marks to claimed ends whose beginnings Postgres had never heard of, and brings it these beginnings. Rejects when
   * Postgres is away.
   */
  withMarks(claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]>;
  /** Takes in that the group is over. */
  forget(mark: string): void;
}

interface Taken {
  readonly episodes: Set<string>;
  /** Those that were told in another way, too, as Postgres knows. */
  readonly elsewhere: Set<string>;
}

/** For one receiver. */
export function createOwnMembers({
  name,
  outbox,
  alerts,
}: Pick<ReceiverContext, 'name' | 'outbox' | 'alerts'>): OwnMembers {
  const groups = new Map<string, Taken>();
  return {
    joined(mark, episodes) {
      const taken = groups.get(mark) ?? { episodes: new Set(), elsewhere: new Set() };
      groups.set(mark, taken);
      for (const episode of episodes) taken.episodes.add(episode);
    },

    markOf,

    async bring(mark, known) {
      const taken = groups.get(mark);
      const others = new Set([...known, ...(taken?.elsewhere ?? [])]);
      const unknown = new Set([...(taken?.episodes ?? [])].filter((episode) => !others.has(episode)));
      if (!taken || unknown.size === 0) return [];
      const firing = alerts().filter((alert) => alert.phase === 'firing' && unknown.has(episodeOf(alert)));
      const brought = await bringBeginnings(mark, firing);
      const news = new Set(brought);
      for (const episode of firing.map(episodeOf)) if (!news.has(episode)) taken.elsewhere.add(episode);
      return brought;
    },

    async withMarks(claimed) {
      const isUnmarked = ({ kind, messageId, episode }: ClaimedMessage) =>
        kind === 'resolve' && messageId === null && markOf(episode) !== undefined;
      const marks = new Map<string, string>();
      for (const [mark, ends] of Map.groupBy(claimed.filter(isUnmarked), ({ episode }) => markOf(episode)!)) {
        const brought = await bringBeginnings(
          mark,
          ends.flatMap((end) => alertIn(end) ?? []),
        );
        for (const episode of brought) marks.set(episode, mark);
      }
      return claimed.map((each) => ({
        ...each,
        messageId: each.messageId ?? marks.get(each.episode) ?? null,
      }));
    },

    forget: (mark) => void groups.delete(mark),
  };

  function markOf(episode: string): string | undefined {
    return [...groups].find(([, { episodes }]) => episodes.has(episode))?.[0];
  }

  async function bringBeginnings(mark: string, members: readonly Alert[]): Promise<readonly string[]> {
    if (members.length === 0) return [];
    const keys = members.map((alert) => notificationKey(alert, 'fire'));
    const known = await outbox.knownByKey(name, keys);
    const unheard = members.filter((_, i) => !known.has(keys[i]!));
    const conclusion = { kind: 'done', messageId: mark, untaken: true } as const;
    await outbox.conclude(unheard.map((alert) => ({ ...beginningOf(alert), conclusion })));
    return unheard.map(episodeOf);
  }

  function beginningOf(alert: Alert) {
    return messageOf({ ...alert, phase: 'firing', resolvedAt: null }, 'fire', name, alert.firingAt!);
  }
}
