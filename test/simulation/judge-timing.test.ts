// What the judge of times takes for told.
import { expect, test } from 'vitest';
import { createTimingJudge } from './judge-timing.ts';
import { USUAL } from './settings.ts';
import type { World } from './world.ts';

test.each<readonly [since: string, ms: number, said: RegExp | null]>([
  ['a second ago', 1_000, null],
  ['three seconds ago', 3_000, /promise 6: nothing is known of b\/UGX\/MERCHANT_PAYOUT for 1140 s/],
])('nothing is known of a wallet, and its account was told to be unknown until %s', (_, ms, said) => {
  const ended = { at: 1_200_000 - ms, labels: { alertname: 'BalanceUnknown', account: 'b' } };
  const violations: string[] = [];
  let now = 0;
  const judge = createTimingJudge(
    {
      ...{ clockwork: { now: () => now }, settings: [{ at: 0, settings: USUAL }] },
      services: { served: new Map() },
      receivers: {
        told: [],
        confirmed: () => new Map(),
        active: () => new Map(['a', 'c'].map((account) => [account, { labels: { account } }])),
        endedSince: (at: number) => [ended].filter((each) => each.at >= at),
      },
      violation: (what: string) => void violations.push(what),
    } as unknown as World,
    { faults: [], boundOverKillsMs: undefined },
  );
  now = 1_200_000;
  judge.look();
  expect(violations.join()).toMatch(said ?? /^$/);
});
