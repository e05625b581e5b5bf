import { describe, expect, test } from 'vitest';
import { readOptions } from '../../../src/upstream/wallet-service/payment-options.ts';
import { opened } from '../service.ts';

describe('payment options', () => {
  const option = {
    provider_name: 'MTN "Mobile" <b>',
    provider_code: 'mtn_ug',
    transaction_method: 'MOBILE_MONEY',
    transaction_method_name: 'Mobile Money',
    transaction_type: 'Collection',
    transaction_currency: 'UGX',
    min_amount: 500,
    max_amount: 5000000,
    max_daily_amount: 20000000,
    is_active: true,
    option_prefixes: ['77', '78'],
  };
  const readAll = (...options: unknown[]) => {
    const text = JSON.stringify({ code: 200, status: 'success', data: { payment_providers: options } });
    const question = { currency: 'UGX', transactionType: 'COLLECTION' };
    return readOptions(opened(text)?.data, question, { onDeviation() {} });
  };

  test('are read whole, their type in upper case', () => {
    expect(readAll(option)).toEqual({
      records: [
        {
          currency: 'UGX',
          transactionType: 'COLLECTION',
          transactionMethod: 'MOBILE_MONEY',
          methodName: 'Mobile Money',
          providerCode: 'mtn_ug',
          providerName: 'MTN "Mobile" <b>',
          min: '500',
          max: '5000000',
          maxDaily: '20000000',
          active: true,
          prefixes: ['77', '78'],
          exposable: true,
        },
      ],
      unreadable: [],
      whole: true,
      sent: 1,
      lost: 0,
    });
  });

  test('negative limits and missing activity are unknown, reversed limits are kept as sent', () => {
    const odd = { ...option, min_amount: 9, max_amount: 5, max_daily_amount: -1, is_active: undefined };
    expect(readAll(odd)).toMatchObject({
      records: [{ min: '9', max: '5', maxDaily: null, active: null }],
      whole: false,
    });
  });

  test('told twice: equal ones collapse, different ones are refused', () => {
    expect(readAll(option, { ...option })).toMatchObject({
      records: [{ providerCode: 'mtn_ug' }],
      whole: true,
    });
    expect(readAll(option, { ...option, is_active: false })).toMatchObject({
      records: [],
      unreadable: [{ providerCode: 'mtn_ug', reason: 'duplicate' }],
    });
    expect(readAll(option, { ...option, provider_code: 'airtel_ug' })).toMatchObject({
      whole: true,
      sent: 2,
    });
  });

  test('of another type or currency are left out; without a code they are malformed', () => {
    const read = readAll(
      { ...option, transaction_type: 'PAYOUT' },
      { ...option, transaction_currency: 'KES' },
      { ...option, provider_code: 7 },
    );
    expect(read).toMatchObject({ records: [], unreadable: [{ providerCode: '', reason: 'malformed' }] });
  });

  test('kilobyte codes are cut and not exposed, names are cut, odd prefixes are kept as text', () => {
    const read = readAll({
      ...option,
      provider_code: 'c'.repeat(4_000),
      provider_name: 'n'.repeat(4_000),
      option_prefixes: ['0', '25677', true, null],
    });
    expect(read).toMatchObject({
      records: [{ exposable: false, providerName: 'n'.repeat(200), prefixes: ['0', '25677'] }],
    });
    expect(read?.records[0]?.providerCode).toHaveLength(128);
  });

  test('without a question about them, all are read', () => {
    const text = JSON.stringify({
      data: { payment_providers: [option, { ...option, transaction_currency: 'KES' }] },
    });
    const data = opened(text)?.data;
    for (const [question, currencies] of [
      [{ currency: null, transactionType: null }, ['UGX', 'KES']],
      [{ currency: 'kes', transactionType: null }, ['KES']],
      [{ currency: 'UGX', transactionType: 'collection' }, ['UGX']],
      [{ currency: null, transactionType: 'PAYOUT' }, []],
    ] as const) {
      const records = readOptions(data, question, { onDeviation() {} })?.records;
      expect(records?.map((record) => record.currency)).toEqual(currencies);
    }
  });

  test.each([null, 7, 'x', [], {}, { ...option, provider_code: '' }])(
    'an element that is %j costs no other',
    (element) => {
      const read = readAll(element, { ...option, provider_code: 'airtel_ug' });
      expect(read).toMatchObject({
        records: [{ providerCode: 'airtel_ug' }],
        unreadable: [{ providerCode: '', reason: 'malformed' }],
        whole: false,
      });
    },
  );

  test.each([null, 7, []])('one that is %j has no name', (element) => {
    const nameless = { currency: '', transactionType: '', transactionMethod: '', providerCode: '' };
    expect(readAll(element)?.unreadable).toEqual([{ ...nameless, reason: 'malformed' }]);
  });

  test.each(['transaction_currency', 'transaction_type', 'transaction_method', 'provider_code'])(
    'without its %s one is unreadable, and the answer is not whole',
    (field) => {
      expect(readAll({ ...option, [field]: undefined })).toMatchObject({
        records: [],
        unreadable: [{ reason: 'malformed' }],
        whole: false,
      });
    },
  );

  test.each(['min_amount', 'max_amount', 'max_daily_amount', 'is_active'])(
    'one whose %s alone is unknown is kept, and the answer is not whole',
    (field) => {
      expect(readAll({ ...option, [field]: 'x' })).toMatchObject({ records: [{}], whole: false });
    },
  );

  test.each(['min_amount', 'max_amount', 'max_daily_amount', 'provider_name', 'option_prefixes'])(
    'told twice with another %s it is refused',
    (field) => {
      expect(readAll(option, { ...option, [field]: field.endsWith('amount') ? 1 : ['1'] })).toMatchObject({
        records: [],
        unreadable: [{ reason: 'duplicate' }],
      });
    },
  );

  test('a name with NUL in it shows where that stood', () => {
    const read = readAll({ ...option, provider_name: 'M\0N' });
    expect(read).toMatchObject({ records: [{ providerName: 'M\ufffdN' }] });
  });

  test('prefixes that are numbers are kept as their digits', () => {
    const deviations: string[] = [];
    const text = JSON.stringify({
      data: { payment_providers: [{ ...option, option_prefixes: [77, '078', 7.5] }] },
    });
    const read = readOptions(
      opened(text)?.data,
      { currency: null, transactionType: null },
      { onDeviation: (deviation) => deviations.push(deviation) },
    );
    expect(read).toMatchObject({ records: [{ prefixes: ['77', '078', '7.5'] }], whole: true });
    expect(new Set(deviations)).toEqual(new Set(['prefix_as_number']));
  });

  test.each([undefined, null, '77', { 0: '77' }])('prefixes that are %j are none', (prefixes) => {
    expect(readAll({ ...option, option_prefixes: prefixes })).toMatchObject({
      records: [{ prefixes: [] }],
      whole: true,
    });
  });

  test('of more prefixes than a provider can have, the first hundred are kept', () => {
    const many = Array.from({ length: 101 }, (_, i) => `${i}`);
    expect(readAll({ ...option, option_prefixes: many })?.records[0]?.prefixes).toEqual(many.slice(0, 100));
  });
});
