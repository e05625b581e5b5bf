import { expect, test } from 'vitest';
import { amountOf } from '../../src/domain/money.ts';
import { createBoard } from '../../src/monitor/board/board.ts';
import { createPaymentOptionBoard } from '../../src/monitor/board/payment-option-board.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { toText } from '../../src/web/html/html.ts';
import { optionsPage } from '../../src/web/pages/options.ts';
import { handClock } from '../support/clock.ts';
import { option, optionPoll } from '../support/options.ts';

const START = Date.parse('2026-03-02T12:00:00Z');
const MARKUP = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>\${1}`;

function pageOf(options: Parameters<typeof optionPoll>[1], changes: Parameters<typeof optionsPage>[2]) {
  const clock = handClock(START);
  const schedule = createSchedule('*/15 * * * *', 'UTC');
  const board = createPaymentOptionBoard([{ name: 'acme-ug', schedule, staleAfter: 2 }], clock);
  board.observe(optionPoll(START, options));
  const views = board.accounts.flatMap((name) => board.account(name) ?? []);
  const sources = {
    clock,
    board: () => createBoard([], clock),
    alerts: () => [],
    accounts: () => [],
    version: '0',
  };
  return toText(optionsPage(sources, views, changes));
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
  expect(page).toContain('1 of 1 payment options are unknown');
});

test('an inactive option comes first, and without a database the changes are said to be missing', () => {
  const page = pageOf([option({ providerCode: 'FINE_UG' }), option({ active: false })], null);
  expect(page).toContain('1 of 2 payment options can’t be used');
  expect(page.indexOf('MANGO_UG')).toBeLessThan(page.indexOf('FINE_UG'));
  expect(page).toContain('the database is away');
});
