// What waits in Postgres as it comes back: whoever could not ask it may have told of these beginnings by itself, and of their
// ends, and hasn't said so yet. Sent before that, such a beginning is a message that nobody ends.
import type { Instant } from '../../domain/observation.ts';
import type { ClaimedMessage, Outbox } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';

export interface Patience {
  /**
   * How long others have to say what they told, in milliseconds.
   * @default 20_000: a request of before takes ten to fail, and another follows in five
   */
  readonly forMs?: number;
  /**
   * An outage keeps nothing back that lasts less from the first request which failed to the last, in milliseconds.
   * @default 10_000: what is claimed rests for thirty seconds until another tells of it
   */
  readonly shortMs?: number;
  /**
   * For how long then nothing is kept back again, in milliseconds: Postgres may come and go.
   * @default 60_000
   */
  readonly apartMs?: number;
}

/** An outbox that, after an outage, gives the beginnings of before no sooner than others have had the time to say what they told. */
export function createPatientOutbox(outbox: Outbox, clock: Clock, patience: Patience = {}): Outbox {
  const { forMs = 20_000, shortMs = 10_000, apartMs = 60_000 } = patience;
  /** Since when it is away, and until when it was, by the monotonic clock, and when that is; `undefined`: it isn't. */
  let away: { readonly since: number; readonly until: number; readonly at: Instant } | undefined;
  /** What had begun before is kept back until then, by the monotonic clock. */
  let kept = { before: Number.NEGATIVE_INFINITY, until: Number.NEGATIVE_INFINITY };
  const claimFrom = noticing(outbox.claim);
  const renew = noticing(outbox.renew);

  return {
    ...outbox,
    add: noticing(outbox.add),
    conclude: noticing(outbox.conclude),
    due: noticing(outbox.due),
    knownByKey: noticing(outbox.knownByKey),
    renew,

    async claim(receiver, most, leaseMs) {
      for (;;) {
        const claimed = await claimFrom(receiver, most, leaseMs);
        noteBack();
        const ready = await withoutKept(claimed);
        if (ready.length > 0 || claimed.length === 0) return ready;
      }
    },
  };

  function noticing<Asked extends readonly unknown[], Told>(
    ask: (...asked: Asked) => Promise<Told>,
  ): (...asked: Asked) => Promise<Told> {
    return async (...asked) => {
      try {
        return await ask(...asked);
      } catch (error) {
        const now = clock.monotonic();
        away = { since: away?.since ?? now, until: now, at: clock.now() };
        throw error;
      }
    };
  }

  /** By a claim alone: a standby answers everything else. */
  function noteBack(): void {
    const now = clock.monotonic();
    if (away && away.until - away.since >= shortMs && now >= kept.until + apartMs)
      kept = { before: away.at, until: now + forMs };
    away = undefined;
  }

  async function withoutKept(claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]> {
    const forMs = kept.until - clock.monotonic();
    if (forMs <= 0) return claimed;
    const now = clock.now();
    // One that is still to come is of a clock that is ahead, or was: when it has begun isn't known.
    const isKept = ({ kind, createdAt }: ClaimedMessage) =>
      kind === 'fire' && (createdAt < kept.before || createdAt > now);
    const old = claimed.filter(isKept);
    if (old.length > 0) await renew(old, forMs);
    return claimed.filter((message) => !isKept(message));
  }
}
