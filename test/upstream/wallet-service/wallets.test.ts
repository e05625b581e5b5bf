import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readJsonBody } from '../../../src/upstream/http/json.ts';
import type { ContractDeviation } from '../../../src/upstream/records/contract-deviation.ts';
import { createReader } from '../../../src/upstream/wallet-service/source.ts';
import { readWallets } from '../../../src/upstream/wallet-service/wallets.ts';
import { computingMs } from '../../support/cpu.ts';
import { opened } from '../service.ts';

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
  const deviations: ContractDeviation[] = [];
  const unknown: string[] = [];
  const text = `{"code":200,"status":"success","message":"done","data":{"merchant_wallets":${list}}}`;
  const envelope = opened(text, (deviation) => deviations.push(deviation));
  const read = readWallets(
    envelope?.data,
    { currency },
    {
      onDeviation(deviation, name) {
        deviations.push(deviation);
        if (name !== undefined) unknown.push(name);
      },
    },
  );
  return { ...read, deviations: [...new Set(deviations)], unknown };
}

const readOne = (fields: Record<string, string>) => readList(`[${walletJson(fields)}]`);

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
    const ms = computingMs(() =>
      expect(readOne({ available_balance: sent })).toMatchObject({
        records: [{ available: null }],
        whole: false,
      }),
    );
    expect(ms).toBeLessThan(50);
  });

  test('M3 a string that holds a number is one, and counted', () => {
    const read = readOne({ available_balance: '"12.50"' });
    expect(read).toMatchObject({
      records: [{ available: '12.50' }],
      whole: true,
      deviations: ['amount_as_string'],
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
    expect(read.deviations).toEqual(['repeated_record']);
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

  test('costs as many records as tell of it, and a record without a name itself', () => {
    const [wallet, other] = [walletJson(), walletJson({ reserve_balance: '5' })];
    const lost = (...list: readonly string[]) => readList(`[${list}]`).lost;
    expect(lost(wallet, wallet)).toBe(0);
    expect(lost(wallet, other)).toBe(2);
    expect(lost(wallet, wallet, other, wallet)).toBe(4);
    expect(lost('null', '1', '"x"', wallet)).toBe(3);
  });

  test('with the same field unknown both times is one wallet', () => {
    const half = walletJson({ available_balance: 'null' });
    expect(readList(`[${half},${half}]`)).toMatchObject({ records: [{ available: null }], unreadable: [] });
  });

  test('usd and USD with equal values are one', () => {
    const read = readList(`[${walletJson({ currency: '"usd"' })},${walletJson({ currency: '"USD"' })}]`);
    expect(read.records).toMatchObject([{ currency: 'USD' }]);
    expect(read.deviations).toEqual(['currency_case', 'repeated_record']);
  });
});

describe('M8 data of another shape is refused', () => {
  test.each(['null', '{}', '"[]"', '0'])('merchant_wallets: %s', (list) => {
    expect(readList(list)).not.toHaveProperty('records');
  });
  test.each(['null', '[]', '{}', '""', '[{"merchant_wallets":[]}]'])('data: %s', (data) => {
    const envelope = opened(`{"code":200,"data":${data}}`);
    expect(readWallets(envelope?.data, { currency: null }, { onDeviation() {} })).toBeUndefined();
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
    '%s is kept and exposed, and told by its name',
    (name) => {
      const read = readOne({ wallet_type: JSON.stringify(name) });
      expect(read).toMatchObject({
        records: [{ walletType: name, exposable: true }],
        whole: true,
        deviations: ['unknown_wallet_type'],
        unknown: [name],
      });
    },
  );

  test.each(['💰', '"}\nevil 1', '1,b:2', '<script>', 'x'.repeat(65), ' ', 'ＵＧＸ'])(
    '%j is kept as it is, counted, and not exposed',
    (name) => {
      const read = readOne({ wallet_type: JSON.stringify(name) });
      expect(read).toMatchObject({
        records: [{ walletType: name, exposable: false }],
        deviations: ['label'],
      });
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
      deviations: [],
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
    ['UGX', []],
    ['KWD', []],
    ['USDT', ['USDT']],
  ])('%s: told as unknown %j', (currency, unknown) => {
    expect(readOne({ currency: JSON.stringify(currency) })).toMatchObject({
      unknown,
      deviations: unknown.length > 0 ? ['unknown_currency'] : [],
    });
  });

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
  expect(read).toMatchObject({
    sent: 2_500,
    whole: false,
    deviations: ['over_limit', 'unknown_wallet_type'],
  });
  expect(read.records).toHaveLength(500);
  expect(readList(`[${list.slice(0, 500)}]`)).toMatchObject({
    sent: 500,
    whole: true,
    deviations: ['unknown_wallet_type'],
  });
});

test('M10 any wallet may be among those that are not kept: none of them is missing', () => {
  const list = Array.from({ length: 501 }, (_, i) => walletJson({ wallet_type: `"W${i}"` }));
  const body = readJsonBody(`{"code":200,"status":"success","data":{"merchant_wallets":[${list}]}}`);
  if (!('json' in body)) throw new Error(body.flaw);
  const read = createReader({ scrub: (text) => text, onDeviation: () => {} }, { read: readWallets });
  const { records, outcome, detail } = read(body.json, { currency: null }, 200);
  expect(records?.unreadable).toEqual([{ currency: '', walletType: '', reason: 'unanswered' }]);
  expect([outcome, detail]).toEqual([
    'partial',
    'The answer was read in part: only the first 500 of 501 records are kept.',
  ]);
});

test('M12 unknown fields are passed over and counted', () => {
  const read = readOne({ frozen_balance: '{"deep":[1,2]}', id: '7' });
  expect(read).toMatchObject({ records: [{ available: '100' }], whole: true, deviations: ['unknown_field'] });
});

test('M12 other lists beside the wallets are counted', () => {
  const deviations: ContractDeviation[] = [];
  const data = opened('{"data":{"merchant_wallets":[],"service_wallets":[]}}')?.data;
  readWallets(data, { currency: null }, { onDeviation: (deviation) => deviations.push(deviation) });
  expect(deviations).toEqual(['unknown_field']);
});

test('of an answer about one currency only that currency is believed', () => {
  const read = readList(`[${walletJson()},${walletJson({ currency: '"KES"' })}]`, 'ugx');
  expect(read).toMatchObject({ records: [{ currency: 'UGX' }], whole: true, deviations: ['unasked_record'] });
});
