// What a webhook has heard of already is not posted to it again.
import { expect, test } from 'vitest';
import { groupAlert } from '../../src/receivers/notification/group.ts';
import { identityOf } from '../../src/receivers/notification/group-identity.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createWebhook } from '../../src/receivers/webhook/webhook.ts';
import { alertsSince, endedAlert, receiverContext, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const firing = alertsSince(Date.now() - 60_000).alertsOf(6);
const ended = firing.map(endedAlert);

test.each([
  ['none is left to tell', [], []],
  ['one is left to tell', ended.slice(0, 1), [1]],
])('of the end of a group of which %s: what is posted', async (_, untold, posted) => {
  const outbox = sharedOutbox();
  const posts: number[] = [];
  const receiver = createWebhook(
    { url: { reveal: () => 'https://hook.example.com/' }, hmac_secret: null },
    receiverContext({
      outbox,
      poster: () => ({
        async post(_, text) {
          posts.push((JSON.parse(String(text)) as { alerts: unknown[] }).alerts.length);
          return { outcome: 'ok', status: 200, sent: true, detail: null, body: '', headers: {} };
        },
        get: () => Promise.reject(new Error('nothing is read')),
        close: async () => {},
      }),
      times: { lookEveryMs: 10 },
    }),
  );
  const over = groupAlert(identityOf(firing), { firing: [], ended, untold, total: 6 });
  await outbox.add([messageOf(over, 'resolve', 'ops', Date.now())]);
  await until(() => expect([...outbox.messages.values()].map(({ state }) => state)).toEqual(['done']));
  expect(posts).toEqual(posted);
  await receiver.stop();
});
