// What the judge of shards takes for an alert that nobody could know of.
import { expect, test } from 'vitest';
import { LOW } from './fleet.ts';
import { createShardsJudge } from './judge-shards.ts';

const HOUR_MS = 3_600_000;
const labels = { alertname: 'FloatLow', account: 'a' };

test.each<readonly [what: string, startsAt: number, wrong: number]>([
  ['its own, which began later', 2 * HOUR_MS, 1],
  ['an earlier one, as Postgres knows no other', 60_000, 0],
])('a process that is gone told of an episode in an outage; another ends %s', (_, startsAt, wrong) => {
  const violations: string[] = [];
  const [ours, gone] = [
    { alive: true, name: 'ours' },
    { alive: false, name: 'gone' },
  ];
  const told = [{ at: HOUR_MS, by: gone, labels, startsAt: HOUR_MS, endsAt: HOUR_MS + 240_000 }];
  let active = new Map<string, object>([['a', { labels }]]);
  let now = 0;
  const judge = createShardsJudge({
    world: {
      ...{ clockwork: { now: () => now }, violation: (what: string) => void violations.push(what) },
      receivers: { told, active: () => active },
      services: { wallets: [{ account: 'a', available: LOW }] },
      ...{ replicas: [], settings: [{ at: 0, settings: { accounts: ['a'] } }] },
      database: { episodes: new Map() },
    },
    ...{ troubles: [{ kind: 'outages', from: 0, until: 1.5 * HOUR_MS }], turns: [] },
  } as unknown as Parameters<typeof createShardsJudge>[0]);
  now = 6 * HOUR_MS;
  told.push({ at: now, by: ours, labels, startsAt, endsAt: now + 240_000 });
  judge.look();
  told.push({ at: now, by: ours, labels, startsAt, endsAt: now });
  active = new Map();
  now += 1_000;
  judge.look();
  expect(violations).toHaveLength(wrong);
});
