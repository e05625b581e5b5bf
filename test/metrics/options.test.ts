import { setImmediate } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { createOptionFamilies } from '../../src/metrics/payment-options.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { handClock } from '../support/clock.ts';
import { failedOptionPoll, option, optionPoll } from '../support/options.ts';
import { createHouse, wallet } from './house.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-02T12:00:00Z');

function exposing() {
  const clock = handClock(START);
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const board = createPaymentOptionBoard([{ name: 'acme-ug', schedule, staleAfter: 2 }], clock);
  const families = createOptionFamilies(() => board, clock);
  const lines = async () =>
    (await families())
      .toString()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
  const ofState = (line: string) => line.startsWith('payment_option_state{');
  const samples = async () => (await lines()).filter((line) => !ofState(line));
  /** Which state holds, of each option. */
  const states = async () =>
    (await lines())
      .filter((line) => ofState(line) && line.endsWith(' 1'))
      .map((line) => /provider_code="(.*)",state="(.*)"/.exec(line)?.slice(1).join(' '));
  return { clock, board, samples, states, families };
}

const LABELS =
  '{account="acme-ug",currency="UGX",transaction_type="PAYOUT",transaction_method="MOBILE_MONEY",provider_code="MANGO_UG"}';

test('M1 limits are exposed with the service’s own digits, and what isn’t told has no series', async () => {
  const { board, samples } = exposing();
  const max = amountOf('12345678901234567890.10');
  board.observe(optionPoll(START, [option({ max, maxDaily: null })]));
  expect(await samples()).toEqual([
    `payment_option_active${LABELS} 1`,
    `payment_option_min_amount${LABELS} 500`,
    `payment_option_max_amount${LABELS} 12345678901234567890.10`,
  ]);
});

test.each([
  [true, '1'],
  [false, '0'],
  [null, undefined],
])('of an option that is active: %s, the sample is %s', async (active, sample) => {
  const { board, samples } = exposing();
  board.observe(optionPoll(START, [option({ active })]));
  const [line] = (await samples()).filter((each) => each.startsWith('payment_option_active'));
  expect(line).toBe(sample && `payment_option_active${LABELS} ${sample}`);
});

test.each<[string, Parameters<typeof option>[0], number]>([
  ['blanks and signs', { providerCode: ' ~' }, 4],
  ['a letter of another script in the code', { providerCode: 'MANGO_É' }, 0],
  ['one in the method', { transactionMethod: 'É' }, 0],
  ['one in the type', { transactionType: 'É' }, 0],
  ['one in the currency', { currency: 'É' }, 0],
  ['a sign that nobody sees', { providerCode: 'A\u007f' }, 0],
  ['names that were found wanting when they were read', { exposable: false }, 0],
])('M9 with %s', async (_, change, count) => {
  const { board, samples } = exposing();
  board.observe(optionPoll(START, [option(change)]));
  expect(await samples()).toHaveLength(count);
});

test('they are absent unless fresh, by the schedule of the options', async () => {
  const { board, samples, states, clock } = exposing();
  board.observe(optionPoll(START, [option()], { observedAt: START }));
  clock.advance(15 * MINUTE);
  board.observe(failedOptionPoll(START + 15 * MINUTE));
  clock.advance(15 * MINUTE + 29_999);
  expect(await samples()).toHaveLength(4);
  clock.advance(1);
  expect(await samples()).toEqual([]);
  expect(await states()).toEqual(['MANGO_UG stale']);
  clock.step(-30 * MINUTE); // a clock that is set back makes nothing fresh again
  expect(await samples()).toEqual([]);
});

test('M7 one that vanished, or can’t be believed, has no series at once', async () => {
  const { board, clock, samples, states } = exposing();
  const other = option({ providerCode: 'KIWI_UG', min: null, max: null, maxDaily: null });
  board.observe(optionPoll(START, [option(), other]));
  clock.advance(15 * MINUTE);
  board.observe(optionPoll(START + 15 * MINUTE, [other]));
  expect(await samples()).toEqual([`payment_option_active${LABELS.replace('MANGO', 'KIWI')} 1`]);
  expect(board.account('acme-ug')?.options.map(({ state }) => state)).toEqual(['fresh', 'missing']);
  expect(await states()).toEqual(['KIWI_UG fresh', 'MANGO_UG missing']);
  const unreadable = [{ ...other, reason: 'duplicate' as const }];
  clock.advance(15 * MINUTE);
  board.observe(optionPoll(START + 30 * MINUTE, [], { outcome: 'partial', unreadable }));
  expect(await samples()).toEqual([]);
  expect(board.account('acme-ug')?.options.map(({ state }) => state)).toEqual(['missing', 'stale']);
});

test('M9 X12 names that can’t be labels are never exposed, and no more than 500 of an account', async () => {
  const { board, samples } = exposing();
  const hostile = option({ providerCode: '"}\nevil 1', exposable: false });
  const many = Array.from({ length: 600 }, (_, i) => option({ providerCode: `P${i}` }));
  board.observe(optionPoll(START, [hostile, ...many]));
  expect(await samples()).toHaveLength(500 * 4);
  expect((await samples()).join()).not.toContain('evil');
});

test('what hasn’t changed is rendered once', async () => {
  const { board, families, clock } = exposing();
  board.observe(optionPoll(START, [option()]));
  const first = await families();
  clock.advance(1_000);
  expect(await families()).toBe(first);
});

test('of a large house they are rendered in turns, and the event loop turns meanwhile', async () => {
  const clock = handClock(START);
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const names = Array.from({ length: 1_000 }, (_, i) => `account-${i}`);
  const board = createPaymentOptionBoard(
    names.map((name) => ({ name, schedule, staleAfter: 2 })),
    clock,
  );
  const options = Array.from({ length: 20 }, (_, i) => option({ providerCode: `P${i}` }));
  for (const account of names) board.observe(optionPoll(START, options, { account }));
  const families = createOptionFamilies(() => board, clock);
  let scraped: string | undefined;
  void families().then((bytes) => {
    scraped = bytes.toString();
  });
  let turns = 0;
  for (; scraped === undefined; turns++) await setImmediate();
  expect(turns).toBeGreaterThan(5);
  expect(scraped.match(/^payment_option_active\{/gm)).toHaveLength(20_000);
  expect(scraped.match(/^payment_option_state\{/gm)).toHaveLength(60_000);
});

test('a scrape has them behind the balances, compressed or not, and none where nobody asks for options', async () => {
  const { board } = exposing();
  board.observe(optionPoll(START, [option()]));
  const house = createHouse(['acme'], { optionBoard: () => board });
  house.observe('acme', [wallet('UGX', 'MERCHANT_PAYOUT', '5')]);
  const line = `payment_option_max_amount${LABELS} 5000000`;
  for (const format of ['text/plain', 'application/openmetrics-text']) {
    const text = await house.scrape(format);
    expect(text.indexOf(line), format).toBeGreaterThan(text.indexOf('merchant_wallet_available_balance{'));
    expect(text.endsWith('# EOF\n'), format).toBe(format.includes('openmetrics'));
    const { headers, pieces } = await house.metrics.scrape(format, 'gzip');
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept, Accept-Encoding' });
    expect(gunzipSync(Buffer.concat(pieces)).toString(), format).toContain(`\n${line}\n`);
  }
  expect(await createHouse(['acme']).scrape()).not.toContain('payment_option');
});
