// What a seed tells, kept in golden/ digit by digit: the screenshots, the documents and the dumps of older versions were
// made of such stories.
import { expect, test } from 'vitest';
import { paymentOptionKey } from '../../src/domain/payment-option.ts';
import type { WalletId } from '../../src/domain/wallet.ts';
import { generateMerchants, MERCHANTS } from '../../src/sandbox/merchants.ts';
import { optionsAt } from '../../src/sandbox/options.ts';
import { createScenario } from '../../src/sandbox/scenario.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SUNDAY = Date.UTC(2026, 10, 1);

const shortTime = (at: number): string => new Date(at).toISOString().slice(5, 19);
const nameOf = ({ currency, walletType }: WalletId): string =>
  `${currency} ${walletType.replace('MERCHANT_', '')}`;

/** Lines of equal columns; the first one heads them. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => row.map((cell, column) => cell.padStart(widths[column]!)).join('  '))
    .map((line) => `${line}\n`)
    .join('');
}

/** Three weeks of one merchant's wallets, twice a day at another minute each. */
function balancesOf(scenario: ReturnType<typeof createScenario>, merchant: string): string {
  const instants = Array.from(
    { length: 40 },
    (_, index) => SUNDAY + index * (12 * HOUR + 37 * 60_000 + 11_000),
  );
  const wallets = instants.map((at) => scenario.at(merchant, at));
  const head = wallets[0]!.flatMap((wallet) => [
    nameOf(wallet),
    ...(wallet.walletType === 'MERCHANT_COLLECTION' ? ['uncleared', 'reserve'] : []),
  ]);
  const rows = wallets.map((told) =>
    told.flatMap(({ walletType, available, uncleared, reserve }) =>
      walletType === 'MERCHANT_COLLECTION' ? [available, uncleared, reserve] : [available],
    ),
  );
  return table([['', ...head], ...rows.map((row, index) => [shortTime(instants[index]!), ...row])]);
}

test("the demo's merchants, their balances over three weeks and the thresholds that suit them", async () => {
  const scenario = createScenario({ seed: 'golden', merchants: MERCHANTS });
  const thresholds = scenario.thresholds.map((one) => [one.merchant, nameOf(one), one.threshold]);
  const balances = MERCHANTS.map(({ name }) => `\n--- ${name}\n${balancesOf(scenario, name)}`);
  await expect(`${table(thresholds)}${balances.join('')}`).toMatchFileSnapshot('golden/balances.txt');
});

test('generated merchants of every currency: a moment of each, and the thresholds', async () => {
  const merchants = generateMerchants(2, 42);
  const scenario = createScenario({ seed: 'golden', merchants });
  const threshold = new Map(
    scenario.thresholds.map((one) => [`${one.merchant} ${nameOf(one)}`, one.threshold]),
  );
  const rows = merchants.flatMap(({ name }) =>
    scenario.at(name, SUNDAY + 40 * HOUR).map((wallet) => {
      const key = `${name} ${nameOf(wallet)}`;
      return [
        key,
        wallet.available,
        wallet.uncleared,
        wallet.reserve,
        wallet.actual,
        threshold.get(key) ?? '',
      ];
    }),
  );
  const head = ['', 'available', 'uncleared', 'reserve', 'actual', 'threshold'];
  await expect(table([head, ...rows])).toMatchFileSnapshot('golden/generated.txt');
});

test('an anchor brings one wallet low to the second, and a calm moment finds none below its threshold', async () => {
  const lowAt = SUNDAY + 5 * DAY + 90 * 60_000;
  const anchor = { merchant: 'acme-ug', currency: 'UGX', lowAt, toppedUpAt: lowAt + 90 * 60_000 };
  const anchored = createScenario({ seed: 'golden', merchants: MERCHANTS, anchor, calmAt: lowAt - HOUR });
  const steps = [
    -40 * 60,
    -120,
    -60,
    -1,
    0,
    1,
    60,
    30 * 60,
    89 * 60,
    90 * 60 - 1,
    90 * 60,
    90 * 60 + 1,
    150 * 60,
  ];
  const times = steps.map((seconds) => lowAt + seconds * 1_000);
  const rows = times.map((at) => [
    shortTime(at),
    ...['UGX', 'USD'].map((currency) => {
      const found = anchored.at('acme-ug', at).find((one) => nameOf(one) === `${currency} PAYOUT`);
      return found!.available;
    }),
  ]);
  await expect(table([['', 'UGX', 'USD'], ...rows])).toMatchFileSnapshot('golden/anchor.txt');
});

test('payment options: what is offered, and when in three weeks it is off, gone, or has other limits', async () => {
  const step = 15 * 60_000;
  const sections = [MERCHANTS[0]!].map((merchant) => {
    const lines: string[] = [];
    const before = new Map<string, string>();
    for (let at = SUNDAY; at < SUNDAY + 21 * DAY; at += step) {
      const now = new Map(
        optionsAt('golden', merchant, at).map((option) => [
          paymentOptionKey(option),
          `${option.active ? 'on ' : 'off'} ${option.min}-${option.max}, ${option.maxDaily} a day`,
        ]),
      );
      for (const key of new Set([...before.keys(), ...now.keys()])) {
        const told = now.get(key) ?? 'gone';
        if (before.get(key) !== told) lines.push(`${shortTime(at)} ${key}: ${told}`);
        before.set(key, told);
      }
    }
    return `--- ${merchant.name}\n${lines.join('\n')}\n`;
  });
  const one = generateMerchants(1, 42)[0]!;
  const offers = optionsAt('golden', one, SUNDAY).map((offer) => JSON.stringify(offer));
  await expect([...sections, '--- offers', ...offers, ''].join('\n')).toMatchFileSnapshot(
    'golden/options.txt',
  );
});
