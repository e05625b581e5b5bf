// What a webhook has heard of already is not posted to it again.
import { expect, test } from 'vitest';
import type { ReceiverContext } from '../../src/receivers/delivery/receiver.ts';
import { groupAlert } from '../../src/receivers/notification/group.ts';
import { identityOf } from '../../src/receivers/notification/group-identity.ts';
import { messageOf } from '../../src/receivers/notification/notification.ts';
import { createWebhook } from '../../src/receivers/webhook/webhook.ts';
import { handClock } from '../support/clock.ts';
import { alertsSince, endedAlert, receiverContext, until } from '../support/delivering.ts';
import { sharedOutbox } from '../support/shared-outbox.ts';

const firing = alertsSince(Date.now() - 60_000).alertsOf(6);
const ended = firing.map(endedAlert);

/** Takes all that is posted, and remembers how many alerts each has. */
function counting() {
  const posts: number[] = [];
  const poster: ReceiverContext['poster'] = () => ({
    async post(_, text) {
      posts.push((JSON.parse(String(text)) as { alerts: unknown[] }).alerts.length);
      return { outcome: 'ok', status: 200, sent: true, detail: null, body: '', headers: {} };
    },
    get: () => Promise.reject(new Error('nothing is read')),
    close: async () => {},
  });
  return { posts, poster };
}

const settings = { url: { reveal: () => 'https://hook.example.com/' }, hmac_secret: null };

test.each([
  ['none is left to tell', [], []],
  ['one is left to tell', ended.slice(0, 1), [1]],
])('of the end of a group of which %s: what is posted', async (_, untold, posted) => {
  const outbox = sharedOutbox();
  const { posts, poster } = counting();
  const receiver = createWebhook(settings, receiverContext({ outbox, poster, times: { lookEveryMs: 10 } }));
  const over = groupAlert(identityOf(firing), { firing: [], ended, untold, total: 6 });
  await outbox.add([messageOf(over, 'resolve', 'ops', Date.now())]);
  await until(() => expect([...outbox.messages.values()].map(({ state }) => state)).toEqual(['done']));
  expect(posts).toEqual(posted);
  await receiver.stop();
});

test('of a group that lasts who begins is posted, and not that values have changed', async () => {
  const { posts, poster } = counting();
  const clock = handClock(Date.now());
  let now = firing;
  let asked = 0;
  const alerts = () => {
    asked++;
    return now;
  };
  const receiver = createWebhook(
    settings,
    receiverContext({ clock, poster, alerts, times: { lookEveryMs: 10 } }),
  );
  receiver.tell(now);
  await until(() => expect(posts).toEqual([6]));
  for (const value of ['77', '78']) {
    now = now.map((alert) => ({ ...alert, value }));
    const before = asked;
    clock.advance(61_000);
    await until(() => expect(asked).toBeGreaterThan(before + 3));
  }
  const seventh = alertsSince(clock.now()).alertOf(9);
  now = [...now, seventh];
  receiver.tell([seventh]);
  await until(() => {
    clock.advance(1_000);
    expect(posts.at(-1)).toBe(7);
  });
  expect(posts).toEqual([6, 7]);
  await receiver.stop();
});
