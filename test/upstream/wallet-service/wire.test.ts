import { describe, expect, test } from 'vitest';
import { optionsRequest, walletsRequest } from '../../../src/upstream/wallet-service/wire.ts';

const sender = { publicKey: 'pk', secretKey: 'sk' };

describe('requests', () => {
  test('carry the headers of the document, and nothing else', () => {
    expect(walletsRequest({ currency: null }, sender)).toEqual({
      path: '/data/wallet-balances',
      headers: {
        'public-key': 'pk',
        'secret-key': 'sk',
        'x-api-version': '1',
      },
    });
  });

  test('name the currency and the transaction type, escaped and in upper case', () => {
    expect(walletsRequest({ currency: 'U&X' }, sender).path).toBe('/data/wallet-balances?currency=U%26X');
    expect(optionsRequest({ currency: 'UGX', transactionType: 'payout' }, sender).path).toBe(
      '/data/payment-providers?currency=UGX&transaction_type=PAYOUT',
    );
  });

  test.each([
    [{ currency: null, transactionType: null }, ''],
    [{ currency: 'kes', transactionType: null }, '?currency=KES'],
    [{ currency: null, transactionType: 'PAYOUT' }, '?transaction_type=PAYOUT'],
  ])('for %j name only what is asked for', (question, query) => {
    expect(optionsRequest(question, sender).path).toBe(`/data/payment-providers${query}`);
  });

  test('send no secret key unless asked for', () => {
    const { headers } = optionsRequest(
      { currency: 'UGX', transactionType: 'PAYOUT' },
      { ...sender, secretKey: null },
    );
    expect(headers).not.toHaveProperty('secret-key');
  });
});
