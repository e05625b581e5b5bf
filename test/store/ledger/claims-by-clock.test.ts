// What a replica polls of the slots that it may not claim, by its own clock, the database's, and what others do; whose a
// slot is, is in ledger.test.ts and clock.test.ts.
import { describe, expect, test } from 'vitest';
import type { AccountSlot } from '../../../src/monitor/storage/ports.ts';
import { createClaims } from '../../../src/store/ledger/claims.ts';
import type { Ids } from '../../../src/store/ledger/ids.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { handClock } from '../../support/clock.ts';

const MINUTE = 60_000;
const IDS = new Map([
  ['acme', 1],
  ['beta', 2],
]);

interface Claiming {
  /** The slots that the database accepts, of those that it is asked for; which of them are early, it knows. */
  readonly accepts?: (slot: number, earlyMs: number) => boolean;
  /** The database's clock, after ours. */
  readonly ahead?: number;
  /** The newest slots that other replicas have claimed, by account. */
  readonly others?: () => readonly { readonly account_id: number; readonly slot: Date }[];
}

/** A replica, the questions that it asked, and how far its clock was told to be ahead. */
function replica({ accepts = () => true, ahead = 0, others = () => [] }: Claiming = {}) {
  const clock = handClock();
  const asked: { readonly what: string; readonly values: readonly unknown[] }[] = [];
  const told: number[] = [];
  const state = { ahead };
  const query = async (text: string, values: readonly unknown[] = []) => {
    const what = /clock_timestamp|max\(slot\)|INSERT|UPDATE/.exec(text)![0];
    asked.push({ what, values });
    if (what === 'clock_timestamp') return [{ ms: clock.now() + state.ahead }];
    if (what === 'max(slot)') return others();
    const [accounts = [], slots = []] = values.map((array) => String(array).slice(1, -1).split(','));
    return accounts
      .map((id, i) => ({ account_id: Number(id), slot: new Date(slots[i]!) }))
      .filter(({ slot }) => accepts(slot.getTime(), Number(values[4])));
  };
  const claims = createClaims({
    ...{ pool: { query } as unknown as Pool, schema: '"floatwatch"', operation: 'balances' },
    ids: { accounts: async () => IDS } as unknown as Ids,
    ...{ replica: 'a', clock, onClockAhead: (byMs) => void told.push(byMs) },
  });
  const questions = () => asked.map(({ what }) => what);
  return { clock, claims, asked, told, questions, state };
}

const slotsOf = (found: readonly AccountSlot[]) => found.map(({ account, slot }) => `${account} ${slot}`);

test('nothing is asked for no slots, and nothing more where all are ours', async () => {
  const { clock, claims, questions } = replica();
  expect(await claims.claim([])).toEqual([]);
  expect(questions()).toEqual([]);
  const due = [{ account: 'acme', slot: clock.now() }];
  expect(await claims.claim(due)).toEqual(due);
  expect(questions()).toEqual(['INSERT']);
});

test('slots are asked for by account, then by time, whatever their order was', async () => {
  const { clock, claims, asked } = replica();
  const [now, then] = [clock.now(), clock.now() + MINUTE];
  await claims.claim([
    { account: 'beta', slot: now },
    { account: 'acme', slot: then },
    { account: 'acme', slot: now },
  ]);
  const [accounts, slots, uuid, name, earlyMs, operation] = asked[0]!.values;
  const iso = (at: number) => new Date(at).toISOString();
  expect({ accounts, slots, name, earlyMs, operation }).toEqual({
    ...{ accounts: '{1,1,2}', slots: `{${iso(now)},${iso(then)},${iso(now)}}` },
    ...{ name: 'a', earlyMs: 2_000, operation: 'balances' },
  });
  expect(claims.of({ account: 'beta', slot: now })).toBe(uuid);
  expect(claims.of({ account: 'beta', slot: then })).toBeNull();
});

test('what is taken over is ours, in whole milliseconds', async () => {
  const { clock, claims, asked } = replica();
  const open = [{ account: 'beta', slot: clock.now() }];
  expect(await claims.takeOver(open, 90_000.6)).toEqual(open);
  expect(asked.map(({ what, values }) => [what, values[4]])).toEqual([['UPDATE', 90_001]]);
  expect(claims.of(open[0]!)).toBe(asked[0]!.values[2]);
  claims.forget(open);
  expect(claims.of(open[0]!)).toBeNull();
});

describe('slots that others have', () => {
  const none = { accepts: () => false };

  test('are theirs, where the clocks agree', async () => {
    const { clock, claims, questions, told } = replica(none);
    expect(await claims.claim([{ account: 'acme', slot: clock.now() }])).toEqual([]);
    expect(questions()).toEqual(['INSERT', 'clock_timestamp']);
    expect(told).toEqual([]);
  });

  test('are not ours, as the others that are due at the same time are', async () => {
    const clock = { base: 0 };
    const { clock: hand, claims, questions } = replica({ accepts: (slot) => slot === clock.base });
    clock.base = hand.now();
    const due = [clock.base, clock.base - MINUTE].map((slot) => ({ account: 'acme', slot }));
    for (const _ of [1, 2]) expect(await claims.claim(due)).toEqual([due[0]]);
    expect(questions()).toEqual(['INSERT', 'clock_timestamp', 'INSERT']);
  });

  test.each([
    ['are not polled again by one that is a minute behind', 60_000, false],
    ['are polled again, without a claim, by one that is further behind', 60_001, true],
  ])('%s', async (_what, ahead, polled) => {
    const { clock, claims } = replica({ ...none, ahead });
    const due = [{ account: 'acme', slot: clock.now() }];
    expect(await claims.claim(due)).toEqual(polled ? due : []);
    expect(claims.of(due[0]!)).toBeNull();
  });
});

describe('the database’s clock is asked', () => {
  const none = { accepts: () => false };
  const counted = (questions: readonly string[]) =>
    questions.filter((what) => what === 'clock_timestamp').length;

  test('at most every thirty seconds, while it agrees', async () => {
    const { clock, claims, questions } = replica(none);
    const due = [{ account: 'acme', slot: clock.now() }];
    await claims.claim(due);
    clock.advance(29_999);
    await claims.claim(due);
    expect(counted(questions())).toBe(1);
    clock.advance(1);
    await claims.claim(due);
    expect(counted(questions())).toBe(2);
  });

  test.each([
    ['each time while ours is two seconds ahead', -2_001, 2],
    ['not again where it is less', -2_000, 1],
    ['each time while ours is a minute behind', 60_001, 2],
    ['not again where that is less', 60_000, 1],
  ])('%s', async (_what, ahead, times) => {
    const { clock, claims, questions } = replica({ ...none, ahead });
    const due = [{ account: 'acme', slot: clock.now() - MINUTE }];
    await claims.claim(due);
    await claims.claim(due);
    expect(counted(questions())).toBe(times);
  });

  test('as soon as ours is set back', async () => {
    const { clock, claims, questions } = replica(none);
    const due = [{ account: 'acme', slot: clock.now() - MINUTE }];
    await claims.claim(due);
    clock.step(-60_000);
    await claims.claim(due);
    await claims.claim(due);
    expect(counted(questions())).toBe(2);
  });

  test('not so often once it agrees again', async () => {
    const { clock, claims, questions, state } = replica({ ...none, ahead: -5_000 });
    const due = [{ account: 'acme', slot: clock.now() - MINUTE }];
    await claims.claim(due);
    state.ahead = 0;
    await claims.claim(due);
    await claims.claim(due);
    expect(counted(questions())).toBe(2);
  });

  test('and that ours is ahead is told every thirty seconds at most, in whole milliseconds', async () => {
    const { clock, claims, told } = replica({ ...none, ahead: -2_500.4 });
    const due = [{ account: 'acme', slot: clock.now() - MINUTE }];
    await claims.claim(due);
    clock.advance(29_999);
    await claims.claim(due);
    expect(told).toEqual([2_500]);
    clock.advance(30_000);
    await claims.claim(due);
    expect(told).toEqual([2_500, 2_500]);
  });
});

describe('slots that are early by the database’s clock, five minutes behind ours', () => {
  const BEHIND = -5 * MINUTE;
  const byClock = (clock: () => number) => (slot: number, earlyMs: number) =>
    slot <= clock() + BEHIND + earlyMs;
  function early(others?: Claiming['others']) {
    let now = () => 0;
    const made = replica({
      ahead: BEHIND,
      accepts: (slot, earlyMs) => byClock(now)(slot, earlyMs),
      ...(others && { others }),
    });
    now = () => made.clock.now();
    return made;
  }

  test('are polled where nobody else polls the accounts, claimed up to a minute ahead', async () => {
    const { clock, claims, asked } = early();
    const base = clock.now() + BEHIND;
    const due = [2_000, 2_001, 60_000, 60_001].map((after) => ({ account: 'acme', slot: base + after }));
    expect(slotsOf(await claims.claim(due))).toEqual(slotsOf(due));
    expect(due.map((slot) => claims.of(slot) !== null)).toEqual([true, true, true, false]);
    expect(asked.filter(({ what }) => what === 'INSERT').map(({ values }) => values[4])).toEqual([
      2_000, 60_000,
    ]);
    const iso = (after: number) => new Date(base + after).toISOString();
    expect(asked.at(-1)!.values[1]).toBe(`{${[2_001, 60_000, 60_001].map(iso)}}`);
    expect(await claims.claim(due.slice(3))).toEqual(due.slice(3));
  });

  test('are not polled where others have all that is not early: two seconds are not', async () => {
    const { clock, claims, questions } = replica({ ahead: BEHIND, accepts: () => false });
    const base = clock.now() + BEHIND;
    expect(await claims.claim([{ account: 'acme', slot: base + 2_000 }])).toEqual([]);
    expect(questions()).toEqual(['INSERT', 'clock_timestamp']);
    expect(await claims.claim([{ account: 'acme', slot: base + 60_000 }])).toEqual([]);
    const tooFar = [{ account: 'acme', slot: base + 60_001 }];
    expect(await claims.claim(tooFar)).toEqual(tooFar);
  });

  test('are left to a replica whose slots move on, and polled as soon as they stand still', async () => {
    let slot = 1_000;
    const { clock, claims, asked } = early(() => [{ account_id: 1, slot: new Date(slot) }]);
    const due = () => [{ account: 'acme', slot: clock.now() }];
    expect(await claims.claim(due())).toEqual([]);
    expect(asked.at(-1)).toEqual({ what: 'max(slot)', values: ['{1}', 'a'] });
    clock.advance(89_999);
    expect(await claims.claim(due())).toEqual([]);
    clock.advance(1);
    expect(await claims.claim(due())).toEqual(due());
    slot += 1;
    expect(await claims.claim(due())).toEqual([]);
    clock.advance(90_000);
    slot -= 1; // an older one is no news
    expect(await claims.claim(due())).toEqual(due());
  });

  test('are left to others that go on with one of the accounts', async () => {
    const { clock, claims } = early(() => [
      { account_id: 1, slot: new Date(1_000) },
      { account_id: 2, slot: new Date(clock.now()) },
    ]);
    const due = () => ['acme', 'beta'].map((account) => ({ account, slot: clock.now() }));
    await claims.claim(due());
    clock.advance(90_000);
    expect(await claims.claim(due())).toEqual([]);
  });

  test('of fifty accounts at most are others looked for', async () => {
    const { clock, claims, asked } = early();
    const due = Array.from({ length: 51 }, () => ({ account: 'acme', slot: clock.now() }));
    await claims.claim(due);
    const looked = asked.find(({ what }) => what === 'max(slot)')!;
    expect(String(looked.values[0]).split(',')).toHaveLength(50);
  });
});
