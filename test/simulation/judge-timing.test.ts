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

/** Times: how long before now its beginning is, by how much the clock was ahead, how long before it was told the same. */
type Times = readonly [agoMs: number, aheadMinutes: number | null, beforeMinutes: number | null];

test.each<readonly [what: string, times: Times, said: RegExp | null]>([
  ['since just now, by a clock that was an hour ahead', [30, 60, null], null],
  ['since its time has come, by a clock that was an hour ahead', [2_000, 60, 1], null],
  ['since a while, and long ago since just then', [2_000, 60, 5], /promise 4: low begins at .*, too early/],
  ['since a while, by a clock that was an hour ahead', [2_000, 60, null], /too early/],
  ['since just now, by a clock that was ten minutes ahead', [30, 10, null], /too early/],
  ['since just now, by clocks that are right', [30, null, null], /too early/],
  ['since a while, by clocks that are right', [2_000, null, 1], /too early/],
])('an alert fires %s, and its wallet was full', (_, [agoMs, aheadMinutes, before], said) => {
  const MINUTE = 60_000;
  const at = 25 * MINUTE;
  const account = { account: 'b', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };
  const labels = { alertname: 'FloatLow', severity: 'critical', ...account };
  const told = {
    by: { name: 'replica-1' },
    labels,
    identity: 'low',
    at,
    startsAt: at - agoMs,
    endsAt: at + MINUTE,
  };
  const sentAt = at - (before ?? 0) * MINUTE;
  const earlier = { ...told, at: sentAt, startsAt: sentAt - 30, endsAt: sentAt + MINUTE };
  const full = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT', available: '9000000.00' };
  const result = { account: 'b', slot: 22 * MINUTE, outcome: 'ok', wallets: [full], unreadable: [] };
  const violations: string[] = [];
  let now = 0;
  const ahead = { kind: 'clock_ahead', at: MINUTE, lasts: MINUTE, whom: (aheadMinutes ?? 1) - 1 } as const;
  const judge = createTimingJudge(
    {
      ...{ clockwork: { now: () => now }, settings: [{ at: 0, settings: { ...USUAL, accounts: [] } }] },
      services: { served: new Map() },
      receivers: {
        told: before === null ? [told] : [earlier, told],
        ...{ confirmed: () => new Map(), active: () => new Map(), endedSince: () => [] },
      },
      database: { rows: new Map([['row', { result, claimedBy: 'replica-1' }]]) },
      violation: (what: string) => void violations.push(what),
    } as unknown as World,
    { faults: aheadMinutes === null ? [] : [ahead], boundOverKillsMs: undefined },
  );
  now = 30 * MINUTE;
  judge.look();
  expect(violations.join()).toMatch(said ?? /^$/);
});
