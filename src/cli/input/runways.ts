// Computes runways for one run of a command, from the past that the database has now.
import { createRunways, type Runways } from '../../monitor/forecast/runways.ts';
import { createOutflowHistory } from '../../store/queries/outflow.ts';
import type { Store } from './open-store.ts';

/** Makes runways that know nothing before their first refresh, which rejects when the database fails. */
export function runwaysAt(now: number, { pool, schema }: Pick<Store, 'pool' | 'schema'>): Runways {
  return createRunways({
    history: createOutflowHistory({ pool, schema }),
    clock: { now: () => now, monotonic: () => now },
    onFailure(error) {
      throw error;
    },
  });
}
