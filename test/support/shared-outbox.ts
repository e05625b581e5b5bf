import {
  NOTHING_SENT,
  type Outbox,
  type OutboxMessage,
  TOLD_TOGETHER,
} from '../../src/monitor/alerts/outbox.ts';

interface KeptMessage extends OutboxMessage {
  state: 'waiting' | 'done' | 'dead';
  dueAt: number;
  attempts: number;
  messageId: string | null;
  /** By the monotonic clock; `null`: nobody was sent it. */
  takenAt: number | null;
}

export interface SharedOutbox extends Outbox {
  away: boolean;
  /** It answers what is asked of it and takes nothing, as a standby does. */
  readOnly: boolean;
  readonly messages: Map<string, KeptMessage>;
}

/** An outbox in memory that several receivers may share, and that can be away. */
export function sharedOutbox(): SharedOutbox {
  const messages = new Map<string, KeptMessage>();
  const waiting = (receiver: string) =>
    [...messages.values()].filter((each) => each.receiver === receiver && each.state === 'waiting');
  const firsts = (receiver: string) => [
    ...new Map(
      waiting(receiver)
        .reverse()
        .map((each) => [each.alert, each]),
    ).values(),
  ];
  const fresh = { state: 'waiting', dueAt: 0, attempts: 0, messageId: null, takenAt: null } as const;
  /** What waits of the episodes whose ends these are. */
  const settleRest = (ends: readonly Pick<OutboxMessage, 'receiver' | 'episode'>[]) => {
    const over = new Set(ends.map(({ receiver, episode }) => `${receiver} ${episode}`));
    for (const each of messages.values())
      if (each.kind !== 'resolve' && each.state === 'waiting' && over.has(`${each.receiver} ${each.episode}`))
        each.state = 'done';
  };
  const isOver = ({ receiver, episode }: OutboxMessage) =>
    [...messages.values()].some(
      (each) => each.receiver === receiver && each.episode === episode && each.kind === 'resolve',
    );
  /** What the receiver calls messages, by their episodes. */
  const idsOf = (receiver: string) =>
    new Map(
      [...messages.values()].flatMap((each) =>
        each.receiver === receiver && each.messageId !== null ? [[each.episode, each.messageId]] : [],
      ),
    );
  const shared: SharedOutbox = {
    away: false,
    readOnly: false,
    messages,
    async add(added) {
      takes();
      for (const message of added) {
        if (message.kind === 'update' && isOver(message)) continue;
        const known = messages.get(nameOf(message));
        const replaces = message.kind === 'update' && known?.body !== message.body;
        if (!known || known.state === 'dead' || replaces)
          messages.set(nameOf(message), { ...message, ...fresh });
      }
    },
    async conclude(concluded) {
      takes();
      for (const { conclusion, ...message } of concluded) {
        const messageId = conclusion.kind === 'done' ? (conclusion.messageId ?? null) : null;
        const known = messages.get(nameOf(message));
        const isTaken = conclusion.kind === 'done' && !conclusion.untaken;
        const isOwn = isTaken && message.kind === 'fire' && known?.takenAt === null;
        if (known?.state === 'done' && !isOwn) {
          const ids = known.messageId?.split('\n') ?? [];
          const isSecond = isTaken && message.kind === 'fire' && known.takenAt !== null;
          if (isSecond && messageId !== null && !ids.includes(messageId))
            known.messageId = [...ids, messageId].join('\n');
          continue;
        }
        const takenAt = isTaken ? performance.now() : null;
        messages.set(nameOf(message), { ...message, ...fresh, messageId, takenAt, state: conclusion.kind });
      }
      settleRest(
        concluded.filter(({ kind, conclusion }) => kind === 'resolve' && conclusion.kind === 'done'),
      );
    },
    async knownByKey(receiver, keys) {
      here();
      return new Map(
        keys.flatMap((key) => {
          const known = messages.get(nameOf({ receiver, key }));
          if (!known) return [];
          const { state, messageId, takenAt } = known;
          const takenMsAgo = takenAt === null ? null : performance.now() - takenAt;
          return [[key, { state, messageId, takenMsAgo }] as const];
        }),
      );
    },
    async due(receivers) {
      here();
      const isDue = (receiver: string) => waiting(receiver).some(({ dueAt }) => dueAt <= performance.now());
      return new Set(receivers.filter(isDue));
    },
    async claim(receiver, most, leaseMs) {
      takes();
      const due = firsts(receiver)
        .reverse()
        .filter((each) => each.dueAt <= performance.now())
        .sort((a, b) => Number(a.kind === 'update') - Number(b.kind === 'update'));
      for (const each of due.slice(0, most)) each.dueAt = performance.now() + leaseMs;
      const ids = due.length === 0 ? new Map() : idsOf(receiver);
      return due.slice(0, most).map((each) => ({ ...each, messageId: ids.get(each.episode) ?? null }));
    },
    async renew(claimed, leaseMs) {
      takes();
      for (const each of claimed) messages.get(nameOf(each))!.dueAt = performance.now() + leaseMs;
    },
    async settle(message, settled) {
      takes();
      const { body, kind } = message;
      const known = messages.get(nameOf(message));
      if (!known || known.state === 'done') return;
      if (settled.kind === 'release' || known.body !== body) known.dueAt = 0;
      else known.attempts++;
      if (settled.kind === 'retry') known.dueAt = performance.now() + settled.afterMs;
      if (settled.kind === 'dead') known.state = 'dead';
      if (settled.kind !== 'done' || known.body !== body) return;
      const messageId = settled.messageId ?? known.messageId;
      const takenAt = settled.untaken ? known.takenAt : performance.now();
      Object.assign(known, { state: 'done', messageId, takenAt });
      if (kind === 'resolve') settleRest([message]);
    },
    async membersOf(receiver, messageId) {
      here();
      const mine = [...messages.values()].filter((each) => each.receiver === receiver);
      const ends = mine.filter(({ kind, state }) => kind === 'resolve' && state === 'done');
      const ended = new Map(ends.map((end) => [end.episode, end]));
      const begun = mine.filter(({ kind }) => kind === 'fire');
      const fires = begun.filter((each) => each.messageId === messageId);
      const lasting = Map.groupBy(
        begun.filter(
          ({ state, messageId, episode }) =>
            state === 'done' && messageId !== NOTHING_SENT && !ended.has(episode),
        ),
        ({ alert }) => alert,
      );
      const untold = fires.filter(
        ({ alert, createdAt, episode }) =>
          ended.get(episode)?.messageId === messageId &&
          !lasting.get(alert)?.some((later) => later.createdAt > createdAt),
      );
      const episodes = fires.map(({ episode }) => episode);
      return {
        lasting: episodes.filter((episode) => !ended.has(episode)),
        ended: episodes.filter((episode) => ended.has(episode)),
        untold: new Map(untold.map(({ episode }) => [episode, ended.get(episode)!.body])),
      };
    },
    async noteTold(receiver, messageId, episodes) {
      takes();
      for (const each of messages.values()) {
        const isOne = each.receiver === receiver && each.kind === 'resolve' && each.messageId === messageId;
        if (isOne && episodes.includes(each.episode)) each.messageId = null;
      }
    },
    async count(receiver) {
      here();
      const mine = [...messages.values()].filter((each) => each.receiver === receiver);
      const count = (state: KeptMessage['state']) => mine.filter((each) => each.state === state).length;
      return { waiting: count('waiting'), dead: count('dead') };
    },
    keep: async () => {},
    missedEnds: async () => [], // it knows no episodes
    async awaited(receiver) {
      here();
      const ends = [...messages.values()].filter((each) => each.kind === 'resolve' && each.state === 'done');
      const ids = ends.flatMap((each) => (each.receiver === receiver && each.messageId) || []);
      return [...new Set(ids.filter((id) => id.startsWith(TOLD_TOGETHER)))].sort();
    },
    async tellAlone(receiver, messageId, episodes) {
      takes();
      for (const each of messages.values()) {
        const isOne = each.receiver === receiver && each.messageId === messageId;
        if (!isOne || !episodes.includes(each.episode)) continue;
        each.messageId = null;
        if (each.kind === 'resolve') Object.assign(each, { state: 'waiting', dueAt: 0 });
      }
    },
    async takenAgo(receiver) {
      here();
      const mine = [...messages.values()].filter((each) => each.receiver === receiver);
      const taken = mine.flatMap(({ takenAt }) => takenAt ?? []);
      return taken.length === 0 ? null : performance.now() - Math.max(...taken);
    },
  };
  return shared;

  function here(): void {
    if (shared.away) throw new Error('away');
  }

  function takes(): void {
    here();
    if (shared.readOnly) throw new Error('cannot execute UPDATE in a read-only transaction');
  }
}

function nameOf({ receiver, key }: Pick<OutboxMessage, 'receiver' | 'key'>): string {
  return `${receiver}/${key}`;
}
