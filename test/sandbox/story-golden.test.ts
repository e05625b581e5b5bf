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

/** What the payout wallets of a merchant hold around an instant: by seconds near it, then by hours, then by days. */
function around(scenario: ReturnType<typeof createScenario>, merchant: string, center: number): string {
  const seconds = [0, 1, 60, 600, 3_599, 3_600, 3_601, 7_199, 7_200, 7_201, 14_400, 28_800];
  const hours = [12, 16, 19, 20, 21, 24, 30, 35, 36, 37, 42, 48, 60, 72].map((hour) => hour * 3_600);
  const away = [...seconds, ...hours];
  const instants = [
    ...away
      .map((each) => -each)
      .toReversed()
      .slice(0, -1),
    ...away,
  ];
  const wallets = instants.map((each) =>
    scenario.at(merchant, center + each * 1_000).filter(({ walletType }) => walletType === 'MERCHANT_PAYOUT'),
  );
  return table([
    ['', ...wallets[0]!.map(nameOf)],
    ...wallets.map((told, i) => [
      shortTime(center + instants[i]! * 1_000),
      ...told.map(({ available }) => available),
    ]),
  ]);
}

test('an anchor brings one wallet low to the second, and ends that with a top-up', async () => {
  const lowAt = SUNDAY + 5 * DAY + 90 * 60_000;
  const anchor = { merchant: 'acme-ug', currency: 'UGX', lowAt, toppedUpAt: lowAt + 90 * 60_000 };
  const scenario = createScenario({ seed: 'golden', merchants: MERCHANTS, anchor });
  const told = [lowAt, anchor.toppedUpAt].map(
    (at) => `--- ${shortTime(at)}\n${around(scenario, 'acme-ug', at)}`,
  );
  await expect(told.join('\n')).toMatchFileSnapshot('golden/anchor.txt');
});

test('where a wallet would be low at a moment that is to be calm, a top-up comes two hours before', async () => {
  const calmAt = SUNDAY + 8 * DAY + 22 * HOUR; // then the UGX payout wallet is low
  const scenario = createScenario({ seed: 'golden', merchants: MERCHANTS, calmAt });
  await expect(around(scenario, 'acme-ug', calmAt)).toMatchFileSnapshot('golden/calm.txt');
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
