import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import {
  createPaymentOptionBoard,
  type PaymentOptionBoard,
} from '../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { toText } from '../../src/web/html/html.ts';
import { optionsPage } from '../../src/web/pages/options.ts';
import type { OptionChange } from '../../src/web/sources.ts';
import { handClock } from '../support/clock.ts';
import { option, optionPoll } from '../support/options.ts';
import { startFull } from './desk.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const MARKUP = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\${1}`;

function pageOf(options: Parameters<typeof optionPoll>[1], changes: readonly OptionChange[] | null) {
  const clock = handClock(START);
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const board = createPaymentOptionBoard([{ name: 'acme-ug', schedule, staleAfter: 2 }], clock);
  board.observe(optionPoll(START, options));
  return pageOfBoard(board, changes);
}

function pageOfBoard(board: PaymentOptionBoard, changes: readonly OptionChange[] | null) {
  const clock = handClock(START);
  const views = board.accounts.flatMap((name) => board.account(name) ?? []);
  const sources = {
    clock,
    board: () => createBoard([], clock),
    alerts: () => [],
    accounts: () => [],
    version: '0',
  };
  return toText(optionsPage(sources, { views, all: views, values: {}, changes }));
}

test('X9 markup from the service is text, wherever it stands', () => {
  const hostile = option({
    providerName: MARKUP,
    methodName: MARKUP,
    providerCode: MARKUP,
    currency: MARKUP,
    prefixes: [MARKUP],
  });
  const change = {
    ...hostile,
    account: 'acme-ug',
    seenAt: START,
    field: 'provider_name' as const,
    before: MARKUP,
    after: 'javascript:alert(1)',
  };
  const page = pageOf([hostile], [change]);
  expect(page).not.toMatch(/<script|<img/);
  expect(page).toContain('&lt;script&gt;');
});

test('limits are shown as they are, reversed ones too, and what isn’t told is no zero', () => {
  const reversed = option({ min: amountOf('9000000.50'), max: amountOf('1'), maxDaily: null, active: null });
  const page = pageOf([reversed], []);
  expect(page).toContain('9,000,000.50');
  expect(page).toContain('not told');
  expect(page).toContain('1 of 1 payment option is unknown');
});

test('an account of which no option was ever seen is no account whose options are active', () => {
  const clock = handClock(START);
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const named = ['acme-ug', 'zeta', 'none'].map((name) => ({ name, schedule, staleAfter: 2 }));
  const board = createPaymentOptionBoard(named, clock);
  board.observe(optionPoll(START, [option()]));
  board.observe({ ...optionPoll(START, []), account: 'none' }); // which offers none
  const failed = { ...optionPoll(START, []), account: 'zeta', outcome: 'auth' as const };
  board.observe(failed);
  expect(pageOfBoard(board, null)).toContain('No payment option seen yet of zeta');
  expect(pageOfBoard(board, null)).toContain('verdict unknown');
});

test('of many accounts the polls of the first are told, those that failed before the others', () => {
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const names = Array.from({ length: 60 }, (_, i) => `account-${i}`);
  const board = createPaymentOptionBoard(
    names.map((name) => ({ name, schedule, staleAfter: 2 })),
    handClock(START),
  );
  for (const account of names) board.observe({ ...optionPoll(START, [option()]), account });
  board.observe({ ...optionPoll(START + 1, []), account: 'account-59', outcome: 'auth' });
  const page = pageOfBoard(board, []);
  expect(page.indexOf('account-59: last poll')).toBeLessThan(page.indexOf('account-0: last poll'));
  expect(page).toContain('10 more accounts; those whose last poll failed stand first.');
});

test('an inactive option comes first, and without a database the changes are said to be missing', () => {
  const page = pageOf([option({ providerCode: 'FINE_UG' }), option({ active: false })], null);
  expect(page).toContain('1 of 2 payment options can’t be used');
  const table = page.slice(page.indexOf('<table'));
  expect(table.indexOf('MANGO_UG')).toBeLessThan(table.indexOf('FINE_UG'));
  expect(page).toContain('the database is away');
});

test('an option of which the service does not tell whether it is active says so, and is no inactive one', () => {
  const page = pageOf([option({ active: null })], null);
  expect(page).toContain('not told</span>');
  expect(page).not.toContain('inactive</span>');
});

describe('what changed, when, and what it was', () => {
  const asked: unknown[] = [];
  const start = () =>
    startFull({
      optionChanges: async (question) => {
        asked.push(question);
        const change = { ...option(), account: 'acme-ug', seenAt: NOON - HOUR, field: 'max_amount' as const };
        return [{ ...change, before: '4000000', after: '5000000' }];
      },
    });
  const NOON = Date.UTC(2026, 10, 21, 12);
  const HOUR = 3_600_000;
  const DAY = 24 * HOUR;

  test.each([
    ['', { since: NOON - 30 * DAY }],
    ['?from=2026-11-01&to=2026-11-20', { since: Date.parse('2026-11-01'), until: Date.parse('2026-11-21') }],
    ['?to=2026-10-31', { since: Date.parse('2026-10-02'), until: Date.parse('2026-11-01') }],
    [
      '?account=acme-ug&currency=UGX&provider_code=MANGO_UG',
      { since: NOON - 30 * DAY, account: 'acme-ug', currency: 'UGX', providerCode: 'MANGO_UG' },
    ],
  ])('page and API ask the same of /options%s', async (query, question) => {
    await using web = await start();
    asked.length = 0;
    const page = await (await request(`${web.url}/options${query}`)).body.text();
    const json = (await (await request(`${web.url}/api/v1/options${query}`)).body.json()) as {
      readonly options: readonly { provider_code: string }[];
      readonly changes: readonly object[];
    };
    expect(asked).toEqual([question, question]);
    expect(page).toContain('4,000,000</td><td role="cell" class="num">5,000,000');
    expect(json.changes).toMatchObject([{ old_value: '4000000', new_value: '5000000' }]);
    expect(json.options.map(({ provider_code }) => provider_code)).toEqual(
      'providerCode' in question ? ['MANGO_UG'] : ['MANGO_UG', 'PAPAYA_UG', 'CARD_UG'],
    );
    expect(page.includes('Papaya')).toBe(!('providerCode' in question));
  });

  test.each(['from=yesterday', 'to=2026-02-30', 'from=2026-11-02&to=2026-11-01'])(
    '%s is refused by both',
    async (query) => {
      await using web = await start();
      for (const path of ['/options', '/api/v1/options']) {
        const { statusCode, body } = await request(`${web.url}${path}?${query}`);
        expect(statusCode).toBe(400);
        expect(await body.text()).toContain('from and to are days, as 2026-05-04, in that order.');
      }
    },
  );

  test('where nothing is like that there is a way on', async () => {
    await using web = await start();
    const page = await (await request(`${web.url}/options?currency=XOF`)).body.text();
    expect(page).toContain('No payment option is like that now. <a href="/options">All of them</a>');
  });
});
