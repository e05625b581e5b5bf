// Which wallets have series: names that can be told, and no more of them than there is room for.
import { expect, test } from 'vitest';
import { createSeriesLimit } from '../../src/metrics/series-limit.ts';
import type { WalletView } from '../../src/monitor/board/board.ts';

const view = (account: string, walletType: string, change: Partial<WalletView> = {}) =>
  ({ account, currency: 'UGX', walletType, exposable: true, ...change }) as WalletView;
const limit = (walletsPerAccount = 2, wallets = 3) => {
  const made = createSeriesLimit({ walletsPerAccount, wallets });
  return {
    ...made,
    /** The types that are admitted; `-` for one that isn't. */
    admit: (account: string, ...types: string[]) =>
      made
        .admit(
          account,
          types.map((type) => view(account, type)),
        )
        .map((labels) => labels?.walletType ?? '-')
        .join(' '),
  };
};
const none = { label: 0, account_limit: 0, total_limit: 0 };

test.each([
  ['plain', {}, ',currency="UGX",wallet_type="W"', 0],
  ['with signs that are escaped', { walletType: 'a"\\' }, ',currency="UGX",wallet_type="a\\"\\\\"', 0],
  [
    'of the first and the last sign that is shown',
    { walletType: ' ~' },
    ',currency="UGX",wallet_type=" ~"',
    0,
  ],
  ['of nothing', { walletType: '' }, ',currency="UGX",wallet_type=""', 0],
  ['that was refused when it was read', { exposable: false }, undefined, 1],
  ['with a line end', { walletType: 'a\n' }, undefined, 1],
  ['beyond ASCII', { walletType: 'é' }, undefined, 1],
  ['with a currency beyond ASCII', { currency: '€' }, undefined, 1],
  ['with the sign of a deletion', { currency: '\u007f' }, undefined, 1],
])('a name %s', (_what, change, rest, refused) => {
  const { admit, refused: all } = createSeriesLimit();
  expect(admit('acme', [view('acme', 'W', change)]).map((labels) => labels?.rest)).toEqual([rest]);
  expect(all()).toEqual({ ...none, label: refused });
});

test('up to the limit of an account, then up to the limit of all; beyond they are counted', () => {
  const { admit, refused } = limit();
  expect(admit('a', 'W0', 'W1', 'W2')).toBe('W0 W1 -');
  expect(refused()).toEqual({ ...none, account_limit: 1 });
  expect(admit('b', 'W0', 'W1')).toBe('W0 -');
  expect(refused()).toEqual({ ...none, account_limit: 1, total_limit: 1 });
});

test('who is admitted stays so, in whatever order they are named; who is gone makes room', () => {
  const { admit, refused } = limit();
  admit('a', 'W0', 'W1');
  expect(admit('a', 'W2', 'W1', 'W0')).toBe('- W1 W0');
  expect(admit('a', 'W2', 'W0')).toBe('W2 W0');
  expect(refused()).toEqual(none);
  expect(admit('b', 'W0', 'W1')).toBe('W0 -');
  expect(admit('a', 'W0')).toBe('W0');
  expect(admit('b', 'W0', 'W1')).toBe('W0 W1');
  expect(admit('b', 'W1', 'W0')).toBe('W1 W0');
  expect(refused()).toEqual(none);
});

test('the same wallets have the same list, and names are shared between accounts', () => {
  const { admit } = createSeriesLimit();
  const first = admit('a', [view('a', 'W0'), view('a', 'W1')]);
  expect(admit('a', [view('a', 'W0'), view('a', 'W1')])).toBe(first);
  expect(admit('a', [view('a', 'W0')])).not.toBe(first);
  const [own] = admit('b', [view('b', 'W0')]);
  expect(own).toBe(first[0]);
  expect(admit('a', [view('a', 'W0', { currency: 'KES' })])[0]).toMatchObject({ currency: 'KES' });
});

test('accounts that are gone make room, and are counted no more', () => {
  const { admit, refused, keepOnly } = limit();
  admit('a', 'W0', 'W1', 'W2');
  admit('b', 'W0', 'W1');
  keepOnly(['b']);
  expect(refused()).toEqual({ ...none, total_limit: 1 });
  expect(admit('b', 'W1', 'W0')).toBe('W1 W0');
  expect(refused()).toEqual(none);
  expect(admit('a', 'W0')).toBe('W0');
  expect(admit('c', 'W0')).toBe('-');
});

test('of names without end no more are remembered than ten times the limit', () => {
  const { admit, refused } = limit(2);
  const types = (count: number) => Array.from({ length: count }, (_, i) => `W${i}`);
  admit('a', ...types(22));
  expect(refused()).toEqual({ ...none, account_limit: 20 });
  admit('a', ...types(40));
  expect(refused()).toEqual({ ...none, account_limit: 20 });
});
