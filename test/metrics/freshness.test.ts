import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readExposition } from '../support/exposition.ts';
import { createHouse, type House, MINUTE, wallet } from './house.ts';

const LIMIT = 2 * MINUTE + 30_000; // two missed slots and 30 s
const PAYOUT = { account: 'acme', currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT' };

const balanceOf = async (house: House) =>
  (await house.read()).value('merchant_wallet_available_balance', PAYOUT);
const seen = (house: House, amount = '5') =>
  house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', amount)]);

describe('a balance past its limit is never exposed', () => {
  test.each([
    ['C5 the wall clock steps an hour ahead', (house: House) => house.clock.step(60 * MINUTE)],
    ['C5 ten years ahead', (house: House) => house.clock.step(10 * 365 * 24 * 60 * MINUTE)],
    [
      'C5 the wall clock steps an hour back, and the limit passes by the other clock',
      (house: House) => {
        house.clock.step(-60 * MINUTE);
        house.clock.advance(LIMIT);
      },
    ],
    ['C7 C8 nothing turns for ten minutes', (house: House) => house.clock.advance(10 * MINUTE)],
    [
      'C9 C14 the machine slept: only the wall clock went on',
      (house: House) => house.clock.step(10 * MINUTE),
    ],
  ])('%s', async (_name, happen) => {
    const house = createHouse(['acme']);
    seen(house);
    expect(await balanceOf(house)).toBe('5');
    happen(house);
    expect(await balanceOf(house)).toBeUndefined();
  });

  test('C5 a step back by an hour alone takes nothing away', async () => {
    const house = createHouse(['acme']);
    seen(house);
    house.clock.step(-60 * MINUTE);
    expect(await balanceOf(house)).toBe('5');
  });

  test('H9 what another replica saw is exposed under the same limit, by when it was seen', async () => {
    const house = createHouse(['acme']);
    const now = house.clock.now();
    const slot = now - 2 * MINUTE;
    house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')], { slot, observedAt: slot + 400 });
    expect(await balanceOf(house)).toBe('5');
    house.clock.advance(30_000);
    expect(await balanceOf(house)).toBeUndefined();
  });

  test('C7 the limit passes just when it is rendered as fresh: the next scrape is without it', async () => {
    const house = createHouse(['acme']);
    seen(house);
    house.clock.advance(LIMIT - 1);
    const { account } = house.board;
    house.board.account = (name) => {
      const view = account(name);
      house.clock.advance(1);
      return view;
    };
    await house.read();
    house.board.account = account;
    expect(await balanceOf(house)).toBeUndefined();
  });

  test('no scrape shows a value past its limit, whatever happens: told by an oracle', async () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('poll' as const), amount: fc.integer({ min: 0, max: 99 }) }),
      fc.record({ kind: fc.constant('fail' as const) }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 4 * MINUTE }) }),
      fc.record({
        kind: fc.constant('step' as const),
        ms: fc.integer({ min: -60 * MINUTE, max: 60 * MINUTE }),
      }),
      fc.record({ kind: fc.constant('scrape' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 40 }), async (events) => {
        const house = createHouse(['acme']);
        let fetched: { wall: number; mono: number; amount: string } | undefined;
        for (const each of events) {
          if (each.kind === 'pass') house.clock.advance(each.ms);
          if (each.kind === 'step') house.clock.step(each.ms);
          if (each.kind === 'fail') house.observe('acme', [], { outcome: 'deadline' });
          if (each.kind === 'poll') {
            const before = house.board.account('acme')?.lastSuccessAt;
            seen(house, String(each.amount));
            const taken = house.board.account('acme')?.lastSuccessAt !== before || before === undefined;
            if (taken || house.board.account('acme')?.last?.observedAt === house.clock.now()) {
              fetched = {
                wall: house.clock.now(),
                mono: house.clock.monotonic(),
                amount: String(each.amount),
              };
            }
          }
          const shown = await balanceOf(house);
          if (shown === undefined) continue;
          // Fetched at latest a minute after its slot: by neither clock can it be older than the limit.
          expect(fetched).toBeDefined();
          expect(house.clock.monotonic() - fetched!.mono).toBeLessThan(LIMIT + MINUTE);
          expect(house.clock.now() - fetched!.wall).toBeLessThan(LIMIT + MINUTE);
        }
      }),
      { numRuns: 200 },
    );
  });
});

test('M7 a wallet that is missing from a good response loses its balances at once, and gets them back', async () => {
  const house = createHouse(['acme']);
  seen(house);
  await house.read();
  house.observe('acme', [wallet('KES', 'MERCHANT_PAYOUT', '1')]);
  const without = await house.read();
  expect(without.find('merchant_wallet_available_balance', PAYOUT)).toEqual([]);
  expect(without.value('merchant_wallet_state', { ...PAYOUT, state: 'missing' })).toBe('1');
  house.clock.advance(MINUTE);
  seen(house, '7');
  expect(await balanceOf(house)).toBe('7');
});

test('scrapes that come while one is rendered get what holds when they asked, in one consistent piece', async () => {
  const house = createHouse(Array.from({ length: 300 }, (_, i) => `account-${i}`));
  const wallets = (amount: string) => Array.from({ length: 20 }, (_, i) => wallet('UGX', `W${i}`, amount));
  const all = (amount: string) => {
    for (const name of house.board.accounts) house.observe(name, wallets(amount));
  };
  all('1');
  const first = house.read();
  all('2');
  const second = house.read();
  house.clock.advance(LIMIT);
  const third = house.read();
  await first;
  expect(
    new Set((await second).find('merchant_wallet_available_balance').map(({ value }) => value)),
  ).not.toContain('1');
  expect((await third).find('merchant_wallet_available_balance')).toEqual([]);
});

test('what is compressed is the same text, in both formats, over changes and memory used again', async () => {
  const house = createHouse(['acme', 'zeta']);
  for (let round = 0; round < 6; round++) {
    seen(house, `${round}.50`);
    house.clock.advance(MINUTE);
    for (const [accept, format] of [
      [undefined, 'text'],
      ['application/openmetrics-text', 'openmetrics'],
    ] as const) {
      const plain = readExposition(await house.scrape(accept), format);
      const { pieces, headers, release } = await house.metrics.scrape(accept, 'gzip');
      const zipped = readExposition(gunzipSync(Buffer.concat(pieces)).toString(), format);
      release();
      expect(headers['content-encoding']).toBe('gzip');
      for (const name of [
        'merchant_wallet_available_balance',
        'floatwatch_polls_total',
        'merchant_wallet_state',
      ]) {
        expect(zipped.find(name)).toEqual(plain.find(name));
      }
    }
  }
});

test('the memory of what was sent is used again once all have let go of it, and not before', async () => {
  const house = createHouse(['acme']);
  let amount = 0;
  const scrape = async () => {
    seen(house, `${++amount}.50`);
    const { pieces, release } = await house.metrics.scrape();
    const [balances] = pieces.filter((piece) => piece.includes('merchant_wallet_available_balance{'));
    return { memory: balances!.buffer, text: () => Buffer.concat(pieces).toString(), release };
  };
  const slow = await scrape();
  const text = slow.text();
  const used = new Set<ArrayBufferLike>();
  for (let round = 0; round < 20; round++) {
    const { memory, release } = await scrape();
    used.add(memory);
    release();
    release(); // as a connection that ends twice does
  }
  expect(used.size).toBeLessThan(10);
  expect(used).not.toContain(slow.memory);
  expect(slow.text()).toBe(text);
  slow.release();
});
