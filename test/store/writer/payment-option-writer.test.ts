import { expect, test } from 'vitest';
import type { OptionObservation } from '../../../src/domain/payment-option.ts';
import { createPaymentOptionWriter } from '../../../src/store/writer/payment-option-writer.ts';
import { handClock } from '../../support/clock.ts';
import { option, optionPoll } from '../../support/options.ts';

function keeping(close: (batch: readonly OptionObservation[]) => void) {
  const clock = handClock();
  const told: string[] = [];
  const keeper = createPaymentOptionWriter({
    ledger: {
      async close(batch) {
        close(batch);
        return batch.map(() => 'stored' as const);
      },
    },
    clock,
    onAway: () => told.push('away'),
    onRefused: ({ account }) => told.push(`refused ${account}`),
  });
  return { keeper, clock, told };
}

test('P1 while Postgres is away the newest of each account waits, and is written when it is back', async () => {
  let down = true;
  const written: OptionObservation[] = [];
  const { keeper, clock, told } = keeping((batch) => {
    if (down) throw Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    written.push(...batch);
  });
  await keeper.keep(optionPoll(1, [option()]));
  await keeper.keep(optionPoll(2, [option({ active: false })]));
  await keeper.keep(optionPoll(2, [], { account: 'acme-ke' }));
  expect([keeper.waiting(), told]).toEqual([2, ['away']]);
  down = false;
  await keeper.flush();
  expect(written).toEqual([]); // a failure is not followed by a storm
  clock.advance(5_000);
  await keeper.flush();
  expect(written.map(({ account, slot }) => `${account} ${slot}`)).toEqual(['acme-ug 2', 'acme-ke 2']);
  expect(keeper.waiting()).toBe(0);
});

test('P13 a result that Postgres will never take keeps no other back', async () => {
  let down = true;
  const written: string[] = [];
  const { keeper, clock, told } = keeping((batch) => {
    if (down) throw Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
    if (batch.some(({ account }) => account === 'b')) throw Object.assign(new Error('no'), { code: '22021' });
    written.push(...batch.map(({ account }) => account));
  });
  for (const account of ['a', 'b', 'c']) await keeper.keep(optionPoll(1, [], { account }));
  down = false;
  clock.advance(5_000);
  await keeper.flush();
  expect([written, told, keeper.waiting()]).toEqual([['a', 'c'], ['away', 'refused b'], 0]);
});
