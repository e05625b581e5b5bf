// The page of accounts and that of one, each as a whole in each of its states.
import { describe, expect, test } from 'vitest';
import type { Gap, Gaps } from '../../../src/web/sources.ts';
import { createHouse, MINUTE, NOON, wallet } from '../../metrics/house.ts';
import { openDesk, openEmpty } from './open.ts';
import { away, DAY, expectTold, FEW_POINTS, HOUR } from './samples.ts';

const gap = (hoursAgo: number, hours: number | null, more: Partial<Gap> = {}): Gap => {
  const since = NOON - hoursAgo * HOUR;
  return { since, until: hours === null ? null : since + hours * HOUR, failed: 0, outcomes: {}, ...more };
};

/** Over thirty days of Kampala, of which the first five weren't polled. */
const GAPS: Gaps = {
  first: NOON - 25 * DAY + 3 * HOUR,
  gaps: [
    gap(24 * 10 - 3, 1.2, { failed: 1, outcomes: { auth: 1 } }), // just 95 % of a day is seen
    gap(24 * 8 - 3, 1.21, { failed: 1, outcomes: { auth: 1 } }), // a little less
    gap(24 * 5, 48),
    gap(0.5, null, { failed: 3, outcomes: { connect: 1, deadline: 2 } }),
  ],
};

describe('the page of accounts', () => {
  test('has one that can’t be read first', async () => {
    const pages = openDesk({
      gaps: async (account) => (account === 'acme' ? GAPS : { first: null, gaps: [] }),
    });
    pages.house.observe('acme', [wallet('UGX', 'A', '1')], {
      durationMs: 999,
      observedAt: NOON - MINUTE,
      slot: NOON + MINUTE,
    });
    pages.house.observe('zeta', [], { outcome: 'deadline', durationMs: 1_000, slot: NOON + MINUTE });
    await expectTold('accounts', pages, '/accounts');
  });

  test('before any poll, where no past is kept', async () => {
    await expectTold('accounts-unpolled', openEmpty(), '/accounts');
  });

  test.each([
    ['no account', [], {}, 'unknown', ['No account is configured']],
    ['one that was read', ['a'], { a: 'ok' }, 'fine', ['The one account was read by its last poll']],
    ['two that were read', ['a', 'b'], { a: 'ok', b: 'ok' }, 'fine', ['All 2 accounts were read']],
    ['one that wasn’t polled yet', ['a', 'b'], { a: 'ok' }, 'unknown', ['1 account has not been polled yet']],
    [
      'one that failed',
      ['a', 'b'],
      { a: 'ok', b: 'auth' },
      'unknown',
      ['1 of 2 accounts can’t be read: its last poll failed'],
    ],
    [
      'one that failed, and one that wasn’t polled yet',
      ['a', 'b'],
      { b: 'auth' },
      'unknown',
      ['1 of 2 accounts can’t be read: its last poll failed', '<p>1 account has not been polled yet.</p>'],
    ],
  ] as const)('of %s', async (_title, names, outcomes, level, told) => {
    const house = createHouse(names);
    for (const [name, outcome] of Object.entries(outcomes)) house.observe(name, [], { outcome });
    const text = await openEmpty(() => ({ board: () => house.board })).ask('/accounts');
    expect(text).toContain(`<section class="verdict ${level}"`);
    for (const each of told) expect(text).toContain(each);
    expect(text.includes('has not been polled yet.</p>')).toBe(told.length > 1);
  });

  test('has those that can’t be read first, and fifty on a page', async () => {
    const names = Array.from({ length: 51 }, (_, i) => `a${String(i).padStart(2, '0')}`);
    const house = createHouse(names);
    for (const name of names) house.observe(name, [], { outcome: name === 'a50' ? 'auth' : 'ok' });
    const pages = openEmpty(() => ({ board: () => house.board }));
    const listed = (text: string) => [...text.matchAll(/<th><a href="\/accounts\/(\w+)"/g)].map(([, a]) => a);
    const first = await pages.ask('/accounts');
    expect(listed(first)).toEqual(['a50', ...names.slice(0, 49)]);
    expect(first).toContain('51 accounts, those that can’t be read first: 50 on page 1 of 2');
    expect(first).toContain('<a href="/accounts?page=2">2</a>');
    expect(listed(await pages.ask('/accounts?page=2'))).toEqual(['a49']);
  });
});

describe('the page of an account', () => {
  test('with its wallets and its gaps', async () => {
    const pages = openDesk({ ...FEW_POINTS, gaps: async () => GAPS });
    await expectTold('account', pages, '/accounts/acme');
  });

  test('that can’t be read, in another zone, with a gap that lasts', async () => {
    const gaps = async () => ({ ...GAPS, gaps: GAPS.gaps.slice(-1) });
    await expectTold('account-failing', openDesk({ gaps }), '/accounts/zeta?zone=Asia/Tokyo');
  });

  test('that isn’t configured here any more, where no past is kept', async () => {
    await expectTold('account-bare', openEmpty(), '/accounts/acme');
  });

  test.each([
    ['they can’t be read', away, 'Coverage can’t be read now'],
    ['it was never polled', async () => ({ first: null, gaps: [] }), 'Nothing has been polled yet.'],
    ['there are none', async () => ({ first: NOON - DAY, gaps: [] }), 'No gap in these 30 days.'],
  ])('says of its gaps when %s', async (_title, gaps, told) => {
    const text = await openDesk({ gaps }).ask('/accounts/acme');
    expect(text).toContain(told);
    expect(text).not.toContain('<ul class="gaps">');
    expect(text.includes('<ol')).toBe(told.startsWith('No gap'));
  });

  test.each([
    [50, 50, false],
    [51, 50, '1 more gap: the view <code>gaps</code> has all of them.'],
  ] as const)('of %d gaps lists %d, the newest first', async (count, shown, more) => {
    const all = Array.from({ length: count }, (_, i) => gap(count - i, 0.1 + i / 100));
    const text = await openDesk({ gaps: async () => ({ first: NOON - 40 * DAY, gaps: all }) }).ask(
      '/accounts/acme',
    );
    const list = text.slice(text.indexOf('<ul class="gaps">'));
    const spans = [...list.matchAll(/<li class=""><b>(\d+) min<\/b>/g)].map(([, min]) => Number(min));
    expect(spans).toHaveLength(shown);
    expect(spans).toEqual(spans.toSorted((a, b) => b - a));
    expect(list.includes('more gap')).toBe(more !== false);
    if (more !== false) expect(list).toContain(more);
  });

  test.each([
    [50, 50, false],
    [51, 50, true],
  ])('of %d wallets shows %d', async (count, shown, more) => {
    const pages = openEmpty();
    const wallets = Array.from({ length: count }, (_, i) => wallet('UGX', `W${i}`, '1'));
    pages.house.observe('acme', wallets);
    const text = await pages.ask('/accounts/acme');
    expect(text.match(/<tr class="fine">/g)).toHaveLength(shown);
    const link = '<p class="quiet">1 more: <a href="/?account=acme">all wallets of the account</a>.</p>';
    expect(text.includes(link)).toBe(more);
    expect(text.includes('more:')).toBe(more);
  });

  test('reads thirty business days of the account, and the charts of its wallets', async () => {
    const asked: unknown[] = [];
    const pages = openDesk({
      gaps: async (account, { from, to }) => {
        asked.push([account, new Date(from).toISOString(), new Date(to).toISOString()]);
        return GAPS;
      },
      sparklines: async (wallets) => {
        asked.push(wallets.map(({ account, walletType }) => `${account} ${walletType}`));
        return new Map();
      },
    });
    await pages.ask('/accounts/acme');
    expect(asked).toEqual([
      ['acme', '2026-10-22T21:00:00.000Z', '2026-11-21T12:00:00.000Z'],
      ['acme MERCHANT_PAYOUT', 'acme MERCHANT_PAYOUT', 'acme MERCHANT_COLLECTION', 'acme SERVICE_PAYMENTS'],
    ]);
  });

  test('isn’t there for an account that nobody knows', async () => {
    await expectTold('not-found', openDesk(), '/accounts/none');
  });
});
