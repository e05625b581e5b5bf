// Brings what waits on this machine to Postgres, and learns there what became of it.
import type { Outbox } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';
import type { LocalOutbox } from './local-outbox.ts';

export interface HandOverOptions {
  readonly receiver: string;
  readonly local: LocalOutbox;
  readonly outbox: Outbox;
  readonly clock: Clock;
  /** How long what Postgres has taken rests here, in milliseconds: another may be sending it. */
  readonly leaseMs: number;
  /** From one look at what became of messages to the next, in milliseconds. */
  readonly lookEveryMs: number;
}

/** Returns what does it once: false while Postgres is away. Never rejects. */
export function createHandOver(options: HandOverOptions): () => Promise<boolean> {
  const { receiver, local, outbox, clock, leaseMs, lookEveryMs } = options;
  let lookedAt = Number.NEGATIVE_INFINITY;

  return async () => {
    try {
      await bringConcluded();
      const news = await bringNews();
      if (news || clock.monotonic() - lookedAt >= lookEveryMs) await look();
      return true;
    } catch {
      return false; // the store says so itself
    }
  };

  /** First: what has ended from here must not be claimed over there. */
  async function bringConcluded(): Promise<void> {
    const concluded = local.concluded(receiver);
    if (concluded.length === 0) return;
    await outbox.conclude(concluded);
    local.drop(concluded);
  }

  async function bringNews(): Promise<boolean> {
    const news = local.unshared(receiver);
    if (news.length === 0) return false;
    await outbox.add(news);
    local.noteShared(news, leaseMs);
    return true;
  }

  /** What nobody has sent yet stays here as well, for when Postgres goes away. */
  async function look(): Promise<void> {
    const shared = local.shared(receiver);
    if (shared.length > 0) {
      const keys = shared.map(({ key }) => key);
      const settled = await outbox.settledByKey(receiver, keys);
      const isLost = (key: string) => !settled.has(key);
      // An update that isn't known was dropped: its alert has ended.
      local.drop(shared.filter(({ key, kind }) => settled.get(key) || (isLost(key) && kind === 'update')));
      local.noteLost(shared.filter(({ key }) => isLost(key)));
    }
    lookedAt = clock.monotonic();
  }
}
