import { expect, test } from 'vitest';
import { readExposition } from '../support/exposition.ts';
import { createHouse, MINUTE, wallet } from './house.ts';

const PAYOUT = { account: 'acme', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };

test('amounts are exposed to the digit as the service sent them', async () => {
  const house = createHouse(['acme']);
  house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '12345678901234567.890')]);
  const seen = await house.read();
  expect(seen.value('merchant_wallet_available_balance', PAYOUT)).toBe('12345678901234567.890');
  expect(seen.value('merchant_wallet_balance_difference', PAYOUT)).toBe('0');
  expect(seen.value('merchant_wallet_state', { ...PAYOUT, state: 'fresh' })).toBe('1');
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
