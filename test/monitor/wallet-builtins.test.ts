import { describe, expect, test } from 'vitest';
import { account, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const builtin = { builtin: true, rules: [] };
const wallet = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const expecting = { accounts: [account('acme-ug', { expect: [wallet] })] };
const UNREADABLE = [[], { outcome: 'partial', unreadable: [{ ...wallet, reason: 'malformed' }] }] as const;

/** Why each of the two alerts of the wallet is as it is. */
function reasons({ watch }: ReturnType<typeof watching>): Record<string, string> {
  const own = watch.alerts().filter(({ walletType }) => walletType === wallet.walletType);
  return Object.fromEntries(own.map(({ rule, reason }) => [rule, reason]));
}

describe('of a wallet whose alerts were never met', () => {
  test('they are counted, and not told of', () => {
    const { watch, see } = watching(builtin);
    const ofAccount = watch.count();
    see(0, [payout('1')]);
    expect(watch.count()).toBe(ofAccount + 2);
    expect(watch.told()).toHaveLength(ofAccount);
    expect(watch.alerts()).toHaveLength(ofAccount + 2);
    expect([watch.count(), watch.told().length]).toEqual([ofAccount + 2, ofAccount]); // now that they were looked at
  });

  test('there are none where built-in alerts are turned off', () => {
    const { watch, see } = watching({ rules: [] });
    see(0, [payout('1')]);
    expect([watch.count(), watch.alerts()]).toEqual([0, []]);
  });

  test.each([
    ['a good answer', [[0, [payout('1')]]], 'not_met', 'not_met'],
    [
      'an answer, and none',
      [
        [0, [payout('1')]],
        [1, 'connect'],
      ],
      'not_met',
      'unknown',
    ],
    ['an amount that is not said', [[0, [{ ...payout('1'), available: null }]]], 'unknown', 'fired'],
  ] as const)('after %s', (_, polls, balanceUnknown, unreadable) => {
    const watched = watching(builtin);
    for (const [minute, what] of polls) watched.see(minute, what);
    const expected = { BalanceUnknown: balanceUnknown, WalletUnreadable: unreadable };
    const { watch, options } = watched;
    const before = watch.count();
    watch.reload({ ...options, runbookUrl: 'https://example.org/other' });
    expect(reasons(watched)).toEqual(expected);
    watch.reload(options);
    expect(reasons(watched)).toEqual(expected);
    expect(watch.count()).toBe(before);
  });
});

describe('what is remembered of one', () => {
  function firing() {
    const { see, watch } = watching(builtin);
    see(0, ...UNREADABLE);
    return watch.unsaved().filter(({ walletType }) => walletType !== '');
  }

  function over() {
    const { see, watch } = watching(builtin);
    see(0, ...UNREADABLE);
    see(1, [payout('1')]);
    return watch.unsaved().filter(({ walletType }) => walletType !== '');
  }

  test('is gone on with though the wallet was expected before it was known', () => {
    const { watch, see } = watching({ ...builtin, ...expecting });
    see(2, 'connect');
    expect(watch.resume(firing(), [])).toEqual([]);
    expect(watch.told().find(({ phase }) => phase === 'firing')).toMatchObject({ firingAt: START });
    expect(see(3, [payout('1')])).toEqual(['WalletUnreadable resolved']);
  });

  test('is over since the wallet was seen to be fine, unless the clock was set back, or there was a reload', () => {
    const ended = (change: (watched: ReturnType<typeof watching>) => void) => {
      const watched = watching(builtin);
      watched.see(2, [payout('1')]);
      change(watched);
      return watched.watch.resume(firing(), []).map(({ transition, at }) => ({ transition, at }));
    };
    expect(ended(() => {})).toEqual([{ transition: 'resolved', at: START + 2 * MINUTE }]);
    expect(ended(({ watch, options }) => watch.reload(options))).toEqual([]);
    expect(ended(({ clock }) => clock.step(-MINUTE))).toEqual([]);
  });

  test.each([
    ['', false],
    [', over a reload and though it was looked at', true],
  ])('is saved anew where it has been evaluated since%s', (_, reloads) => {
    for (const polls of [['connect'], [[payout('1')], 'connect']] as const) {
      const { watch, see, options } = watching({ ...builtin, ...expecting });
      for (const [i, what] of polls.entries()) see(2 + i, what);
      if (reloads) watch.alerts();
      if (reloads) watch.reload(options);
      watch.resume(firing(), []);
      const anew = polls.length > 1 ? [{ rule: 'WalletUnreadable', state: { firingAt: START } }] : [];
      expect(watch.unsaved()).toMatchObject(anew);
    }
  });

  test.each([2, 200])('and over is gone on with once the wallet is named, after minute %i', (minute) => {
    const { watch, see, wait } = watching(builtin);
    wait(minute);
    watch.resume(over(), []);
    see(minute, [payout('1')]);
    const known = watch.told().filter(({ rule, walletType }) => rule === 'WalletUnreadable' && walletType);
    expect(known).toMatchObject([{ phase: 'inactive', firingAt: START, resolvedAt: START + MINUTE }]);
    expect(see(minute + 1, ...UNREADABLE)).toEqual(['WalletUnreadable fired']);
  });

  test('that ended with a wallet that was forgotten is gone on with when that comes back', () => {
    const { watch, see } = watching(builtin);
    see(0, ...UNREADABLE);
    expect(watch.forget('acme-ug', wallet)).toHaveLength(1);
    const count = watch.count();
    expect(see(1, [payout('1')])).toEqual([]);
    expect(watch.count()).toBe(count + 1); // the ended one is this again
    expect(watch.told().filter(({ firingAt }) => firingAt === START)).toHaveLength(1);
  });
});

test('one that was met lasts over reloads, and is known when it is over; nothing is told of those that were not', () => {
  const { watch, see, wait, options } = watching(builtin);
  see(0, ...UNREADABLE);
  expect(watch.reload({ ...options, runbookUrl: 'https://example.org/other' })).toEqual([]);
  expect(see(1, [payout('1')])).toEqual(['WalletUnreadable resolved']);
  expect(watch.reload(options)).toEqual([]);
  wait(60);
  expect(watch.told().filter(({ firingAt }) => firingAt === START)).toHaveLength(1);
  expect(see(61, [payout('1')])).toEqual(['ScheduleStalled resolved', 'BalanceUnknown resolved']);
  expect(watch.reload({ ...options, builtin: false })).toEqual([]);
  expect(watch.observe(polled(62, [payout('1')]))).toEqual([]);
});
