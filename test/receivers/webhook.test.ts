import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import { episodePath } from '../../src/monitor/alerts/episode.ts';
import { createPoster } from '../../src/receivers/delivery/post.ts';
import type { DeliveryTimes, ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import type { SecretSetting } from '../../src/receivers/delivery/settings.ts';
import { createLocalOutbox } from '../../src/receivers/local/local-outbox.ts';
import { groupAlert } from '../../src/receivers/notification/group.ts';
import { identityOf } from '../../src/receivers/notification/group-identity.ts';
import { labelsFingerprint, webhookBody } from '../../src/receivers/webhook/payload.ts';
import { createWebhook } from '../../src/receivers/webhook/webhook.ts';
import { fakeReceiver, realAlertmanager } from '../support/alertmanager.ts';
import {
  alertsSince,
  endedAlert,
  firingAlert,
  memoryShelf,
  outcomeOf,
  realClock,
  receiverContext,
  until,
} from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';
import { describeBeside } from '../support/tools.ts';
import { receiverContract } from './contract.ts';

interface HookingOptions extends DeliveryTimes {
  readonly hmac_secret?: SecretSetting | null;
  readonly timeoutMs?: number;
}

function hooking(
  url: string,
  change: Partial<ReceiverContext> = {},
  { hmac_secret = null, timeoutMs, ...times }: HookingOptions = {},
) {
  const told: string[] = [];
  const shelf = memoryShelf();
  const outbox = sharedOutbox();
  const webhook = createWebhook(
    { url: { reveal: () => url }, hmac_secret },
    receiverContext({
      outbox,
      local: createLocalOutbox(shelf, realClock),
      onDelivery: (...delivery) => void told.push(outcomeOf(...delivery)),
      poster: (options) => createPoster({ ...options, timeoutMs }),
      times: { firstRetryMs: 20, ...times },
      ...change,
    }),
  );
  return { told, shelf, outbox, webhook, [Symbol.asyncDispose]: () => webhook.stop() };
}

const statuses = (requests: readonly { readonly body: string }[]) =>
  requests.map(({ body }) => JSON.parse(body).status as string);

receiverContract('webhook', {
  create: (url, context) => createWebhook({ url: { reveal: () => url }, hmac_secret: null }, context),
  accepted: { status: 200, body: '' },
  tooMany: { status: 429, body: '', headers: { 'retry-after': '1' }, waitMs: 1_000 },
  refused: { status: 400, body: 'bad' },
  kindOf: (body) => JSON.parse(body).status,
  kinds: ['firing', 'resolved'],
});

test('X19 beginning and end are sent once each, in that order, signed with the time and with their key', async () => {
  await using receiver = await fakeReceiver(() => 200);
  await using it = hooking(
    receiver.url,
    { externalUrl: 'http://localhost:14217' },
    { hmac_secret: { reveal: () => 'hush' } },
  );
  const alert = firingAlert();
  it.webhook.tell([alert]);
  it.webhook.tell([alert, firingAlert('Pending', { phase: 'pending', firingAt: null })]);
  it.webhook.tell([endedAlert(alert)]);
  await until(() => expect(statuses(receiver.requests)).toEqual(['firing', 'resolved']));
  const [first, second] = receiver.requests;
  expect(first!.headers['idempotency-key']).toMatch(/^[0-9a-f]{64}$/);
  expect(second!.headers['idempotency-key']).not.toBe(first!.headers['idempotency-key']);
  const timestamp = first!.headers['x-floatwatch-timestamp'];
  const digest = createHmac('sha256', 'hush').update(`${timestamp}.${first!.body}`).digest('hex');
  expect(first!.headers['x-floatwatch-signature']).toBe(`sha256=${digest}`);
  expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(60);
});

/** What newer Alertmanagers say besides, of which a receiver may make use. */
const SINCE = { notification_reason: '0.33', routeLabels: '0.34' };

describeBeside(['prometheus-alertmanager'], 'the body', (program) => {
  test("K2 is that of Alertmanager's own webhook: the same keys, the same fingerprint", async () => {
    await using am = await realAlertmanager(program('prometheus-alertmanager'));
    const { createAlertmanager } = await import('../../src/receivers/alertmanager/alertmanager.ts');
    const firingAt = Math.floor(Date.now() / 10) * 10 - 5_001; // Go leaves zeros at the end of a fraction out
    const alert = firingAlert('PayoutFloatLow', { firingAt });
    const sender = createAlertmanager(
      { url: am.url, basic_auth: null, bearer_token: null, tls: null },
      receiverContext({ alerts: () => [alert], externalUrl: 'http://localhost:14217' }),
    );
    await until(() => expect(am.bodies).toHaveLength(1));
    await sender.stop();
    const theirs = JSON.parse(am.bodies[0]!);
    const ours = JSON.parse(webhookBody({ alert, kind: 'fire' }, 'hook', 'http://localhost:14217'));
    expect(Object.keys(ours).sort()).toEqual(
      [...new Set([...Object.keys(theirs), ...Object.keys(SINCE)])].sort(),
    );
    expect(ours).toMatchObject({ version: '4', status: 'firing', receiver: 'hook' });
    expect(ours.alerts).toEqual(theirs.alerts);
    expect(labelsFingerprint(alert.labels)).toBe(theirs.alerts[0].fingerprint);
  });
});

describe('A12', () => {
  test('500 for long, then 200: it is delivered once acknowledged, the end after the beginning', async () => {
    let up = false;
    await using receiver = await fakeReceiver(() => (up ? 200 : 500));
    await using it = hooking(receiver.url);
    const alert = firingAlert();
    it.webhook.tell([alert]);
    await until(() => expect(receiver.requests.length).toBeGreaterThan(3));
    it.webhook.tell([endedAlert(alert)]);
    expect(it.webhook.status().failingSince).not.toBeNull();
    const before = receiver.requests.length;
    await until(() => expect(receiver.requests.length).toBeGreaterThan(before));
    up = true;
    await until(() => expect(it.told.filter((outcome) => outcome === 'ok')).toHaveLength(2));
    expect(statuses(receiver.requests).slice(-2)).toEqual(['firing', 'resolved']);
    expect(
      new Set(receiver.requests.slice(0, -1).map(({ headers }) => headers['idempotency-key'])).size,
    ).toBe(1);
    expect(it.webhook.status().failingSince).toBeNull();
  });

  test('a slow one delays no other', async () => {
    await using slow = await fakeReceiver(() => new Promise<undefined>(() => {}));
    await using quick = await fakeReceiver(() => 200);
    await using one = hooking(slow.url, {}, { timeoutMs: 5_000 });
    await using two = hooking(quick.url);
    const alert = firingAlert();
    one.webhook.tell([alert]);
    two.webhook.tell([alert]);
    await until(() => expect(two.told).toEqual(['ok']));
    expect(one.told).toEqual([]);
    await until(() => expect(one.told).toContain('deadline'));
  });

  test('a redirect to a metadata service is not followed', async () => {
    await using receiver = await fakeReceiver((_, __, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      return undefined;
    });
    await using it = hooking(receiver.url);
    it.webhook.tell([firingAlert()]);
    await until(() => expect(it.told).toContain('redirect'));
  });

  test('an address of such a service is not called, be it written or looked up', async () => {
    await using written = hooking('http://169.254.169.254/hook');
    written.webhook.tell([firingAlert()]);
    await until(() => expect(written.told).toContain('refused_address'));
    await using looked = hooking('http://hooks.example.com/hook', {
      poster: (options) =>
        createPoster({
          ...options,
          lookup: (_, { all }, answer) =>
            all
              ? answer(null, [{ address: '169.254.169.254', family: 4 }])
              : answer(null, '169.254.169.254', 4),
        }),
    });
    looked.webhook.tell([firingAlert()]);
    await until(() => expect(looked.told).toContain('refused_address'));
  });

  test('one message that is refused keeps back neither the others nor, for ever, itself', async () => {
    await using receiver = await fakeReceiver((_, body) => (body.includes('Bad') ? 400 : 200));
    await using it = hooking(receiver.url);
    it.webhook.tell([firingAlert('Bad'), firingAlert('Good'), firingAlert('Better')]);
    await until(() => expect(it.told.filter((outcome) => outcome === 'ok')).toHaveLength(2));
    await until(async () => expect(await it.outbox.count('ops')).toEqual({ waiting: 0, dead: 1 }));
    const asked = receiver.requests.length;
    it.webhook.tell([firingAlert('Another')]);
    await until(() => expect(receiver.requests.length).toBe(asked + 1));
    await until(() =>
      expect(it.webhook.status().trouble).toBe(
        '1 notification was given up within a day, the last by rejected: 400',
      ),
    );
  });
});

test('A11 H4 replicas that share an outbox send each message once', async () => {
  await using receiver = await fakeReceiver(() => 200);
  const outbox = sharedOutbox();
  await using one = hooking(receiver.url, { outbox });
  await using two = hooking(receiver.url, { outbox });
  const alerts = Array.from({ length: 50 }, (_, i) => firingAlert(`R${i}`));
  one.webhook.tell(alerts);
  two.webhook.tell(alerts);
  await until(() => expect(receiver.requests.length).toBeGreaterThanOrEqual(50));
  two.webhook.tell(alerts);
  await until(async () => expect((await outbox.count('ops')).waiting).toBe(0));
  expect(receiver.requests).toHaveLength(50);
});

test('P1 while Postgres is away it is sent from this machine', async () => {
  await using receiver = await fakeReceiver(() => 200);
  await using it = hooking(receiver.url);
  it.outbox.away = true;
  it.webhook.tell([firingAlert()]);
  await until(() => expect(it.told).toEqual(['ok']));
});

test('C2 what was told and not sent is sent by the process that comes after', async () => {
  let up = false;
  await using receiver = await fakeReceiver(() => (up ? 200 : 503));
  const before = hooking(receiver.url);
  before.outbox.away = true;
  before.webhook.tell([firingAlert()]);
  await until(() => expect(before.told).toContain('server_error'));
  await before.webhook.stop();
  up = true;
  await using after = hooking(receiver.url, { local: createLocalOutbox(before.shelf, realClock) });
  await until(() => expect(after.told).toEqual(['ok']));
});

describe('D4', () => {
  test('what is given up while the alert still fires is sent when the receiver is back', async () => {
    let up = false;
    await using receiver = await fakeReceiver(() => (up ? 200 : 503));
    const alert = firingAlert();
    await using it = hooking(receiver.url, { alerts: () => [alert] }, { giveUpAfterMs: 50 });
    it.webhook.tell([alert]);
    await until(() => expect(receiver.requests.length).toBeGreaterThan(4));
    up = true;
    await until(() => expect(it.told.at(-1)).toBe('ok'));
  });

  test('what was given up is taken up when the alert is told of again, as after a restart', async () => {
    let up = false;
    await using receiver = await fakeReceiver(() => (up ? 200 : 503));
    const alert = firingAlert();
    await using it = hooking(receiver.url, {}, { giveUpAfterMs: 0 });
    it.webhook.tell([alert]);
    await until(async () => expect(await it.outbox.count('ops')).toEqual({ waiting: 0, dead: 1 }));
    up = true;
    it.webhook.tell([alert]);
    await until(() => expect(it.told.at(-1)).toBe('ok'));
  });
});

test('D18 while Postgres is away an alert that is pending again does not send its last end once more', async () => {
  await using receiver = await fakeReceiver(() => 200);
  await using it = hooking(receiver.url);
  it.outbox.away = true;
  const alert = firingAlert();
  it.webhook.tell([alert]);
  const ended = endedAlert(alert);
  it.webhook.tell([ended]);
  await until(() => expect(statuses(receiver.requests)).toEqual(['firing', 'resolved']));
  it.webhook.tell([{ ...ended, phase: 'pending', pendingAt: Date.now() }]);
  it.webhook.tell([{ ...ended, reason: 'cleared' }, firingAlert('Other')]);
  await until(() => expect(receiver.requests.at(-1)?.body).toContain('Other'));
  expect(statuses(receiver.requests)).toEqual(['firing', 'resolved', 'firing']);
});

test('D21 the link of an alert leads to the page of its episode; of one that never fired about an option, to options', () => {
  const alert = firingAlert('OptionGone', { walletType: '' });
  const linkOf = (one: typeof alert) =>
    JSON.parse(webhookBody({ alert: one, kind: 'fire' }, 'ops', 'http://localhost:14217')).alerts[0]
      .generatorURL;
  expect(linkOf(alert)).toBe(`http://localhost:14217${episodePath(alert)}`);
  expect(linkOf(endedAlert(alert))).toBe(linkOf(alert));
  expect(linkOf({ ...alert, phase: 'pending', firingAt: null })).toBe('http://localhost:14217/options');
});

test.each([
  ['a beginning', 'fire', ['firing', 'firing'], 'first notification'],
  ['more alerts', 'update', ['firing', 'firing'], 'new alerts added'],
  ['ends', 'update', ['firing', 'inactive'], 'some alerts resolved'],
  ['ends, while only others are left', 'update', ['inactive', 'inactive'], 'some alerts resolved'],
  ['the end of all', 'resolve', ['inactive', 'inactive'], 'all alerts resolved'],
] as const)(
  "of a group it says why it is told, in Alertmanager's words: %s",
  (_what, kind, phases, reason) => {
    const members = alertsSince(Date.now()).alertsOf(2);
    const alerts = members.map((alert, i) => (phases[i] === 'firing' ? alert : endedAlert(alert)));
    const [firing, ended] = [alerts.filter(isFiring), alerts.filter((alert) => !isFiring(alert))];
    const elsewhere = kind === 'update' ? 1 : 0;
    const group = groupAlert(identityOf(members), { firing, ended, untold: ended, elsewhere, total: 3 });
    expect(JSON.parse(webhookBody({ alert: group, kind }, 'ops', ''))).toMatchObject({
      status: kind === 'resolve' ? 'resolved' : 'firing',
      notification_reason: reason,
    });
  },
);

const isFiring = ({ phase }: Alert) => phase === 'firing';
