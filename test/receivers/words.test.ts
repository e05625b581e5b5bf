import { expect, test } from 'vitest';
import { cut, cutBy } from '../../src/domain/cut.ts';
import { smsText } from '../../src/receivers/africas-talking/message.ts';
import { writeAlerts } from '../../src/receivers/alertmanager/payload.ts';
import { closeAlert } from '../../src/receivers/jira-service-management/alert.ts';
import { groupAlert } from '../../src/receivers/notification/group.ts';
import type { Notification } from '../../src/receivers/notification/notification.ts';
import { wordsOf } from '../../src/receivers/notification/words.ts';
import { webhookBody } from '../../src/receivers/webhook/payload.ts';
import { endedAlert, firingAlert } from '../support/delivering.ts';

test.each([
  ['abcde', 6, 'abcde'],
  ['abcde', 5, 'abcde'],
  ['abcde', 4, 'abc…'],
  ['abcde', 1, '…'],
  ['abcde', 0, ''],
  ['ab👩🏽‍💻cd', 9, 'ab…'], // seven units and one sign: whole, or not at all
  ['é'.normalize('NFD').repeat(3), 5, `${'é'.normalize('NFD').repeat(2)}…`],
])('R3 AM#2769 %s in at most %i', (text, most, expected) => {
  expect(cut(text, most)).toBe(expected);
});

test('R3 AM#1840 a cut by bytes, and by the length after escaping', () => {
  expect(cutBy('ééé', 5, (part) => Buffer.byteLength(part))).toBe('é…');
  expect(cutBy('<<<', 9, (part) => part.replaceAll('<', '&lt;').length)).toBe('<<…');
});

test('R9 GA#592 the words of a beginning and of an end', () => {
  const alert = firingAlert('Low', {
    value: '1234567.50',
    threshold: '5000000',
    firingAt: Date.UTC(2026, 10, 22),
  });
  expect(wordsOf({ ...alert, held: true }, 'https://float.example.com')).toEqual({
    title: 'FIRING Low: acme-ug/UGX/MERCHANT_PAYOUT',
    summary: 'low',
    facts: [
      ['Severity', 'warning'],
      ['Wallet', 'acme-ug/UGX/MERCHANT_PAYOUT'],
      ['Value', '1,234,567.50'],
      ['Threshold', '5,000,000'],
      ['State', 'not seen now, and so taken to last'],
      ['Since', '2026-11-22 00:00:00 UTC'],
    ],
    link: 'https://float.example.com/alerts/5131742f97105827',
    runbook: '',
    firing: true,
  });
  const ended = wordsOf({ ...endedAlert(alert), reason: 'removed' }, '');
  expect(ended).toMatchObject({
    title: 'RESOLVED Low: acme-ug/UGX/MERCHANT_PAYOUT',
    link: '',
    firing: false,
  });
  expect(ended.facts).toContainEqual(['Reason', 'it is no longer configured']);
});

test('two alerts of one rule about payment options have two titles', () => {
  const about = (provider_code: string) =>
    firingAlert('OptionInactive', {
      walletType: '',
      labels: { transaction_type: 'PAYOUT', transaction_method: 'MOBILE_MONEY', provider_code },
    });
  expect(wordsOf(about('mtn_ug'), '').title).toBe(
    'FIRING OptionInactive: acme-ug/UGX/PAYOUT/MOBILE_MONEY/mtn_ug',
  );
  expect(wordsOf(endedAlert(about('airtel_ug')), '').title).toBe(
    'RESOLVED OptionInactive: acme-ug/UGX/PAYOUT/MOBILE_MONEY/airtel_ug',
  );
});

test('an alert without a text says what is known', () => {
  const { summary } = wordsOf(firingAlert('Low', { annotations: {}, value: '1', threshold: '2' }), '');
  expect(summary).toBe('Low: 1, threshold 2');
});

test.each([
  ['removed', 'it is no longer configured'],
  ['forgotten', 'its wallet was forgotten, and is watched no more'],
] as const)('the end of an alert that was %s is no good news, and every receiver says so', (reason, said) => {
  const alert = { ...endedAlert(firingAlert()), reason };
  expect(wordsOf(alert, '').facts).toContainEqual(['Reason', said]);
  expect(smsText(alert, '', 2)).toContain(`Reason: ${said}`);
  const notification: Notification = { kind: 'resolve', alert, key: 'k', episode: 'e', messageId: null };
  expect(closeAlert(notification, '').note).toContain(said);
  const annotations = { summary: 'low', ended_because: said };
  expect(JSON.parse(webhookBody(notification, 'ops', '')).alerts).toMatchObject([{ annotations }]);
  const how = { now: Date.now(), resendMs: 60_000, externalUrl: '' };
  expect(JSON.parse(writeAlerts([alert], how))).toMatchObject([{ annotations }]);
  const identity = { rule: alert.rule, severity: alert.severity, firingAt: alert.firingAt! };
  const ended = [alert, { ...alert, account: 'acme-ke' }];
  const group = groupAlert(identity, { firing: [], ended, untold: [], total: 2 });
  expect(wordsOf(group, '').facts).toContainEqual(['Reason', said]);
  const mixed = groupAlert(identity, {
    firing: [],
    ended: [alert, { ...alert, reason: 'cleared' }],
    untold: [],
    total: 2,
  });
  expect(wordsOf(mixed, '').facts.map(([name]) => name)).not.toContain('Reason');
});
