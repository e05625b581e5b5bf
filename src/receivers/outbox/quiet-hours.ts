// Hours in which a receiver is told of critical alerts only. Other messages wait in the outbox. When the hours end, the
// messages of alerts that still fire are sent; alerts that began and ended meanwhile are not told.
import type { Alert } from '../../domain/alert.ts';
import { DAY_MS, MINUTE_MS } from '../../domain/duration.ts';
import { createApproval } from '../../domain/forecast/approval.ts';
import { zoneOf } from '../../domain/forecast/zone.ts';
import type { Instant } from '../../domain/observation.ts';
import { type ClaimedMessage, type MessageQueue, NOTHING_SENT } from '../../monitor/alerts/outbox.ts';
import type { QuietHoursSettings, ReceiverContext } from '../delivery/receiver.ts';
import { alertIn, notificationKey } from '../notification/notification.ts';
import { isOver } from '../notification/still-true.ts';

export interface QuietHours {
  /** Whether that instant is in quiet hours. */
  at(instant: Instant): boolean;
  /** When it stops being quiet; after a day at the latest. */
  end(instant: Instant): Instant;
}

export function createQuietHours({ hours, timezone }: QuietHoursSettings): QuietHours {
  const spans = createApproval(zoneOf(timezone), hours);
  const at = (instant: Instant): boolean => spans.next(instant + 1) === instant + 1; // the last instant is not in the span
  return {
    at,
    end(instant) {
      let minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
      while (at(minute) && minute - instant < DAY_MS) minute += MINUTE_MS;
      return minute;
    },
  };
}

const MAX_PAUSE_MS = 15 * MINUTE_MS; // so that other hours, after a reload, take effect soon
const LOOKED_WITHIN_MS = 60 * MINUTE_MS; // after quiet hours, what waited in them has been looked at by then
const CRITICAL = 'critical';

export interface QuietTaker {
  /** Puts off messages that must wait, settles those that were over before they could be told, and returns the rest. */
  take(from: MessageQueue, claimed: readonly ClaimedMessage[]): Promise<readonly ClaimedMessage[]>;
  /** Since when a message could be told. Quiet hours, such as a weekend, don't count towards giving it up. */
  since(message: ClaimedMessage): Instant;
}

export function createQuietTaker(
  context: Pick<ReceiverContext, 'name' | 'clock' | 'alerts' | 'quietHours' | 'local' | 'outbox'>,
): QuietTaker {
  const { name, clock, alerts, quietHours: settings, local, outbox } = context;
  if (!settings) return { take: async (_, claimed) => claimed, since: ({ createdAt }) => createdAt };
  const quietHours = createQuietHours(settings);

  return {
    async take(from, claimed) {
      const now = clock.now();
      const [loud, quiet] = partition(claimed, isCritical);
      if (quiet.length > 0 && quietHours.at(now)) {
        await from.renew(quiet, Math.min(quietHours.end(now) - now, MAX_PAUSE_MS));
        return loud;
      }
      const { over = [], unknown = [] } = Object.groupBy(quiet, createStanding());
      const gone = new Set([...over, ...(await whoseEndsAreKnown(from, unknown))]);
      await settle(from, [...gone]);
      return claimed.filter((message) => !gone.has(message));
    },

    since(message) {
      let { createdAt: at } = message;
      if (isCritical(message)) return at;
      while (at < clock.now() && quietHours.at(at)) at = quietHours.end(at);
      return at;
    },
  };

  /** Ids are kept on this machine, too: Postgres may be away when the ends are to be told. */
  async function settle(from: MessageQueue, over: readonly ClaimedMessage[]): Promise<void> {
    const settled = { kind: 'done', messageId: NOTHING_SENT, untaken: true } as const;
    if (from === local) {
      local.settleAll(over, settled);
      local.keepMessageIds(over, NOTHING_SENT);
    } else
      for (const message of over) {
        await from.settle(message, settled);
        local.keepMessageId(message, NOTHING_SENT);
      }
  }

  /**
   * Sorts messages. `over`: a beginning that may be from quiet hours and whose alert has ended since, or a later message of
   * an episode that was never told. A beginning that was tried is never `over`: it may have arrived. `unknown`: this process
   * doesn't know the episode, for example because it has just begun.
   */
  function createStanding(): (message: ClaimedMessage) => 'over' | 'unknown' | 'told' {
    let known: ReadonlyMap<string, Alert> | undefined; // read once: thousands of messages may wait, with many more alerts
    let wasQuiet: boolean | undefined;
    /** A time in the future comes from a clock that is ahead, or was: when the alert really began isn't known. */
    const mayBeQuiet = ({ createdAt }: ClaimedMessage): boolean => {
      if (createdAt <= clock.now()) return quietHours.at(createdAt);
      wasQuiet ??= wasQuietOfLate(clock.now());
      return wasQuiet;
    };
    return (message) => {
      if (message.messageId === NOTHING_SENT) return 'over';
      if (message.kind !== 'fire' || message.attempts > 0 || !mayBeQuiet(message)) return 'told';
      known ??= new Map(alerts().map((alert) => [alert.fingerprint, alert]));
      const [alert, begun] = [known.get(message.alert), alertIn(message)];
      if (begun?.phase !== 'firing') return 'told'; // an end of 0.1.0, or unreadable: the attempt to send it reports that
      const over = isOver(begun, alert);
      return over === undefined ? 'unknown' : over ? 'over' : 'told';
    };
  }

  function wasQuietOfLate(now: Instant): boolean {
    for (let at = now; at >= now - LOOKED_WITHIN_MS; at -= MINUTE_MS) if (quietHours.at(at)) return true;
    return false;
  }

  /** Finds the beginnings whose ends the queue has. This process soon forgets an alert whose wallet, rule or account is gone. */
  async function whoseEndsAreKnown(
    from: MessageQueue,
    begun: readonly ClaimedMessage[],
  ): Promise<readonly ClaimedMessage[]> {
    if (begun.length === 0) return [];
    const endOf = (message: ClaimedMessage) => notificationKey(alertIn(message)!, 'resolve');
    const here = from === local ? [...local.unshared(name), ...local.shared(name)] : undefined;
    const known = here
      ? new Set(here.map(({ key }) => key))
      : await outbox.knownByKey(name, begun.map(endOf));
    return begun.filter((message) => known.has(endOf(message)));
  }
}

function isCritical(message: ClaimedMessage): boolean {
  return alertIn(message)?.severity === CRITICAL;
}

function partition<T>(all: readonly T[], test: (one: T) => boolean): readonly [T[], T[]] {
  const yes: T[] = [];
  const no: T[] = [];
  for (const one of all) (test(one) ? yes : no).push(one);
  return [yes, no];
}
