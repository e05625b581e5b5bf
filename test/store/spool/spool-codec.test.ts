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

test('the format of a later version is named, not guessed', async () => {
  const { crc32 } = await import('node:zlib');
  const body = '{"v":2}';
  expect(() => decode({ body, crc: crc32(body) })).toThrow('it is in format 2; this version reads format 1');
});
