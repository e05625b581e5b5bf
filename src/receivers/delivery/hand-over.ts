// Brings messages that wait on this machine to Postgres, and learns there what became of them.
import type { Alert } from '../../domain/alert.ts';
import { NOTHING_SENT, type OutboxMessage } from '../../monitor/alerts/outbox.ts';
import { groupOfMark, isGroupFingerprint } from '../notification/group-identity.ts';
import { alertIn, messageOf, notificationKey } from '../notification/notification.ts';
import { createMissedEnds } from './missed-ends.ts';
import type { ReceiverContext } from './receiver.ts';

const LATE_MS = 15 * 60_000;

export interface HandOverOptions
  extends Pick<ReceiverContext, 'name' | 'local' | 'outbox' | 'clock' | 'alerts'> {
  /** How long a message that Postgres has taken rests here, in milliseconds: another replica may be sending it. */
  readonly leaseMs: number;
  /** From one look at what became of messages to the next, in milliseconds. */
  readonly lookEveryMs: number;
  /** Called with the ids of messages by which the receiver has already heard of beginnings that are brought. May reject. */
  readonly onTold: (messageIds: readonly string[]) => Promise<void>;
  /** See `Messenger`. @default false */
  readonly changesMessages?: boolean | undefined;
  /** See `Messenger`. @default false */
  readonly goesByEach?: boolean | undefined;
}

export interface HandOver {
  /** Brings once what waits; returns false while Postgres is away. Never rejects. */
  bring(): Promise<boolean>;
  /**
   * Picks the alerts that are to be told from here, too. An end older than a quarter of an hour was most likely told then.
   * Postgres is asked when it is there, and such an end is told only if Postgres knows its beginning.
   */
  fresh(news: readonly Alert[]): readonly Alert[];
  /** Takes in ends that are told only if Postgres knows their beginnings. */
  late(ends: readonly Alert[]): void;
}

export function createHandOver(options: HandOverOptions): HandOver {
  const { name: receiver, local, outbox, clock, leaseMs, lookEveryMs, onTold } = options;
  /** Ends that Postgres is asked about, by the keys of their beginnings. */
  const late = new Map<string, OutboxMessage>();
  const missedEnds = createMissedEnds(options);
  let lookedAt = Number.NEGATIVE_INFINITY;

  return {
    async bring() {
      try {
        const ends = [...late]; // read before the news, so that the news have those of their beginnings that wait here
        await bringConcluded();
        const news = local.unshared(receiver);
        if (news.length > 0) await bringNews(news);
        if (ends.length > 0) await bringLate(ends);
        await missedEnds.bring();
        if (news.length > 0 || clock.monotonic() - lookedAt >= lookEveryMs) {
          const shared = local.shared(receiver);
          if (shared.length > 0) await look(shared);
          lookedAt = clock.monotonic();
        }
        return true;
      } catch {
        missedEnds.away();
        return false; // the store reports that itself
      }
    },

    fresh(news) {
      const now = clock.now();
      const isLate = ({ phase, resolvedAt }: Alert) =>
        phase !== 'firing' && now - (resolvedAt ?? now) > LATE_MS;
      noteLate(news.filter(isLate));
      return news.filter((alert) => !isLate(alert));
    },

    late: noteLate,
  };

  function noteLate(ends: readonly Alert[]): void {
    for (const alert of ends)
      late.set(notificationKey(alert, 'fire'), messageOf(alert, 'resolve', receiver, clock.now()));
  }

  /** Comes first: no other replica must claim what has ended from here. */
  async function bringConcluded(): Promise<void> {
    const concluded = local.concluded(receiver);
    if (concluded.length === 0) return;
    await outbox.conclude(concluded);
    const { done = [], dead = [] } = Object.groupBy(concluded, ({ conclusion }) => conclusion.kind);
    local.drop(done, 'sent');
    local.drop(dead);
  }

  async function bringNews(news: readonly OutboxMessage[]): Promise<void> {
    await outbox.add(news);
    local.noteShared(news, leaseMs);
  }

  /**
   * Brings these ends, each with the key of its beginning. Nobody waits for an end whose beginning isn't known: the receiver
   * is new, or was told of both so long ago that they are forgotten.
   */
  async function bringLate(ends: readonly (readonly [string, OutboxMessage])[]): Promise<void> {
    const beginnings = ends.map(([beginning]) => beginning);
    const known = await outbox.knownByKey(receiver, beginnings);
    const heard = ends.filter(([beginning]) => known.has(beginning));
    if (heard.length > 0) await outbox.add(heard.map(([, end]) => end));
    for (const beginning of beginnings) late.delete(beginning);
  }

  /** Messages that nobody has sent yet stay here as well, for when Postgres goes away. */
  async function look(shared: readonly OutboxMessage[]): Promise<void> {
    const keys = shared.map(({ key }) => key);
    const known = await outbox.knownByKey(receiver, keys);
    const isLost = (key: string) => !known.has(key);
    const settled = shared.filter(({ key }) => !isLost(key) && known.get(key)?.state !== 'waiting');
    const begun = settled.filter(({ kind }) => kind === 'fire');
    const told = Map.groupBy(begun, ({ key }) => known.get(key)?.messageId ?? '');
    told.delete('');
    // Postgres may be away when these change or end. Then this machine tells both for members of a group, by the group. For a
    // single alert it tells the end, by that message: the replica that sent the message may not see it.
    const over = await episodesOver([...told.values()].flat());
    for (const [id, members] of told) {
      const lasting = members.filter(({ episode }) => !over.has(episode));
      if (groupOfMark(id)) local.keepMessageIds(lasting, id);
      else if (options.changesMessages && id !== NOTHING_SENT) local.keepIdOfOther(lasting.filter(isOne), id);
    }
    await onTold([...told.keys()]);
    const sent = settled.filter(({ key }) => known.get(key)?.state === 'done');
    // Episodes that ended elsewhere are in no group any more.
    local.keepMessageIds(
      sent.filter(({ kind }) => kind === 'resolve'),
      undefined,
    );
    // Postgres has dropped an update that it doesn't know: the alert has ended.
    local.drop(sent, 'sent');
    local.drop([...settled, ...shared.filter(({ key, kind }) => isLost(key) && kind === 'update')]);
    local.noteLost(shared.filter(({ key }) => isLost(key)));
  }

  /** The episodes of these beginnings whose ends were told, perhaps before a reload put their beginnings here again. */
  async function episodesOver(begun: readonly OutboxMessage[]): Promise<ReadonlySet<string>> {
    if (begun.length === 0) return new Set();
    const ends = begun.flatMap((message) => {
      const alert = alertIn(message);
      return alert ? { episode: message.episode, key: notificationKey(alert, 'resolve') } : [];
    });
    const known = await outbox.knownByKey(
      receiver,
      ends.map(({ key }) => key),
    );
    return new Set(ends.flatMap(({ episode, key }) => (known.get(key)?.state === 'done' ? episode : [])));
  }
}

/**
 * Whether a message is about a single alert. Of a group, other replicas may know members that fire, and would not tell them by
 * a message that has ended.
 */
function isOne({ alert }: OutboxMessage): boolean {
  return !isGroupFingerprint(alert);
}
