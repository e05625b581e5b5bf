import type { Outbox, OutboxMessage } from '../../src/monitor/alerts/outbox.ts';

interface KeptMessage extends OutboxMessage {
  state: 'waiting' | 'done' | 'dead';
  dueAt: number;
  attempts: number;
  messageId: string | null;
}

export interface SharedOutbox extends Outbox {
  away: boolean;
  readonly messages: ReadonlyMap<string, KeptMessage>;
}

/** An outbox in memory that several receivers may share, and that can be away. */
export function sharedOutbox(): SharedOutbox {
  const messages = new Map<string, KeptMessage>();
  const waiting = (receiver: string) =>
    [...messages.values()].filter((each) => each.receiver === receiver && each.state === 'waiting');
  const isFirst = (one: KeptMessage) =>
    waiting(one.receiver).find(({ alert }) => alert === one.alert) === one;
  const fresh = { state: 'waiting', dueAt: 0, attempts: 0, messageId: null } as const;
  const settleRest = (episode: string) => {
    for (const each of messages.values()) {
      if (each.episode === episode && each.kind !== 'resolve' && each.state === 'waiting')
        each.state = 'done';
    }
  };
  const shared: SharedOutbox = {
    away: false,
    messages,
    async add(added) {
      here();
      for (const message of added) {
        const known = messages.get(message.key);
        const replaces = message.kind === 'update' && known?.body !== message.body;
        if (!known || known.state === 'dead' || replaces) messages.set(message.key, { ...message, ...fresh });
      }
    },
    async conclude(concluded) {
      here();
      for (const { conclusion, ...message } of concluded) {
        if (messages.get(message.key)?.state === 'done') continue;
        messages.set(message.key, { ...message, ...fresh, state: conclusion.kind });
        if (message.kind === 'resolve' && conclusion.kind === 'done') settleRest(message.episode);
      }
    },
    async settledByKey(_, keys) {
      here();
      return new Map(
        keys.flatMap((key) => {
          const known = messages.get(key);
          return known ? [[key, known.state !== 'waiting'] as const] : [];
        }),
      );
    },
    async claim(receiver, most, leaseMs) {
      here();
      const due = waiting(receiver).filter((each) => isFirst(each) && each.dueAt <= performance.now());
      for (const each of due.slice(0, most)) each.dueAt = performance.now() + leaseMs;
      return due.slice(0, most).map((each) => ({ ...each }));
    },
    async renew(claimed, leaseMs) {
      here();
      for (const { key } of claimed) messages.get(key)!.dueAt = performance.now() + leaseMs;
    },
    async settle({ key, body, kind, episode }, settled) {
      here();
      const known = messages.get(key);
      if (!known || known.state === 'done') return;
      if (settled.kind === 'release' || known.body !== body) known.dueAt = 0;
      else known.attempts++;
      if (settled.kind === 'retry') known.dueAt = performance.now() + settled.afterMs;
      if (settled.kind === 'dead') known.state = 'dead';
      if (settled.kind !== 'done' || known.body !== body) return;
      Object.assign(known, { state: 'done', messageId: settled.messageId ?? known.messageId });
      if (kind === 'resolve') settleRest(episode);
    },
    async count(receiver) {
      here();
      const mine = [...messages.values()].filter((each) => each.receiver === receiver);
      const count = (state: KeptMessage['state']) => mine.filter((each) => each.state === state).length;
      return { waiting: count('waiting'), dead: count('dead') };
    },
  };
  return shared;

  function here(): void {
    if (shared.away) throw new Error('away');
  }
}
