// The last writes of a process: what is held of results and of states of alerts. `storage.ts` makes it.
import type { AlertMemory } from '../../monitor/alerts/alert-memory.ts';
import type { After } from '../../store/writer/timer.ts';
import { together } from '../together.ts';
import { within } from '../within.ts';

const WRITES_MS = 3_000; // of the ten seconds in which we stop
const STATES_MS = 1_000; // likewise: they are on this machine's disk, for the next start

/** Brings all that is held to Postgres, or to the disk, once; nothing more is written then. */
export function settling(
  results: { stop(withinMs: number): Promise<void> },
  alertMemory: Pick<AlertMemory, 'flush'>,
  after: After,
): () => Promise<void> {
  return together(
    () => results.stop(WRITES_MS),
    () => within(STATES_MS, alertMemory.flush(), { after }),
  );
}
