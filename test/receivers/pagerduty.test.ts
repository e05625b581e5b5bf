// Against the example of an event that PagerDuty documents, kept in fixtures/.
import { expect, test } from 'vitest';
import { pagerdutyEvent } from '../../src/receivers/pagerduty/event.ts';
import { pagerduty } from '../../src/receivers/pagerduty/pagerduty.ts';
import { endedAlert, firingAlert, until } from '../support/delivering.ts';
import { hostileAlert, type Provider, playing, receiverContract } from './contract.ts';
import documented from './fixtures/pagerduty-trigger.json' with { type: 'json' };

const provider: Provider = {
  create: (url, context) => pagerduty.create({ routing_key: { reveal: () => 'canary-key' }, url }, context),
  accepted: { status: 202, body: { status: 'success', message: 'Event processed', dedup_key: 'x' } },
  tooMany: { status: 429, body: '', headers: { 'retry-after': '1' }, waitMs: 1_000 },
  refused: {
    status: 400,
    body: {
      status: 'invalid event',
      message: 'Event object is invalid',
      errors: ["'payload.severity' is invalid"],
    },
  },
  kindOf: (body) => JSON.parse(body).event_action,
  kinds: ['trigger', 'resolve'],
};

receiverContract('pagerduty', provider);

const eventOf = (alert = firingAlert(), kind: 'fire' | 'resolve' = 'fire') =>
  pagerdutyEvent(
    { alert, kind, key: 'k', episode: 'e'.repeat(64), messageId: null },
    'key',
    'https://float.example.com',
  );

test('an event has the fields that are documented, and no others', () => {
  const event = eventOf();
  expect(Object.keys(documented)).toEqual(expect.arrayContaining(Object.keys(event)));
  expect(Object.keys(documented.payload)).toEqual(expect.arrayContaining(Object.keys(event.payload)));
  expect(Object.keys(documented.links[0]!)).toEqual(Object.keys(event.links[0]!));
  expect(event.dedup_key.length).toBeLessThanOrEqual(255);
});

test.each([
  ['critical', 'critical'],
  ['error', 'error'],
  ['info', 'info'],
  ['none', 'info'],
  ['page', 'error'],
])('the severity %s is %s there', (severity, theirs) => {
  expect(eventOf(firingAlert('Low', { severity })).payload.severity).toBe(theirs);
});

test('AM#1440 the end brings what rules route by, under the same key; another episode has its own', async () => {
  await using it = await playing(provider);
  const alert = firingAlert();
  it.receiver.tell([alert]);
  it.receiver.tell([endedAlert(alert)]);
  it.receiver.tell([firingAlert('PayoutFloatLow', { firingAt: Date.now() + 1 })]);
  await until(() => expect(it.accepted).toHaveLength(3));
  const [first, second, third] = it.accepted.map(({ body, path }) => ({ ...JSON.parse(body), path }));
  expect(first.path).toBe('/v2/enqueue');
  expect(second.payload).toMatchObject({ source: 'acme-ug', severity: 'warning' });
  expect(second.dedup_key).toBe(first.dedup_key);
  expect(third.dedup_key).not.toBe(first.dedup_key);
});

test('an alert that changes triggers again, under the same key', async () => {
  let alert = firingAlert();
  await using it = await playing(provider, { alerts: () => [alert] });
  it.receiver.tell([alert]);
  await until(() => expect(it.accepted).toHaveLength(1));
  alert = { ...alert, value: '0' };
  it.receiver.tell([firingAlert('Other')]);
  await until(() => expect(it.accepted).toHaveLength(3));
  const same = it.accepted
    .map(({ body }) => JSON.parse(body))
    .filter(({ payload }) => payload.class !== 'Other');
  expect(same.map(({ event_action }) => event_action)).toEqual(['trigger', 'trigger']);
  expect(same[1].payload.custom_details.Value).toBe('0');
  expect(new Set(same.map(({ dedup_key }) => dedup_key)).size).toBe(1);
});

test.each([1_023, 1_024, 5_000])('R3 AM#3880 a text of %i signs fits its summary', (length) => {
  const { summary } = eventOf(firingAlert('Low', { annotations: { summary: '𝕏'.repeat(length) } })).payload;
  expect(summary.length).toBeLessThanOrEqual(1_024);
  expect(summary.isWellFormed()).toBe(true);
});

test('what is too large is sent without its details', () => {
  const labels = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`label_${i}`, 'x'.repeat(4_000)]));
  const event = eventOf(firingAlert('Low', { labels }));
  expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(512_000);
  expect(event.payload.custom_details).toEqual({ note: 'left out: too large' });
  expect(eventOf(hostileAlert()).payload.custom_details['odd']).toBe('<!channel> & *x* `y`\n"z"');
});

test('a trouble there names what is wrong, and not the key', async () => {
  await using it = await playing(provider);
  it.answer = () => provider.refused;
  const verdict = await it.receiver.test();
  expect(verdict).toMatchObject({
    kind: 'permanent',
    detail: expect.stringContaining("'payload.severity' is invalid"),
  });
});
