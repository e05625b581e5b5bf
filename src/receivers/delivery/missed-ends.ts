// Finds ends of episodes that nobody told a receiver of: because the receiver was not configured at that time, as between two
// reloads, or because the replica that reported the alert about itself is gone. Postgres knows them. `left-ends.ts` finds those
// that a group left untold.
import type { Alert } from '../../domain/alert.ts';
import type { Instant } from '../../domain/observation.ts';
import { episodeOf, isReport } from '../../monitor/alerts/episode.ts';
import type { MissedEnd } from '../../monitor/alerts/outbox.ts';
import { messageOf } from '../notification/notification.ts';
import { createLeftEnds, type LeftEndsOptions } from './left-ends.ts';
import type { ReceiverContext } from './receiver.ts';

const SOON_MS = 60_000; // after Postgres was away: by then other replicas have reported what ended, and what they told
const EVERY_MS = 3_600_000;
const KEEP_EVERY_MS = 600_000; // a report that nobody renews for a day is taken to be over

export interface MissedEnds {
  /** Asks Postgres for missed ends when it is time to, and brings them. Never rejects. */
  bring(): Promise<void>;
  /** Takes in that Postgres was away. */
  away(): void;
}

export interface MissedEndsOptions extends LeftEndsOptions, Pick<ReceiverContext, 'clock' | 'alerts'> {
  /** See `Messenger`: only then must each end be told. @default false */
  readonly goesByEach?: boolean | undefined;
}

export function createMissedEnds(options: MissedEndsOptions): MissedEnds {
  const { name, outbox, clock, alerts, goesByEach = false } = options;
  const lookForLeft = createLeftEnds(options);
  /**
   * A beginning made up to this instant may still wait, and an end that is told now would take it back. Later beginnings are
   * told after the ends.
   */
  let since: Instant = clock.now() - 1;
  let dueAt = Number.NEGATIVE_INFINITY;
  let keepAt = Number.NEGATIVE_INFINITY;

  return {
    async bring() {
      const looks = clock.monotonic() >= dueAt;
      if (!looks && clock.monotonic() < keepAt) return;
      if (looks) dueAt = clock.monotonic() + SOON_MS;
      try {
        const reports = await keep(); // also before each look: this machine may have slept
        if (!looks) return;
        const missed = (await outbox.missedEnds(name, since)).map(endOf);
        const known = missed.filter(({ fingerprint }) => reports || !isReport(fingerprint));
        if (known.length > 0) await outbox.add(known.map((end) => messageOf(end, 'resolve', name, since)));
        since = clock.now() - 1;
        const mayBeMore = goesByEach && (await lookForLeft());
        if (known.length === missed.length && !mayBeMore) dueAt = clock.monotonic() + EVERY_MS;
      } catch {
        away();
      }
    },

    away,
  };

  function away(): void {
    dueAt = clock.monotonic() + SOON_MS;
    keepAt = Number.NEGATIVE_INFINITY; // at once, before other replicas look for reports that nobody renews
  }

  /**
   * Tells Postgres which reports of this process last. Returns false while this process reports nothing: then nobody can tell
   * the reports that it is about to make from those of a replica that is gone.
   */
  async function keep(): Promise<boolean> {
    const own = alerts().filter(({ fingerprint }) => isReport(fingerprint));
    if (own.length === 0) return false;
    const lasting = own.filter(({ phase }) => phase === 'firing');
    await outbox.keep(name, lasting.map(episodeOf)); // also with none: it fails while Postgres is away, and so puts off the look
    keepAt = clock.monotonic() + KEEP_EVERY_MS;
    return true;
  }
}

/** Nobody knows any more how it ended, nor with which value. */
function endOf({ body, resolvedAt }: MissedEnd): Alert {
  const { alert } = JSON.parse(body) as { readonly alert: Alert };
  const reason = isReport(alert.fingerprint) ? 'removed' : 'cleared';
  return { ...alert, phase: 'inactive', held: false, reason, resolvedAt, value: null };
}
