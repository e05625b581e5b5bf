// Whose a slot is: how long Postgres is waited for, who is followed, and when a slot is taken over or given up.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { createClaiming } from '../../src/monitor/polling/claiming.ts';
import type { AccountSlot, Claims } from '../../src/monitor/storage/ports.ts';
import { observation } from '../support/ledger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const LIVES_MS = 30_000;
const UG: AccountSlot = { account: 'acme-ug', slot: 0 };
const KE: AccountSlot = { account: 'acme-ke', slot: 0 };
const later = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));

/** A replica that gets what `gets` says, beside others; the clock stands at `now`. */
function replica(change: Partial<Claims<Observation>> = {}) {
  const calls: (readonly [string, readonly AccountSlot[], number?])[] = [];
  const it = { now: 0, gets: [] as readonly AccountSlot[], ended: [] as readonly Observation[] };
  const seen: Observation[] = [];
  const failures: string[] = [];
  const claiming = createClaiming<Observation>({
    claims: {
      async claim(due) {
        calls.push(['claim', due]);
        return due.filter((each) => it.gets.includes(each));
      },
      async takeOver(open, olderThan) {
        calls.push(['takeOver', open, olderThan]);
        return open;
      },
      async ended(open) {
        calls.push(['ended', open]);
        return it.ended;
      },
      ...change,
    },
    clock: { now: () => it.now, monotonic: () => it.now },
    nextSlot: ({ slot }) => slot + MINUTE,
    startsMs: () => 0,
    livesMs: () => LIVES_MS,
    observe: (each) => void seen.push(each),
    onFailure: (error) => void failures.push((error as Error).message),
  });
  const follow = (now: number) => {
    it.now = now;
    calls.length = 0;
    return claiming.follow();
  };
  return Object.assign(it, { claiming, calls, seen, failures, follow });
}

/** What was followed, and perhaps is. */
const followed = ({ claiming }: ReturnType<typeof replica>) => [
  [...claiming.followed.keys()],
  [...claiming.perhapsFollowed().keys()],
];

describe('who claims slots', () => {
  test('gets those that are its own, and follows the others', async () => {
    const it = replica();
    it.gets = [UG];
    expect(await it.claiming.claim([UG, KE])).toEqual([UG]);
    expect(followed(it)).toEqual([['acme-ke'], ['acme-ke']]);
  });

  test('may follow each of them until there is an answer', async () => {
    const it = replica({ claim: () => later(100, [UG]) });
    const claimed = it.claiming.claim([UG, KE]);
    expect(followed(it)).toEqual([[], ['acme-ug', 'acme-ke']]);
    await vi.advanceTimersByTimeAsync(100);
    await claimed;
    expect(followed(it)).toEqual([['acme-ke'], ['acme-ke']]);
  });

  test('polls all of them where Postgres is away, tells of it, and follows none', async () => {
    const it = replica({ claim: () => Promise.reject(new Error('away')) });
    expect(await it.claiming.claim([UG, KE])).toEqual([UG, KE]);
    expect([followed(it), it.failures]).toEqual([[[], []], ['away']]);
  });

  test('leaves no timer behind', async () => {
    await replica().claiming.claim([UG]);
    expect(vi.getTimerCount()).toBe(0);
  });

  // Each claim: after how many milliseconds its answer comes (0: it fails at once), and whether that is in time.
  test.each<[string, [number, boolean][]]>([
    ['two seconds at first', [[1_999, true]]],
    ['not longer', [[2_001, false]]],
    [
      'a quarter of a second after one that failed',
      [
        [0, false],
        [251, false],
      ],
    ],
    [
      'a quarter of a second after one that failed, in which an answer counts',
      [
        [0, false],
        [249, true],
      ],
    ],
    [
      'two seconds again after an answer',
      [
        [0, false],
        [249, true],
        [1_999, true],
      ],
    ],
    [
      'a quarter of a second after one without an answer',
      [
        [9_000, false],
        [251, false],
      ],
    ],
    [
      'as long after two that failed',
      [
        [0, false],
        [0, false],
        [251, false],
      ],
    ],
  ])('waits for Postgres %s', async (_, claims) => {
    let takes = 0;
    const it = replica({
      claim: () => (takes === 0 ? Promise.reject(new Error('away')) : later(takes, [])),
    });
    for (const [ms, inTime] of claims) {
      takes = ms;
      const asked = it.claiming.claim([UG]);
      await vi.advanceTimersByTimeAsync(Math.min(ms, 2_002));
      expect(await asked).toEqual(inTime ? [] : [UG]);
    }
    expect(it.failures).toHaveLength(claims.filter(([, inTime]) => !inTime).length);
  });

  test('says how long it has waited', async () => {
    const it = replica({ claim: () => new Promise(() => {}) });
    for (const _ of [1, 2]) {
      const asked = it.claiming.claim([UG]);
      await vi.advanceTimersByTimeAsync(2_000);
      await asked;
    }
    expect(it.failures).toEqual(['no answer within 2000 ms', 'no answer within 250 ms']);
  });
});

describe('who follows others', () => {
  /** It follows both accounts' slots, of 0. */
  async function following(change: Partial<Claims<Observation>> = {}) {
    const it = replica(change);
    await it.claiming.claim([UG, KE]);
    return it;
  }

  test('asks nothing while it follows nobody, and claims nothing where nothing is due', async () => {
    const it = replica();
    for (const asking of [() => it.claiming.claim([]), () => it.follow(MINUTE)]) {
      expect(await asking()).toEqual([]);
      expect(it.calls).toEqual([]);
    }
  });

  test('asks nothing before a poll can be over and written', async () => {
    const it = await following();
    expect(await it.follow(1_499)).toEqual([]);
    expect(it.calls).toEqual([]);
    await it.follow(1_500);
    expect(it.calls).toEqual([['ended', [UG, KE]]]);
  });

  test('takes in what they saw, and follows these slots no longer', async () => {
    const it = await following();
    it.ended = [observation(0, { account: 'acme-ug' })];
    expect(await it.follow(LIVES_MS - 1)).toEqual([]);
    expect([it.seen, it.calls]).toEqual([it.ended, [['ended', [UG, KE]]]]);
    expect(followed(it)[0]).toEqual(['acme-ke']);
  });

  test.each([
    ['no earlier than all polls and writes should be over', LIVES_MS - 1, []],
    ['from that very millisecond', LIVES_MS, [UG, KE]],
    ['up to the last millisecond before the next slot', MINUTE - 1, [UG, KE]],
    ['but not from the next slot on', MINUTE, []],
  ])('takes a slot over from who claimed it: %s', async (_, now, ours) => {
    const it = await following();
    expect(await it.follow(now)).toEqual(ours);
    const asked = it.calls.map(([what]) => what);
    expect(asked.filter((what) => what !== 'ended')).toEqual(ours.length > 0 ? ['claim', 'takeOver'] : []);
    if (ours.length > 0) expect(it.calls.at(-1)).toEqual(['takeOver', [UG, KE], LIVES_MS]);
    expect(followed(it)[0]).toEqual(now < LIVES_MS ? ['acme-ug', 'acme-ke'] : []);
  });

  test('asks for the result once more before it gives a slot up', async () => {
    const it = await following();
    it.ended = [observation(0, { account: 'acme-ug' })];
    await it.follow(MINUTE);
    expect(it.seen).toEqual(it.ended);
  });

  test('polls what nobody had claimed, and leaves what is another’s for the next time', async () => {
    const it = await following();
    it.gets = [KE];
    expect(await it.follow(LIVES_MS)).toEqual([KE]);
    expect(it.calls.map(([what]) => what)).toEqual(['ended', 'claim']);
    expect(followed(it)[0]).toEqual(['acme-ug']);
  });

  test('takes nothing over for an account that rests', async () => {
    const it = replica();
    it.claiming.watch([UG]);
    expect([...it.claiming.followed.values()]).toEqual([{ ...UG, rests: true }]);
    expect(await it.follow(MINUTE - 1)).toEqual([]);
    expect(it.calls.map(([what]) => what)).toEqual(['ended']);
    await it.follow(MINUTE);
    expect(followed(it)[0]).toEqual([]);
  });

  test('asks one thing at a time', async () => {
    const it = await following({ ended: () => later(100, []) });
    const first = it.follow(LIVES_MS);
    expect(await it.follow(LIVES_MS)).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toEqual([UG, KE]);
  });

  test('tells of Postgres being away, and asks again', async () => {
    let away = true;
    const it = await following({ ended: async () => (away ? Promise.reject(new Error('away')) : []) });
    expect(await it.follow(LIVES_MS - 1)).toEqual([]);
    expect(it.failures).toEqual(['away']);
    away = false;
    expect(await it.follow(LIVES_MS)).toEqual([UG, KE]);
  });

  test.each(['ended', 'claim', 'takeOver'] as const)(
    'polls without a claim what is so late while Postgres is away, but what is over: %s',
    async (what) => {
      const it = replica({ [what]: () => Promise.reject(new Error('away')) });
      const rests = { account: 'rests', slot: 0, rests: true } as const;
      for (const each of [UG, KE, rests, { account: 'late', slot: LIVES_MS - MINUTE }])
        it.claiming.followed.set(each.account, each);
      expect(await it.follow(LIVES_MS)).toEqual([UG, KE]);
      expect(it.failures).toEqual(['away']);
      expect(followed(it)[0]).toEqual(['rests']);
    },
  );

  test('forgets a slot that it polls itself, but not a later one of the account', async () => {
    const it = await following();
    it.claiming.forget({ account: 'acme-ug', slot: -MINUTE });
    it.claiming.forget(KE);
    expect(followed(it)[0]).toEqual(['acme-ug']);
  });
});
