import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAmount } from '../../src/domain/money.ts';
import { AMOUNT_FIELDS, balanceDifference } from '../../src/domain/wallet.ts';
import { generateMerchants, MERCHANTS } from '../../src/sandbox/merchants.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';

const HOUR = 3_600_000;
const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2034, 0, 1) });
const merchant = fc.constantFrom(...MERCHANTS.map(({ name }) => name));
const scenario = createScenario({ seed: 'test', merchants: MERCHANTS });

describe('a scenario', () => {
  test('tells the same digits for the same seed and instant, whatever was asked before', () => {
    fc.assert(
      fc.property(merchant, fc.array(instant, { minLength: 1, maxLength: 5 }), (name, instants) => {
        const fresh = createScenario({ seed: 'test', merchants: MERCHANTS });
        const told = instants.map((at) => scenario.at(name, at));
        expect(instants.toReversed().map((at) => fresh.at(name, at))).toEqual(told.toReversed());
      }),
    );
  });

  test('tells another story for another seed', () => {
    const other = createScenario({ seed: 'other', merchants: MERCHANTS });
    const at = Date.UTC(2026, 10, 20, 9);
    expect(other.at('acme-ug', at)).not.toEqual(scenario.at('acme-ug', at));
  });

  test('keeps actual = available + uncleared + reserve, all exact amounts, none negative', () => {
    fc.assert(
      fc.property(merchant, instant, (name, at) => {
        for (const wallet of scenario.at(name, at)) {
          expect(balanceDifference(wallet)).toBe('0');
          for (const field of AMOUNT_FIELDS) expect(wallet[field]).toBe(parseAmount(wallet[field]));
          for (const field of AMOUNT_FIELDS) expect(wallet[field]).not.toMatch(/^-/);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('only moves money between wallets: a top-up of the payout wallet leaves the collection wallet', () => {
    const seen = { topUps: 0 };
    const available = (at: number): bigint[] =>
      scenario.at('zebra-tz', at).map((wallet) => BigInt(wallet.available.replace(/\..*/, '')));
    let [collectionBefore, payoutBefore] = available(Date.UTC(2026, 10, 1));
    for (let at = Date.UTC(2026, 10, 1); at < Date.UTC(2026, 10, 29); at += 60_000) {
      const [collection, payout] = available(at);
      const arrived = payout! - payoutBefore!;
      const left = collectionBefore! - collection!;
      [collectionBefore, payoutBefore] = [collection, payout];
      if (arrived < 10_000_000n) continue;
      seen.topUps++;
      expect(left - arrived < 2_000_000n && arrived - left < 2_000_000n).toBe(true);
    }
    expect(seen.topUps).toBeGreaterThan(9);
  });

  test('fills the reserve of wallets that cards fill, and of no others', () => {
    const at = Date.UTC(2026, 10, 20, 9);
    const withReserve = MERCHANTS.flatMap(({ name }) =>
      scenario
        .at(name, at)
        .flatMap((w) => (w.reserve === '0' ? [] : [`${name} ${w.currency}/${w.walletType}`])),
    );
    expect(withReserve).toEqual([
      'acme-ug USD/MERCHANT_COLLECTION',
      'acme-ke KES/MERCHANT_COLLECTION',
      'acme-ke USD/MERCHANT_COLLECTION',
      'zebra-tz USD/MERCHANT_COLLECTION',
      'lakeside-loans KES/MERCHANT_COLLECTION',
    ]);
  });

  test('moves visibly: in office hours every minute differs from the last', () => {
    for (let at = Date.UTC(2026, 10, 20, 6); at < Date.UTC(2026, 10, 20, 14); at += 60_000) {
      expect(scenario.at('acme-ug', at)).not.toEqual(scenario.at('acme-ug', at + 60_000));
    }
  });

  test('every payout wallet falls below its suggested threshold now and then, and recovers', () => {
    const from = Date.UTC(2026, 9, 1);
    for (const { merchant: name, currency, walletType, threshold } of scenario.thresholds) {
      const states = new Set<boolean>();
      for (let at = from; at < from + 60 * 24 * HOUR; at += HOUR) {
        const wallet = scenario
          .at(name, at)
          .find((w) => w.currency === currency && w.walletType === walletType);
        states.add(Number(wallet?.available) < Number(threshold));
      }
      expect([...states].length, `${name} ${currency}/${walletType}`).toBe(2);
    }
  });
});

describe('an anchor', () => {
  test('brings a payout wallet below its threshold at a known moment and tops it up at another', () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 5, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        (start, minutes, hours) => {
          const lowAt = start + minutes * 60_000;
          const toppedUpAt = lowAt + hours * HOUR;
          const anchor = { merchant: 'acme-ug', currency: 'UGX', lowAt, toppedUpAt };
          const anchored = createScenario({ seed: 'test', merchants: MERCHANTS, anchor });
          const available = (at: number): number =>
            Number(anchored.at('acme-ug', at).find((w) => w.walletType === 'MERCHANT_PAYOUT')?.available);
          expect(available(start)).toBeGreaterThanOrEqual(5_000_000);
          for (let at = lowAt; at < toppedUpAt; at += 10 * 60_000)
            expect(available(at)).toBeLessThan(5_000_000);
          expect(available(toppedUpAt)).toBeGreaterThan(6_000_000);
          for (const wallet of anchored.at('acme-ug', toppedUpAt)) expect(wallet.available).not.toMatch(/^-/);
        },
      ),
      // In the first nobody asks to be paid in the five minutes before.
      { numRuns: 1_000, examples: [[1_870_880_610_000, 5, 1]] },
    );
  });
});

test('generated merchants have predictable names and keys, and as many wallets as asked for', () => {
  const generated = createScenario({ seed: 'test', merchants: generateMerchants(3, 10) });
  expect(generated.merchants.map(({ name }) => name)).toEqual(['m-00001', 'm-00002', 'm-00003']);
  expect(generated.merchants[1]).toMatchObject({
    publicKey: 'pk-sandbox-m-00002',
    secretKey: 'sk-sandbox-m-00002',
  });
  for (const wallets of [1, 2, 3, 4, 10, 42]) {
    const one = createScenario({ seed: 'test', merchants: generateMerchants(1, wallets) });
    expect(one.at('m-00001', Date.UTC(2026, 10, 20))).toHaveLength(wallets);
  }
  expect(() => generateMerchants(1, 43)).toThrow('a generated merchant has 1 to 42 wallets, not 43');
});
