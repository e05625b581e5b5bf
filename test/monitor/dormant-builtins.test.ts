// Which built-in alerts of a wallet are full alerts, and what the others, of which there are hundreds of thousands, share.
import { expect, test } from 'vitest';
import { CLEAR, createApply, MET, UNKNOWN } from '../../src/monitor/alerts/alert-instance.ts';
import {
  applyBuiltin,
  awakeBuiltins,
  countDormant,
  newBuiltin,
  type WalletBuiltins,
  wake,
} from '../../src/monitor/alerts/wallet-builtins.ts';
import { START } from '../support/watching.ts';

const apply = createApply({ onMoved: () => {}, onFiring: () => {} });

/** The built-in alerts of a wallet, and which of them were entered as full alerts. */
function setUp(isNew = true) {
  const entered: string[] = [];
  const id = { account: 'acme-ug', currency: 'UGX', walletType: 'PAYOUT' };
  const builtins = {
    ...{ builtin: true, runbookUrl: '', isNew: () => isNew },
    register<A extends { readonly definition: { readonly name: string } }>(alert: A): A {
      entered.push(alert.definition.name);
      return alert;
    },
  };
  const wallet: WalletBuiltins = {
    ...{ id, builtins },
    unreadable: newBuiltin('unreadable', id, builtins),
    balanceUnknown: newBuiltin('balanceUnknown', id, builtins),
  };
  const judge = (evaluation: typeof MET, at = START) =>
    applyBuiltin(wallet, 'unreadable', evaluation, { at, apply });
  return { wallet, entered, judge };
}

const awake = (wallet: WalletBuiltins) => awakeBuiltins(wallet).map(({ definition }) => definition.name);

test('both are dormant from the start, unless something is known of them', () => {
  const { wallet, entered } = setUp();
  expect([countDormant(wallet), awake(wallet), entered]).toEqual([2, [], []]);
  const known = setUp(false);
  const names = ['WalletUnreadable', 'BalanceUnknown'];
  expect([countDormant(known.wallet), awake(known.wallet), known.entered]).toEqual([0, names, names]);
});

test('one is dormant while it is clear or unknown, and a full alert once it was met', () => {
  const { wallet, entered, judge } = setUp();
  for (const evaluation of [CLEAR, UNKNOWN, CLEAR]) judge(evaluation);
  expect([countDormant(wallet), entered]).toEqual([2, []]);
  for (const evaluation of [MET, CLEAR, MET]) judge(evaluation, START + 1);
  expect([awake(wallet), entered, countDormant(wallet)]).toEqual([
    ['WalletUnreadable'],
    ['WalletUnreadable'],
    1,
  ]);
});

test('only the one of that name is woken, or both', () => {
  const { wallet } = setUp();
  wake(wallet, 'Another');
  expect(awake(wallet)).toEqual([]);
  wake(wallet, 'BalanceUnknown');
  expect(awake(wallet)).toEqual(['BalanceUnknown']);
  wake(wallet);
  expect(countDormant(wallet)).toBe(0);
});

test('those of one poll that know the same are one object, and stay it while they learn nothing', () => {
  const wallets = [setUp(), setUp(), setUp()];
  const objects = () => new Set(wallets.map(({ wallet }) => wallet.unreadable)).size;
  expect(objects()).toBe(1);
  for (const { judge } of wallets) judge(CLEAR);
  expect(objects()).toBe(1);
  const [{ wallet, judge }] = wallets as [(typeof wallets)[0], ...typeof wallets];
  const before = wallet.unreadable;
  judge(CLEAR, START + 1);
  expect(wallet.unreadable).toBe(before);
  judge(UNKNOWN, START + 2);
  expect(wallet.unreadable).toEqual({ ...before, reason: 'unknown' });
  for (const each of wallets) each.judge(UNKNOWN, START + 2);
  expect(objects()).toBe(1);
});

test('those that know of other times are not', () => {
  const [one, other] = [setUp(), setUp()];
  one.judge(CLEAR, START);
  other.judge(CLEAR, START + 1);
  expect(other.wallet.unreadable).not.toEqual(one.wallet.unreadable);
});
