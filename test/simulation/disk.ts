// The disk of a simulated machine: spool and shelf are as durable as this object, and writes to it may fail.
import type { PollResult } from '../../src/domain/poll-result.ts';
import type { Spool } from '../../src/store/spool/spool.ts';
import { memorySpool } from '../store/writer/simulated.ts';
import type { Chance } from './chance.ts';

export type DiskTrouble =
  | 'full' // refuses every write
  | 'torn'; // refuses at random: a refused write may be there all the same

export interface Disk {
  trouble: DiskTrouble | undefined;
  /** What one process sees of the disk. */
  open(): Spool;
  /** How many results wait on the disk. */
  waiting(): number;
  readonly quarantined: readonly { readonly result: PollResult; readonly reason: string }[];
}

export function createDisk(chance: Chance): Disk {
  const spool = memorySpool();
  const disk: Disk = {
    trouble: undefined,
    waiting: () => spool.queue.size,
    quarantined: spool.aside,
    open: () => ({
      ...spool,
      append: (results) => write(() => spool.append(results)),
      remove: (ids) => write(() => spool.remove(ids)),
      quarantine: (id, reason) => write(() => spool.quarantine(id, reason)),
      setAside: (result, reason) => write(() => spool.setAside(result, reason)),
      saveStates: (changes) => write(() => spool.saveStates(changes)),
    }),
  };
  return disk;

  function write<T>(work: () => T): T {
    const { trouble } = disk;
    const refused = trouble === 'full' || (trouble === 'torn' && chance.is(0.5));
    const kept = !refused || (trouble === 'torn' && chance.is(0.5));
    const done = kept ? work() : undefined;
    if (refused) throw new Error(trouble === 'full' ? 'no room on the disk' : 'the disk failed');
    return done as T;
  }
}
