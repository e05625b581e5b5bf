// What a process remembers of its claims; whose a slot is, is in ledger.test.ts.
import { expect, test } from 'vitest';
import type { AccountSlot } from '../../../src/monitor/storage/ports.ts';
import { createClaims } from '../../../src/store/ledger/claims.ts';
import type { Ids } from '../../../src/store/ledger/ids.ts';
import type { Pool } from '../../../src/store/postgres/pool.ts';
import { handClock } from '../../support/clock.ts';

const MINUTE = 60_000;

test('claims whose results never come are remembered up to a limit: the newest', async () => {
  const clock = handClock();
  // Nobody else claims anything.
  const query = async (_text: string, values: readonly unknown[]) => {
    const [accounts = [], slots = []] = values.map((array) => String(array).slice(1, -1).split(','));
    return accounts.map((id, i) => ({ account_id: Number(id), slot: new Date(slots[i]!) }));
  };
  const claims = createClaims({
    ...{ pool: { query } as unknown as Pool, schema: '"floatwatch"', operation: 'balances' },
    ids: { accounts: async () => new Map([['acme', 1]]) } as unknown as Ids,
    ...{ replica: 'a', clock, onClockAhead() {} },
  });
  const slots = Array.from({ length: 200_002 }, (_, i) => ({
    account: 'acme',
    slot: clock.now() + i * MINUTE,
  }));
  const remembered = (some: readonly AccountSlot[]) => some.map((slot) => claims.of(slot) !== null);
  await claims.claim(slots.slice(0, 3));
  await claims.claim(slots.slice(3));
  expect(remembered([...slots.slice(0, 4), ...slots.slice(-1)])).toEqual([false, false, true, true, true]);
  claims.forget(slots.slice(0, 3));
  expect(remembered(slots.slice(2, 4))).toEqual([false, true]);
});
