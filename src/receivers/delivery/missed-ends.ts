// Ends that nobody has told: the receiver wasn't configured when they came, as between two reloads, and the alerts as they
// stand don't say any more that they have ended; or the replica is gone that reported them of itself. Postgres knows.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { episodeOf, isReport } from '../../monitor/alerts/episode.ts';
import type { MissedEnd } from '../../monitor/alerts/outbox.ts';
import { messageOf } from '../notification/notification.ts';
import type { ReceiverContext } from './receiver.ts';

const SOON_MS = 60_000; // after Postgres was away: by then others have brought to it what has ended, and what they have told
const EVERY_MS = 3_600_000;
const KEEP_EVERY_MS = 600_000; // of the day after which what nobody reports is taken to be over

export interface MissedEnds {
  /** Asks Postgres for them when it is time to, and brings them. Never rejects. */
  bring(): Promise<void>;
  /** Postgres was away. */
  away(): void;
}

export function createMissedEnds({
  name,
  outbox,
  clock,
  alerts,
}: Pick<ReceiverContext, 'name' | 'outbox' | 'clock' | 'alerts'>): MissedEnds {
  /** What has begun since is told after them; what had begun by then, and waits, would be taken back. */
  let since: Instant = clock.now() - 1;
  let dueAt = Number.NEGATIVE_INFINITY;
  let keepAt = Number.NEGATIVE_INFINITY;

  return {
    async bring() {
      const looks = clock.monotonic() >= dueAt;
      if (!looks && clock.monotonic() < keepAt) return;
      if (looks) dueAt = clock.monotonic() + SOON_MS;
      try {
        const reports = await keep(); // before each look, too: this machine may have slept
        if (!looks) return;
        const missed = (await outbox.missedEnds(name, since)).map(endOf);
        const known = missed.filter(({ fingerprint }) => reports || !isReport(fingerprint));
        if (known.length > 0) await outbox.add(known.map((end) => messageOf(end, 'resolve', name, since)));
        since = clock.now() - 1;
        if (known.length === missed.length) dueAt = clock.monotonic() + EVERY_MS;
      } catch {
        away();
      }
    },

    away,
  };

  function away(): void {
    dueAt = clock.monotonic() + SOON_MS;
    keepAt = Number.NEGATIVE_INFINITY; // at once: before others look what nobody reports any more
  }

  /**
   * Says of what this process reports of itself that it lasts; false as long as it reports nothing: then nobody can tell what
   * it is about to from what is gone.
   */
  async function keep(): Promise<boolean> {
    const own = alerts().filter(({ fingerprint }) => isReport(fingerprint));
    if (own.length === 0) return false;
    const lasting = own.filter(({ phase }) => phase === 'firing');
    await outbox.keep(name, lasting.map(episodeOf)); // of none, too: by it is known since when Postgres is there
    keepAt = clock.monotonic() + KEEP_EVERY_MS;
    return true;
  }
}

/** How it ended isn't known any more, and with which value neither. */
function endOf({ body, resolvedAt }: MissedEnd): Alert {
  const { alert } = JSON.parse(body) as { readonly alert: Alert };
  const reason = isReport(alert.fingerprint) ? 'removed' : 'cleared';
  return { ...alert, phase: 'inactive', held: false, reason, resolvedAt, value: null };
}
