// The page of payment options, as a whole in each of its states; and what its verdict says.
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../../src/domain/money.ts';
import type { PaymentOption } from '../../../src/domain/payment-option.ts';
import { createPaymentOptionBoard } from '../../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../../src/monitor/polling/schedule.ts';
import type { OptionChange, OptionChangeQuestion } from '../../../src/web/sources.ts';
import { MINUTE, NOON } from '../../metrics/house.ts';
import { handClock } from '../../support/clock.ts';
import { failedOptionPoll, option, optionPoll } from '../../support/options.ts';
import { openDesk } from './open.ts';
import { away, DAY, expectTold, HOUR } from './samples.ts';

/** A board of these accounts, each as its last good poll had it; `null`: its only poll failed, absent: none took place. */
function boardOf(
  polled: Readonly<Record<string, readonly PaymentOption[] | null | undefined>>,
  ageMs = MINUTE,
) {
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const clock = handClock(NOON);
  const names = Object.keys(polled).map((name) => ({ name, schedule, staleAfter: 2 }));
  const board = createPaymentOptionBoard(names, clock);
  const slot = NOON - ageMs;
  for (const [account, options] of Object.entries(polled)) {
    if (options) board.observe({ ...optionPoll(slot, options), account });
    else if (options === null) board.observe({ ...failedOptionPoll(slot), account });
  }
  return { board, clock };
}
const open = (polled: Parameters<typeof boardOf>[0], ageMs?: number) => {
  const { board } = boardOf(polled, ageMs);
  return openDesk({ options: () => board, optionChanges: async () => [] });
};

const CHANGES: readonly OptionChange[] = (
  [
    ['max_amount', '4000000', '5000000.50'],
    ['active', 'true', 'false'],
    ['present', 'false', 'true'],
    ['provider_name', 'Mango', null],
    ['prefixes', '77', '77 78'],
    ['min_amount', null, '0'],
  ] as const
).map(([field, before, after], i) => ({
  ...{ ...option(), account: i === 0 ? 'acme' : 'acme-ug', seenAt: NOON - i * HOUR, field, before, after },
}));

const OPTIONS = [
  option(),
  option({ providerCode: 'PAPAYA_UG', providerName: 'Papaya', active: false, prefixes: [] }),
  option({
    providerCode: 'CARD',
    methodName: '',
    transactionMethod: 'CARD',
    max: null,
    maxDaily: null,
    active: null,
  }),
  option({ providerCode: 'A_LATER', min: amountOf('0.50'), providerName: '' }),
];

describe('the page', () => {
  test('of options that can be used, that can’t, and that aren’t told', async () => {
    const pages = openDesk({ optionChanges: async () => CHANGES, options: () => board });
    const { board } = boardOf({ 'acme-ug': OPTIONS, acme: [option({ currency: 'KES' })], zeta: null });
    board.observe({ ...optionPoll(NOON - 30_000, OPTIONS.slice(1)), account: 'acme-ug' });
    await expectTold('options', pages, '/options');
  });

  test('of those that are asked for', async () => {
    const { board } = boardOf({ 'acme-ug': OPTIONS, zeta: [option({ currency: 'KES' })] });
    const pages = openDesk({ optionChanges: async () => CHANGES.slice(0, 1), options: () => board });
    const asked = 'account=acme-ug&currency=UGX&provider_code=PAPAYA_UG&from=2026-11-01&to=2026-11-20';
    await expectTold('options-asked', pages, `/options?${asked}`);
  });

  test('while what was seen is too old, and the database is away', async () => {
    const { board, clock } = boardOf({ 'acme-ug': OPTIONS.slice(0, 2) });
    clock.advance(2 * HOUR);
    await expectTold('options-stale', openDesk({ options: () => board, optionChanges: away }), '/options');
  });

  test('before the first poll', async () => {
    await expectTold('options-none', open({ acme: undefined }), '/options');
  });

  test('of a question that isn’t understood', async () => {
    await expectTold('options-mistake', open({ acme: OPTIONS }), '/options?from=2026-11-02&to=2026-11-01');
  });

  test('where none is like that', async () => {
    const pages = open({ acme: OPTIONS, zeta: [option({ currency: 'KES' })] });
    const text = await pages.ask('/options?currency=KES&provider_code=CARD');
    expect(text).toContain('No payment option is like that now. <a href="/options">All of them</a>');
    expect(text).not.toContain('<table>');
  });
});

test.each<[string, Parameters<typeof boardOf>[0], level: string, said: string[]]>([
  ['one that is active', { a: OPTIONS.slice(0, 1) }, 'fine', ['The one payment option is active']],
  ['two that are active', { a: [OPTIONS[0]!, OPTIONS[3]!] }, 'fine', ['All 2 payment options are active']],
  ['one that isn’t', { a: OPTIONS.slice(0, 2) }, 'firing', ['1 of 2 payment options can’t be used']],
  [
    'one that isn’t told',
    { a: [OPTIONS[0]!, OPTIONS[2]!] },
    'unknown',
    ['1 of 2 payment options is unknown'],
  ],
  [
    'one that isn’t, and one that isn’t told',
    { a: OPTIONS },
    'firing',
    ['1 of 4 payment options is unknown', '1 of 4 payment options can’t be used.'],
  ],
  [
    'an account that can’t be read',
    { a: OPTIONS.slice(0, 1), b: null },
    'unknown',
    ['No payment option seen yet of b', 'The one payment option is active.'],
  ],
  [
    'an account that offers none',
    { a: OPTIONS.slice(0, 1), b: [] },
    'fine',
    ['The one payment option is active'],
  ],
  ['no option at all', { a: [], b: null }, 'unknown', ['No payment option is known yet']],
])('of %s', async (_title, polled, level, said) => {
  const text = await open(polled).ask('/options');
  expect(text).toContain(`<section class="verdict ${level}"`);
  const lines = text.match(/<h1 id="verdict">.*<\/h1>|<p>(?!<a).*<\/p>/g)!;
  expect(lines.map((line) => line.replace(/<[^>]+>/g, ''))).toEqual(said);
});

test.each<[query: string, asked: OptionChangeQuestion]>([
  ['', { since: NOON - 30 * DAY }],
  ['from=2026-11-01', { since: Date.UTC(2026, 10, 1) }],
  ['to=2026-11-10', { since: Date.UTC(2026, 9, 12), until: Date.UTC(2026, 10, 11) }],
  ['to=2026-12-10', { since: Date.UTC(2026, 10, 11), until: Date.UTC(2026, 11, 11) }],
  [
    'from=2026-11-10&to=2026-11-10&account=acme',
    { since: Date.UTC(2026, 10, 9, 21), until: Date.UTC(2026, 10, 10, 21), account: 'acme' },
  ],
  ['currency=UGX&provider_code=P', { since: NOON - 30 * DAY, currency: 'UGX', providerCode: 'P' }],
])('/options?%s asks for its changes', async (query, asked) => {
  const questions: OptionChangeQuestion[] = [];
  const { board } = boardOf({ acme: OPTIONS });
  const optionChanges = async (question: OptionChangeQuestion) => {
    questions.push(question);
    return [];
  };
  await openDesk({ options: () => board, optionChanges }).ask(`/options?${query}`);
  expect(questions).toEqual([asked]);
});

test.each([
  ['', 'the last 30 days'],
  ['?from=2026-11-01', 'from Sun, 1 Nov 2026'],
  ['?to=2026-11-10', 'to Tue, 10 Nov 2026'],
  ['?from=2026-11-01&to=2026-11-10', 'Sun, 1 Nov 2026 to Tue, 10 Nov 2026'],
])('/options%s says of which time its changes are: %s', async (query, time) => {
  expect(await open({ acme: OPTIONS }).ask(`/options${query}`)).toContain(`Nothing has changed, ${time}.`);
});

describe('of many', () => {
  test.each([
    [100, '', 100, 'Now, those that can’t be used first'],
    [101, '', 100, '101 payment options, those that can’t be used first: 100 on page 1 of 2'],
    [101, '?page=2', 1, '101 payment options, those that can’t be used first: 1 on page 2 of 2'],
  ])('%d options%s %d are shown', async (count, query, shown, caption) => {
    const options = Array.from({ length: count }, (_, i) => option({ providerCode: `P${i}` }));
    const text = await open({ acme: options }).ask(`/options${query}`);
    expect(text.match(/<tr class="fine">/g)).toHaveLength(shown);
    expect(text).toContain(`<caption>${caption}</caption>`);
    expect(text.includes('<a href="/options?page=2"')).toBe(count > 100);
  });

  test.each([
    [50, undefined],
    [51, '1 more account; those whose last poll failed stand first.'],
  ])('%d accounts the last polls of fifty are told, the failed ones first', async (count, more) => {
    const names = Array.from(
      { length: count },
      (_, i) => [`a${i}`, i === count - 1 ? null : OPTIONS] as const,
    );
    const text = await open(Object.fromEntries(names)).ask('/options');
    const polled = [...text.matchAll(/<p class="quiet">(a\d+): last poll/g)].map(([, name]) => name);
    expect(polled).toHaveLength(50);
    expect(polled.slice(0, 2)).toEqual([`a${count - 1}`, 'a0']);
    expect(text.includes('more account')).toBe(more !== undefined);
    if (more !== undefined) expect(text).toContain(more);
  });

  test.each([
    [999, false],
    [1_000, true],
  ])('%d changes it is said that there may be more: %s', async (count, more) => {
    const { board } = boardOf({ acme: OPTIONS });
    const optionChanges = async () => Array.from({ length: count }, () => CHANGES[0]!);
    const text = await openDesk({ options: () => board, optionChanges }).ask('/options');
    expect(text.includes('These are the newest 1000')).toBe(more);
  });
});
