// What a rise of the balance since the last read of the requests counts for.
import { expect, test } from 'vitest';
import { createApproval } from '../../src/domain/forecast/approval.ts';
import { zoneOf } from '../../src/domain/forecast/zone.ts';
import { amountOf } from '../../src/domain/money.ts';
import { comingOf, createRequests } from '../../src/monitor/forecast/requests.ts';
import type { RequestedWallet } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-05-08T12:00:00Z');
const request = (daysAgo: number, amount: string) => ({ at: NOW - daysAgo * DAY, amount: amountOf(amount) });
const WALLET: RequestedWallet = {
  ...{ account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT', available: amountOf('50') },
  ...{ requests: [request(1, '1000')], rises: [] },
};
const coming = (wallet: RequestedWallet | undefined, available: string | null) =>
  comingOf(wallet, {
    ...{ at: NOW, available: available === null ? null : amountOf(available), leadMs: 2 * DAY },
    ...{ approval: createApproval(zoneOf('UTC'), undefined), usuallyGone: () => amountOf('0') },
  });

test.each([
  ['nothing was asked for', undefined, '50', '0'],
  ['the balance is as it was', WALLET, '50', '1000'],
  ['it fell', WALLET, '49.99', '1000'],
  ['it rose by a hundredth', WALLET, '50.01', '999.99'],
  ['it rose by less than nine tenths', WALLET, '949.99', '100.01'],
  ['it rose by nine tenths', WALLET, '950', '0'],
  ['it is not known', WALLET, null, '1000'],
  ['it was not known', { ...WALLET, available: null }, '2000', '1000'],
])('where %s, so much is on its way', (_, wallet, available, amount) => {
  expect(coming(wallet, available)).toEqual({ coming: amount, expired: [] });
});

test('the rise comes on top of those that were read', () => {
  const rises = [{ since: NOW - DAY / 2, at: NOW - DAY / 2, amount: amountOf('300') }];
  expect(coming({ ...WALLET, rises }, '150').coming).toBe('600');
});

test.each([
  [8, ['400']],
  [8.01, []],
])('a request of %f days ago is told of: %j', (days, amounts) => {
  const wallet = { ...WALLET, requests: [request(days, '400')] };
  expect(coming(wallet, '50').expired.map(({ amount }) => amount)).toEqual(amounts);
});

test('that nothing was asked for yet is no news, and what was asked for is news once', async () => {
  let wallets: readonly RequestedWallet[] = [];
  const requests = createRequests({
    ...{ log: { read: async () => wallets }, clock: handClock(NOW), since: async () => new Map() },
    onFailure(error) {
      throw error;
    },
  });
  const revisions: number[] = [];
  for (const known of [[], [], [WALLET], [WALLET], []]) {
    wallets = known;
    await requests.refresh();
    revisions.push(requests.revision);
  }
  expect(revisions).toEqual([0, 0, 1, 1, 2]);
});
