// The promises while the number of shards changes: no slot, alert or episode is lost, and no alert is ended because its
// account moved, whatever else happens to processes, Postgres, receivers and services.
import { describe, expect, test } from 'vitest';
import { SHARD_FAULTS, type ShardFault } from './fleet.ts';
import { shardsOf } from './shards.ts';

describe.each<{ readonly faults: readonly ShardFault[]; readonly seeds: readonly number[] }>([
  { faults: [], seeds: [1] },
  { faults: ['kills', 'disks'], seeds: [2] },
  { faults: ['outages'], seeds: [3] },
  { faults: SHARD_FAULTS, seeds: [1, 2, 109, 112] },
])('the number of shards changes, and $faults', ({ faults, seeds }) => {
  test.each(seeds)('no slot, alert or episode is lost, seed %i', { timeout: 120_000 }, async (seed) => {
    const { violations, trace, changes, episodes } = await shardsOf(seed, faults);
    expect(changes).toBeGreaterThan(3);
    expect(episodes).toBeGreaterThan(10);
    expect(violations, trace.join('\n')).toEqual([]);
  });
});

// While Postgres is away, the old owner tells of an end that it can't save. The new owner doesn't know of the alert, and
// sees the same clear amount: when Postgres is back, it must not go on with an episode that webhooks know to be over.
test('an alert whose end its old owner could not save begins anew, seed 4', {
  timeout: 120_000,
}, async () => {
  const { violations } = await shardsOf(4, ['outages']);
  expect(violations).toEqual([]);
});

test('an oracle that looks sees an alert that its new owner doesn’t go on with, and a slot that is lost', {
  timeout: 120_000,
}, async () => {
  const { violations } = await shardsOf(1, [], ({ world: { database, clockwork } }) => {
    const { connections } = database;
    database.connections = (schema) => {
      const one = connections(schema);
      return { ...one, alertLog: { ...one.alertLog, load: async () => [] } };
    };
    clockwork.after(10_801_000, () => {
      for (const key of database.rows.keys()) {
        if (key.startsWith('balances a ')) (database.rows as Map<string, unknown>).delete(key);
      }
    });
  });
  expect(violations.join('\n')).toContain('did not tell of');
  expect(violations.join('\n')).toContain('could poll it');
});
