// What the judge of webhooks takes for known, and for low.
import { expect, test } from 'vitest';
import { createWebhookJudge, lastLow } from './judge-webhooks.ts';
import { USUAL } from './settings.ts';
import type { World } from './world.ts';

test('a value that is low has been for as long as the rule asks for when it is seen once more, with nothing else in between', () => {
  const lowAt = (...minutes: readonly number[]) =>
    lastLow(
      minutes.map((minute) => ({ at: Math.abs(minute) * 60_000, low: minute > 0 })),
      ({ low }) => low,
    );
  expect(lowAt()).toBeUndefined();
  expect(lowAt(5)).toBeUndefined();
  expect(lowAt(5, -10, 15)).toBeUndefined();
  expect(lowAt(5, 5.01)).toBeUndefined(); // two replicas in one slot
  expect(lowAt(5, 9.99, -15, 20)).toBe(9.99 * 60_000);
  expect(lowAt(5, 50)).toBe(50 * 60_000);
});

test.each<readonly [what: string, ended: readonly number[], said: RegExp | null]>([
  ['that episode', [15], null],
  ['that episode, then one of before', [15, 10], null],
  ['that episode, then one of a clock that was ahead', [15, 50], null],
  ['one of before alone', [10], /for 8 minutes somebody is not told that an alert fires: ops x/],
])('an alert that one replica still tells, and a webhook knows to be over: %s', (_, ended, said) => {
  const minutes = (count: number) => count * 60_000;
  const labels = { alertname: 'BalanceUnknown', account: 'b' };
  const about = { webhook: 'ops', identity: 'x', labels, repeated: false };
  const violations: string[] = [];
  let now = minutes(20);
  const judge = createWebhookJudge(
    {
      ...{ clockwork: { now: () => now }, settings: [{ at: 0, settings: { ...USUAL, told: ['ops'] } }] },
      services: { served: new Map([['b', [{ at: minutes(16) }]]]) },
      receivers: {
        messages: ended.map((at) => ({
          ...{ ...about, status: 'resolved', at: minutes(17), startsAt: minutes(at) },
        })),
        confirmed: () => new Map([['x', { identity: 'x', labels, startsAt: minutes(15) }]]),
      },
      violation: (what: string) => void violations.push(what),
    } as unknown as World,
    [],
  );
  for (; now <= minutes(30); now += minutes(5)) judge.look();
  expect(violations.join()).toMatch(said ?? /^$/);
});
