import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ContractDeviation } from '../../src/upstream/wallet-service/contract-deviation.ts';
import {
  optionsRequest,
  readEnvelope,
  readOptions,
  readWallets,
  walletsRequest,
} from '../../src/upstream/wallet-service/wire.ts';

const sender = { publicKey: 'pk', secretKey: 'sk', userAgent: 'floatwatch/test' };

function walletJson(fields: Record<string, string> = {}): string {
  const all = {
    currency: '"UGX"',
    wallet_type: '"MERCHANT_PAYOUT"',
    available_balance: '100',
    actual_balance: '120.50',
    uncleared_balance: '20',
    reserve_balance: '0.00',
    ...fields,
  };
  return `{${Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;
}

function readList(list: string, currency: string | null = null) {
  const drifts: ContractDeviation[] = [];
  const text = `{"code":200,"status":"success","message":"done","data":{"merchant_wallets":${list}}}`;
  const envelope = readEnvelope(text, (drift) => drifts.push(drift));
  expect(envelope.body).toBe('envelope');
  const read = readWallets(envelope.data, { currency }, { onDrift: (drift) => drifts.push(drift) });
  return { ...read, drifts: [...new Set(drifts)] };
}

const readOne = (fields: Record<string, string>) => readList(`[${walletJson(fields)}]`);

describe('requests', () => {
  test('carry the headers of the document, a user agent, and nothing else', () => {
    expect(walletsRequest({ currency: null }, sender)).toEqual({
      path: '/data/wallet-balances',
      headers: {
        'public-key': 'pk',
        'secret-key': 'sk',
        'x-api-version': '1',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'floatwatch/test',
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

describe('U10 U15 M5 M11 the envelope', () => {
  test.each<[string, string | null, string]>([
    ['what is not UTF-8', null, 'syntax'],
    ['nothing', '', 'empty'],
    ['space', ' \r\n ', 'empty'],
    ['a page', '<html>', 'web_page'],
    ['a page after space', '\n  <p>', 'web_page'],
    ['a text that ends like the beginning of a page', 'oops <', 'syntax'],
    ['half an object', '{', 'syntax'],
    ['a byte order mark before an object', '\ufeff{}', 'byte_order_mark'],
    ['a byte order mark', '\ufeff', 'byte_order_mark'],
    ['a byte order mark after an object', '{}\ufeff', 'syntax'],
    ['a key told twice', '{"code":200,"code":401}', 'duplicate_key'],
    ['65 lists in one another', '['.repeat(65), 'too_deep'],
    ['20,001 numbers', `[${'1,'.repeat(20_000)}1]`, 'too_many'],
    ['a list', '[]', 'no_envelope'],
    ['a string', '"success"', 'no_envelope'],
    ['an empty object', '{}', 'envelope'],
  ])('%s', (_, text, body) => {
    const envelope = readEnvelope(text, () => {});
    expect(envelope).toEqual({ body, code: null, success: null, data: undefined });
  });

  test.each<[string, boolean | null]>([
    ['"success"', true],
    ['"Success"', true],
    ['true', true],
    ['"error"', false],
    ['"FAILED"', false],
    ['"fail"', false],
    ['"failure"', false],
    ['"false"', false],
    ['false', false],
    ['"true"', null],
    ['"fine"', null],
    ['""', null],
    ['null', null],
    ['1', null],
    ['[true]', null],
  ])('a status of %s says %j', (status, success) => {
    expect(readEnvelope(`{"status":${status}}`, () => {}).success).toBe(success);
  });

  test.each<[string, number | null, ContractDeviation[]]>([
    ['200', 200, []],
    ['-1', -1, []],
    ['"401"', 401, ['code_as_string']],
    ['null', null, []],
    ['"OK"', Number.NaN, ['code_as_string']],
    ['""', Number.NaN, ['code_as_string']],
    ['200.0', Number.NaN, []],
    ['2e2', Number.NaN, []],
    ['1234567890', Number.NaN, []],
    ['true', Number.NaN, []],
    ['[200]', Number.NaN, []],
    ['{"200":200}', Number.NaN, []],
  ])('a code of %s is %d', (sent, code, expected) => {
    const drifts: ContractDeviation[] = [];
    expect(readEnvelope(`{"code":${sent}}`, (drift) => drifts.push(drift)).code).toBe(code);
    expect(drifts).toEqual(expected);
  });
});

describe('amounts', () => {
  test.each([
    ['12345678901234567.89', '12345678901234567.89'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['1e3', '1000'],
    ['1E-2', '0.01'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    ['-12.5', '-12.5'],
    ['5475.816', '5475.816'],
  ])('M1 %s is read exactly', (sent, read) => {
    expect(readOne({ available_balance: sent }).records).toMatchObject([{ available: read }]);
  });

  test.each([
    ['1e400', '1e400'],
    ['1e999999999', '1e999999999'],
    ['half a million digits', `1${'0'.repeat(500_000)}`],
  ])('M2 %s is unknown, and at once', { tags: 'timed' }, (_, sent) => {
    const started = performance.now();
    expect(readOne({ available_balance: sent })).toMatchObject({
      records: [{ available: null }],
      whole: false,
    });
    expect(performance.now() - started).toBeLessThan(50);
  });

  test('M3 a string that holds a number is one, and counted', () => {
    const read = readOne({ available_balance: '"12.50"' });
    expect(read).toMatchObject({
      records: [{ available: '12.50' }],
      whole: true,
      drifts: ['amount_as_string'],
    });
  });

  test.each([
    '"1,250.00"',
    '"1 000"',
    '""',
    '"NaN"',
    '"Infinity"',
    '"0x10"',
    '"+1"',
    '" 1"',
    'null',
    'true',
    '[]',
    '{}',
    '[1]',
    '',
  ])('M3 %s is unknown, never zero, and costs only its field', (sent) => {
    expect(readOne({ available_balance: sent })).toMatchObject({
      records: [{ available: null, actual: '120.50', uncleared: '20', reserve: '0.00' }],
      unreadable: [],
      whole: false,
    });
  });

  test('a wallet without one readable amount is malformed', () => {
    const none = {
      available_balance: 'null',
      actual_balance: '"-"',
      uncleared_balance: '',
      reserve_balance: '{}',
    };
    expect(readOne(none)).toMatchObject({
      records: [],
      unreadable: [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'malformed' }],
      whole: false,
    });
  });

  test('M16 any decimal of the grammar survives, as number and as string', () => {
    const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`));
    const decimal = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.oneof(
          fc.constant('0'),
          digits(0, 18).map((d) => `7${d}`),
        ),
        digits(0, 18),
      )
      .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`)
      .filter((text) => !/^-[0.]+$/.test(text));
    fc.assert(
      fc.property(decimal, fc.boolean(), (text, quoted) => {
        const sent = quoted ? `"${text}"` : text;
        expect(readOne({ reserve_balance: sent }).records?.[0]?.reserve).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('M6 a wallet told twice', () => {
  test('with equal values is one wallet', () => {
    const read = readList(`[${walletJson()},${walletJson({ available_balance: '100.00' })}]`);
    expect(read).toMatchObject({ records: [{ available: '100' }], unreadable: [], whole: true });
    expect(read.drifts).toEqual(['repeated_record']);
  });

  test.each([
    ['different values', walletJson(), walletJson({ available_balance: '101' })],
    ['a field known only once', walletJson(), walletJson({ available_balance: 'null' })],
    ['two spellings of its currency', walletJson(), walletJson({ currency: '"ugx"', reserve_balance: '5' })],
    ['one unreadable record', '{"currency":"UGX","wallet_type":"MERCHANT_PAYOUT"}', walletJson()],
  ])('with %s is refused, and no other wallet with it', (_, first, second) => {
    const other = walletJson({ wallet_type: '"MERCHANT_COLLECTION"' });
    for (const list of [
      [first, second, other],
      [second, other, first],
      [first, second, first, other],
    ]) {
      expect(readList(`[${list}]`)).toMatchObject({
        records: [{ walletType: 'MERCHANT_COLLECTION' }],
        unreadable: [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT', reason: 'duplicate' }],
        whole: false,
      });
    }
  });

  test('with the same field unknown both times is one wallet', () => {
    const half = walletJson({ available_balance: 'null' });
    expect(readList(`[${half},${half}]`)).toMatchObject({ records: [{ available: null }], unreadable: [] });
  });

  test('usd and USD with equal values are one', () => {
    const read = readList(`[${walletJson({ currency: '"usd"' })},${walletJson({ currency: '"USD"' })}]`);
    expect(read.records).toMatchObject([{ currency: 'USD' }]);
    expect(read.drifts).toEqual(['currency_case', 'repeated_record']);
  });
});

describe('M8 data of another shape is refused', () => {
  test.each(['null', '{}', '"[]"', '0'])('merchant_wallets: %s', (list) => {
    expect(readList(list)).not.toHaveProperty('records');
  });
  test.each(['null', '[]', '{}', '""', '[{"merchant_wallets":[]}]'])('data: %s', (data) => {
    const envelope = readEnvelope(`{"code":200,"data":${data}}`, () => {});
    expect(readWallets(envelope.data, { currency: null }, { onDrift() {} })).toBeUndefined();
  });
  test('an empty list is a list', () => {
    expect(readList('[]')).toMatchObject({ records: [], whole: true });
  });
  test.each(['null', '7', '"x"', '[]', '{}'])(
    'an element that is %s has no name, and costs no other wallet',
    (element) => {
      expect(readList(`[${element},${walletJson()},${element}]`)).toMatchObject({
        records: [{ currency: 'UGX' }],
        unreadable: [{ currency: '', walletType: '', reason: 'malformed' }],
        whole: false,
      });
    },
  );
});

describe('M9 names from outside', () => {
  test.each(['MERCHANT_ESCROW', 'a.b:c-d', '__proto__', 'constructor', 'x'.repeat(64)])(
    '%s is kept and exposed',
    (name) => {
      const read = readOne({ wallet_type: JSON.stringify(name) });
      expect(read).toMatchObject({
        records: [{ walletType: name, exposable: true }],
        whole: true,
        drifts: [],
      });
    },
  );

  test.each(['💰', '"}\nevil 1', '1,b:2', '<script>', 'x'.repeat(65), ' ', 'ＵＧＸ'])(
    '%j is kept as it is, counted, and not exposed',
    (name) => {
      const read = readOne({ wallet_type: JSON.stringify(name) });
      expect(read).toMatchObject({ records: [{ walletType: name, exposable: false }], drifts: ['label'] });
    },
  );

  test('128 characters are kept whole, one more is cut', () => {
    const [whole, cut] = [128, 129].map((length) => {
      const read = readOne({ wallet_type: JSON.stringify('é'.repeat(length)) });
      return read.records?.[0]?.walletType;
    });
    expect(whole).toBe('é'.repeat(128));
    expect(cut).toMatch(/^é{111}~[0-9a-f]{16}$/);
  });

  test.each(['currency', 'wallet_type'])('without its %s it is told as unreadable', (field) => {
    for (const [value, currency] of [
      ['""', null],
      ['', null],
      ['7', 'UGX'],
    ] as const) {
      const read = readList(`[${walletJson({ [field]: value })}]`, currency);
      expect(read).toMatchObject({ records: [], unreadable: [{ reason: 'malformed' }], whole: false });
    }
  });

  test('no name at all makes no wallet, and is no name that is odd', () => {
    expect(readOne({ wallet_type: '""' })).toMatchObject({
      records: [],
      unreadable: [{ currency: 'UGX', walletType: '', reason: 'malformed' }],
      drifts: [],
    });
  });

  test('ten kilobytes are cut, and two such names stay two', () => {
    const name = (end: string) => JSON.stringify(`${'x'.repeat(10_000)}${end}`);
    const { records } = readList(
      `[${walletJson({ wallet_type: name('a') })},${walletJson({ wallet_type: name('b') })}]`,
    );
    expect(records).toHaveLength(2);
    for (const wallet of records ?? []) {
      expect(wallet.walletType).toMatch(/^x{111}~[0-9a-f]{16}$/);
      expect(wallet.exposable).toBe(false);
    }
  });
});

describe('M13 currencies', () => {
  test.each([
    ['"JPY"', 'JPY'],
    ['"KWD"', 'KWD'],
    ['"BTC"', 'BTC'],
    ['"USDT"', 'USDT'],
    ['"XXX"', 'XXX'],
    ['"ugx"', 'UGX'],
  ])('%s is kept with the decimals sent', (sent, currency) => {
    const read = readOne({ currency: sent, available_balance: '1.12345678' });
    expect(read.records).toMatchObject([{ currency, available: '1.12345678', exposable: true }]);
  });
  test.each(['US$', 'ıgx', 'uﬀ', 'UGX ', 'U', 'UGXUGXUGXUGXU'])(
    '%j is stored in its own letters, not exposed',
    (sent) => {
      const read = readOne({ currency: JSON.stringify(sent) });
      expect(read.records).toMatchObject([{ currency: sent, exposable: false }]);
    },
  );
  test('a slash in a currency does not make two wallets one', () => {
    const read = readList(
      `[${walletJson({ currency: '"A/B"', wallet_type: '"C"' })},${walletJson({ currency: '"A"', wallet_type: '"B/C"' })}]`,
    );
    expect(read.records).toHaveLength(2);
    expect(JSON.stringify(read.records)).not.toContain('/');
  });
});

test('M14 NUL and lone surrogates become storable, different names stay different', () => {
  const names = ['a\\u0000', 'a\\ud800', 'a\\udc00', 'a\\ufffd'];
  const { records = [] } = readList(`[${names.map((name) => walletJson({ wallet_type: `"${name}"` }))}]`);
  expect(new Set(records.map((wallet) => wallet.walletType)).size).toBe(4);
  for (const wallet of records) {
    expect(wallet.exposable).toBe(false);
    expect(wallet.walletType.isWellFormed()).toBe(true);
    expect(wallet.walletType).not.toContain('\0');
    expect(wallet.walletType).toMatch(/^a\ufffd/);
  }
});

test('M10 of more wallets than an account can have, the first 500 are kept', () => {
  const list = Array.from({ length: 2_500 }, (_, i) => walletJson({ wallet_type: `"W${i}"` }));
  const read = readList(`[${list}]`);
  expect(read).toMatchObject({ sent: 2_500, whole: false, drifts: ['over_limit'] });
  expect(read.records).toHaveLength(500);
  expect(readList(`[${list.slice(0, 500)}]`)).toMatchObject({ sent: 500, whole: true, drifts: [] });
});

test('M12 unknown fields are passed over and counted', () => {
  const read = readOne({ frozen_balance: '{"deep":[1,2]}', id: '7' });
  expect(read).toMatchObject({ records: [{ available: '100' }], whole: true, drifts: ['unknown_field'] });
});

test('M12 other lists beside the wallets are counted', () => {
  const drifts: ContractDeviation[] = [];
  const { data } = readEnvelope('{"data":{"merchant_wallets":[],"service_wallets":[]}}', () => {});
  readWallets(data, { currency: null }, { onDrift: (drift) => drifts.push(drift) });
  expect(drifts).toEqual(['unknown_field']);
});

test('of an answer about one currency only that currency is believed', () => {
  const read = readList(`[${walletJson()},${walletJson({ currency: '"KES"' })}]`, 'ugx');
  expect(read).toMatchObject({ records: [{ currency: 'UGX' }], whole: true, drifts: ['unasked_record'] });
});

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
    return readOptions(readEnvelope(text, () => {}).data, question, { onDrift() {} });
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
      option_prefixes: ['0', '25677', 7, null],
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
    const { data } = readEnvelope(text, () => {});
    for (const [question, currencies] of [
      [{ currency: null, transactionType: null }, ['UGX', 'KES']],
      [{ currency: 'kes', transactionType: null }, ['KES']],
      [{ currency: 'UGX', transactionType: 'collection' }, ['UGX']],
      [{ currency: null, transactionType: 'PAYOUT' }, []],
    ] as const) {
      const records = readOptions(data, question, { onDrift() {} })?.records;
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
