import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Amount } from '../../../src/domain/money.ts';
import { OUTCOMES } from '../../../src/domain/observation.ts';
import { decode, encode } from '../../../src/store/spool/spool-codec.ts';

const plain = { noNullPrototype: true };
const anyText = fc.string({ unit: 'binary' }); // lone surrogates and NUL included
const amount = fc.option(
  fc.stringMatching(/^-?(0|[1-9]\d{0,20})(\.\d{1,17})?$/).map((text) => text as Amount),
  { nil: null },
);
const wallet = fc.record(
  {
    currency: anyText,
    walletType: anyText,
    available: amount,
    actual: amount,
    uncleared: amount,
    reserve: amount,
    exposable: fc.boolean(),
  },
  plain,
);
const observation = fc.record(
  {
    account: anyText,
    slot: fc.maxSafeInteger(),
    outcome: fc.constantFrom(...OUTCOMES),
    startedAt: fc.maxSafeInteger(),
    observedAt: fc.maxSafeInteger(),
    durationMs: fc.nat(),
    httpStatus: fc.option(fc.nat(), { nil: null }),
    envelopeCode: fc.option(fc.integer(), { nil: null }),
    detail: fc.option(anyText, { nil: null }),
    wallets: fc.array(wallet, { maxLength: 5 }),
    unreadable: fc.array(
      fc.record(
        {
          currency: anyText,
          walletType: anyText,
          reason: fc.constantFrom('duplicate' as const, 'malformed' as const),
        },
        plain,
      ),
      { maxLength: 3 },
    ),
  },
  plain,
);

test('M16 whatever an observation holds, the spool gives it back identical', () => {
  fc.assert(
    fc.property(observation, (each) => {
      expect(decode(encode(each))).toStrictEqual(each);
    }),
  );
});

test('S3 any changed character is noticed', () => {
  fc.assert(
    fc.property(observation, fc.nat(), fc.nat({ max: 6 }), (each, at, bit) => {
      const { body, crc } = encode(each);
      const bytes = Buffer.from(body);
      const index = at % bytes.length;
      bytes[index]! ^= 1 << bit;
      expect(() => decode({ body: bytes.toString(), crc })).toThrow();
    }),
  );
});

test('a poll of payment options is read back identical', () => {
  const option = fc.record(
    {
      currency: anyText,
      transactionType: anyText,
      transactionMethod: anyText,
      providerCode: anyText,
      methodName: anyText,
      providerName: anyText,
      min: amount,
      max: amount,
      maxDaily: amount,
      active: fc.option(fc.boolean(), { nil: null }),
      prefixes: fc.array(anyText, { maxLength: 3 }),
      exposable: fc.boolean(),
    },
    plain,
  );
  const ofOptions = fc.tuple(observation, fc.array(option, { maxLength: 3 })).map(([each, options]) => {
    const { wallets: _, ...polled } = each;
    return { ...polled, options, unreadable: [] };
  });
  fc.assert(
    fc.property(ofOptions, (each) => {
      expect(decode(encode(each))).toStrictEqual(each);
    }),
  );
});

test('P1 what 0.1.0 wrote is read, and it can read the balances that are written now', () => {
  const body =
    '{"v":1,"account":"acme-ug","slot":1772452800000,"outcome":"ok","startedAt":1772452800100,"observedAt":' +
    '1772452800350,"durationMs":250,"httpStatus":200,"envelopeCode":200,"detail":null,"unreadable":[],' +
    '"wallets":[["UGX","MERCHANT_PAYOUT","1250000.50",null,"0","0.00",true]]}';
  const decoded = decode({ body, crc: crc32(body) });
  expect(decoded).toMatchObject({
    account: 'acme-ug',
    wallets: [{ currency: 'UGX', available: '1250000.50', actual: null, reserve: '0.00', exposable: true }],
  });
  expect(encode(decoded).body).toBe(body);
});

test('the format of a later version is named, not guessed', () => {
  const body = '{"v":3}';
  expect(() => decode({ body, crc: crc32(body) })).toThrow(
    'it is in format 3; this version reads formats 1 and 2',
  );
});
