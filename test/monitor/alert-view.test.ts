// How alerts look from outside: of which of them something is told.
import { expect, test } from 'vitest';
import { type AlertState, INACTIVE } from '../../src/domain/alert.ts';
import { createAlertInstance } from '../../src/monitor/alerts/alert-instance.ts';
import { isUntold, view } from '../../src/monitor/alerts/alert-view.ts';
import { type BuiltinAlert, builtin } from '../../src/monitor/alerts/builtin.ts';

const at = Date.parse('2026-03-02T12:00:00Z');
const WALLET = { account: 'acme', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
const about = (name: BuiltinAlert, subject = WALLET, state: Partial<AlertState> = {}) => ({
  ...createAlertInstance(builtin(name, ''), subject, { threshold: null }),
  state: { ...INACTIVE, ...state },
});
const nowhere = { linkTo: () => null };

test('nothing is told of a built-in alert that every wallet has, until it first pends', () => {
  for (const name of ['BalanceUnknown', 'WalletUnreadable'] as const) {
    expect(isUntold(about(name))).toBe(true);
    expect(isUntold(about(name, WALLET, { phase: 'pending', pendingAt: at }))).toBe(false);
    expect(isUntold(about(name, WALLET, { phase: 'firing', firingAt: at }))).toBe(false);
    expect(isUntold(about(name, WALLET, { firingAt: at, resolvedAt: at + 1 }))).toBe(false);
    expect(isUntold(about(name, { ...WALLET, currency: '', walletType: '' }))).toBe(false);
  }
  expect(isUntold(about('ExpectedWalletMissing'))).toBe(false);
  const rule = { ...builtin('BalanceUnknown', ''), name: 'Low' };
  expect(isUntold(createAlertInstance(rule, WALLET, { threshold: null }))).toBe(false);
});

test('one of which nothing is told keeps nothing of how it looks; any other looks the same object as before', () => {
  const quiet = about('BalanceUnknown');
  expect(view(quiet, at, nowhere).labels).toMatchObject({ alertname: 'BalanceUnknown', currency: 'UGX' });
  expect(quiet.shown).toBeUndefined();
  const ended = about('BalanceUnknown', WALLET, { firingAt: at, resolvedAt: at + 1 });
  expect(view(ended, at, nowhere)).toBe(view(ended, at, nowhere));
});
