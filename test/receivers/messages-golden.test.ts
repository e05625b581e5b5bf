// What each receiver is sent about the same alerts, word by word, kept in golden/; and how much of a long text is told.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { smsText } from '../../src/receivers/africas-talking/message.ts';
import { writeAlerts } from '../../src/receivers/alertmanager/payload.ts';
import { mailOf } from '../../src/receivers/email/mail.ts';
import { closeAlert, openAlert } from '../../src/receivers/jira-service-management/alert.ts';
import type { Notification } from '../../src/receivers/notification/notification.ts';
import { pagerdutyEvent } from '../../src/receivers/pagerduty/event.ts';
import { slackMessage } from '../../src/receivers/slack-webhook/payload.ts';
import { teamsMessage } from '../../src/receivers/teams/card.ts';
import { messageRequest, telegramText } from '../../src/receivers/telegram/message.ts';
import { webhookBody } from '../../src/receivers/webhook/payload.ts';
import { firingAlert } from '../support/delivering.ts';

const PAGE = 'https://float.example.com';
const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const ADDRESSES = { from: 'floatwatch <alerts@example.com>', to: ['ops@example.com'] };

const firing = firingAlert('PayoutFloatLow', {
  fingerprint: 'f0a1',
  severity: 'critical',
  labels: {
    ...{ alertname: 'PayoutFloatLow', severity: 'critical', account: 'acme-ug' },
    ...{ currency: 'UGX', wallet_type: 'MERCHANT_PAYOUT', team: 'R&D <ops>' },
  },
  annotations: {
    summary: 'The float is "low" <now> & here.',
    runbook_url: 'https://wiki.example.com/low?a=1&b',
  },
  ...{ value: '4120500.50', threshold: '5000000', pendingAt: NOON - MINUTE, firingAt: NOON },
});
const held: Alert = { ...firing, severity: 'warning', held: true, annotations: {} };
const ended: Alert = { ...firing, phase: 'inactive', reason: 'forgotten', resolvedAt: NOON + 90 * MINUTE };
const ofAccount = firingAlert('BalanceUnknown', {
  ...{ fingerprint: 'b2', severity: 'info', currency: '', walletType: '', value: null, threshold: null },
  labels: { alertname: 'BalanceUnknown', severity: 'info', account: 'acme-ug' },
  annotations: { description: 'Nothing is known.' },
  ...{ pendingAt: NOON, firingAt: NOON },
});
const ALERTS = { firing, held, ended, 'of an account': ofAccount };

const told = (alert: Alert): Notification => ({
  ...{ kind: alert.phase === 'firing' ? 'fire' : 'resolve', alert },
  ...{ key: 'k'.repeat(64), episode: 'e'.repeat(64), messageId: null },
});

const WRITERS: Readonly<Record<string, (alert: Alert, page: string) => unknown>> = {
  'africas-talking': (alert, page) => smsText(alert, page, 3),
  alertmanager: (alert, externalUrl) =>
    JSON.parse(writeAlerts([alert], { now: NOON + 100 * MINUTE, resendMs: MINUTE, externalUrl })),
  email: (alert, page) => mailOf(told(alert), ADDRESSES, page),
  'jira-service-management': (alert, page) =>
    alert.phase === 'firing' ? openAlert(told(alert), page) : closeAlert(told(alert), page),
  pagerduty: (alert, page) => pagerdutyEvent(told(alert), 'routing-key', page),
  'slack-attachments': (alert, page) => slackMessage(alert, 'attachments', page),
  'slack-blocks': (alert, page) => slackMessage(alert, 'blocks', page),
  teams: teamsMessage,
  telegram: (alert, page) => messageRequest('-100', { text: telegramText(alert, page) }),
  webhook: (alert, page) => JSON.parse(webhookBody(told(alert), 'ops', page)),
};

test.for(Object.entries(WRITERS))('%s', async ([name, write]) => {
  const shown = (text: unknown) => (typeof text === 'string' ? text : JSON.stringify(text, null, 2));
  const sections = Object.entries(ALERTS).map(([of, alert]) => `--- ${of}\n${shown(write(alert, PAGE))}`);
  sections.push(`--- firing, without a page\n${shown(write(firing, ''))}`);
  await expect(`${sections.join('\n')}\n`).toMatchFileSnapshot(`golden/${name}.txt`);
});

/** What of an alert may be long. */
const SAID: Readonly<
  Record<'summary' | 'label' | 'severity' | 'account' | 'rule', (text: string) => Partial<Alert>>
> = {
  summary: (text) => ({ annotations: { summary: text } }),
  label: (text) => ({ labels: { team: text } }),
  severity: (severity) => ({ severity }),
  account: (account) => ({ account }),
  rule: (rule) => ({ rule, account: '', currency: '', walletType: '' }), // all of a title but its first word
};
const TITLE = 'FIRING PayoutFloatLow: acme-ug/UGX/MERCHANT_PAYOUT: ';

/** By receiver, and what is said: the longest that is told whole, in each place that has a limit of its own. */
const LONGEST = [
  ['email', 'summary', 10_000],
  ['email', 'label', 10_000],
  ['email', 'rule', 200 - '[FIRING] '.length],
  ['jira-service-management', 'summary', 15_000 - '…'.length],
  ['jira-service-management', 'label', 1_000],
  ['jira-service-management', 'severity', 50],
  ['jira-service-management', 'account', 130],
  ['jira-service-management', 'rule', 130],
  ['pagerduty', 'label', 4_096],
  ['pagerduty', 'account', 1_024],
  ['pagerduty', 'rule', 1_024 - '…'.length],
  ['slack-attachments', 'summary', 3_000],
  ['slack-attachments', 'summary', 4_000 - TITLE.length],
  ['slack-attachments', 'label', 2_000],
  ['slack-attachments', 'rule', 150 - 'FIRING '.length],
  ['slack-blocks', 'summary', 3_000],
  ['slack-blocks', 'summary', 4_000 - TITLE.length],
  ['slack-blocks', 'label', 2_000 - 'team: '.length],
  ['slack-blocks', 'rule', 150 - 'FIRING '.length],
  ['teams', 'summary', 12_000],
  ['teams', 'label', 500],
  ['teams', 'rule', 512 - 'FIRING '.length],
  ['telegram', 'summary', 2_800],
  ['telegram', 'label', 797], // with all other facts 900
  ['telegram', 'rule', 256 - 'FIRING '.length],
  ['webhook', 'summary', 100_000],
  ['webhook', 'label', 100_000],
] as const;

test.for(LONGEST)('%s tells a %s of %i signs whole, and no longer one', ([name, kind, most]) => {
  const timesTold = (length: number) => {
    const text = 'x'.repeat(length);
    return JSON.stringify(WRITERS[name]!({ ...firing, ...SAID[kind](text) }, PAGE)).split(text).length - 1;
  };
  const times = timesTold(most);
  expect(times).toBeGreaterThan(0);
  if (name === 'webhook') expect(timesTold(most + 1)).toBe(times);
  else expect(timesTold(most + 1)).toBeLessThan(times);
});
