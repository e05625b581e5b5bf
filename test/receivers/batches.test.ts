// What an Alertmanager is sent at once, and what is set aside because it is refused.
import { expect, test } from 'vitest';
import { createBatches, isRefusal } from '../../src/receivers/alertmanager/batches.ts';
import type { DeliveryOutcome } from '../../src/receivers/delivery/post.ts';
import { handClock } from '../support/clock.ts';

const ANSWER = { status: null, detail: '', sent: true, body: '', headers: {} };
const QUARTER = 15 * 60_000;
const head = (fingerprint: string, firingAt = 1_000) => ({
  ...{ fingerprint, firingAt, resolvedAt: null },
  phase: 'firing' as const,
});
const heads = (count: number) => Array.from({ length: count }, (_, i) => head(`${i}`));

/** It refuses whatever is among `bad`, and does not answer while it is away. */
function alertmanager() {
  const clock = handClock();
  const world = { bad: new Set<string>(), away: false, refusal: 'rejected' as DeliveryOutcome };
  const posts: string[] = [];
  const taken: string[] = [];
  const batches = createBatches({
    clock,
    async post(batch) {
      const names = batch.map(({ fingerprint }) => fingerprint);
      posts.push(names.length > 4 ? `${names.length}` : names.join(' '));
      if (world.away) return { ...ANSWER, outcome: 'connect' };
      const refused = names.some((name) => world.bad.has(name));
      return { ...ANSWER, outcome: refused ? world.refusal : 'ok' };
    },
    onAccepted: (batch) => void taken.push(...batch.map(({ fingerprint }) => fingerprint)),
  });
  const since = (all: string[]) => all.splice(0);
  return { ...batches, clock, world, posts: () => since(posts), taken: () => since(taken) };
}

test('at most 256 are sent at once, in their order', async () => {
  const { send, posts, taken } = alertmanager();
  expect(await send(heads(600))).toBe(true);
  expect(posts()).toEqual(['256', '256', '88']);
  expect(taken()).toEqual(heads(600).map(({ fingerprint }) => fingerprint));
  expect(await send(heads(256))).toBe(true);
  expect(posts()).toEqual(['256']);
  expect(await send([])).toBe(true);
  expect(posts()).toEqual([]);
});

test.each(['rejected', 'too_large'] as const)(
  'where a request is %s, halves find who is refused; all others are taken',
  async (refusal) => {
    const { send, posts, taken, world, quarantined } = alertmanager();
    Object.assign(world, { refusal, bad: new Set(['2']) });
    expect(await send(heads(6))).toBe(true);
    expect(posts()).toEqual(['6', '0 1 2', '0 1', '2', '3 4 5']);
    expect(taken()).toEqual(['0', '1', '3', '4', '5']);
    expect(quarantined()).toBe(1);
    expect(await send(heads(3))).toBe(true);
    expect(posts()).toEqual(['0 1']);
  },
);

test.each([
  ['until a quarter of an hour is over', QUARTER - 1, head('0'), []],
  ['and tried again then, by itself', QUARTER, head('0'), ['0']],
  ['and tried again at once where it has changed', 0, head('0', 2_000), ['0']],
] as const)('who is refused is set aside %s', async (_what, afterMs, alert, tried) => {
  const { send, posts, world, clock, quarantined } = alertmanager();
  world.bad.add('0');
  await send([head('0')]);
  posts();
  clock.advance(afterMs);
  expect(await send([alert, head('1')])).toBe(true);
  expect(posts()).toEqual([...tried, '1']);
  expect(quarantined()).toBe(1);
});

test('who is refused once more is set aside for as long again', async () => {
  const { send, posts, world, clock } = alertmanager();
  world.bad.add('0');
  for (let i = 0; i < 3; i++) {
    expect(await send([head('0')])).toBe(true);
    expect(posts()).toEqual(['0']);
    clock.advance(QUARTER);
  }
});

test('who is taken is not aside any more, nor who is not told of any more', async () => {
  const { send, world, clock, quarantined, retain } = alertmanager();
  world.bad = new Set(['0', '1']);
  await send(heads(2));
  expect(quarantined()).toBe(2);
  world.bad.delete('0');
  clock.advance(QUARTER);
  await send(heads(2));
  expect(quarantined()).toBe(1);
  retain([head('1')]);
  expect(quarantined()).toBe(1);
  retain([head('0')]);
  expect(quarantined()).toBe(0);
});

test('what can not be sent waits, and nobody is set aside for it', async () => {
  const { send, posts, world, quarantined } = alertmanager();
  world.away = true;
  expect(await send(heads(600))).toBe(false);
  expect(posts()).toEqual(['256']);
  expect(quarantined()).toBe(0);
});

test('where there is news, the rest waits for it', async () => {
  const { send, posts } = alertmanager();
  const asked: number[] = [];
  expect(await send(heads(600), () => asked.push(1) === 2)).toBe(true);
  expect(posts()).toEqual(['256', '256']);
});

test.each([
  [33, true],
  [34, false],
])(
  'one round looks for the refused with 64 more requests: that these find each of %i is %s',
  async (count, all) => {
    const { send, posts, world, taken, quarantined } = alertmanager();
    world.bad = new Set(heads(count).map(({ fingerprint }) => fingerprint));
    expect(await send(heads(count))).toBe(all);
    expect(posts().length).toBeLessThanOrEqual(1 + 64);
    expect(taken()).toEqual([]);
    if (all) expect(quarantined()).toBe(count);
  },
);

test.each([
  ['ok', false],
  ['rejected', true],
  ['too_large', true],
  ['connect', false],
  ['auth', false],
] as const)('that %s is about what was sent is %s', (outcome, refusal) => {
  expect(isRefusal(outcome)).toBe(refusal);
});
