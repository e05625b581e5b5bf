// How rows of polls become results again, and what is stored of records that can't be believed.
import { expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import { balanceCodec } from '../../../src/store/ledger/balance-codec.ts';
import { type EndedPoll, polledOf, pollKey, resultKey, rowKey } from '../../../src/store/ledger/codec.ts';
import { paymentOptionCodec } from '../../../src/store/ledger/payment-option-codec.ts';
import { observation, wallet } from '../../support/ledger.ts';
import { optionPoll } from '../../support/options.ts';

const SLOT = Date.UTC(2026, 2, 2, 12);
const poll: EndedPoll = {
  ...{ account_id: 7, slot: new Date(SLOT), outcome: 'ok', detail: 'fine', unreadable: null },
  ...{ claimed_at: new Date(SLOT + 1), started_at: new Date(SLOT + 2), observed_at: new Date(SLOT + 3) },
  ...{ duration_ms: 4, http_status: 200, envelope_code: 201 },
};

test('a row is a poll, and one that was lost began and ended when it was claimed', () => {
  const polled = {
    ...{ account: 'acme', slot: SLOT, outcome: 'ok', startedAt: SLOT + 2, observedAt: SLOT + 3 },
    ...{ durationMs: 4, httpStatus: 200, envelopeCode: 201, detail: 'fine' },
  };
  expect(polledOf({ account: 'acme', poll })).toEqual(polled);
  const lost = { ...poll, outcome: 'lost', started_at: null, observed_at: null, duration_ms: null } as const;
  expect(polledOf({ account: 'acme', poll: lost as unknown as EndedPoll })).toEqual({
    ...{ ...polled, outcome: 'lost', startedAt: SLOT + 1, observedAt: SLOT + 1, durationMs: 0 },
  });
});

test('a result and its row have one key, and other slots and accounts have others', () => {
  const result = {
    ...{ accountId: 7, claim: null, observation: observation(SLOT), records: 1, unreadable: null },
  };
  expect(resultKey(result)).toBe(rowKey(poll));
  const keys = [pollKey(7, SLOT), pollKey(8, SLOT), pollKey(7, SLOT + 1)];
  expect(new Set(keys).size).toBe(3);
  expect(rowKey(poll)).toBe(keys[0]);
});

const LONG = 'x'.repeat(300);

test('of balances is stored how many, which can’t be believed, and all of them where they came second', () => {
  const seen = observation(SLOT, {
    wallets: [wallet('5.00', { walletType: 'a\0', reserve: null }), wallet('6')],
    unreadable: [{ currency: 'KES\0', walletType: LONG, reason: 'malformed' }],
  } as never);
  expect(balanceCodec.operation).toBe('balances');
  expect(balanceCodec.count(seen)).toBe(2);
  expect(JSON.parse(balanceCodec.unreadable(seen)!)).toEqual([
    { currency: 'KES\uFFFD', walletType: expect.stringMatching(/^x{200}…/), reason: 'malformed' },
  ]);
  expect(balanceCodec.unreadable(observation(SLOT))).toBeNull();
  expect(JSON.parse(balanceCodec.records(seen))).toEqual([
    {
      ...{ currency: 'UGX', walletType: 'a\uFFFD' },
      ...{ available: '5.00', actual: '5.00', uncleared: '0', reserve: null },
    },
    {
      ...{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' },
      ...{ available: '6', actual: '6', uncleared: '0', reserve: '0.00' },
    },
  ]);
});

const OPTION = {
  ...{ currency: 'UGX', transactionType: 'PAYOUT', transactionMethod: 'MOBILE_MONEY', providerCode: 'MTN' },
  ...{ methodName: 'Mobile money', providerName: 'MTN', min: amountOf('1'), max: null, maxDaily: null },
  ...{ active: true, prefixes: ['77'], exposable: true },
};

test('so it is of payment options', () => {
  const id = {
    ...{ currency: 'UGX', transactionType: 'PAYOUT', transactionMethod: 'MOBILE_MONEY' },
    providerCode: LONG,
  };
  const seen = {
    ...optionPoll(SLOT, [{ ...OPTION, providerName: 'a\0' }]),
    unreadable: [{ ...id, reason: 'malformed' }],
  } as never;
  expect(paymentOptionCodec.operation).toBe('options');
  expect(paymentOptionCodec.count(seen)).toBe(1);
  expect(JSON.parse(paymentOptionCodec.unreadable(seen)!)).toEqual([
    { ...id, providerCode: expect.stringMatching(/^x{128}…/), reason: 'malformed' },
  ]);
  expect(paymentOptionCodec.unreadable(optionPoll(SLOT, []))).toBeNull();
  expect(JSON.parse(paymentOptionCodec.records(seen))).toEqual([{ ...OPTION, providerName: 'a\uFFFD' }]);
});
