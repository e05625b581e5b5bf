// The page of all wallets, as a whole in each of its states; and what it shows of very many.
import { expect, test } from 'vitest';
import type { PageSources } from '../../../src/web/sources.ts';
import { createHouse, MINUTE, wallet } from '../../metrics/house.ts';
import { alertOfDesk } from '../desk.ts';
import { openDesk, openEmpty } from './open.ts';
import { away, expectTold, FEW_POINTS } from './samples.ts';

test('of wallets that fire, pend, are fine, and of an account that can’t be read', async () => {
  await expectTold('wallets', openDesk(FEW_POINTS), '/');
});

test('of those that are asked for, in another order', async () => {
  const asked = 'q=acme%20pay&account=acme&currency=UGX&type=MERCHANT_PAYOUT&state=firing&order=amount';
  await expectTold('wallets-asked', openDesk(FEW_POINTS), `/?${asked}`);
});

test('while none is seen any more, and the past can’t be read', async () => {
  const pages = openDesk({ sparklines: away });
  pages.house.observe('zeta', [], { outcome: 'deadline', observedAt: pages.house.clock.now() + MINUTE });
  pages.house.clock.advance(3 * MINUTE);
  pages.alerts[0] = alertOfDesk({ held: true });
  await expectTold('wallets-stale', pages, '/?state=unknown&order=share');
});

test('before the first poll', async () => {
  await expectTold('wallets-none', openEmpty(), '/');
});

test('of one wallet alone, where no past is kept', async () => {
  const pages = openEmpty(() => ({ notice: () => 'Standing by.' }));
  pages.house.observe('acme', [wallet('UGX', 'A', '1.10')]);
  await expectTold('wallets-one', pages, '/');
});

test('of a question that no wallet answers', async () => {
  const text = await openDesk().ask('/?q=none&order=share');
  expect(text).toContain('<p>No wallet is like that. <a href="/">All 4 wallets</a></p>');
  expect(text).not.toContain('<table');
  expect(text).not.toContain('<dl');
});

const openMany = (count: number, more: Partial<PageSources> = {}) => {
  const pages = openEmpty(() => more);
  const names = Array.from({ length: count }, (_, i) => `W_${String(i).padStart(3, '0')}`);
  pages.house.observe(
    'acme',
    names.map((name) => wallet('UGX', name, '1')),
  );
  return pages;
};

test.each([
  [50, '/', 50, '<caption>Wallets, the worst first</caption>', []],
  [51, '/', 50, '<caption>Wallets, the worst first: 50 on page 1 of 2</caption>', ['/?page=1', '/?page=2']],
  [51, '/?page=2', 1, 'Wallets, the worst first: 1 on page 2 of 2', ['/?page=1', '/?page=2']],
  [51, '/?page=9', 1, 'Wallets, the worst first: 1 on page 2 of 2', ['/?page=1', '/?page=2']],
  [
    51,
    '/?order=name&q=w',
    50,
    'Wallets, name: 50 on page 1 of 2',
    ['/?q=w&order=name&page=1', '/?q=w&order=name&page=2'],
  ],
] as const)('of %d wallets %s shows %d: %s', async (count, path, shown, caption, pages) => {
  const text = await openMany(count).ask(path);
  expect(text.match(/<tr class=/g)).toHaveLength(shown);
  expect(text).toContain(caption);
  const links = [...text.slice(text.indexOf('</table>')).matchAll(/<a href="([^"]+)"/g)];
  expect(links.map(([, to]) => to!.replaceAll('&amp;', '&'))).toEqual(pages);
});

test('charts are read for the wallets of the page alone', async () => {
  const asked: number[] = [];
  const sparklines: PageSources['sparklines'] = async (wallets) => {
    asked.push(wallets.length);
    return new Map();
  };
  await openMany(51, { sparklines }).ask('/?page=2');
  expect(asked).toEqual([1]);
});

test.each([50, 51])('of %d accounts that can’t be read fifty are listed', async (count) => {
  const names = Array.from({ length: count }, (_, i) => `a${i}`);
  const house = createHouse(names);
  const pages = openEmpty(() => ({ board: () => house.board }));
  for (const name of names) house.observe(name, [], { outcome: 'auth' });
  const text = await pages.ask('/');
  expect(text.match(/<li>\[icon: unknown\]/g)).toHaveLength(50);
  expect(text.includes('not shown; the API has')).toBe(count > 50);
});
