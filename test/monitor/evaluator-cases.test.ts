// What evaluation does beside moving alerts: by whose clock, for which accounts, and what it counts.
import { describe, expect, test } from 'vitest';
import type { OptionRule } from '../../src/conditions/rule.ts';
import { MAX_WALLETS } from '../../src/domain/wallet.ts';
import type { SelfReport } from '../../src/monitor/alerts/builtin.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { option, optionPoll } from '../support/options.ts';
import { account, MINUTE, payout, START, watching } from '../support/watching.ts';

const HOUR = 60 * MINUTE;
const gone: OptionRule = {
  ...{ name: 'Gone', severity: 'warning', condition: { kind: 'vanished' } },
  options: { account: '*', currency: '*', transactionType: '*', providerCode: '*' },
  ...{ forMs: 0, keepFiringForMs: 0, labels: {}, annotations: {} },
};
const withOptions = account('acme-ug', {
  options: { name: 'acme-ug', schedule: createSchedule('* * * * *', 'UTC'), staleAfter: 2 },
} as never);
const words = (changes: readonly { alert: { rule: string }; transition: string }[]) =>
  changes.map(({ alert, transition }) => `${alert.rule} ${transition}`);

test('a look at the clock follows it when it was set back: what is known is dated back before silence is told', () => {
  const { see, wait, clock, alert } = watching({ rules: [], builtin: true });
  see(0, [payout('1')]);
  clock.step(-HOUR);
  expect(wait(2.5 - 60)).toEqual(['ScheduleStalled fired', 'BalanceUnknown fired']);
  expect(alert('ScheduleStalled')?.firingAt).toBe(START - HOUR + 2.5 * MINUTE);
});

describe('reports about floatwatch itself', () => {
  const reports = (): SelfReport[] => [
    { alert: 'SpoolFilling', labels: {}, met: true, value: '9 MB', threshold: '8 MB' },
  ];
  test.each([
    ['unless it says otherwise', { builtin: undefined }, ['SpoolFilling fired']],
    ['where built-in alerts are on', { builtin: true }, ['SpoolFilling fired']],
    ['not where they are off', { builtin: false }, []],
  ])('are alerts, %s', (_, settings, expected) => {
    const { wait, watch } = watching({ rules: [], ...settings } as never, reports);
    expect(wait(0.1)).toEqual(expected);
    const links = watch.told().flatMap(({ annotations }) => annotations['runbook_url'] ?? []);
    expect(links).toEqual(expected.map(() => '#spoolfilling'));
  });
});

test('an alert that is remembered about an account makes no wallet known', () => {
  const before = watching({ rules: [], builtin: true });
  before.wait(5);
  const saved = before.watch.unsaved();
  expect(saved.map(({ rule }) => rule)).toEqual(['ScheduleStalled', 'BalanceUnknown']);
  const { watch } = watching({ rules: [], builtin: true });
  const count = watch.count();
  watch.resume(saved, []);
  expect(watch.count()).toBe(count);
});

test('wallets that found no room are counted by account, and of an unknown one there are none', () => {
  const { watch, see } = watching({ rules: [] });
  see(
    0,
    Array.from({ length: MAX_WALLETS }, (_, i) => payout('1', `W${i}`)),
  );
  see(1, [payout('1', 'W0')]);
  expect(watch.ignoredWallets('acme-ug')).toBe(0);
  see(2, []);
  see(3, [payout('1', 'N1'), payout('1', 'N2')]);
  expect([watch.ignoredWallets('acme-ug'), watch.ignoredWallets('nobody')]).toEqual([2, 0]);
});

describe('rules about payment options', () => {
  test('leave alone an account whose options are not polled', () => {
    const { see, watch } = watching({ rules: [gone] });
    expect(see(0, [payout('1')])).toEqual([]);
    expect(watch.observeOptions(optionPoll(START, [option()]))).toEqual([]);
  });

  test('judge its options no longer after a reload without them', () => {
    const { clock, watch, options } = watching({ accounts: [withOptions], rules: [gone] });
    watch.observeOptions(optionPoll(START, [option()]));
    clock.advance(MINUTE);
    expect(words(watch.observeOptions(optionPoll(START + MINUTE, [])))).toEqual(['Gone fired']);
    expect(words(watch.reload({ ...options, rules: [] }))).toEqual(['Gone resolved']);
    clock.advance(MINUTE);
    expect(watch.observeOptions(optionPoll(START + 2 * MINUTE, []))).toEqual([]);
    expect(watch.alerts().filter(({ phase }) => phase === 'firing')).toEqual([]);
  });
});
