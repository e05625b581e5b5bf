import { expect, onTestFinished, test, vi } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { createClaiming } from '../../src/monitor/polling/claiming.ts';
import type { AccountSlot } from '../../src/monitor/storage/ports.ts';
import { observation } from '../support/ledger.ts';

test('G10 an answer that comes late ends "the ledger is down": claims that take long are no outage', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let takesMs = 3_000;
  const failures: unknown[] = [];
  const claiming = createClaiming<Observation>({
    claims: {
      claim: (due) => new Promise((resolve) => setTimeout(() => resolve(due.slice(0, 1)), takesMs)),
      takeOver: async () => [],
      ended: async () => [],
    },
    clock: { now: () => 0, monotonic: () => 0 },
    nextSlot: ({ slot }) => slot + 60_000,
    startsMs: () => 0,
    livesMs: () => 30_000,
    observe() {},
    onFailure: (error) => failures.push(error),
  });
  const due: AccountSlot[] = ['acme-ug', 'acme-ke'].map((account) => ({ account, slot: 0 }));
  const claim = async (ms: number) => {
    const asked = claiming.claim(due);
    await vi.advanceTimersByTimeAsync(ms);
    return await asked;
  };

  expect(await claim(2_000)).toEqual(due); // without a claim: Postgres is taken to be away
  takesMs = 400;
  expect(await claim(250)).toEqual(due);
  await vi.advanceTimersByTimeAsync(1_000); // it wasn't: both answers have come
  expect(await claim(400)).toEqual([due[0]]);
  expect(failures).toHaveLength(2);
});

test('who loses its claims asks once for a whole sweep: when the last poll is over, as long as polls take by then', async () => {
  const others = otherReplica({ takesMs: 4_000 });
  await others.sweep(0); // not known yet: asked for more than once
  expect(await others.sweep(60_000)).toEqual({ asked: 1, learned: 20 });
  others.takesMs = 200;
  expect(await others.sweep(120_000)).toEqual({ asked: 1, learned: 20 });
  expect(await others.sweep(180_000)).toEqual({ asked: 1, learned: 20 });
  expect(others.knewAfterMs()).toBeLessThan(9_000); // polls begin within six seconds, as ever
});

test('what is yet open is asked for after longer and longer waits, and a poll that never ends keeps nothing else waiting', async () => {
  const others = otherReplica({ takesMs: 200, hangs: 'a-7' });
  for (const slot of [0, 60_000, 120_000]) {
    const { asked, learned } = await others.sweep(slot);
    expect(learned).toBe(19);
    expect(asked).toBeLessThanOrEqual(6); // in 35 s
  }
  expect(others.knewAfterMs()).toBeLessThan(9_000);
});

test('with a slot each second nothing is forgotten before it was asked for', async () => {
  const others = otherReplica({ takesMs: 50, everyMs: 1_000 });
  for (let slot = 0; slot < 10_000; slot += 1_000) await others.sweep(slot);
  await others.sweep(10_000);
  expect(others.learned()).toBeGreaterThanOrEqual(200);
});

test('a replica whose clock was ahead for a while keeps nobody waiting afterwards', async () => {
  const others = otherReplica({ takesMs: 200 });
  await others.sweep(0);
  Object.assign(others, { aheadMs: 5_400_000, followedMs: 55_000 });
  await others.sweep(60_000);
  await others.sweep(120_000);
  others.aheadMs = 0;
  await others.sweep(180_000);
  await others.sweep(240_000);
  expect(others.knewAfterMs()).toBeLessThan(9_000);
});

test('what was claimed of the slots of a dead replica is polled, whatever Postgres says of the rest', async () => {
  let now = 0;
  const due: AccountSlot[] = ['acme-ug', 'acme-ke'].map((account) => ({ account, slot: 0 }));
  const claiming = createClaiming<Observation>({
    claims: {
      claim: async () => (now === 0 ? [] : due.slice(0, 1)), // of which it had a row for the other only
      takeOver: async () => Promise.reject(new Error('away')),
      ended: async () => [],
    },
    clock: { now: () => now, monotonic: () => now },
    nextSlot: ({ slot }) => slot + 60_000,
    startsMs: () => 0,
    livesMs: () => 30_000,
    observe() {},
    onFailure() {},
  });
  await claiming.claim(due);
  now = 31_000;
  expect(await claiming.follow()).toEqual([due[0]]);
  expect([...claiming.followed.values()]).toEqual([due[1]]);
});

/** Another replica polls twenty accounts, which begin within a tenth of the interval; we follow it, once a second. */
function otherReplica(options: { takesMs: number; hangs?: string; everyMs?: number }) {
  const { hangs, everyMs = 60_000 } = options;
  const accounts = Array.from({ length: 20 }, (_, i) => `a-${i}`);
  const startsMs = ({ account }: AccountSlot) => (Number(account.slice(2)) / 20) * (everyMs / 10);
  let now = 0;
  let asked = 0;
  const learned: { readonly at: number; readonly slot: number }[] = [];
  const claiming = createClaiming<Observation>({
    claims: {
      claim: async () => [],
      takeOver: async () => [],
      async ended(open) {
        asked++;
        return open
          .filter((each) => each.account !== hangs && now >= each.slot + startsMs(each) + others.takesMs)
          .map((each) =>
            observation(each.slot, {
              account: each.account,
              observedAt: each.slot + startsMs(each) + others.takesMs + others.aheadMs,
            }),
          );
      },
    },
    clock: { now: () => now, monotonic: () => now + 1_000_000 },
    nextSlot: ({ slot }) => slot + everyMs,
    startsMs,
    livesMs: (each) => startsMs(each) + 40_000,
    observe: (seen) => void learned.push({ at: now, slot: seen.slot }),
    onFailure: (error) => expect.fail(String(error)),
  });
  const others = {
    takesMs: options.takesMs,
    /** How far its clock is ahead of ours. */
    aheadMs: 0,
    followedMs: 35_000,
    async sweep(slot: number) {
      const before = learned.length;
      asked = 0;
      now = slot;
      await claiming.follow();
      await claiming.claim(accounts.map((account) => ({ account, slot })));
      for (now = slot + 1_000; now < slot + Math.min(everyMs, others.followedMs); now += 1_000)
        await claiming.follow();
      return { asked, learned: learned.length - before };
    },
    learned: () => learned.length,
    /** How long after the slot the last of the newest sweep was known. */
    knewAfterMs: () => Math.max(...learned.slice(-19).map(({ at, slot }) => at - slot)),
  };
  return others;
}
