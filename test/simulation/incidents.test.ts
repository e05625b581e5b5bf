// Promise 5: in the end no incident is open at PagerDuty that is over, whatever happened to Postgres and the replicas.
import { describe, expect, test } from 'vitest';
import { type IncidentFault, incidentsOf } from './incidents.ts';

describe.each<{ readonly faults: readonly IncidentFault[]; readonly seeds: readonly number[] }>([
  { faults: [], seeds: [1] },
  { faults: ['kills'], seeds: [1] },
  { faults: ['outages'], seeds: [22] },
  { faults: ['outages', 'kills'], seeds: [4, 11, 17] },
  { faults: ['outages', 'kills', 'failures'], seeds: [2, 4, 7, 11] },
])('two replicas, floods and $faults', ({ faults, seeds }) => {
  test.each(seeds)('no incident is left open that is over, seed %i', async (seed) => {
    const { open, taken, trace } = await incidentsOf(seed, faults);
    expect(taken).toBeGreaterThan(50);
    expect(open, trace.join('\n')).toEqual([]);
  });
});

test('where nothing fails each end is told once, or twice if another event came a moment before', async () => {
  const ended = { taken: 0, needless: 0 };
  for (const seed of [3, 4, 5, 6, 8]) {
    const { taken, needless } = await incidentsOf(seed, []);
    ended.taken += taken;
    ended.needless += needless;
  }
  expect(ended.taken).toBeGreaterThan(300);
  expect(ended.needless).toBe(0);
});
