// Makes the last writes of a process: results and states of alerts that are still in memory. `storage.ts` makes it.
import type { AlertMemory } from '../../monitor/alerts/alert-memory.ts';
import type { After } from '../../store/writer/timer.ts';
import { together } from '../together.ts';
import { within } from '../within.ts';

const WRITES_MS = 3_000; // of the ten seconds in which we stop
const STATES_MS = 1_000; // likewise: the states are on this machine's disk too, for the next start, if there is one here

/** Returns a function that writes everything to Postgres, or to the disk, once. Nothing more is written afterwards. */
export function settling(
  results: { stop(withinMs: number): Promise<void> },
  alertMemory: Pick<AlertMemory, 'flush'>,
  after: After,
): () => Promise<void> {
  return together(
    () => results.stop(WRITES_MS),
    () => within(STATES_MS, alertMemory.flush(true), { after }),
  );
}
