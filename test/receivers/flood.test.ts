// A flood: a thousand accounts blind at once and back, and ten receivers that must not be flooded.
import { expect, test } from 'vitest';
import { createReceivers } from '../../src/app/alerts/receivers.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { Alert } from '../../src/domain/alert.ts';
import { fakeReceiver } from '../support/alertmanager.ts';
import { endedAlert, firingAlert, receiverContext, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';
import { smtpServer } from '../support/smtp-server.ts';
import sms from './fixtures/africas-talking.json' with { type: 'json' };

const ACCOUNTS = 1_000;
const MOST = 20; // messages to one receiver

/** What each provider says to what it takes. */
const ANSWERS: Readonly<Record<string, object | string>> = {
  slack: { ok: true, channel: 'C1', ts: '1.2' },
  telegram: { ok: true, result: { message_id: 42 } },
  africas_talking: sms.sent,
};

const settingsOf = (url: string, mailPort: number): Record<string, object> => ({
  slack: { token: 'xoxb-12345', channel: '#a', url: `${url}/slack` },
  slack_webhook: { url: `${url}/slack_webhook` },
  pagerduty: { routing_key: 'key-12345', url: `${url}/pagerduty` },
  jira_service_management: { api_key: 'key-12345', url: `${url}/jira_service_management` },
  telegram: { token: 'token-12345', chat_id: '1', url: `${url}/telegram` },
  teams: { url: `${url}/teams` },
  email: { host: '127.0.0.1', port: mailPort, tls: 'none', from: 'a@example.com', to: ['b@example.com'] },
  africas_talking: {
    ...{ api_key: 'key-12345', username: 'acme', to: ['+256700000001'], only: [] },
    url: `${url}/africas_talking`,
  },
  http: { url: `${url}/http`, body: { title: '{{title}}', text: '{{summary}}' } },
});

/** Requests a minute that each allows to one channel, or less; edits are counted as messages. */
const A_MINUTE: Readonly<Record<string, number>> = { slack: 60, slack_webhook: 60, telegram: 20 };

test('R11 1,000 accounts blind at once and back: few messages, and the last of each is right', {
  timeout: 120_000,
}, async () => {
  const requests: { readonly to: string; readonly at: number; readonly body: string }[] = [];
  await using server = await fakeReceiver(({ url = '' }, body, response) => {
    const to = url.split('/')[1]!;
    requests.push({ to, at: performance.now(), body: decodeURIComponent(body.replaceAll('+', ' ')) });
    const answer = ANSWERS[to] ?? 'ok';
    response.writeHead(200).end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    return undefined;
  });
  await using mail = await smtpServer();
  const settings = settingsOf(server.url, mail.port);
  const receivers = Object.fromEntries(
    Object.entries(settings).map(([kind, one]) => [kind, [{ name: kind, ...one }]]),
  );
  const { config } = parseConfig(
    JSON.stringify({
      accounts: [
        { name: 'a', base_url: 'https://pay.example.com', public_key: 'pk-12345', secret_key: 'sk-12345' },
      ],
      alerts: { webhooks: [{ name: 'webhook', url: `${server.url}/webhook` }], receivers },
    }),
    { file: 'floatwatch.yaml', env: {} },
  );
  const world = new Map<string, Alert>();
  const outbox = sharedOutbox();
  const settledEnds = () =>
    [...outbox.messages.values()].filter(
      ({ receiver, kind, state }) => receiver === 'slack_webhook' && kind === 'resolve' && state === 'done',
    ).length;
  const all = createReceivers(config, {
    ...receiverContext({ outbox, times: { updateEveryMs: 1_000, lookEveryMs: 50 } }),
    alerts: () => [...world.values()],
  });
  const tell = (alerts: readonly Alert[]): void => {
    for (const alert of alerts) world.set(alert.fingerprint, alert);
    all.tell(alerts);
  };
  const blind = Array.from({ length: ACCOUNTS }, (_, i) => blindAlert(`account-${i}`));
  const of = (to: string): string[] =>
    to === 'email'
      ? mail.mails.map(({ data }) => data)
      : requests.filter((one) => one.to === to).map(({ body }) => body);
  const names = [...Object.keys(settings), 'webhook'];
  expect(names).toHaveLength(10);

  tell(blind.slice(0, 3)); // a few are first, as it happens
  await until(() => expect(names.filter((name) => of(name).length === 0)).toEqual([]));
  tell(blind.slice(3));
  const told = (name: string, words: RegExp): boolean => words.test(of(name).at(-1) ?? '');
  await until(() => expect(names.filter((name) => name !== 'webhook' && !told(name, /997 acc/))).toEqual([]));
  for (let i = 0; i < ACCOUNTS; i += 250) {
    tell(blind.slice(i, i + 250).map(endedAlert));
    await until(() => expect(settledEnds()).toBe(i + 250));
  }
  const over = {
    pagerduty: /"resolve"/,
    jira_service_management: /floatwatch/,
    webhook: /"status":"resolved"/,
  };
  await until(() => {
    const open = names.filter((name) => !told(name, (over as Record<string, RegExp>)[name] ?? /RESOLVED/));
    expect(open).toEqual([]);
    expect(of('jira_service_management').filter((body) => !body.includes('"alias"'))).toHaveLength(4);
  });
  await all.stop();

  for (const name of names) expect(of(name).length, name).toBeLessThanOrEqual(MOST);
  for (const [name, most] of Object.entries(A_MINUTE)) {
    const [first, last] = [
      requests.find(({ to }) => to === name)!,
      requests.findLast(({ to }) => to === name)!,
    ];
    const allowed = Math.ceil(((last.at - first.at) / 60_000) * most) + 1;
    expect(of(name).length, name).toBeLessThanOrEqual(allowed);
  }
  const ends = [...new Set(of('webhook'))].flatMap((body) => {
    const { alerts, truncatedAlerts } = JSON.parse(body) as Posted;
    expect(truncatedAlerts).toBe(0);
    return alerts.flatMap(({ status, labels }) => (status === 'resolved' ? labels['account'] : []));
  });
  expect(ends, 'each end once').toHaveLength(ACCOUNTS);
  expect(new Set(ends).size).toBe(ACCOUNTS);
});

interface Posted {
  readonly alerts: readonly { readonly status: string; readonly labels: Readonly<Record<string, string>> }[];
  readonly truncatedAlerts: number;
}

const firingAt = Date.now() - 5_000;

function blindAlert(account: string): Alert {
  const labels = { alertname: 'BalanceUnknown', severity: 'warning', account };
  return firingAlert('BalanceUnknown', {
    ...{ fingerprint: `BalanceUnknown ${account}`, account, currency: '', walletType: '', labels, firingAt },
    ...{ value: null, threshold: null, annotations: { summary: `No fresh balance of ${account}` } },
  });
}
