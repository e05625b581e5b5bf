// Which alerts there are, what of them is to be remembered, and for how long an end is told.
import { describe, expect, test } from 'vitest';
import type { SelfReport } from '../../src/monitor/alerts/builtin.ts';
import { lowRule, MINUTE, payout, START, watching } from '../support/watching.ts';

const LOW = [payout('1')];
const WELL = [payout('9000000')];

test('over a reload an alert is to be remembered once, as it is then', () => {
  const { see, watch, options } = watching();
  see(0, LOW);
  watch.reload(options);
  see(1, WELL);
  expect(watch.unsaved().map(({ state: { phase } }) => phase)).toEqual(['inactive']);
});

test('what lasts is to be remembered anew when the clock was set back, and what is over is not', () => {
  const { see, wait, watch, clock } = watching({ rules: [lowRule({ forMs: 5 * MINUTE })] });
  see(0, LOW);
  expect(watch.unsaved()).toMatchObject([{ state: { pendingAt: START } }]);
  clock.step(-60 * MINUTE);
  wait(-59);
  expect(watch.unsaved()).toMatchObject([{ state: { pendingAt: START - 60 * MINUTE } }]);
  see(-58, WELL);
  watch.unsaved();
  clock.step(-60 * MINUTE);
  wait(-117);
  expect(watch.unsaved()).toEqual([]);
});

describe('an end that comes to be known late', () => {
  const saved = () => {
    const old = watching();
    old.see(0, LOW);
    return old.watch.unsaved();
  };

  test('has its reason, and is the last one while its condition is met again', () => {
    const { see, watch, alert } = watching({ rules: [lowRule({ forMs: 5 * MINUTE })] });
    see(20, WELL);
    see(25, LOW);
    expect(watch.resume(saved(), [])).toMatchObject([{ transition: 'resolved', reason: 'cleared' }]);
    expect(alert()).toMatchObject({ phase: 'pending', firingAt: START, resolvedAt: START + 20 * MINUTE });
  });

  test.each([
    [15, 1],
    [16, 0],
  ])('is told for a quarter of an hour: after %i minutes by %i', (minutes, count) => {
    const old = watching();
    old.see(0, LOW);
    old.see(1, WELL);
    const { watch, clock } = watching({ rules: [] });
    clock.advance((1 + minutes) * MINUTE);
    watch.resume(old.watch.unsaved(), []);
    expect(watch.alerts()).toHaveLength(count);
  });

  test('is not told of what never fired', () => {
    const old = watching({ rules: [lowRule({ forMs: 5 * MINUTE })] });
    old.see(0, LOW);
    old.see(1, WELL);
    const { watch } = watching({ rules: [] });
    watch.resume(old.watch.unsaved(), []);
    expect(watch.alerts()).toEqual([]);
  });
});

describe('what the program reports of itself', () => {
  const failing = (receiver: string, met: boolean): SelfReport => {
    return { alert: 'NotificationFailing', labels: { receiver }, met, value: null, threshold: null };
  };
  const reporting = () => {
    let reports: readonly SelfReport[] = [];
    const it = watching({ rules: [], accounts: [], builtin: true, replica: 'a' }, () => reports);
    const receivers = () =>
      it.watch
        .alerts()
        .filter(({ phase }) => phase === 'firing')
        .map(({ labels }) => `${labels['receiver']} ${labels['replica']}`);
    const report = (minute: number, ...next: readonly SelfReport[]) => {
      reports = next;
      return it.wait(minute);
    };
    return { ...it, receivers, report };
  };

  test('is about each receiver by itself', () => {
    const { report, receivers } = reporting();
    for (const minute of [0, 2, 4]) report(minute, failing('ops', true), failing('chat', false));
    expect(receivers()).toEqual(['ops a']);
    for (const minute of [5, 7, 9]) report(minute, failing('ops', true), failing('chat', true));
    expect(receivers()).toEqual(['ops a', 'chat a']);
    expect(report(10, failing('ops', true))).toEqual(['NotificationFailing resolved']);
    expect(receivers()).toEqual(['ops a']);
  });

  test('is another once this process is called otherwise', () => {
    const { report, receivers, watch, options } = reporting();
    for (const minute of [0, 2, 4]) report(minute, failing('ops', true));
    watch.reload({ ...options, replica: 'b' });
    expect(report(5, failing('ops', true))).toEqual([
      'NotificationFailing pending',
      'NotificationFailing resolved',
    ]);
    for (const minute of [7, 9]) report(minute, failing('ops', true));
    expect(receivers()).toEqual(['ops b']);
  });

  test('ends when it is not reported any more, and begins anew when it is', () => {
    const { report } = reporting();
    for (const minute of [0, 2, 4]) report(minute, failing('ops', true));
    expect(report(5)).toEqual(['NotificationFailing resolved']);
    expect(report(6)).toEqual([]);
    expect([7, 10].flatMap((minute) => report(minute, failing('ops', true)))).toEqual([
      'NotificationFailing pending',
      'NotificationFailing fired',
    ]);
  });
});

test('the alert that always fires ends where it is not asked for any more', () => {
  const { watch, wait, options } = watching({ rules: [], watchdog: true });
  wait(0);
  expect(watch.reload({ ...options, watchdog: false })).toMatchObject([{ transition: 'resolved' }]);
  expect(wait(1)).toEqual([]);
});
