// The built-in alerts: what people read of each, how long it waits, and whom it is about.
import { expect, test } from 'vitest';
import {
  alertOfReport,
  BUILTIN_ALERTS,
  BUILTIN_SEVERITIES,
  builtin,
  builtinAlerts,
  EVERY_WALLETS_ALERTS,
  type SelfReport,
  watchdogAlert,
} from '../../src/monitor/alerts/builtin.ts';

const URL = 'https://example.org/runbook';

test('each has a severity, a text that says what to do, and a time to wait where it would come and go', async () => {
  const told = BUILTIN_ALERTS.map((name) => {
    const { severity, forMs, keepFiringForMs, annotations } = builtin(name, URL);
    const waits = `for ${forMs / 1_000} s, keeps firing for ${keepFiringForMs / 1_000} s`;
    return `${name} (${severity}, ${waits})\n  ${annotations['summary']}\n  ${annotations['runbook_url']}\n`;
  });
  await expect(told.join('\n')).toMatchFileSnapshot('golden/built-in alerts.txt');
});

test('every severity that one has is known', () => {
  const severities = BUILTIN_ALERTS.map((name) => builtin(name, URL).severity);
  expect(new Set(BUILTIN_SEVERITIES)).toEqual(new Set(severities));
});

test('every wallet has those about its balance', () => {
  expect([...EVERY_WALLETS_ALERTS].toSorted()).toEqual(['BalanceUnknown', 'WalletUnreadable']);
});

test('what is the same for all wallets is one object, and another for another runbook', () => {
  const [one, same, other] = [URL, URL, 'https://example.org/other'].map((url) => builtin('Watchdog', url));
  expect(same).toBe(one);
  expect(other).not.toBe(one);
  expect(other?.annotations['runbook_url']).toBe('https://example.org/other#watchdog');
  expect(builtin('SpoolFilling', URL).name).toBe('SpoolFilling');
});

test.each([
  ['on', true, ['ExpectedWalletMissing']],
  ['off', false, []],
] as const)('where they are turned %s, those about a wallet are entered, or not', (_, on, expected) => {
  const entered: string[] = [];
  const make = builtinAlerts(
    {
      builtin: on,
      runbookUrl: URL,
      register(alert) {
        entered.push(alert.definition.name);
        return alert;
      },
    },
    { account: 'acme-ug', currency: 'UGX', walletType: 'PAYOUT' },
  );
  const alert = make('ExpectedWalletMissing');
  expect([entered, alert !== undefined]).toEqual([expected, on]);
  if (alert) {
    expect(alert.subject).toEqual({ account: 'acme-ug', currency: 'UGX', walletType: 'PAYOUT' });
    expect(alert).toMatchObject({ threshold: null, state: { phase: 'inactive' } });
  }
});

test('one that is already entered is not made again', () => {
  const make = builtinAlerts(
    { builtin: true, runbookUrl: URL, register: () => undefined },
    { account: 'acme-ug', currency: '', walletType: '' },
  );
  expect(make('BalanceUnknown')).toBeUndefined();
});

const NOBODY = { account: '', currency: '', walletType: '' };

test('the watchdog is about floatwatch itself, and the same on every replica', () => {
  expect(watchdogAlert(URL)).toMatchObject({
    definition: builtin('Watchdog', URL),
    subject: NOBODY,
    threshold: null,
  });
  expect(watchdogAlert(URL).fingerprint).not.toContain('replica');
});

test.each([
  [{ replica: 'a', runbookUrl: URL }, 'a', `${URL}#notificationfailing`],
  [{}, '', '#notificationfailing'],
])('a report is about its replica, and what it says: %j', (told, replica, url) => {
  const report: SelfReport = {
    alert: 'NotificationFailing',
    labels: { receiver: 'ops' },
    ...{ met: true, value: '3', threshold: '2' },
  };
  const alert = alertOfReport(report, told);
  expect(alert).toMatchObject({
    subject: { ...NOBODY, labels: { receiver: 'ops', replica } },
    threshold: '2',
  });
  expect(alert.definition.annotations['runbook_url']).toBe(url);
});
