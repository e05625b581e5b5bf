// Which body a service of one's own is sent about what changes.
import { expect, test } from 'vitest';
import type { Alert } from '../../src/domain/alert.ts';
import type { Delivery } from '../../src/receivers/delivery/post.ts';
import { http } from '../../src/receivers/http/http.ts';
import { alertsSince, receiverContext, until } from '../support/delivering.ts';

const OK: Delivery = { outcome: 'ok', status: 200, sent: true, detail: null, body: '', headers: {} };
const { alertOf, alertsOf } = alertsSince(Date.now() - 60_000);

/** A service that takes all, and what it is sent. */
function service(update_body: string | null) {
  const world = new Map<string, Alert>();
  const bodies: string[] = [];
  const secret = { reveal: () => 'https://own.example.com/in' };
  const receiver = http.create(
    {
      ...{ url: secret, allow_insecure_http: false, bearer_token: null, token: null },
      ...{ body: 'it begins', update_body, resolve_body: null },
    },
    receiverContext({
      alerts: () => [...world.values()],
      poster: () => ({
        async post(_, text) {
          bodies.push(JSON.parse(String(text)) as string);
          return OK;
        },
        get: async () => OK,
        close: async () => {},
      }),
      times: { lookEveryMs: 10, updateEveryMs: 20 },
    }),
  );
  return {
    bodies,
    tell(...alerts: readonly Alert[]) {
      for (const alert of alerts) world.set(alert.fingerprint, alert);
      receiver.tell(alerts);
    },
    [Symbol.asyncDispose]: () => receiver.stop(0),
  };
}

test('a change of an alert goes in the body for changes', async () => {
  await using it = service('it changes');
  it.tell(alertOf(1));
  await until(() => expect(it.bodies).toEqual(['it begins']));
  it.tell(alertOf(1, { value: '900' }));
  await until(() => expect(it.bodies).toEqual(['it begins', 'it changes']));
});

test.each([
  ['for beginnings, if there is none for changes', null, 'it begins'],
  ['for changes', 'it changes', 'it changes'],
])('that a group has grown goes in the body %s', async (_, update_body, body) => {
  await using it = service(update_body);
  it.tell(...alertsOf(6));
  await until(() => expect(it.bodies).toEqual(['it begins']));
  it.tell(alertOf(6));
  await until(() => expect(it.bodies).toEqual(['it begins', body]));
});
