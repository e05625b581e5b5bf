import { expect, test } from 'vitest';
import { paymentOptionKey } from '../../src/domain/payment-option.ts';
import { MERCHANTS } from '../../src/sandbox/merchants.ts';
import { optionsAt, type ScenarioOption } from '../../src/sandbox/options.ts';

const FROM = Date.UTC(2026, 9, 1);
const DAY = 86_400_000;
const [acme] = MERCHANTS;

function over(days: number): Map<string, (ScenarioOption | undefined)[]> {
  const told = new Map<string, (ScenarioOption | undefined)[]>();
  const instants = Array.from({ length: days * 96 }, (_, index) => FROM + (index * DAY) / 96);
  instants.forEach((at, index) => {
    for (const option of optionsAt('test', acme!, at)) {
      const key = paymentOptionKey(option);
      const seen = told.get(key) ?? Array.from<undefined>({ length: instants.length });
      seen[index] = option;
      told.set(key, seen);
    }
  });
  return told;
}

const month = over(30);

test('a merchant may collect and pay out by every provider of its currencies', () => {
  expect([...month.keys()].toSorted()).toEqual([
    'UGX/COLLECTION/MOBILE_MONEY/AIRLINK_UG',
    'UGX/COLLECTION/MOBILE_MONEY/MANGO_UG',
    'UGX/PAYOUT/MOBILE_MONEY/AIRLINK_UG',
    'UGX/PAYOUT/MOBILE_MONEY/MANGO_UG',
    'USD/COLLECTION/CARD/CARD_UG',
    'USD/COLLECTION/MOBILE_MONEY/AIRLINK_UG',
    'USD/COLLECTION/MOBILE_MONEY/MANGO_UG',
    'USD/PAYOUT/MOBILE_MONEY/AIRLINK_UG',
    'USD/PAYOUT/MOBILE_MONEY/MANGO_UG',
  ]);
});

test('options go inactive, vanish and change their limits now and then, and always come back', () => {
  const seen = { inactive: 0, vanished: 0, limits: 0 };
  for (const told of month.values()) {
    for (let at = 1; at < told.length; at++) {
      const [before, now] = [told[at - 1], told[at]];
      if (before?.active && now?.active === false) seen.inactive++;
      if (before && !now) seen.vanished++;
      if (
        before &&
        now &&
        (before.max !== now.max || before.min !== now.min || before.maxDaily !== now.maxDaily)
      ) {
        seen.limits++;
      }
    }
    const well = told.filter((option) => option?.active).length;
    expect(well / told.length).toBeGreaterThan(0.85);
    expect(well).toBeLessThan(told.length); // nobody is spared for a whole month
  }
  expect(seen.inactive).toBeGreaterThan(10);
  expect(seen.vanished).toBeGreaterThan(2);
  expect(seen.limits).toBeGreaterThan(5);
});

test('limits are in order: a smallest amount, a largest one, a daily one', () => {
  for (const told of month.values()) {
    for (const option of told) {
      if (!option) continue;
      expect(BigInt(option.min) < BigInt(option.max)).toBe(true);
      expect(BigInt(option.max) <= BigInt(option.maxDaily)).toBe(true);
    }
  }
});

test('the same seed and instant have the same options', () => {
  expect(optionsAt('test', acme!, FROM)).toEqual(optionsAt('test', acme!, FROM));
});
