// What is on its way: requests that were written down, and the rises of the balance since.
import { expect, test } from 'vitest';
import { createApproval } from '../../src/domain/forecast/approval.ts';
import { zoneOf } from '../../src/domain/forecast/zone.ts';
import { amountOf } from '../../src/domain/money.ts';
import { comingOf, createRequests } from '../../src/monitor/forecast/requests.ts';
import type { RequestedWallet } from '../../src/monitor/storage/ports.ts';
import { handClock } from '../support/clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-05-08T12:00:00Z');
const ALWAYS = {
  ...{ leadMs: 2 * DAY, approval: createApproval(zoneOf('UTC'), undefined) },
  usuallyGone: () => amountOf('0'),
};
const PAYOUT = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };

function requested(own: Partial<RequestedWallet> = {}): RequestedWallet {
  const requests = [{ at: NOW - DAY, amount: amountOf('1000') }];
  return { ...PAYOUT, requests, rises: [], available: amountOf('50'), ...own };
}

const coming = (wallet: RequestedWallet | undefined, available = '50', at = NOW) =>
  comingOf(wallet, { at, available: amountOf(available), ...ALWAYS });

test('what was asked for is on its way until it has arrived', () => {
  expect(coming(undefined).coming).toBe('0');
  expect(coming(requested()).coming).toBe('1000');
  const arrived = [{ since: NOW - HOUR - 60_000, at: NOW - HOUR, amount: amountOf('1000') }];
  expect(coming(requested({ rises: arrived })).coming).toBe('0');
});

test('an arrival that the database does not know yet is seen by the balance', () => {
  expect(coming(requested(), '1050').coming).toBe('0');
  expect(coming(requested(), '450').coming).toBe('600');
  expect(coming(requested(), '20').coming).toBe('1000');
  expect(coming(requested({ available: null }), '1050').coming).toBe('1000');
});

test('it expires after twice the lead time, says so for as long again, and is then forgotten', () => {
  const at = (days: number) => coming(requested(), '50', NOW - DAY + days * DAY);
  expect(at(4)).toEqual({ coming: '1000', expired: [] });
  expect(at(4.1)).toEqual({ coming: '0', expired: [{ at: NOW - DAY, amount: '1000' }] });
  expect(at(8.1)).toEqual({ coming: '0', expired: [] });
});

test('what can not be read stays as it was known, and its revision moves with what changes', async () => {
  const clock = handClock('2026-05-08T12:00:00Z');
  const failures: unknown[] = [];
  let answer: () => Promise<RequestedWallet[]> = async () => [requested()];
  const since: (readonly [string, number])[] = [];
  const requests = createRequests({
    log: {
      read(from) {
        since.push(...from);
        return answer();
      },
    },
    clock,
    since: async (at) => new Map([['acme', at - 8 * DAY]]),
    onFailure: (error) => failures.push(error),
  });
  const now = { at: NOW, available: amountOf('50'), ...ALWAYS };
  expect(requests.comingTo(PAYOUT, now).coming).toBe('0');
  await requests.refresh();
  expect(requests.comingTo(PAYOUT, now).coming).toBe('1000');
  expect(requests.comingTo({ ...PAYOUT, account: 'other' }, now).coming).toBe('0');
  expect(since).toEqual([['acme', NOW - 8 * DAY]]);
  const { revision } = requests;
  await requests.refresh();
  expect(requests.revision).toBe(revision);
  answer = async () => {
    throw new Error('away');
  };
  await requests.refresh();
  expect(requests.comingTo(PAYOUT, now).coming).toBe('1000');
  expect(failures).toHaveLength(1);
  answer = async () => [];
  await requests.refresh();
  expect(requests.comingTo(PAYOUT, now).coming).toBe('0');
  expect(requests.revision).not.toBe(revision);
});

test('what was read before something was asked for does not take the place of what was read after', async () => {
  const reads: PromiseWithResolvers<RequestedWallet[]>[] = [];
  const requests = createRequests({
    log: {
      read() {
        const read = Promise.withResolvers<RequestedWallet[]>();
        reads.push(read);
        return read.promise;
      },
    },
    clock: handClock('2026-05-08T12:00:00Z'),
    since: async (at) => new Map([['acme', at - 8 * DAY]]),
    onFailure() {},
  });
  const refreshed = [requests.refresh(), requests.refresh()];
  await new Promise(setImmediate);
  reads[1]!.resolve([requested()]);
  await refreshed[1];
  reads[0]!.resolve([]);
  await refreshed[0];
  const now = { at: NOW, available: amountOf('50'), ...ALWAYS };
  expect(requests.comingTo(PAYOUT, now).coming).toBe('1000');
});
