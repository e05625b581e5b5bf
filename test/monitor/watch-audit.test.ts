// What was wrong with alerts, one by one: each bears the number of its case.
import { describe, expect, test } from 'vitest';
import { createAlertInstance, createApply } from '../../src/monitor/alerts/alert-instance.ts';
import { view } from '../../src/monitor/alerts/alert-view.ts';
import { createSchedule } from '../../src/monitor/polling/schedule.ts';
import { account, lowRule, MINUTE, payout, polled, START, watching } from '../support/watching.ts';

const HOUR = 60 * MINUTE;
const expected = account('acme-ug', { expect: [{ currency: 'UGX', walletType: 'MERCHANT_PAYOUT' }] });
const report = (met: boolean | null) =>
  ({
    alert: 'NotificationFailing',
    labels: { receiver: 'ops' },
    met,
    value: 'refused',
    threshold: null,
  }) as const;

describe('NotificationFailing over a reload', () => {
  const options = { accounts: [account()], rules: [], builtin: true };
  const failing = () => {
    const watched = watching(options);
    for (const minute of [0, 1, 2, 3]) {
      watched.see(minute, [payout('1')]);
      watched.watch.tick([report(true)]);
    }
    expect(watched.alert('NotificationFailing')).toMatchObject({ phase: 'firing' });
    return watched;
  };

  test('D7 ends when its receiver is not there any more', () => {
    const { watch } = failing();
    watch.reload(options);
    expect(watch.tick([])).toMatchObject([{ transition: 'resolved', reason: 'removed' }]);
    expect(watch.tick([])).toEqual([]);
  });

  test('D7 lasts until its receiver has answered', () => {
    const { watch, alert } = failing();
    watch.reload(options);
    expect(watch.tick([report(null)])).toEqual([]);
    expect(alert('NotificationFailing')).toMatchObject({ phase: 'firing', held: true });
    expect(watch.tick([report(false)])).toMatchObject([{ transition: 'resolved', reason: 'cleared' }]);
  });
});

describe('a schedule that a reload changes', () => {
  const scheduled = (expression: string) => ({
    accounts: [account('acme-ug', { schedule: createSchedule(expression, 'UTC') })],
    rules: [lowRule()],
    builtin: true,
  });

  test('D8 a poll of the new schedule is judged though its slot is older', () => {
    const { see, watch, clock } = watching(scheduled('* * * * *'));
    see(0, [payout('9000000')]);
    clock.advance(10 * MINUTE);
    watch.reload(scheduled('0 0 * * *'));
    const midnight = { slot: START - 12 * HOUR, observedAt: clock.now() };
    const changes = watch.observe(polled(10, [payout('1')], midnight));
    expect(changes.map(({ alert, transition }) => `${alert.rule} ${transition}`)).toEqual([
      'PayoutFloatLow fired',
    ]);
  });
});

test('D16 a stored slot in the future is no evidence, and does not delay what is told of silence', () => {
  const { watch, wait } = watching({ builtin: true });
  const future = { slot: START + 3 * HOUR, observedAt: START + 3 * HOUR };
  expect(watch.resume([], [polled(0, [payout('1')], future)])).toEqual([]);
  expect(wait(2.6)).toEqual(['ScheduleStalled fired', 'BalanceUnknown fired']);
});

test('D12 a name that can not be a label hides no missing wallet', () => {
  const { see } = watching({ accounts: [expected], rules: [], builtin: true });
  see(0, [payout('1')]);
  const loan = { ...payout('1', 'LOAN WALLET'), exposable: false };
  expect(see(1, [loan])).toEqual(['ExpectedWalletMissing fired', 'WalletUnreadable fired']);
  const unreadable = [{ currency: 'UGX', walletType: 'LOAN WALLET', reason: 'malformed' }] as const;
  expect(see(2, [payout('1')], { outcome: 'partial', unreadable })).toEqual([
    'ExpectedWalletMissing resolved',
  ]);
});

test('D20 the threshold that is told is the one of now', () => {
  const subject = { account: 'a', currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };
  const rule = lowRule({ annotations: { summary: '{{threshold}}, {{previous}}' } });
  const alert = createAlertInstance(rule, subject, { threshold: null });
  const told = (threshold: string, previous: string) => {
    createApply({ onMoved() {}, onFiring() {} })(alert, { state: 'met', value: '1', threshold }, START);
    alert.previous = previous;
    return view(alert, START, { linkTo: () => null }).annotations['summary'];
  };
  expect(told('500', '2')).toBe('500, 2');
  expect(told('1000', '2')).toBe('1,000, 2');
  expect(told('1000', '3')).toBe('1,000, 3');
});

describe('after downtime', () => {
  const rules = [lowRule({ condition: { kind: 'unknown_for', ms: 5 * MINUTE } })];
  const restarted = () => {
    const late = watching({ builtin: true, rules }, undefined, START + 2 * HOUR);
    late.watch.resume([], [polled(0, [payout('9000000')])]);
    return late;
  };

  test('F4 silence is told of only when a poll has had its chance', () => {
    const { see, wait } = restarted();
    expect([wait(120), wait(120.1), see(120, [payout('9000000')]), wait(121)].flat()).toEqual([]);
  });

  test('F4 a poll that fails was the chance', () => {
    const { see, wait } = restarted();
    expect([see(120, 'connect'), wait(120.1)].flat()).toEqual([
      'PayoutFloatLow fired',
      'BalanceUnknown fired',
    ]);
  });

  test('F4 so it is after a standstill', () => {
    const { see, wait, watch, clock } = watching({ builtin: true });
    see(0, [payout('9000000')]);
    const woken = (minute: number) => {
      clock.advance(START + minute * MINUTE - clock.now());
      watch.awaitPolls();
      return wait(minute);
    };
    expect([woken(10), wait(10.4), see(10, [payout('9000000')]), wait(12)].flat()).toEqual([]);
    expect([woken(20), wait(20.4)].flat()).toEqual([]);
    expect(wait(20.6)).toEqual(['ScheduleStalled fired', 'BalanceUnknown fired']);
  });

  test('F4 so it is after another standstill, though no poll was due between the two', () => {
    const hourly = account('acme-ug', { schedule: createSchedule('0 * * * *', 'UTC') });
    const { see, wait, watch, clock } = watching({ accounts: [hourly], builtin: true });
    see(0, [payout('9000000')]);
    const woken = (minute: number) => {
      clock.advance(START + minute * MINUTE - clock.now());
      watch.awaitPolls();
      return wait(minute);
    };
    expect([woken(5), wait(6)].flat()).toEqual([]);
    expect([woken(300), wait(300.1), see(300, [payout('9000000')]), wait(302)].flat()).toEqual([]);
  });

  test('F4 the poll that was under way when it began was no chance', () => {
    const { see, wait, watch, clock } = watching({ builtin: true });
    see(0, [payout('9000000')]);
    clock.advance(10 * MINUTE);
    watch.awaitPolls();
    const told = watch.observe(polled(1, 'deadline', { observedAt: clock.now() }));
    expect([told, wait(10.1), see(10, [payout('9000000')]), wait(12)].flat()).toEqual([]);
  });

  test('F4 who stands still again and again, and polls nothing, tells of that', () => {
    const { see, watch, clock } = watching({ builtin: true });
    see(0, [payout('9000000')]);
    const told = [1, 2, 3].flatMap(() => {
      clock.advance(5 * MINUTE);
      watch.awaitPolls();
      const changes = watch.tick();
      clock.advance(5_000);
      return [...changes, ...watch.tick()].map(({ alert, transition }) => `${alert.rule} ${transition}`);
    });
    expect(told).toEqual(['ScheduleStalled fired', 'BalanceUnknown fired']);
  });

  test('F4 and so is none, for longer than a poll may take', () => {
    const { wait, alert } = restarted();
    expect(wait(120.6)).toContain('ScheduleStalled fired');
    expect(alert('BalanceUnknown')).toMatchObject({ firingAt: START + 2.5 * MINUTE });
  });
});

describe('wallets without end', () => {
  test('D13 the alerts of new names are bounded, and those of old ones stay', () => {
    const { see, watch, alert } = watching({ builtin: true });
    see(0, [payout('1')]);
    for (let minute = 1; minute < 20; minute++) {
      see(
        minute,
        Array.from({ length: 500 }, (_, i) => payout('1', `T${minute}_${i}`)),
      );
    }
    expect(watch.alerts().length).toBeLessThan(2 * 3_000);
    expect(alert()).toMatchObject({ phase: 'firing' });
    expect(watch.ignoredWallets('acme-ug')).toBeGreaterThan(6_000);
  });
});

describe('a wallet that a person forgets', () => {
  const gone = () => {
    const watched = watching({ builtin: true });
    watched.see(0, [payout('1'), payout('1', 'OTHER')]);
    for (const minute of [1, 2, 3]) watched.see(minute, [payout('1', 'OTHER')]);
    expect(watched.wait(3.5)).toEqual(['BalanceUnknown fired']);
    return watched;
  };
  const wallet = { currency: 'UGX', walletType: 'MERCHANT_PAYOUT' };

  test('D11 its alerts end as forgotten, and none begins again', () => {
    const { watch, wait, see } = gone();
    const ended = watch.forget('acme-ug', wallet);
    expect(ended.map(({ alert, reason }) => `${alert.rule} ${alert.phase} ${reason}`).sort()).toEqual([
      'BalanceUnknown inactive forgotten',
      'PayoutFloatLow inactive forgotten',
    ]);
    for (const minute of [4, 5, 6, 7, 8, 9]) {
      expect([see(minute, [payout('1', 'OTHER')]), wait(minute + 0.5)].flat()).toEqual([]);
    }
    expect(see(10, [payout('1'), payout('1', 'OTHER')])).toContain('PayoutFloatLow fired');
  });

  test('D11 nor after a restart', () => {
    const { watch } = gone();
    watch.forget('acme-ug', wallet);
    const next = watching({ builtin: true });
    next.clock.advance(4 * MINUTE);
    next.watch.resume(watch.unsaved(), [polled(4, [payout('1', 'OTHER')])]);
    for (const minute of [5, 6, 7, 8]) next.see(minute, [payout('1', 'OTHER')]);
    expect(next.wait(8.5)).toEqual([]);
  });

  test('D11 an expected one is not forgotten: the configuration asks for it', () => {
    const { watch } = watching({ accounts: [expected], builtin: true });
    expect(watch.forget('acme-ug', wallet)).toEqual([]);
  });
});

test('D22 an account that is not configured any more ends its alerts at the start', () => {
  const before = watching();
  before.see(0, [payout('1')]);
  const after = watching({ accounts: [account('other')] });
  const changes = after.watch.resume(before.watch.unsaved(), []);
  expect(changes).toMatchObject([{ transition: 'resolved', reason: 'removed' }]);
  expect(after.watch.unsaved()).toMatchObject([{ account: 'acme-ug', state: { phase: 'inactive' } }]);
});

test('A7 a restart between a good poll and refused keys ends nothing: what is remembered follows from the later one', () => {
  const before = watching({ rules: [], builtin: true });
  before.see(0, [payout('1')]);
  expect(before.see(1, 'auth')).toEqual(['CredentialsRefused fired']);
  const after = watching({ rules: [], builtin: true }, () => [], START + 1.5 * MINUTE);
  const stored = [polled(0, [payout('1')]), polled(1, 'auth')];
  expect(after.watch.resume(before.watch.unsaved(), stored)).toEqual([]);
  expect(after.see(2, [payout('1')])).toEqual(['CredentialsRefused resolved']);
});
