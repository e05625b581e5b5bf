// Ends what a receiver keeps open though it is over. Replicas that couldn't ask Postgres may have told of one alert by itself
// and in a group, of one group under two names, or once more after another had ended it: what the outbox then says of the end
// is told once, and of one of these. So each machine looks whether what it has opened itself has been ended since.
import type { Alert } from '../../domain/alert.ts';
import { episodeOf } from '../../monitor/alerts/episode.ts';
import type { KnownMessage } from '../../monitor/alerts/outbox.ts';
import { isGroup } from './group.ts';
import { groupMark, ruleOf } from './group-identity.ts';
import type { Messenger } from './messenger.ts';
import { type Notification, notificationKey } from './notification.ts';
import type { Opened } from './opened.ts';
import type { ReceiverContext } from './receiver.ts';
import type { Verdict } from './verdict.ts';

const LOOK_EVERY_MS = 60_000;
const CROSSING_MS = 15_000; // by so much another's end, as it was noted, may have crossed what was told from here

export interface LeftOpen extends Pick<Messenger, 'send'> {
  /** Ends what was opened from here, is over, and wasn't ended since. Looks once a minute, while Postgres answers; never rejects. */
  end(): Promise<void>;
}

export interface LeftOpenOptions extends Pick<ReceiverContext, 'name' | 'local' | 'outbox' | 'clock'> {
  /** Every alert as it stands, and every group that lasts here. */
  readonly alerts: () => readonly Alert[];
  /** Told what came of each end that is sent. */
  readonly onSent: (verdict: Verdict) => void;
}

/** For one receiver; where it keeps nothing open, nothing is left. */
export function createLeftOpen(
  messenger: Pick<Messenger, 'send' | 'keepsOpen'>,
  options: LeftOpenOptions,
): LeftOpen {
  if (!messenger.keepsOpen) return { send: messenger.send, async end() {} };
  const { name, local, outbox, clock, alerts, onSent } = options;
  let lookedAt = clock.monotonic();

  return {
    send,

    async end() {
      if (clock.monotonic() - lookedAt < LOOK_EVERY_MS) return;
      lookedAt = clock.monotonic();
      const opened = local.opened(name);
      if (opened.length > 0) await endOver(opened).catch(() => {}); // another time
    },
  };

  /** Noted before it is sent: whoever dies in between may have opened it. */
  async function send(notification: Notification): Promise<Verdict> {
    const { kind, alert } = notification;
    const ends = kind === 'resolve';
    const isNew = !ends && local.noteOpened(name, alert);
    const verdict = await messenger.send(notification);
    if (ends ? isTaken(verdict) : isNew && verdict.kind === 'permanent') local.noteClosed(name, alert);
    else if (!ends) local.noteOpened(name, alert); // until now it was being told
    return verdict;
  }

  async function endOver(opened: readonly Opened[]): Promise<void> {
    const wanted = new Set(opened.map(({ alert }) => alert.fingerprint));
    const now = Map.groupBy(
      alerts().filter(({ fingerprint }) => wanted.has(fingerprint)), // of hundreds of thousands a few
      ({ fingerprint }) => fingerprint,
    );
    const silent = opened.filter(({ alert }) => !lasts(alert, now.get(alert.fingerprint)));
    if (silent.length === 0) return;
    const keys = silent.map(({ alert }) => notificationKey(alert, 'resolve'));
    const known = await outbox.knownByKey(name, keys);
    for (const [i, one] of silent.entries()) {
      const ours = now.get(one.alert.fingerprint) ?? [];
      const end = known.get(keys[i]!);
      if (end?.state === 'waiting' || (!end && !(await isOver(one.alert, ours)))) continue;
      if (end && isEndedSince(one, end)) local.noteClosed(name, one.alert);
      else if (!(await tellEnd(endOf(one.alert, ours)))) return;
    }
  }

  /** Whether it is, though Postgres has never heard of its end. */
  async function isOver(alert: Alert, ours: readonly Alert[]): Promise<boolean> {
    if (!isGroup(alert)) return ours.some(({ firingAt }) => (firingAt ?? 0) >= (alert.firingAt ?? 0));
    const mark = groupMark({ ...alert, firingAt: alert.firingAt ?? 0 });
    const { lasting, ended } = await outbox.membersOf(name, mark);
    if (lasting.length > 0 || ended.length > 0) return lasting.length === 0;
    // None is named before they are settled, which may be somebody else's business by now.
    return !alerts().some((one) => one.phase === 'firing' && !isGroup(one) && ruleOf(one) === ruleOf(alert));
  }

  function isEndedSince({ toldAt }: Opened, { takenMsAgo }: KnownMessage): boolean {
    return takenMsAgo !== null && clock.monotonic() - takenMsAgo > toldAt + CROSSING_MS;
  }

  /** As it is known here; else how it ended isn't known, and with which value neither. */
  function endOf(alert: Alert, ours: readonly Alert[]): Alert {
    const known = ours.find(({ phase, firingAt }) => phase !== 'firing' && firingAt === alert.firingAt);
    const unknown = {
      phase: 'inactive',
      held: false,
      reason: 'cleared',
      resolvedAt: clock.now(),
      value: null,
    } as const;
    return known ?? { ...alert, ...unknown };
  }

  async function tellEnd(alert: Alert): Promise<boolean> {
    const [key, episode] = [notificationKey(alert, 'resolve'), episodeOf(alert)];
    const verdict = await send({ kind: 'resolve', alert, key, episode, messageId: null });
    onSent(verdict);
    return isTaken(verdict);
  }
}

/** Or never will be. */
function isTaken({ kind }: Verdict): boolean {
  return kind === 'done' || kind === 'permanent';
}

/**
 * Whether it fires as it did then. An alert may also fire as somebody has found it to have begun earlier: its end is told under
 * each of its beginnings.
 */
function lasts(alert: Alert, now: readonly Alert[] = []): boolean {
  const began = alert.firingAt ?? 0;
  return now.some(({ phase, firingAt }) => {
    const since = firingAt ?? 0;
    return phase === 'firing' && (isGroup(alert) ? since === began : since <= began);
  });
}
