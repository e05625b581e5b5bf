// Finds ends that a group was to tell, and left untold: it was over on every replica before any of them knew what Postgres had
// taken in for it, as when a reload removes its rule while Postgres is away; or it lasts, and the process that took them in is
// gone.
import { type GroupIdentity, groupOfMark } from '../notification/group-identity.ts';
import { groupKey } from '../notification/notification.ts';
import type { ReceiverContext } from './receiver.ts';

export interface LeftEndsOptions extends Pick<ReceiverContext, 'name' | 'outbox'> {
  /** Takes up groups by their marks, which tell their ends. May reject. */
  readonly onTold: (marks: readonly string[]) => Promise<void>;
}

/**
 * Returns a function that looks for ends that groups left untold, and has those told that were there at the look before, too: by
 * their group if it lasts, or by themselves. It resolves with whether there may be more at the next look, and rejects when
 * Postgres is away.
 */
export function createLeftEnds({ name, outbox, onTold }: LeftEndsOptions) {
  /** Episodes whose ends may just be on their way in the last message of a group. */
  let before: ReadonlySet<string> = new Set();

  return async (): Promise<boolean> => {
    const waiting = new Set<string>();
    for (const mark of await outbox.awaited(name)) {
      const group = groupOfMark(mark);
      if (!group) continue;
      const over = await isOver(group); // asked first: its last message may be sent meanwhile
      const { untold } = await outbox.membersOf(name, mark);
      const left = [...untold.keys()].filter((episode) => before.has(episode));
      if (left.length > 0) await (over ? outbox.tellAlone(name, mark, left) : onTold([mark]));
      for (const episode of untold.keys()) if (!before.has(episode)) waiting.add(episode);
    }
    before = waiting;
    return waiting.size > 0;
  };

  /** Whether the receiver was told its end, and no new beginning under another name: see `groups/group-names.ts`. */
  async function isOver(group: GroupIdentity): Promise<boolean> {
    for (let next = group; ; next = { ...next, firingAt: next.firingAt + 1 }) {
      const [begin, end] = [groupKey(next, 'fire'), groupKey(next, 'resolve')];
      const known = await outbox.knownByKey(name, [begin, end]);
      if (known.get(end)?.state !== 'done') return next !== group && !known.has(begin);
    }
  }
}
