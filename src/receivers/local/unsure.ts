// Remembers what this machine told by changing messages while it could not know whether other replicas had told the end. This
// machine sees to the end, also after a reload or a restart: `taken-back.ts` does that.
import type { Clock } from '../../monitor/clock.ts';
import { briefly, groupOver, isGroup } from '../notification/group.ts';
import type { Notification } from '../notification/notification.ts';
import type { LaterWrites } from './later-writes.ts';

/** A notification whose message has an id. */
export type Changeable = Notification & { readonly messageId: string };

export interface UnsureMessages {
  /** By episode, what was told of alerts and not ended from here since. */
  unsure(receiver: string): ReadonlyMap<string, Changeable>;
  /** Takes in what was last told of its episode. Doesn't throw. */
  noteUnsure(receiver: string, told: Changeable): void;
  /** Takes in that the end was told from here. Doesn't throw. */
  noteSure(receiver: string, episode: string): void;
}

interface Kept {
  readonly receiver: string;
  readonly told: Changeable;
  readonly toldAt: number;
}

/** Begins the name of an unsure message's record on the shelf. */
export const KEPT_UNSURE = 'unsure/';
const MAX_UNSURE = 10_000; // per receiver
const KEPT_MS = 30 * 86_400_000; // also over restarts: later, Postgres may have forgotten how it ended
const NONE: ReadonlyMap<string, Changeable> = new Map();

/** Notifications that are on the shelf, and those that come. */
export function createUnsureMessages(
  shelf: LaterWrites,
  kept: ReadonlyMap<string, string>,
  { now }: Pick<Clock, 'now'>,
): UnsureMessages {
  const byReceiver = new Map<string, Map<string, Changeable>>();
  const old = new Map<string, null>();
  for (const [name, text] of kept) {
    if (!name.startsWith(KEPT_UNSURE)) continue;
    const { receiver, told, toldAt } = JSON.parse(text) as Kept;
    if (now() - toldAt > KEPT_MS) old.set(name, null);
    else of(receiver).set(told.episode, told);
  }
  shelf.saveLater(old);

  return {
    unsure: (receiver) => byReceiver.get(receiver) ?? NONE,

    noteUnsure(receiver, notification) {
      const told = { ...notification, alert: briefly(notification.alert) };
      const all = of(receiver);
      const before = all.get(told.episode);
      all.set(told.episode, told);
      if (before && endsAlike(before, told)) return;
      const kept: Kept = { receiver, told, toldAt: now() };
      const changes = new Map<string, string | null>([
        [nameOf(receiver, told.episode), JSON.stringify(kept)],
      ]);
      if (all.size > MAX_UNSURE) {
        const oldest = all.keys().next().value!;
        all.delete(oldest);
        changes.set(nameOf(receiver, oldest), null);
      }
      shelf.saveLater(changes);
    },

    noteSure(receiver, episode) {
      if (of(receiver).delete(episode)) shelf.saveLater(new Map([[nameOf(receiver, episode), null]]));
    },
  };

  function of(receiver: string): Map<string, Changeable> {
    const all = byReceiver.get(receiver) ?? new Map<string, Changeable>();
    byReceiver.set(receiver, all);
    return all;
  }
}

/** Whether both end in the same words. The end uses no value, but says of a group how many there have been. */
function endsAlike(a: Changeable, b: Changeable): boolean {
  return a.messageId === b.messageId && sizeOf(a) === sizeOf(b);
}

function sizeOf({ alert }: Changeable): string {
  return isGroup(alert) ? groupOver(alert).group.subject : '';
}

function nameOf(receiver: string, episode: string): string {
  return `${KEPT_UNSURE}${receiver}/${episode}`;
}
