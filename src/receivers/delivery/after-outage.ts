// Keeps beginnings back for a while after Postgres was away. Replicas that couldn't ask it may have told these beginnings, and
// their ends, and not reported that yet. A beginning that is sent before they report would be a message that nobody ends.
import type { Instant } from '../../domain/observation.ts';
import type { ClaimedMessage, Outbox } from '../../monitor/alerts/outbox.ts';
import type { Clock } from '../../monitor/clock.ts';

export interface Patience {
  /**
   * How long other replicas have to report what they told, in milliseconds.
   * @default 20_000: a request from before the outage takes ten to fail, the next follows in five
   */
  readonly forMs?: number;
  /**
   * The shortest outage that keeps anything back, from the first failed request to the last, in milliseconds.
   * @default 10_000: a claimed message rests for thirty seconds until another replica tells it
   */
  readonly shortMs?: number;
  /**
   * How long after that nothing is kept back again, in milliseconds: Postgres may come and go.
   * @default 60_000
   */
  readonly apartMs?: number;
}

/**
 * Wraps an outbox: after an outage, it gives beginnings from before no sooner than others have had time to report what they
 * told.
 */
export function createPatientOutbox(outbox: Outbox, clock: Clock, patience: Patience = {}): Outbox {
  const { forMs = 20_000, shortMs = 10_000, apartMs = 60_000 } = patience;
  /**
   * The times of the first and of the last failed request, by the monotonic clock, and of the last by the wall clock;
   * `undefined`: Postgres answers.
   */
  let away: { readonly since: number; readonly until: number; readonly at: Instant } | undefined;
  /** Beginnings from before that instant are kept back until then, by the monotonic clock. */
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

  /** Only a claim, which writes, shows that Postgres is back: a standby answers reads. */
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
    // A time in the future comes from a clock that is ahead, or was: when the alert really began isn't known.
    const isKept = ({ kind, createdAt }: ClaimedMessage) =>
      kind === 'fire' && (createdAt < kept.before || createdAt > now);
    const old = claimed.filter(isKept);
    if (old.length > 0) await renew(old, forMs);
    return claimed.filter((message) => !isKept(message));
  }
}
