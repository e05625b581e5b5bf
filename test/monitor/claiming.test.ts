import { expect, onTestFinished, test, vi } from 'vitest';
import type { Observation } from '../../src/domain/observation.ts';
import { createClaiming } from '../../src/monitor/polling/claiming.ts';
import type { AccountSlot } from '../../src/monitor/storage/ports.ts';

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
