import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import type { Derived } from '../../src/metrics/account.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { readExposition } from '../support/exposition.ts';
import { createHouse, MINUTE, wallet } from './house.ts';

const PAYOUT = { account: 'acme', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };

test('amounts are exposed to the digit as the service sent them', async () => {
  const house = createHouse(['acme']);
  house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '12345678901234567.890')]);
  const seen = await house.read();
  expect(seen.value('merchant_wallet_available_balance', PAYOUT)).toBe('12345678901234567.890');
  expect(seen.value('merchant_wallet_state', { ...PAYOUT, state: 'fresh' })).toBe('1');
});

test('of a fresh wallet one state is told; whether it is fresh is told of every wallet at all times', async () => {
  const house = createHouse(['acme']);
  const states = async () =>
    (await house.read())
      .find('merchant_wallet_state', PAYOUT)
      .map(({ labels, value }) => `${labels['state']} ${value}`);
  house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')]);
  expect(await states()).toEqual(['fresh 1']);
  house.clock.advance(3 * MINUTE);
  expect(await states()).toEqual(['fresh 0', 'stale 1', 'missing 0']);
  house.observe('acme', [wallet('KES', 'MERCHANT_PAYOUT', '5')]);
  expect(await states()).toEqual(['fresh 0', 'stale 0', 'missing 1']);
  house.clock.advance(MINUTE);
  house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')]);
  expect(await states()).toEqual(['fresh 1']);
});

test('what follows from the rest is told to whoever asks for it, from the next reload on', async () => {
  let derived: Derived = { difference: false, inactive: false };
  const house = createHouse(['acme'], { derived: () => derived });
  house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5.00', { actual: amountOf('7.5') })]);
  const told = async () => {
    const seen = await house.read();
    const states = seen.find('merchant_wallet_state', PAYOUT).length;
    return [seen.value('merchant_wallet_balance_difference', PAYOUT), states];
  };
  const reload = (next: Derived) => {
    derived = next;
    const schedule = createSchedule('* * * * *', 'UTC');
    house.board.reconfigure([{ name: 'acme', schedule, staleAfter: 2, expect: [] }]);
  };
  expect(await told()).toEqual([undefined, 1]);
  reload({ difference: true, inactive: false });
  expect(await told()).toEqual(['2.5', 1]);
  reload({ difference: true, inactive: true });
  expect(await told()).toEqual(['2.5', 3]);
  reload({ difference: false, inactive: false });
  expect(await told()).toEqual([undefined, 1]);
});

test('a stale wallet loses its balances at the very instant, and keeps what tells of it', async () => {
  const house = createHouse(['acme']);
  house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')]);
  house.clock.advance(2 * MINUTE + 30_000 - 1); // two missed slots and 30 s, less a millisecond
  expect((await house.read()).value('merchant_wallet_available_balance', PAYOUT)).toBe('5');
  house.clock.advance(1);
  const seen = await house.read();
  for (const field of ['available', 'actual', 'uncleared', 'reserve']) {
    expect(seen.find(`merchant_wallet_${field}_balance`)).toEqual([]);
  }
  expect(seen.value('merchant_wallet_state', { ...PAYOUT, state: 'stale' })).toBe('1');
  expect(seen.value('merchant_wallet_observed_timestamp_seconds', PAYOUT)).toBeDefined();
});

test('both formats hold to their grammar, and an unchanged scrape shares its bytes', async () => {
  const house = createHouse(['acme', 'zeta']);
  house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5'), wallet('KES', 'MERCHANT_PAYOUT', '-6.50')]);
  readExposition(await house.scrape(), 'text');
  readExposition(await house.scrape('application/openmetrics-text;version=1.0.0'), 'openmetrics');
  const [first] = (await house.metrics.scrape()).pieces;
  const [second] = (await house.metrics.scrape()).pieces;
  expect(second).toBe(first);
});

test('whatever was rendered before, the balances are those that a first scrape would show', async () => {
  const ACCOUNTS = ['acme', 'beta', 'zeta'];
  const seen = fc.record({
    currency: fc.constantFrom('UGX', 'KES'),
    available: fc.constantFrom('5', '5.00', '12'),
    actual: fc.constantFrom('5', '17.25'),
  });
  const poll = fc.record({
    account: fc.constantFrom(...ACCOUNTS),
    wallets: fc.uniqueArray(seen, { maxLength: 2, selector: ({ currency }) => currency }),
    failed: fc.boolean(),
  });
  const step = fc.record({ polls: fc.array(poll, { maxLength: 3 }), minutes: fc.constantFrom(0, 0, 1, 3) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const house = createHouse(ACCOUNTS);
      for (const { polls, minutes } of steps) {
        house.clock.advance(minutes * MINUTE);
        for (const { account, wallets, failed } of polls) {
          house.observe(
            account,
            failed
              ? []
              : wallets.map(({ currency, available, actual }) =>
                  wallet(currency, 'MERCHANT_PAYOUT', available, { actual: amountOf(actual) }),
                ),
            failed ? { outcome: 'deadline' } : {},
          );
        }
        const build = { version: '0.1.0', revision: 'abc', nodeVersion: 'v24' };
        const first = createMetrics({ board: () => house.board, clock: house.clock, build });
        const fresh = Buffer.concat((await first.scrape()).pieces).toString();
        expect(balancesIn(await house.scrape())).toEqual(balancesIn(fresh));
      }
    }),
    { numRuns: 150 },
  );
});

/** The families of wallets and accounts; what was counted is another matter. */
function balancesIn(text: string): string[] {
  return text.split('\n').filter((line) => /^(?:merchant_wallet|floatwatch_account)_/.test(line));
}
